package main

import (
	"fmt"

	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
)

type schemeReport struct {
	Name         string   `json:"name"`
	OID          string   `json:"oid,omitempty"`
	TLS          string   `json:"tls,omitempty"`
	PublicKey    int      `json:"public_key_bytes"`
	PrivateKey   int      `json:"private_key_bytes"`
	Signature    int      `json:"signature_bytes"`
	Seed         int      `json:"seed_bytes"`
	Context      bool     `json:"supports_context"`
	Experimental bool     `json:"experimental"`
	LegacyOIDs   []string `json:"legacy_oids,omitempty"`
	LegacyTLS    []string `json:"legacy_tls,omitempty"`
}

func newSchemes() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "schemes",
		Short: "List the signature schemes with their identifiers and sizes",
		Long: `List the signature schemes with their identifiers and sizes.

Sizes are in bytes, and the largest where they vary: signatures of Falcon-512,
of Falcon-1024 and of hybrids with one of them or with ECDSA differ in length,
all others do not.
Private keys are counted in the raw form of the scheme; files may hold the seed
alone. "experimental" identifiers are not official and will change; where they
are "not implemented", saker has no file format for keys and certificates.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			reports := describeSchemes()
			if asJSON {
				return printJSON(cmd, reports)
			}
			rows := make([][]string, len(reports))
			for i, r := range reports {
				rows[i] = []string{r.Name, r.OID, r.TLS, r.identifiers(),
					fmt.Sprint(r.PublicKey), fmt.Sprint(r.PrivateKey), fmt.Sprint(r.Signature)}
			}
			return printTable(cmd.OutOrStdout(),
				[]string{"scheme", "OID", "TLS", "identifiers", "public key", "private key", "signature"}, rows, 4)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// identifiers says what stands behind the numbers of a scheme.
func (r *schemeReport) identifiers() string {
	switch {
	case r.Experimental:
		return "experimental"
	case r.OID == "" && r.TLS == "":
		return "not implemented"
	}
	return "assigned"
}

func describeSchemes() []schemeReport {
	var reports []schemeReport
	for _, s := range provider.All() {
		r := schemeReport{
			Name:       s.Name(),
			PublicKey:  s.PublicKeySize(),
			PrivateKey: s.PrivateKeySize(),
			Signature:  s.SignatureSize(),
			Seed:       s.SeedSize(),
			Context:    s.SupportsContext(),
		}
		if info, ok := provider.Describe(s); ok {
			r.Experimental = info.Experimental
			if len(info.OID) > 0 {
				r.OID = info.OID.String()
			}
			if info.TLSIdentifier != 0 {
				r.TLS = codePoint(info.TLSIdentifier)
			}
			for _, oid := range info.LegacyOIDs {
				r.LegacyOIDs = append(r.LegacyOIDs, oid.String())
			}
			for _, id := range info.LegacyTLS {
				r.LegacyTLS = append(r.LegacyTLS, codePoint(id))
			}
		}
		reports = append(reports, r)
	}
	return reports
}

func codePoint(id uint) string { return fmt.Sprintf("0x%04X", id) }
