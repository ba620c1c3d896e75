package main

import (
	"fmt"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

func newCert() *cobra.Command {
	cmd := group("cert", "Make and verify certificates",
		"Make and verify X.509 certificates with keys of any scheme, classical ones included.")
	cmd.AddCommand(newCertSelfSign(), newCertRequest(), newCertIssue(), newCertVerify())
	return cmd
}

// loadCertificates reads all certificates of a file.
func loadCertificates(cmd *cobra.Command, file string) ([]*x509ext.Certificate, error) {
	const expected = "a certificate"
	objects, err := readObjects(cmd, file, expected)
	if err != nil {
		return nil, err
	}
	var certs []*x509ext.Certificate
	for _, o := range objects {
		if o.kind() != kindCertificate {
			continue // a key in the same bundle
		}
		cert, err := parseCertificate(o)
		if err != nil {
			return nil, err
		}
		certs = append(certs, cert)
	}
	if len(certs) == 0 {
		return nil, unexpected(file, objects[0].kind().article(), expected, "")
	}
	return certs, nil
}

// loadCertificate reads the first certificate of a file.
func loadCertificate(cmd *cobra.Command, file string) (*x509ext.Certificate, error) {
	certs, err := loadCertificates(cmd, file)
	if err != nil {
		return nil, err
	}
	return certs[0], nil
}

func certificateName(cert *x509ext.Certificate) string {
	if name := cert.Subject.String(); name != "" {
		return name
	}
	if len(cert.DNSNames) > 0 {
		return cert.DNSNames[0]
	}
	return fmt.Sprintf("serial number %x", cert.SerialNumber)
}
