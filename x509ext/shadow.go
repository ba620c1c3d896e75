package x509ext

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"sync"

	"github.com/cloudflare/circl/sign"
)

// The standard library builds and judges paths, but cannot check a signature
// of the provider's schemes. So it is given shadows: copies of the parsed
// certificates in which each provider key is replaced by an Ed25519 key derived
// from the real one, and each provider signature that has been checked by an
// Ed25519 signature of its issuer's shadow key. All names, times, extensions
// and raw bytes stay. Nobody outside the process can know a shadow key, and
// whatever the standard library concludes, no edge is reported that was not
// verified with its real algorithm.

var shadowSecret = sync.OnceValue(func() []byte {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails since Go 1.24
	return secret
})

// newShadowKey derives the stand-in for the key in spki. Equal keys have equal
// shadows, which cross-signed certificates and loop detection rely on.
func newShadowKey(spki []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, shadowSecret())
	mac.Write(spki)
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

// shadowOf returns the shadow of c, signed by the shadow of issuer. issuer is
// the certificate whose real key verified c; nil if none did, and then a
// provider signature is left out and will not verify.
func shadowOf(c, issuer *Certificate) *x509.Certificate {
	shadow := *c.Certificate
	if _, ok := c.PublicKey.(sign.PublicKey); ok {
		shadow.PublicKeyAlgorithm = x509.Ed25519
		shadow.PublicKey = c.shadowKey().Public()
	}
	if c.signatureAlgorithm.scheme != nil {
		shadow.SignatureAlgorithm = x509.PureEd25519
		shadow.Signature = nil
		if issuer != nil {
			shadow.Signature = ed25519.Sign(issuer.shadowKey(), c.RawTBSCertificate)
		}
	}
	return &shadow
}
