package main

import (
	"encoding/pem"
	"fmt"

	"github.com/spf13/cobra"
)

// pemSignature labels a signature in text form. The block carries the name of
// the scheme in a header, for people: it is not covered by the signature.
const (
	pemSignature       = "SIGNATURE"
	pemAlgorithmHeader = "Algorithm"
)

type signOptions struct {
	message           message
	key, out, outform string
	force, json       bool
}

func newSign() *cobra.Command {
	var o signOptions
	cmd := &cobra.Command{
		Use:   "sign --key FILE [--in FILE] [--out FILE]",
		Short: "Sign a message",
		Long: `Sign a message.

The signature is written as the raw bytes of the scheme, or with --outform pem
as a text block. The message has to fit in memory (at most 256 MiB) unless
--prehash is given, which reads it as a stream; the verifier must then ask for
the same --prehash. FN-DSA and Falcon signatures are randomised: signing twice
gives two different ones.`,
		Example: `  saker sign --key key.pem --in letter.txt --out letter.sig
  saker sign --key key.pem --context "archive 2" --outform pem < letter.txt`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return signCommand(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.key, "key", "", "file with the private key (required)")
	flags.StringVar(&o.out, "out", "-", "file for the signature")
	flags.StringVar(&o.outform, "outform", "raw", "form of the signature: raw or pem")
	o.message.addFlags(cmd, "sign a hash of the message instead")
	forceFlag(cmd, &o.force)
	jsonFlag(cmd, &o.json)
	return cmd
}

func signCommand(cmd *cobra.Command, o signOptions) error {
	if err := required(cmd, "key", o.key, "a private key"); err != nil {
		return err
	}
	if o.outform != "raw" && o.outform != "pem" {
		return usagef("", "--outform: found %q, expected raw or pem", o.outform)
	}
	if o.json && o.out == "-" {
		return usagef("give --out FILE", "--json and the signature cannot both go to standard output")
	}
	if err := o.message.oneStdin(cmd, fileFlag{"key", o.key}); err != nil {
		return err
	}
	if err := checkSeparate(fileFlag{"out", o.out}, fileFlag{"key", o.key}, fileFlag{"in", o.message.in}); err != nil {
		return err
	}
	if err := checkTargets(o.force, o.out); err != nil {
		return err
	}
	key, err := loadPrivateKey(cmd, o.key)
	if err != nil {
		return err
	}
	sig, err := o.message.sign(cmd, o.key, key)
	if err != nil {
		return err
	}
	name := algorithmName(key.Public())
	out := outFile{path: o.out, data: sig, mode: modePublic, binary: true}
	if o.outform == "pem" {
		out.binary = false
		out.data = pem.EncodeToMemory(&pem.Block{
			Type: pemSignature, Headers: map[string]string{pemAlgorithmHeader: name}, Bytes: sig,
		})
	}
	if err := writeFiles(cmd, o.force, out); err != nil {
		return err
	}
	if o.json {
		return printJSON(cmd, o.message.report(name, o.out, sig))
	}
	return nil
}

// required reports a flag that was not given.
func required(cmd *cobra.Command, flag, value, what string) error {
	if value == "" {
		return usagef(helpHint(cmd), "--%s is missing, expected %s", flag, what)
	}
	return nil
}

// readSignature returns the bytes of a signature file of either form, and the
// scheme a text block names.
func readSignature(cmd *cobra.Command, file string) (sig []byte, algorithm string, err error) {
	objects, err := readObjects(cmd, file, "a signature")
	if err != nil {
		return nil, "", err
	}
	o := objects[0]
	switch {
	case len(objects) > 1:
		return nil, "", unexpected(file, fmt.Sprintf("%d PEM blocks", len(objects)), "one signature", "")
	case o.pemType != "" && o.pemType != pemSignature:
		return nil, "", unexpected(file, o.kind().article(), "a signature", "")
	}
	return o.der, o.headers[pemAlgorithmHeader], nil
}
