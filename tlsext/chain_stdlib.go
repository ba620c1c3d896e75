package tlsext

import (
	"crypto/x509"

	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

type CertPool = x509.CertPool
type x509Certificate = x509.Certificate

func parseX509(der []byte) (*x509.Certificate, error) { return x509.ParseCertificate(der) }

func verifyX509(leaf *x509.Certificate, o x509.VerifyOptions, roots *CertPool, intermediates []*x509.Certificate) ([][]*x509.Certificate, error) {
	o.Roots = roots
	o.Intermediates = x509.NewCertPool()
	for _, c := range intermediates {
		o.Intermediates.AddCert(c)
	}
	return leaf.Verify(o)
}

func pqSignatureScheme(c *x509.Certificate) uint16 { _ = sigscheme.Ed25519; return 0 }
