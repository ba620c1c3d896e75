// Package certscheme tells which TLS signature scheme signed a certificate, the question
// signature_algorithms_cert puts (RFC 8446, section 4.2.3).
package certscheme

import (
	"crypto/x509"
	"slices"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// standard maps the signature algorithms of crypto/x509. An ECDSA identifier in a
// certificate names the hash but not the curve, and so does this table.
var standard = map[x509.SignatureAlgorithm]uint16{
	x509.ECDSAWithSHA256:  sigscheme.ECDSAWithP256AndSHA256,
	x509.ECDSAWithSHA384:  sigscheme.ECDSAWithP384AndSHA384,
	x509.ECDSAWithSHA512:  sigscheme.ECDSAWithP521AndSHA512,
	x509.PureEd25519:      sigscheme.Ed25519,
	x509.SHA256WithRSAPSS: sigscheme.PSSWithSHA256,
	x509.SHA384WithRSAPSS: sigscheme.PSSWithSHA384,
	x509.SHA512WithRSAPSS: sigscheme.PSSWithSHA512,
	x509.SHA256WithRSA:    sigscheme.PKCS1WithSHA256,
	x509.SHA384WithRSA:    sigscheme.PKCS1WithSHA384,
	x509.SHA512WithRSA:    sigscheme.PKCS1WithSHA512,
}

// Of returns the code point of the signature on a certificate, 0 if it has none.
func Of(c *x509ext.Certificate) uint16 {
	if id, ok := standard[c.SignatureAlgorithm]; ok {
		return id
	}
	if s := provider.ByOID(c.SignatureOID); s != nil {
		if info, ok := provider.Describe(s); ok {
			return uint16(info.TLSIdentifier)
		}
	}
	return 0
}

// IsAccepted reports whether the signature on a certificate is in a list of code points.
// A code point of an earlier generation stands for its scheme.
func IsAccepted(c *x509ext.Certificate, list []uint16) bool {
	id := Of(c)
	return id != 0 && slices.ContainsFunc(list, func(v uint16) bool {
		if v == id {
			return true
		}
		s := sigscheme.ByID(v)
		return s != nil && s.Current == id
	})
}
