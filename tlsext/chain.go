package tlsext

import (
	"crypto/x509"
	"errors"
	"slices"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/certscheme"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// parseChain reads the certificates of a peer.
func parseChain(ders [][]byte) ([]*x509ext.Certificate, error) {
	var chain []*x509ext.Certificate
	for i, der := range ders {
		c, err := x509ext.ParseCertificate(der)
		if err != nil {
			return nil, alert.Errorf(alert.BadCertificate, "certificate %d of the peer: %w", i, err)
		}
		chain = append(chain, c)
	}
	return chain, nil
}

// chainCheck says what a peer's chain must satisfy.
type chainCheck struct {
	roots *x509ext.CertPool
	name  string // host name of a server; empty for clients
	usage x509.ExtKeyUsage
	now   time.Time
	// schemes are the signature schemes accepted in certificates.
	schemes []*sigscheme.Scheme
}

// verify builds chains to the anchors and keeps those whose signatures all use an
// accepted scheme. The signature on the anchor itself is not looked at (RFC 8446,
// section 4.2.3).
func (k *chainCheck) verify(peer []*x509ext.Certificate) ([][]*x509ext.Certificate, error) {
	if k.roots == nil {
		return nil, alert.Errorf(alert.InternalError, "no trust anchors are configured")
	}
	intermediates := x509ext.NewCertPool()
	for _, c := range peer[1:] {
		intermediates.AddCert(c)
	}
	chains, err := peer[0].Verify(x509ext.VerifyOptions{
		DNSName: k.name, Roots: k.roots, Intermediates: intermediates,
		CurrentTime: k.now, KeyUsages: []x509.ExtKeyUsage{k.usage},
	})
	if err != nil {
		return nil, alert.Errorf(chainAlert(err), "certificate of the peer: %w", err)
	}
	var accepted [][]*x509ext.Certificate
	var refused uint16
	for _, chain := range chains {
		if bad, ok := k.firstRefused(chain); ok {
			refused = bad
			continue
		}
		accepted = append(accepted, chain)
	}
	if len(accepted) == 0 {
		return nil, alert.Errorf(alert.UnsupportedCertificate,
			"certificate of the peer: the chain has a signature with %v, which is not in CertificateSchemes", SignatureScheme(refused))
	}
	return accepted, nil
}

// firstRefused finds a certificate below the anchor that is signed with a scheme this
// side did not offer.
func (k *chainCheck) firstRefused(chain []*x509ext.Certificate) (id uint16, found bool) {
	for _, c := range chain[:len(chain)-1] {
		id := certscheme.Of(c)
		accepts := func(s *sigscheme.Scheme) bool { return id != 0 && (s.ID == id || s.Current == id) }
		if !slices.ContainsFunc(k.schemes, accepts) {
			return id, true
		}
	}
	return 0, false
}

// chainAlert maps an error of path validation to an alert (RFC 8446, section 6.2).
func chainAlert(err error) alert.Code {
	var invalid x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.As(err, &unknown):
		return alert.UnknownCA
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return alert.CertificateExpired
	case errors.As(err, &invalid) && invalid.Reason == x509.IncompatibleUsage:
		return alert.UnsupportedCertificate
	case errors.Is(err, x509.ErrUnsupportedAlgorithm):
		return alert.UnsupportedCertificate
	}
	return alert.BadCertificate
}

// mayProve reports whether a certificate's key fits one of the schemes a peer may prove
// its identity with. A session that began with another key is not resumed: a configuration
// that no longer accepts the key must not accept what the key once proved.
func (s *settings) mayProve(c *x509ext.Certificate) bool {
	return slices.ContainsFunc(s.schemes, func(k *sigscheme.Scheme) bool { return k.Fits(c.PublicKey) })
}

// isUsableFor reports whether a certificate may sign handshakes: its keyUsage, when
// present, must include digitalSignature (RFC 8446, section 4.4.2.2).
func isUsableFor(c *x509ext.Certificate) bool {
	return c.KeyUsage == 0 || c.KeyUsage&x509.KeyUsageDigitalSignature != 0
}
