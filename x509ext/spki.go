package x509ext

import (
	"crypto"
	"crypto/sha256"
	"encoding/asn1"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
)

// schemeKey returns the public key in spki when its OID is one of the
// provider's, and no key when it is somebody else's (the standard library's,
// or unknown). what names the object that holds it.
func schemeKey(spki []byte, what string) (crypto.PublicKey, asn1.ObjectIdentifier, error) {
	info, err := der.ParseSPKI(spki)
	if err != nil {
		return nil, nil, fmt.Errorf("x509ext: %s: %w", what, err)
	}
	scheme := schemeByOID(info.Algorithm.OID)
	if scheme == nil {
		return nil, info.Algorithm.OID, nil
	}
	if err := info.Algorithm.CheckNoParameters("spki"); err != nil {
		return nil, nil, fmt.Errorf("x509ext: %s: %w", what, err)
	}
	key, err := scheme.UnmarshalBinaryPublicKey(info.PublicKey)
	if err != nil {
		return nil, nil, fmt.Errorf("x509ext: %s: spki: %s key: %w", what, scheme.Name(), err)
	}
	return key, info.Algorithm.OID, nil
}

// SubjectKeyID returns the key identifier that this package puts into
// certificates: the leftmost 160 bits of SHA-256 over the content of the
// subjectPublicKey bit string (RFC 7093, section 2, method 1; RFC 5280,
// 4.2.1.2). It is what crypto/x509 computes since Go 1.25.
func SubjectKeyID(pub crypto.PublicKey) ([]byte, error) {
	_, spki, err := normalise(pub)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	return subjectKeyID(spki)
}

func subjectKeyID(spki []byte) ([]byte, error) {
	info, err := der.ParseSPKI(spki)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	sum := sha256.Sum256(info.PublicKey)
	return sum[:20], nil
}
