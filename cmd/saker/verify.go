package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

type verifyOptions struct {
	message  message
	key, sig string
	json     bool
}

func newVerify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify --key FILE --sig FILE [--in FILE]",
		Short: "Check the signature of a message",
		Long: `Check the signature of a message.

The key may be a public key, a certificate (whose key is used; the certificate
itself is not checked, see "saker cert verify") or a private key. --context and
--prehash must be those of signing. Exit status 0 means valid, 1 not valid.`,
		Example: `  saker verify --key pub.pem --sig letter.sig --in letter.txt`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return verifyCommand(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.key, "key", "", "file with the public key (required)")
	flags.StringVar(&o.sig, "sig", "", "file with the signature, raw or PEM (required)")
	o.message.addFlags(cmd)
	jsonFlag(cmd, &o.json)
	return cmd
}

type verifyReport struct {
	Valid bool `json:"valid"`
	signatureReport
}

func verifyCommand(cmd *cobra.Command, o verifyOptions) error {
	if err := required(cmd, "key", o.key, "a public key or certificate"); err != nil {
		return err
	}
	if err := required(cmd, "sig", o.sig, "a signature file"); err != nil {
		return err
	}
	if err := oneStdin(o.key, o.sig, o.message.in); err != nil {
		return err
	}
	pub, err := loadPublicKey(cmd, o.key)
	if err != nil {
		return err
	}
	name := algorithmName(pub)
	sig, claimed, err := readSignature(cmd, o.sig)
	if err != nil {
		return err
	}
	if claimed != "" && claimed != name {
		return unexpected(o.sig, "a signature of "+claimed, "one of "+name+", the algorithm of "+displayName(o.key),
			"verify with the key that signed")
	}
	valid, err := o.message.verify(cmd, pub, sig)
	if err != nil {
		return err
	}
	if o.json {
		if err := printJSON(cmd, verifyReport{valid, o.message.report(name, o.sig, sig)}); err != nil {
			return err
		}
	}
	if !valid {
		return failed(o.sig, fmt.Errorf("this is not a valid %s signature of %s", name, displayName(o.message.in)),
			"message, key, --context and --prehash must all be those of signing")
	}
	if !o.json {
		fmt.Fprintf(cmd.OutOrStdout(), "valid: %s signature of %s\n", name, printable(displayName(o.message.in)))
	}
	return nil
}
