package main

import (
	"time"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

type selfSignOptions struct {
	key     string
	subject subjectFlags
	cert    certFlags
	output  reportedOutput
}

func newCertSelfSign() *cobra.Command {
	var o selfSignOptions
	cmd := &cobra.Command{
		Use:   "self-sign --key FILE [--cn NAME] [--dns NAME,...] [--ca] [--out FILE]",
		Short: "Make a self-signed certificate",
		Long: `Make a self-signed certificate: a root with --ca, or a certificate for one host.

The certificate is parsed again and its signature checked before it is written.`,
		Example: `  saker cert self-sign --key root.key --cn "Example Root" --ca --days 3650 --out root.pem`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return selfSign(cmd, o) },
	}
	cmd.Flags().StringVar(&o.key, "key", "", "file with the private key (required)")
	o.subject.add(cmd)
	o.cert.add(cmd)
	o.output.add(cmd, "certificate")
	return cmd
}

func selfSign(cmd *cobra.Command, o selfSignOptions) error {
	if err := required(cmd, "key", o.key, "a private key"); err != nil {
		return err
	}
	template, err := o.cert.template(&o.subject, time.Now())
	if err != nil {
		return err
	}
	if err := checkNames(template); err != nil {
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
	der, err := x509ext.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		return failed(o.key, err, "")
	}
	return o.output.write(cmd, "CERTIFICATE", der)
}
