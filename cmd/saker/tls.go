package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/spf13/cobra"
)

func newTLS() *cobra.Command {
	cmd := group("tls", "Serve, connect and measure with TLS 1.3", `Serve, connect and measure with TLS 1.3 and certificates of any scheme.

No code point for FN-DSA or Falcon is official: browsers and other programs do
not know them. Signature schemes are named as in "saker schemes", as in RFC 8446
(ecdsa_secp256r1_sha256, ed25519, rsa_pss_rsae_sha256, ...) or by number
(0xFED7).`)
	cmd.AddCommand(newTLSServe(), newTLSConnect(), newTLSBench())
	return cmd
}

// classicalSchemes are what every peer understands, by preference.
var classicalSchemes = []tlsext.SignatureScheme{
	tlsext.ECDSAWithP256AndSHA256, tlsext.Ed25519, tlsext.ECDSAWithP384AndSHA384, tlsext.ECDSAWithP521AndSHA512,
	tlsext.PSSWithSHA256, tlsext.PSSWithSHA384, tlsext.PSSWithSHA512,
}

// allSchemes are the classical ones and after them all of provider with a code point.
func allSchemes() []tlsext.SignatureScheme {
	list := slices.Clone(classicalSchemes)
	for _, s := range provider.All() {
		if id := schemeCodePoint(s); id != 0 && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// schemeCodePoint returns 0 for a scheme that has none.
func schemeCodePoint(s sign.Scheme) tlsext.SignatureScheme {
	info, _ := provider.Describe(s)
	return tlsext.SignatureScheme(info.TLSIdentifier)
}

// keyScheme returns the scheme a key signs handshakes with, 0 if there is none.
func keyScheme(pub crypto.PublicKey) tlsext.SignatureScheme {
	switch pub := pub.(type) {
	case sign.PublicKey:
		return schemeCodePoint(pub.Scheme())
	case ed25519.PublicKey:
		return tlsext.Ed25519
	case *rsa.PublicKey:
		return tlsext.PSSWithSHA256
	case *ecdsa.PublicKey:
		switch pub.Curve.Params().BitSize {
		case 256:
			return tlsext.ECDSAWithP256AndSHA256
		case 384:
			return tlsext.ECDSAWithP384AndSHA384
		case 521:
			return tlsext.ECDSAWithP521AndSHA512
		}
	}
	return 0
}

// tlsFlags are shared by serve and connect.
type tlsFlags struct{ schemes, groups []string }

func (f *tlsFlags) add(cmd *cobra.Command, defaultSchemes string) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.schemes, "schemes", nil, "signature schemes by preference (default: "+defaultSchemes+")")
	flags.StringSliceVar(&f.groups, "groups", nil, "key exchange groups by preference: "+groupNames())
}

// parse resolves the names; a list is nil when its flag was not given.
func (f *tlsFlags) parse() (schemes []tlsext.SignatureScheme, groups []tlsext.CurveID, err error) {
	for _, name := range f.schemes {
		s, err := parseScheme(name)
		if err != nil {
			return nil, nil, err
		}
		schemes = append(schemes, s)
	}
	for _, name := range f.groups {
		i := slices.IndexFunc(allGroups, func(g tlsext.CurveID) bool { return strings.EqualFold(g.String(), name) })
		if i < 0 {
			return nil, nil, usagef("", "--groups: found %q, expected one of: %s", name, groupNames())
		}
		groups = append(groups, allGroups[i])
	}
	return schemes, groups, nil
}

var allGroups = []tlsext.CurveID{tlsext.X25519MLKEM768, tlsext.SecP256r1MLKEM768, tlsext.X25519, tlsext.CurveP256, tlsext.CurveP384}

func groupNames() string {
	names := make([]string, len(allGroups))
	for i, g := range allGroups {
		names[i] = g.String()
	}
	return strings.Join(names, ", ")
}

func parseScheme(name string) (tlsext.SignatureScheme, error) {
	for _, s := range classicalSchemes {
		if strings.EqualFold(s.String(), name) {
			return s, nil
		}
	}
	if s := provider.ByName(name); s != nil {
		if id := schemeCodePoint(s); id != 0 {
			return id, nil
		}
		return 0, usagef("\"saker schemes\" lists those that have one", "--schemes: %s has no TLS code point", s.Name())
	}
	if id, err := strconv.ParseUint(name, 0, 16); err == nil && strings.HasPrefix(strings.ToLower(name), "0x") {
		return tlsext.SignatureScheme(id), nil
	}
	return 0, usagef("\"saker schemes\" lists names and numbers", "--schemes: found %q, expected the name or number of a signature scheme", name)
}

// loadTLSCertificate reads a chain, leaf first, and the key of the leaf.
func loadTLSCertificate(cmd *cobra.Command, certFile, keyFile string) (tlsext.Certificate, error) {
	var c tlsext.Certificate
	if err := oneStdin(certFile, keyFile); err != nil {
		return c, err
	}
	chain, err := loadCertificates(cmd, certFile)
	if err != nil {
		return c, err
	}
	for _, cert := range chain {
		c.Certificate = append(c.Certificate, cert.Raw)
	}
	c.Leaf = chain[0]
	if c.PrivateKey, err = loadPrivateKey(cmd, keyFile); err != nil {
		return c, err
	}
	if keyScheme(c.Leaf.PublicKey) == 0 {
		return c, unexpected(certFile, fmt.Sprintf("a key of %s, which has no TLS code point", algorithmName(c.Leaf.PublicKey)),
			"one that can sign handshakes", "\"saker schemes\" lists code points")
	}
	return c, nil
}

// withSchemes adds the schemes that own certificates sign with to a list.
func withSchemes(list []tlsext.SignatureScheme, certificates []tlsext.Certificate) []tlsext.SignatureScheme {
	list = slices.Clone(list)
	for _, c := range certificates {
		if id := keyScheme(c.Leaf.PublicKey); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}
