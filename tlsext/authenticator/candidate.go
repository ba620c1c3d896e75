package authenticator

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/certscheme"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// candidate is a certificate that may be the answer to a request.
type candidate struct {
	from   *tlsext.Certificate
	chain  []*x509ext.Certificate
	scheme *sigscheme.Scheme // once chosen
}

// newCandidates reads what the application offers; a mistake there is an error, not a
// refusal.
func newCandidates(certificates []tlsext.Certificate) ([]*candidate, error) {
	var list []*candidate
	for i := range certificates {
		c := &candidate{from: &certificates[i]}
		if err := c.parse(); err != nil {
			return nil, fmt.Errorf("authenticator: certificate %d: %w", i, err)
		}
		list = append(list, c)
	}
	return list, nil
}

func (c *candidate) parse() error {
	if _, ok := c.from.PrivateKey.(crypto.Signer); !ok {
		return fmt.Errorf("PrivateKey: found %T, expected a crypto.Signer", c.from.PrivateKey)
	}
	switch n := len(c.from.Certificate); {
	case n == 0:
		return errors.New("the chain is empty")
	case n > handshake.MaxChain:
		return fmt.Errorf("the chain has %d elements, expected at most %d", n, handshake.MaxChain)
	}
	for i, der := range c.from.Certificate {
		cert, err := x509ext.ParseCertificate(der)
		if err != nil {
			return fmt.Errorf("element %d of the chain: %w", i, err)
		}
		c.chain = append(c.chain, cert)
	}
	if !maySign(c.chain[0]) {
		return errKeyUsage
	}
	return nil
}

var errKeyUsage = errors.New("keyUsage does not allow digitalSignature")

// maySign reports whether a certificate's key may make a CertificateVerify (RFC 8446,
// section 4.4.2.2).
func maySign(c *x509ext.Certificate) bool {
	return c.KeyUsage == 0 || c.KeyUsage&x509.KeyUsageDigitalSignature != 0
}

// choose picks the answer, nil for none.
func choose(list []*candidate, t *terms) *candidate {
	var suited []*candidate
	for _, c := range list {
		if c.suits(t) {
			suited = append(suited, c)
		}
	}
	for _, c := range suited {
		if c.isIssuedBy(t.authorities) {
			return c
		}
	}
	if len(suited) > 0 {
		return suited[0]
	}
	return nil
}

// suits applies the musts of RFC 9261, section 5.2.1, and picks the scheme the peer likes
// best.
func (c *candidate) suits(t *terms) bool {
	if t.serverName != "" && c.chain[0].VerifyHostname(t.serverName) != nil {
		return false
	}
	for _, cert := range c.chain {
		// The signature of a root says nothing to a peer (RFC 8446, section 4.2.3).
		isRoot := bytes.Equal(cert.RawIssuer, cert.RawSubject)
		if !isRoot && !certscheme.IsAccepted(cert, t.certSchemes) {
			return false
		}
	}
	only := c.from.SupportedSignatureAlgorithms
	for _, id := range t.schemes {
		s := sigscheme.ByID(id)
		usable := s != nil && !s.CertificateOnly && (only == nil || slices.Contains(only, tlsext.SignatureScheme(id)))
		if usable && s.Fits(c.chain[0].PublicKey) {
			c.scheme = s
			return true
		}
	}
	return false
}

func (c *candidate) isIssuedBy(names [][]byte) bool {
	for _, cert := range c.chain {
		for _, name := range names {
			if bytes.Equal(cert.RawIssuer, name) {
				return true
			}
		}
	}
	return len(names) == 0
}
