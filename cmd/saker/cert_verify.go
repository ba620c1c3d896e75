package main

import (
	"crypto/x509"
	"fmt"
	"time"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

type certVerifyOptions struct {
	cert          string
	roots, extras []string
	host, usage   string
	at            string
	json          bool
}

func newCertVerify() *cobra.Command {
	var o certVerifyOptions
	cmd := &cobra.Command{
		Use:   "verify --roots FILE [--intermediates FILE] [--host NAME] [--in FILE]",
		Short: "Verify a certificate up to a trusted root",
		Long: `Verify a certificate up to a trusted root.

The first certificate of --in is verified; others in the same file are taken as
intermediates, like those of --intermediates. Only certificates in --roots are
trusted: the system's roots are not used. Time, names, constraints and usages
are judged as crypto/x509 does, and every signature of the chain is checked
with its own algorithm.`,
		Example: `  saker cert verify --roots root.pem --host www.example.org --in server-chain.pem`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return certVerify(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.cert, "in", "-", "file with the certificate")
	flags.StringArrayVar(&o.roots, "roots", nil, "file with trusted roots (required; may be repeated)")
	flags.StringArrayVar(&o.extras, "intermediates", nil, "file with intermediate certificates (may be repeated)")
	flags.StringVar(&o.host, "host", "", "host name or IP address the certificate must be for")
	flags.StringVar(&o.usage, "usage", "any", "extended key usage the chain must allow: server, client or any")
	flags.StringVar(&o.at, "at", "", "time of the check, like 2027-01-31T12:00:00Z (default: now)")
	jsonFlag(cmd, &o.json)
	return cmd
}

type certVerifyReport struct {
	Valid  bool         `json:"valid"`
	Reason string       `json:"reason,omitempty"`
	Chains [][]chainRow `json:"chains,omitempty"`
}

type chainRow struct {
	Subject            string `json:"subject"`
	SignatureAlgorithm string `json:"signature_algorithm"`
	NotAfter           string `json:"not_after"`
	Bytes              int    `json:"bytes"`
}

func certVerify(cmd *cobra.Command, o certVerifyOptions) error {
	if len(o.roots) == 0 {
		return required(cmd, "roots", "", "a file with the certificates to trust")
	}
	options, err := o.options(cmd)
	if err != nil {
		return err
	}
	certs, err := loadCertificates(cmd, o.cert)
	if err != nil {
		return err
	}
	for _, extra := range certs[1:] {
		options.Intermediates.AddCert(extra)
	}
	chains, verifyErr := certs[0].Verify(*options)
	if verifyErr != nil {
		verifyErr = chainFailure(o.cert, certs, options.KeyUsages[0], verifyErr)
	}
	if o.json {
		if err := printJSON(cmd, chainReport(chains, verifyErr)); err != nil {
			return err
		}
	}
	if verifyErr != nil {
		return verifyErr
	}
	if o.json {
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "valid: %s\n", printable(certificateName(certs[0])))
	for _, r := range chainReport(chains, nil).Chains[0] {
		fmt.Fprintf(cmd.OutOrStdout(), "  %s (signed with %s, %d bytes, until %s)\n", printable(r.Subject), r.SignatureAlgorithm, r.Bytes, r.NotAfter)
	}
	return nil
}

func (o *certVerifyOptions) options(cmd *cobra.Command) (*x509ext.VerifyOptions, error) {
	files := append([]string{o.cert}, o.roots...)
	if err := oneStdin(append(files, o.extras...)...); err != nil {
		return nil, err
	}
	usage, err := extendedUsage(o.usage)
	if err != nil {
		return nil, err
	}
	options := &x509ext.VerifyOptions{DNSName: o.host, KeyUsages: []x509.ExtKeyUsage{usage}, CurrentTime: time.Now()}
	if o.at != "" {
		if options.CurrentTime, err = time.Parse(time.RFC3339, o.at); err != nil {
			return nil, usagef("date and time of day, with Z for UTC", "--at: found %q, expected a time like 2027-01-31T12:00:00Z", o.at)
		}
	}
	if options.Roots, err = loadPool(cmd, o.roots); err != nil {
		return nil, err
	}
	options.Intermediates, err = loadPool(cmd, o.extras)
	return options, err
}

func loadPool(cmd *cobra.Command, files []string) (*x509ext.CertPool, error) {
	pool := x509ext.NewCertPool()
	for _, file := range files {
		certs, err := loadCertificates(cmd, file)
		if err != nil {
			return nil, err
		}
		for _, cert := range certs {
			pool.AddCert(cert)
		}
	}
	return pool, nil
}

func chainReport(chains [][]*x509ext.Certificate, err error) certVerifyReport {
	report := certVerifyReport{Valid: err == nil}
	if err != nil {
		report.Reason = err.Error()
	}
	for _, chain := range chains {
		rows := make([]chainRow, len(chain))
		for i, cert := range chain {
			rows[i] = viewCertificate(cert)
		}
		report.Chains = append(report.Chains, rows)
	}
	return report
}

func viewCertificate(cert *x509ext.Certificate) chainRow {
	return chainRow{
		Subject:            certificateName(cert),
		SignatureAlgorithm: oidName(cert.SignatureOID, cert.Certificate.SignatureAlgorithm),
		NotAfter:           cert.NotAfter.UTC().Format(time.DateOnly),
		Bytes:              len(cert.Raw),
	}
}
