// Package sigscheme holds the signature schemes of the handshake by their TLS code
// point (RFC 8446, section 4.2.3).
//
// A scheme says whether a public key can use it, and signs and verifies a message. The
// classical ones are built here; everything else comes from the provider's registry.
package sigscheme

import (
	"crypto"
	"io"
)

// Scheme is one signature scheme.
type Scheme struct {
	ID   uint16
	Name string
	// Current is the code point in use today when ID is one of an earlier generation,
	// else ID itself or 0.
	Current uint16
	// Experimental schemes are used only when a configuration names them.
	Experimental bool
	// CertificateOnly schemes may sign certificates but not handshakes: RSA PKCS #1
	// v1.5 (section 4.2.3).
	CertificateOnly bool

	algorithm
}

// algorithm is what distinguishes schemes.
type algorithm interface {
	// Fits reports whether a public key can be used with the scheme.
	Fits(pub crypto.PublicKey) bool
	// Sign signs a message; the key's public half fits.
	Sign(rand io.Reader, key crypto.Signer, message []byte) ([]byte, error)
	// Verify checks a signature; false also for a key that does not fit.
	Verify(pub crypto.PublicKey, message, signature []byte) bool
}

// Code points of the classical schemes (RFC 8446, section 4.2.3).
const (
	PKCS1WithSHA256        uint16 = 0x0401
	PKCS1WithSHA384        uint16 = 0x0501
	PKCS1WithSHA512        uint16 = 0x0601
	ECDSAWithP256AndSHA256 uint16 = 0x0403
	ECDSAWithP384AndSHA384 uint16 = 0x0503
	ECDSAWithP521AndSHA512 uint16 = 0x0603
	PSSWithSHA256          uint16 = 0x0804
	PSSWithSHA384          uint16 = 0x0805
	PSSWithSHA512          uint16 = 0x0806
	Ed25519                uint16 = 0x0807
)

// ByID returns the scheme with a code point, or nil.
func ByID(id uint16) *Scheme {
	for _, s := range classical {
		if s.ID == id {
			return s
		}
	}
	return fromProvider(id)
}

// Default is the list used when a configuration names none: the classical schemes, in
// order of preference.
func Default() []*Scheme {
	var list []*Scheme
	for _, s := range classical {
		if !s.CertificateOnly {
			list = append(list, s)
		}
	}
	return list
}
