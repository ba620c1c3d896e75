package main

import (
	"github.com/cloudflare/cfssl/csr"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/spf13/cobra"
)

// keyPairOutput says where a certificate and the key made for it go.
type keyPairOutput struct {
	cert, key string
	force     bool
}

func (o *keyPairOutput) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.cert, "out", "-", "file for the certificate")
	cmd.Flags().StringVar(&o.key, "key-out", "", "file for the private key that is made")
	forceFlag(cmd, &o.force)
}

// check refuses, before any work is done, what cannot be written in the end or
// would replace one of the inputs.
func (o *keyPairOutput) check(inputs ...fileFlag) error {
	outputs, paths := []fileFlag{{"out", o.cert}}, []string{o.cert}
	if o.key != "" {
		outputs, paths = append(outputs, fileFlag{"key-out", o.key}), append(paths, o.key)
	}
	for _, out := range outputs {
		if err := checkSeparate(out, inputs...); err != nil {
			return err
		}
	}
	return checkTargets(o.force, paths...)
}

// write writes a PEM certificate and, if there is one, its key.
func (o *keyPairOutput) write(cmd *cobra.Command, cert, key []byte) error {
	files := []outFile{{path: o.cert, data: cert, mode: modePublic}}
	if key != nil {
		defer clear(key)
		files = append([]outFile{{path: o.key, data: key, mode: modeSecret}}, files...)
	}
	return writeFiles(cmd, o.force, files...)
}

type caInitOptions struct {
	request, key string
	output       keyPairOutput
}

func newCAInit() *cobra.Command {
	var o caInitOptions
	cmd := &cobra.Command{
		Use:   "init --request FILE (--key-out FILE | --key FILE) [--out FILE]",
		Short: "Make a root from a CFSSL request",
		Long: `Make a root: a private key and its self-signed certificate, from a CFSSL request
(ca-csr.json), as "cfssl gencert -initca" does. With --key the root is for a key
that exists, whatever the request's key section says.`,
		Example: `  echo '{"CN": "Example Root", "key": {"algo": "fndsa", "size": 512}, "ca": {"expiry": "87600h"}}' > ca-csr.json
  saker ca init --request ca-csr.json --out ca.pem --key-out ca-key.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return caInit(cmd, o) },
	}
	cmd.Flags().StringVar(&o.request, "request", "", "file with the CFSSL request in JSON (required)")
	cmd.Flags().StringVar(&o.key, "key", "", "file with an existing private key for the root")
	o.output.add(cmd)
	return cmd
}

func caInit(cmd *cobra.Command, o caInitOptions) error {
	if err := required(cmd, "request", o.request, "a CFSSL request in JSON"); err != nil {
		return err
	}
	if (o.key == "") == (o.output.key == "") {
		return usagef(helpHint(cmd), "expected exactly one of --key-out and --key")
	}
	if err := oneStdin(o.request, o.key); err != nil {
		return err
	}
	if err := o.output.check(fileFlag{"request", o.request}, fileFlag{"key", o.key}); err != nil {
		return err
	}
	req, err := loadJSONRequest(cmd, o.request)
	if err != nil {
		return err
	}
	cert, key, err := makeRoot(cmd, o, req)
	if err != nil {
		return err
	}
	return o.output.write(cmd, cert, key)
}

func makeRoot(cmd *cobra.Command, o caInitOptions, req *csr.CertificateRequest) (cert, key []byte, err error) {
	if o.key == "" {
		if cert, _, key, err = cfsslca.InitCA(req); err != nil {
			return nil, nil, caError(o.request, err)
		}
		return cert, key, nil
	}
	signer, err := loadPrivateKey(cmd, o.key)
	if err != nil {
		return nil, nil, err
	}
	if cert, _, err = cfsslca.InitCAFromSigner(req, signer); err != nil {
		return nil, nil, caError(o.request, err)
	}
	return cert, nil, nil
}

func newCARenew() *cobra.Command {
	var issuer issuerFlags
	var output keyPairOutput
	cmd := &cobra.Command{
		Use:   "renew --ca-cert FILE --ca-key FILE [--out FILE]",
		Short: "Make a new certificate for the key of a root",
		Long: `Make a new self-signed certificate for the key of a root, with the same name and
the same length of validity from now on. What the root has issued verifies under
the new certificate too.`,
		Example: `  saker ca renew --ca-cert ca.pem --ca-key ca-key.pem --out ca-2.pem`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := output.check(issuer.files()...); err != nil {
				return err
			}
			ca, key, err := issuer.loadExpired(cmd)
			if err != nil {
				return err
			}
			cert, err := cfsslca.RenewCA(ca, key)
			if err != nil {
				return caError(issuer.cert, err)
			}
			return output.write(cmd, cert, nil)
		},
	}
	issuer.add(cmd)
	cmd.Flags().StringVar(&output.cert, "out", "-", "file for the certificate")
	forceFlag(cmd, &output.force)
	return cmd
}
