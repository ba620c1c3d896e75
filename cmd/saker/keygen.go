package main

import (
	"slices"
	"strings"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
)

type keygenOptions struct {
	alg, pub, form string
	output         outputFlags
	json           bool
}

func newKeygen() *cobra.Command {
	var o keygenOptions
	cmd := &cobra.Command{
		Use:   "keygen --alg NAME [--out FILE] [--pub FILE]",
		Short: "Make a key pair",
		Long: `Make a key pair and write it as PKCS#8 (private) and SubjectPublicKeyInfo (public).

The private key goes to standard output unless --out names a file. --form
chooses what the PKCS#8 file holds:

  seed      the seed the key is made from (the default for FN-DSA and ML-DSA)
  expanded  the encoded private key of the scheme
  both      seed and encoded key, which must agree when read
  oqs       private and public key, as oqs-provider does (the default for Falcon)
  bc        the polynomials one by one, as Bouncy Castle does (Falcon only)
  standard  as RFC 8410 says (Ed25519 and Ed448)

Hybrids have one form each.`,
		Example: `  saker keygen --alg fn-dsa-512 --out key.pem --pub pub.pem
  saker keygen --alg falcon-512 --form bc --outform der --out key.der`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return keygen(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.alg, "alg", "", "signature scheme (required; see \"saker schemes\")")
	flags.StringVar(&o.pub, "pub", "", "file for the public key (none if not given)")
	flags.StringVar(&o.form, "form", "", "private-key form: seed, expanded, both, oqs, bc or standard (default: by scheme)")
	o.output.add(cmd, "private key")
	jsonFlag(cmd, &o.json)
	return cmd
}

type keygenReport struct {
	Algorithm       string `json:"algorithm"`
	KeyID           string `json:"key_id"`
	PrivateKeyFile  string `json:"private_key_file"`
	PrivateKeyBytes int    `json:"private_key_file_bytes"`
	PublicKeyFile   string `json:"public_key_file,omitempty"`
	PublicKeyBytes  int    `json:"public_key_bytes"`
}

func keygen(cmd *cobra.Command, o keygenOptions) error {
	s, err := schemeByName(o.alg)
	if err != nil {
		return err
	}
	if err := checkKeyFormats(s, o.form); err != nil {
		return err
	}
	if o.json && (o.output.out == "-" || o.pub == "-") {
		return usagef("give --out FILE, and a file for --pub", "--json and a key cannot both go to standard output")
	}
	var public []string
	if o.pub != "" {
		public = append(public, o.pub)
	}
	if err := o.output.check(public...); err != nil {
		return err
	}

	pub, key, err := s.GenerateKey()
	if err != nil {
		return failed("", err, "")
	}
	private, err := provider.MarshalPKCS8PrivateKeyLayout(key, provider.Layout{Form: provider.PrivateKeyForm(o.form)})
	if err != nil {
		return failed("", err, "")
	}
	spki, err := provider.MarshalPKIXPublicKey(pub)
	if err != nil {
		return failed("", err, "")
	}
	files := []outFile{encoded(o.output.out, "PRIVATE KEY", private, o.output.form, modeSecret)}
	if o.pub != "" {
		files = append(files, encoded(o.pub, "PUBLIC KEY", spki, o.output.form, modePublic))
	}
	if err := writeFiles(cmd, o.output.force, files...); err != nil {
		return err
	}
	if !o.json {
		return nil
	}
	id, err := keyID(pub)
	if err != nil {
		return failed("", err, "")
	}
	return printJSON(cmd, keygenReport{
		Algorithm:       s.Name(),
		KeyID:           id,
		PrivateKeyFile:  o.output.out,
		PrivateKeyBytes: len(files[0].data),
		PublicKeyFile:   o.pub,
		PublicKeyBytes:  s.PublicKeySize(),
	})
}

// checkKeyFormats refuses a scheme or a form that cannot be written.
func checkKeyFormats(s sign.Scheme, form string) error {
	info, ok := provider.Describe(s)
	if !ok || info.OID == nil {
		return usagef("choose one with an OID in the table of \"saker schemes\"",
			"--alg: saker has no file format for keys of %s yet", s.Name())
	}
	forms := info.Codec.Forms()
	if form != "" && !slices.Contains(forms, provider.PrivateKeyForm(form)) {
		return usagef("leave --form out for the default of the scheme",
			"--form: found %q, expected one of %s for %s", form, joinForms(forms), s.Name())
	}
	return nil
}

func joinForms(forms []provider.PrivateKeyForm) string {
	names := make([]string, len(forms))
	for i, f := range forms {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
