package main

import (
	"crypto/x509"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

type requestOptions struct {
	key     string
	subject subjectFlags
	output  reportedOutput
}

func newCertRequest() *cobra.Command {
	var o requestOptions
	cmd := &cobra.Command{
		Use:   "request --key FILE [--cn NAME] [--dns NAME,...] [--out FILE]",
		Short: "Make a certificate request (PKCS #10)",
		Long: `Make a certificate request: the names a certificate is asked for and the public
key, signed with the private key. "saker cert issue --csr" takes it.`,
		Example: `  saker cert request --key server.key --cn www.example.org --dns www.example.org --out server.csr`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return makeRequest(cmd, o) },
	}
	cmd.Flags().StringVar(&o.key, "key", "", "file with the private key (required)")
	o.subject.add(cmd)
	o.output.add(cmd, "request")
	return cmd
}

func makeRequest(cmd *cobra.Command, o requestOptions) error {
	if err := required(cmd, "key", o.key, "a private key"); err != nil {
		return err
	}
	hosts, err := o.subject.hosts()
	if err != nil {
		return err
	}
	if o.subject.empty() {
		return errNoName()
	}
	ips, err := o.subject.addresses()
	if err != nil {
		return err
	}
	if err := o.output.separate(fileFlag{"key", o.key}); err != nil {
		return err
	}
	if err := o.output.check(); err != nil {
		return err
	}
	key, err := loadPrivateKey(cmd, o.key)
	if err != nil {
		return err
	}
	template := &x509.CertificateRequest{Subject: o.subject.name(), DNSNames: hosts, IPAddresses: ips}
	der, err := x509ext.CreateCertificateRequest(nil, template, key)
	if err != nil {
		return failed(o.key, err, "")
	}
	return o.output.write(cmd, "CERTIFICATE REQUEST", der)
}
