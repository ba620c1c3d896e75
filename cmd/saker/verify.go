package main

import (
	"crypto"
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/scheme"
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

The key may be a public key, a certificate or a request (whose key is used; they
are not checked themselves, see "saker cert verify") or a private key. --context
and --prehash must be those of signing. Exit status 0 means valid, 1 not valid.`,
		Example: `  saker verify --key pub.pem --sig letter.sig --in letter.txt`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return verifyCommand(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.key, "key", "", "file with the public key (required)")
	flags.StringVar(&o.sig, "sig", "", "file with the signature, raw or PEM (required)")
	o.message.addFlags(cmd, "the hash that was signed instead of the message")
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
	if err := o.message.oneStdin(cmd, fileFlag{"key", o.key}, fileFlag{"sig", o.sig}); err != nil {
		return err
	}
	pub, err := loadPublicKey(cmd, o.key)
	if err != nil {
		return o.swapped(cmd, err)
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
	valid, err := o.message.verify(cmd, o.key, pub, sig)
	if err != nil {
		return err
	}
	if o.json {
		if err := printJSON(cmd, verifyReport{valid, o.message.report(name, o.sig, sig)}); err != nil {
			return err
		}
	}
	if looks := looksDifferent(pub, sig); !valid && looks != "" {
		return unexpected(o.sig, looks, signatureSize(pub)+" of "+name, "verify with the key that signed")
	}
	if !valid {
		return failed(o.sig, fmt.Errorf("this is not a valid %s signature of %s", name, displayName(o.message.in)),
			"message, key, --context and --prehash must all be those of signing")
	}
	if !o.json {
		fmt.Fprintf(cmd.OutOrStdout(), "valid: %s signature of %s\n", name, printable(displayName(o.message.in)+o.message.options()))
	}
	return nil
}

// swapped adds a hint to the error about --key if --sig names a key.
func (o *verifyOptions) swapped(cmd *cobra.Command, err error) error {
	var f *failure
	if o.sig == "-" || !errors.As(err, &f) {
		return err
	}
	objects, readErr := readObjects(cmd, o.sig, "a signature")
	if readErr != nil {
		return err
	}
	switch objects[0].kind() {
	case kindPublicKey, kindPrivateKey, kindCertificate:
		f.hint = "are --key and --sig swapped?"
	}
	return err
}

// looksDifferent describes a signature that has not the length of those by the
// scheme of pub, and returns "" for one that has. It explains a failure; it
// does not decide.
func looksDifferent(pub crypto.PublicKey, sig []byte) string {
	length, isFixed := signatureLength(pub)
	if len(sig) == length || len(sig) < length && !isFixed {
		return ""
	}
	found := fmt.Sprintf("%d bytes", len(sig))
	if names := possibleAlgorithms(sig); len(names) > 0 {
		found += " that look like " + strings.Join(names, " or ")
	}
	return found
}

// signatureLength is the largest length of signatures, and whether all have it.
// Hybrids count as variable: many of them are.
func signatureLength(pub crypto.PublicKey) (length int, isFixed bool) {
	switch pub := pub.(type) {
	case *scheme.PublicKey:
		p := pub.FNDSA().Parameters()
		return p.SignatureSize(), p.HasFixedSignatureSize()
	case *hybrid.PublicKey:
		return pub.Scheme().SignatureSize(), false
	case sign.PublicKey:
		return pub.Scheme().SignatureSize(), true
	}
	return ed25519.SignatureSize, true // message.check lets no other type pass
}

func signatureSize(pub crypto.PublicKey) string {
	length, isFixed := signatureLength(pub)
	if isFixed {
		return fmt.Sprintf("%d bytes", length)
	}
	return fmt.Sprintf("at most %d bytes", length)
}
