package provider

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
)

// The algorithms left to crypto/x509: RFC 3279, section 2.3.1, RFC 5480, section 2.1.1, and RFC 8410, section 3.
// RSA-PSS keys, DSA and key agreement are not among them.
var (
	oidRSA     = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}
	oidEC      = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	oidEd25519 = asn1.ObjectIdentifier{1, 3, 101, 112}
)

func isStandard(oid asn1.ObjectIdentifier) bool {
	return oid.Equal(oidRSA) || oid.Equal(oidEC) || oid.Equal(oidEd25519)
}

var errIncomplete = errors.New("provider: key of the standard library is incomplete")

func marshalStandardPublicKey(pub crypto.PublicKey) ([]byte, error) {
	switch key := pub.(type) {
	case *rsa.PublicKey:
		if key.N == nil {
			return nil, errIncomplete
		}
	case *ecdsa.PublicKey:
		//lint:ignore SA1019 only to see that they are there: crypto/x509 panics on a key without
		if key.Curve == nil || key.X == nil || key.Y == nil {
			return nil, errIncomplete
		}
	case ed25519.PublicKey:
		if len(key) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("provider: ed25519 public key has %d bytes, expected %d", len(key), ed25519.PublicKeySize)
		}
	}
	data, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	if _, err := x509.ParsePKIXPublicKey(data); err != nil {
		return nil, fmt.Errorf("provider: public key is not valid: %w", err)
	}
	return data, nil
}

// marshalStandardPrivateKey writes RSA and ECDSA keys: the content is that of crypto/x509, the envelope that
// of the layout.
func marshalStandardPrivateKey(key crypto.Signer, layout Layout) ([]byte, error) {
	if layout.Form != "" && layout.Form != FormStandard {
		return nil, fmt.Errorf("provider: pkcs8: private key form %q is not defined for %T (expected %s)", layout.Form, key, FormStandard)
	}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		if k.N == nil || k.D == nil || len(k.Primes) < 2 {
			return nil, errIncomplete
		}
	case *ecdsa.PrivateKey:
		//lint:ignore SA1019 only to see that they are there, as above
		if k.Curve == nil || k.D == nil || k.X == nil || k.Y == nil {
			return nil, errIncomplete
		}
	}
	data, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("provider: pkcs8: %w", err)
	}
	defer clear(data)
	envelope, err := der.ParsePKCS8(data)
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	if _, err := parseStandardPrivateKey(data, envelope); err != nil {
		return nil, fmt.Errorf("provider: pkcs8: private key is not valid: %w", err)
	}
	if layout.OID != nil && !layout.OID.Equal(envelope.Algorithm.OID) {
		return nil, fmt.Errorf("provider: pkcs8: object identifier %s is not that of %T", layout.OID, key)
	}
	envelope.Attributes = layout.Attributes
	if layout.PublicKey {
		if envelope.PublicKey, err = standardPublicBytes(key); err != nil {
			return nil, fmt.Errorf("provider: %w", err)
		}
	}
	out, err := envelope.Marshal()
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	return out, nil
}

// standardPublicBytes returns what the bit string of a SubjectPublicKeyInfo holds for the key.
func standardPublicBytes(key crypto.Signer) ([]byte, error) {
	data, err := marshalStandardPublicKey(key.Public())
	if err != nil {
		return nil, err
	}
	spki, err := der.ParseSPKI(data)
	return spki.PublicKey, err
}

// parseStandardPrivateKey leaves the content to crypto/x509 and compares every public key in the file.
func parseStandardPrivateKey(data []byte, envelope der.OneAsymmetricKey) (crypto.Signer, error) {
	parsed, err := x509.ParsePKCS8PrivateKey(data)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("key of type %T cannot sign", parsed)
	}
	if ec, ok := parsed.(*ecdsa.PrivateKey); ok {
		if err := checkECPrivateKey(envelope.PrivateKey, ec, envelope.Algorithm.Parameters); err != nil {
			return nil, err
		}
	}
	if envelope.PublicKey != nil {
		pk, err := standardPublicBytes(key)
		if err != nil {
			return nil, err
		}
		if err := sameBytes("public key beside the private key", envelope.PublicKey, pk); err != nil {
			return nil, err
		}
	}
	return key, nil
}
