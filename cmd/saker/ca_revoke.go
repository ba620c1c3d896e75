package main

import (
	"encoding/hex"
	"fmt"
	"math/big"

	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
	"github.com/spf13/cobra"
	"golang.org/x/crypto/ocsp"
)

// recordFlags name one certificate of the database: by itself, or by its
// serial number and its CA.
type recordFlags struct{ cert, serial, ca string }

func (f *recordFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cert, "in", "", "file with the certificate")
	cmd.Flags().StringVar(&f.serial, "serial", "", "serial number of the certificate, decimal or 0x with hexadecimal digits")
}

// find returns the two names of a record: serial number and authority key
// identifier.
func (f *recordFlags) find(cmd *cobra.Command) (serial, aki string, err error) {
	if (f.cert == "") == (f.serial == "") {
		return "", "", usagef(helpHint(cmd), "expected exactly one of --in and --serial")
	}
	if f.cert != "" {
		cert, err := loadCertificate(cmd, f.cert)
		if err != nil {
			return "", "", err
		}
		return cert.SerialNumber.String(), hex.EncodeToString(cert.AuthorityKeyId), nil
	}
	number, ok := new(big.Int).SetString(f.serial, 0)
	if !ok || number.Sign() < 0 {
		return "", "", usagef("", "--serial: found %q, expected a number", f.serial)
	}
	if err := required(cmd, "ca-cert", f.ca, "the certificate of the CA that issued the serial number"); err != nil {
		return "", "", err
	}
	ca, err := loadCertificate(cmd, f.ca)
	if err != nil {
		return "", "", err
	}
	return number.String(), hex.EncodeToString(ca.SubjectKeyId), nil
}

type caRevokeOptions struct {
	record   recordFlags
	database databaseFlags
	reason   string
}

func newCARevoke() *cobra.Command {
	var o caRevokeOptions
	cmd := &cobra.Command{
		Use:   "revoke (--in FILE | --serial NUMBER --ca-cert FILE) [--reason NAME]",
		Short: "Revoke a certificate",
		Long: `Mark a certificate as revoked in the database. Revocation lists and OCSP
responses made afterwards say so. Reasons: unspecified, keyCompromise,
cACompromise, affiliationChanged, superseded, cessationOfOperation,
certificateHold, privilegeWithdrawn, aACompromise.`,
		Example: `  saker ca revoke --in server.pem --reason keyCompromise`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return caRevoke(cmd, o) },
	}
	o.record.add(cmd)
	cmd.Flags().StringVar(&o.record.ca, "ca-cert", "", "file with the certificate of the CA, for --serial")
	cmd.Flags().StringVar(&o.reason, "reason", "unspecified", "why")
	o.database.add(cmd)
	return cmd
}

// unassignedReason is a reason code without a meaning (RFC 5280, section 5.3.1).
const unassignedReason = 7

func caRevoke(cmd *cobra.Command, o caRevokeOptions) error {
	reason, err := cfocsp.ReasonStringToCode(o.reason)
	if err != nil || reason == ocsp.RemoveFromCRL || reason == unassignedReason {
		return usagef(helpHint(cmd), "--reason: found %q, expected one of the names in the help", o.reason)
	}
	serial, aki, err := o.record.find(cmd)
	if err != nil {
		return err
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := recordExists(db, serial, aki); err != nil {
		return err
	}
	if err := db.RevokeCertificate(serial, aki, reason); err != nil {
		return caError("", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "revoked: certificate %s\n", serial)
	return nil
}

// recordExists tells a certificate that is not in the database from a database
// that does not work.
func recordExists(db *cadb.Database, serial, aki string) error {
	records, err := db.GetCertificate(serial, aki)
	if err != nil {
		return caError("", err)
	}
	if len(records) == 0 {
		return failed("", fmt.Errorf("certificate %s is not in the database", serial), "name another database with --db")
	}
	return nil
}
