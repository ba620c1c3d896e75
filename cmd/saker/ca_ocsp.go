package main

import (
	"crypto"
	"errors"
	"fmt"
	"time"

	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/spf13/cobra"
)

// responderFlags say who signs OCSP responses.
type responderFlags struct {
	cert, key string
	interval  time.Duration
}

func (f *responderFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.cert, "responder-cert", "", "file with the certificate of a delegated OCSP responder (default: the CA responds)")
	flags.StringVar(&f.key, "responder-key", "", "file with the responder's private key")
	flags.DurationVar(&f.interval, "ocsp-interval", 96*time.Hour, "how long an OCSP response is valid")
}

func (f *responderFlags) load(cmd *cobra.Command, ca *x509ext.Certificate, caKey crypto.Signer) (*cfsslca.OCSPSigner, error) {
	if (f.cert == "") != (f.key == "") {
		return nil, usagef(helpHint(cmd), "expected --responder-cert and --responder-key, or neither")
	}
	if f.interval <= 0 {
		return nil, usagef("", "--ocsp-interval: found %v, expected a positive duration", f.interval)
	}
	cert, key := ca, caKey
	if f.cert != "" {
		var err error
		if cert, err = loadCertificate(cmd, f.cert); err != nil {
			return nil, err
		}
		if key, err = loadPrivateKey(cmd, f.key); err != nil {
			return nil, err
		}
	}
	signer, err := cfsslca.NewOCSPSigner(ca, cert, key, f.interval)
	if err != nil {
		return nil, failed(f.cert, err, "")
	}
	return signer, nil
}

type caOCSPOptions struct {
	issuer    issuerFlags
	responder responderFlags
	database  databaseFlags
	record    recordFlags
	output    outputFlags
}

func newCAOCSP() *cobra.Command {
	var o caOCSPOptions
	cmd := &cobra.Command{
		Use:   "ocsp --ca-cert FILE --ca-key FILE (--in FILE | --serial NUMBER) --out FILE",
		Short: "Make the OCSP response about a certificate",
		Long: `Make the OCSP response about one certificate of the CA, good or revoked as the
database says, and keep it there. Servers staple it; "saker ca serve" answers
clients by itself.`,
		Example: `  saker ca ocsp --ca-cert ca.pem --ca-key ca-key.pem --in server.pem --out server.ocsp`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return caOCSP(cmd, o) },
	}
	o.issuer.add(cmd)
	o.record.add(cmd)
	o.responder.add(cmd)
	o.database.add(cmd)
	cmd.Flags().StringVar(&o.output.out, "out", "-", "file for the response (DER)")
	forceFlag(cmd, &o.output.force)
	return cmd
}

func caOCSP(cmd *cobra.Command, o caOCSPOptions) error {
	inputs := append(o.issuer.files(), o.database.file(), fileFlag{"in", o.record.cert},
		fileFlag{"responder-cert", o.responder.cert}, fileFlag{"responder-key", o.responder.key})
	if err := o.output.separate(inputs...); err != nil {
		return err
	}
	if err := checkTargets(o.output.force, o.output.out); err != nil {
		return err
	}
	ca, key, err := o.issuer.load(cmd)
	if err != nil {
		return err
	}
	signer, err := o.responder.load(cmd, ca, key)
	if err != nil {
		return err
	}
	o.record.ca = o.issuer.cert
	serial, _, err := o.record.find(cmd)
	if err != nil {
		return err
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	response, err := cfsslca.NewOCSPSource(db, signer).ResponseFor(serial)
	if errors.Is(err, cfocsp.ErrNotFound) {
		err = fmt.Errorf("certificate %s of this CA is not in the database", serial)
	}
	if err != nil {
		return caError("", err)
	}
	return writeFiles(cmd, o.output.force, outFile{path: o.output.out, data: response, mode: modePublic, binary: true})
}
