package main

import (
	"crypto"
	"crypto/x509"
	"time"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

type issueOptions struct {
	caCert, caKey, pub, request string
	subject                     subjectFlags
	cert                        certFlags
	output                      reportedOutput
}

func newCertIssue() *cobra.Command {
	var o issueOptions
	cmd := &cobra.Command{
		Use:   "issue --ca-cert FILE --ca-key FILE (--pub FILE | --csr FILE) [--out FILE]",
		Short: "Issue a certificate with a CA's key",
		Long: `Issue a certificate for a public key or a certificate request.

With --csr the subject and the names come from the request, whose own signature
must be valid; flags given beside it replace them. What else a request asks for
(a CA flag, usages) is ignored: only flags grant it. Without --days a certificate
ends with its CA at the latest. The certificate is parsed again and its signature
checked before it is written.`,
		Example: `  saker cert issue --ca-cert root.pem --ca-key root.key --pub server.pub \
    --cn www.example.org --dns www.example.org --usage server --out server.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return issueCommand(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.caCert, "ca-cert", "", "file with the CA's certificate (required)")
	flags.StringVar(&o.caKey, "ca-key", "", "file with the CA's private key (required)")
	flags.StringVar(&o.pub, "pub", "", "file with the subject's public key, or a certificate or private key that holds it")
	flags.StringVar(&o.request, "csr", "", "file with the subject's certificate request")
	o.subject.add(cmd)
	o.cert.add(cmd)
	o.output.add(cmd, "certificate")
	return cmd
}

func issueCommand(cmd *cobra.Command, o issueOptions) error {
	if err := required(cmd, "ca-cert", o.caCert, "the CA's certificate"); err != nil {
		return err
	}
	if err := required(cmd, "ca-key", o.caKey, "the CA's private key"); err != nil {
		return err
	}
	if (o.pub == "") == (o.request == "") {
		return usagef(helpHint(cmd), "expected exactly one of --pub and --csr")
	}
	if err := oneStdin(o.caCert, o.caKey, o.pub, o.request); err != nil {
		return err
	}
	template, err := o.cert.template(&o.subject, time.Now())
	if err != nil {
		return err
	}
	if err := o.output.separate(fileFlag{"ca-cert", o.caCert}, fileFlag{"ca-key", o.caKey},
		fileFlag{"pub", o.pub}, fileFlag{"csr", o.request}); err != nil {
		return err
	}
	if err := o.output.check(); err != nil {
		return err
	}
	ca, err := loadCertificate(cmd, o.caCert)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("days") && template.NotAfter.After(ca.NotAfter) {
		template.NotAfter = ca.NotAfter
	}
	if err := checkIssuer(o.caCert, ca, template); err != nil {
		return err
	}
	key, err := loadPrivateKey(cmd, o.caKey)
	if err != nil {
		return err
	}
	if !equalKeys(key.Public(), ca.PublicKey) {
		return unexpected(o.caKey, "a key that is not the one of "+o.caCert, "the private key of that certificate",
			"\"saker inspect\" shows the key identifier of both")
	}
	subject, err := o.publicKey(cmd, template)
	if err != nil {
		return err
	}
	if err := checkNames(template); err != nil {
		return err
	}
	der, err := x509ext.CreateCertificate(nil, template, ca.Certificate, subject, key)
	if err != nil {
		return failed("", err, "")
	}
	return o.output.write(cmd, "CERTIFICATE", der)
}

// publicKey returns the key to certify. The names of a request go into the
// template where the flags give none.
func (o *issueOptions) publicKey(cmd *cobra.Command, template *x509.Certificate) (crypto.PublicKey, error) {
	if o.pub != "" {
		return loadPublicKey(cmd, o.pub)
	}
	r, err := loadRequest(cmd, o.request)
	if err != nil {
		return nil, err
	}
	if o.subject.cn == "" && len(o.subject.org) == 0 {
		template.RawSubject = r.RawSubject
		template.Subject = r.Subject
	}
	if len(o.subject.dns) == 0 && len(o.subject.ips) == 0 {
		template.DNSNames, template.IPAddresses = r.DNSNames, r.IPAddresses
		template.EmailAddresses, template.URIs = r.EmailAddresses, r.URIs
	}
	return r.PublicKey, nil
}

// checkIssuer refuses what a verifier would refuse later: an issuer that is no
// CA, one that allows no CA below it, and a certificate that outlives it.
func checkIssuer(file string, ca *x509ext.Certificate, template *x509.Certificate) error {
	const expected = "the certificate of a CA"
	switch {
	case !ca.IsCA || ca.KeyUsage != 0 && ca.KeyUsage&x509.KeyUsageCertSign == 0:
		return unexpected(file, "a certificate that may not issue others", expected, "make it with --ca")
	case template.IsCA && ca.MaxPathLen == 0 && ca.MaxPathLenZero:
		return unexpected(file, "a CA of path length 0", "one that allows a CA below it", "leave --ca out, or use the CA above")
	case time.Now().After(ca.NotAfter):
		return unexpected(file, "a CA that expired on "+ca.NotAfter.UTC().Format(time.DateOnly), "a valid one", "")
	case template.NotAfter.After(ca.NotAfter):
		return usagef("leave --days out to end with the CA",
			"--days: the certificate would end at %s, expected not after its CA's %s",
			template.NotAfter.UTC().Format(time.RFC3339), ca.NotAfter.UTC().Format(time.RFC3339))
	}
	return nil
}

func equalKeys(a, b crypto.PublicKey) bool {
	key, ok := a.(interface{ Equal(crypto.PublicKey) bool })
	return ok && b != nil && key.Equal(b)
}
