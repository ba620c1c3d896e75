package main

import (
	"fmt"
	"slices"

	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
)

func newInspect() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect [FILE]...",
		Short: "Show what is in a key, certificate, request or signature file",
		Long: `Show what is in a key, certificate, certificate request or signature file:
algorithm, object identifiers, byte profile, sizes, key identifier.

Keys, certificates and requests are parsed completely: a private key that
inspect shows is a working one. No secret is printed. A signature of a message
is shown under the name its text block claims, if its length allows that, or
with the schemes it may be of; only "saker verify" can tell more. The signature
of a certificate is checked only when it is self-signed and its algorithm is
understood; see "saker cert verify" for chains. What is found there is reported
and does not change the exit status. Without a file, standard input is read.`,
		Example: `  saker inspect key.pem cert.pem
  saker inspect --json < letter.sig`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if len(files) == 0 {
				files = []string{"-"}
			}
			if err := oneStdin(files...); err != nil {
				return err
			}
			report, bad := inspectFiles(cmd, files)
			if err := report.show(cmd, asJSON); err != nil || len(bad) == 0 {
				return err
			}
			last := len(bad) - 1
			for _, err := range bad[:last] {
				explain(cmd.ErrOrStderr(), err)
			}
			return bad[last]
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

type inspectReport struct {
	Objects []*inspection `json:"objects"`
	Backend string        `json:"backend"`
}

// inspection describes one object. Fields that do not apply are left out.
type inspection struct {
	File      string `json:"file"`
	Kind      kind   `json:"kind"`
	Format    string `json:"format"`
	Bytes     int    `json:"bytes"`
	Algorithm string `json:"algorithm,omitempty"`
	OID       string `json:"oid,omitempty"`
	TLS       string `json:"tls,omitempty"`
	Profile   string `json:"profile,omitempty"`
	KeyForm   string `json:"key_form,omitempty"`
	KeyID     string `json:"key_id,omitempty"`

	PublicKeyBytes  int `json:"public_key_bytes,omitempty"`
	PrivateKeyBytes int `json:"private_key_bytes,omitempty"`
	SignatureBytes  int `json:"signature_bytes,omitempty"`

	PossibleAlgorithms []string         `json:"possible_algorithms,omitempty"`
	Certificate        *certificateView `json:"certificate,omitempty"`
	Request            *requestView     `json:"request,omitempty"`
}

// inspectFiles reports what can be read, and what is wrong with the rest.
func inspectFiles(cmd *cobra.Command, files []string) (report *inspectReport, bad []error) {
	report = &inspectReport{Backend: provider.Backend()}
	for _, file := range files {
		objects, err := readObjects(cmd, file, "a key, certificate, request or signature")
		if err != nil {
			bad = append(bad, err)
			continue
		}
		for _, o := range objects {
			in, err := inspectObject(o)
			if err != nil {
				bad = append(bad, err)
				continue
			}
			report.Objects = append(report.Objects, in)
		}
	}
	return report, bad
}

func (r *inspectReport) show(cmd *cobra.Command, asJSON bool) error {
	switch {
	case len(r.Objects) == 0:
		return nil
	case asJSON:
		return printJSON(cmd, r)
	}
	return r.print(cmd)
}

func inspectObject(o object) (*inspection, error) {
	in := &inspection{File: o.file, Kind: o.kind(), Format: o.format(), Bytes: len(o.der)}
	var err error
	switch in.Kind {
	case kindPrivateKey:
		err = in.privateKey(o)
	case kindPublicKey:
		err = in.publicKeyOf(o)
	case kindCertificate:
		err = in.certificate(o)
	case kindRequest:
		err = in.request(o)
	case kindSignature:
		err = in.signature(o)
	case kindEncrypted:
		// Nothing can be seen without the password; say what it is.
	case kindCRL:
		err = unexpected(o.file, in.Kind.article(), "a key, certificate, request or signature",
			"\"openssl crl -noout -text\" shows one")
	default:
		err = unexpected(o.file, in.Kind.article(), "a key, certificate, request or signature",
			"raw signatures are recognised for FN-DSA and Falcon only; sign with --outform pem to keep the name")
	}
	return in, err
}

func (r *inspectReport) print(cmd *cobra.Command) error {
	for i, in := range r.Objects {
		if i > 0 {
			fmt.Fprintln(cmd.OutOrStdout())
		}
		if err := printRows(cmd.OutOrStdout(), in.rows()); err != nil {
			return err
		}
	}
	isPrivate := func(in *inspection) bool { return in.Kind == kindPrivateKey }
	if !slices.ContainsFunc(r.Objects, isPrivate) {
		return nil // a backend is what signs
	}
	fmt.Fprintln(cmd.OutOrStdout())
	return printRows(cmd.OutOrStdout(), []row{{"backend", r.Backend}})
}

func (in *inspection) rows() []row {
	key, signature := "", bytesOf(in.SignatureBytes)
	if in.Certificate != nil || in.Request != nil {
		key = "key " // there is a signature, too, which may be of another algorithm
	}
	if in.Certificate != nil {
		signature += ", " + in.Certificate.SignatureAlgorithm
	}
	rows := []row{
		{"file", displayName(in.File)},
		{"kind", fmt.Sprintf("%s, %s, %d bytes of content", in.Kind, in.Format, in.Bytes)},
		{key + "algorithm", in.Algorithm},
		{key + "OID", in.OID},
		{key + "TLS scheme", in.TLS},
		{"profile", in.Profile},
		{"private-key form", in.KeyForm},
		{"public key", bytesOf(in.PublicKeyBytes)},
		{"private key", bytesOf(in.PrivateKeyBytes)},
		{"signature", signature},
		{"key identifier", in.KeyID},
	}
	for _, name := range in.PossibleAlgorithms {
		rows = append(rows, row{"could be", name})
	}
	if in.Certificate != nil {
		rows = append(rows, in.Certificate.rows()...)
	}
	if in.Request != nil {
		rows = append(rows, in.Request.rows()...)
	}
	return rows
}

func bytesOf(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes", n)
}
