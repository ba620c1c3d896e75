package provider

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
	"github.com/saker-pq/saker/scheme"
)

// MarshalPKIXPublicKey returns the DER SubjectPublicKeyInfo of a key of a registered scheme, of package fndsa,
// or of crypto/rsa, crypto/ecdsa or crypto/ed25519.
func MarshalPKIXPublicKey(pub crypto.PublicKey) ([]byte, error) {
	if err := Init(); err != nil {
		return nil, err
	}
	if isNil(pub) {
		return nil, fmt.Errorf("provider: nil public key (%T)", pub)
	}
	return keyguard.Call("provider: public key", func() ([]byte, error) { return marshalPublicKey(pub) })
}

func marshalPublicKey(pub crypto.PublicKey) ([]byte, error) {
	switch key := pub.(type) {
	case *rsa.PublicKey, *ecdsa.PublicKey, ed25519.PublicKey:
		return marshalStandardPublicKey(pub)
	case *fndsa.PublicKey:
		wrapped, err := scheme.NewPublicKey(key)
		if err != nil {
			return nil, fmt.Errorf("provider: %w", err)
		}
		return marshalSchemePublicKey(wrapped)
	case sign.PublicKey:
		return marshalSchemePublicKey(key)
	}
	return nil, fmt.Errorf("provider: public key of type %T is not supported", pub)
}

func marshalSchemePublicKey(pub sign.PublicKey) ([]byte, error) {
	info, err := infoOf(pub.Scheme())
	if err != nil {
		return nil, err
	}
	encoded, err := encodePublicKey(pub, info.Scheme)
	if err != nil {
		return nil, fmt.Errorf("provider: %s: %w", info.Name, err)
	}
	spki := der.SubjectPublicKeyInfo{
		Algorithm: der.AlgorithmIdentifier{OID: info.OID},
		PublicKey: encoded,
	}
	return spki.Marshal()
}

// infoOf returns the entry of a scheme that has an object identifier.
func infoOf(s sign.Scheme) (*Info, error) {
	info := std.findScheme(s)
	switch {
	case info == nil && isNil(s):
		return nil, fmt.Errorf("provider: zero key, without a scheme")
	case info == nil:
		return nil, fmt.Errorf("provider: scheme %s is not registered", s.Name())
	case info.OID == nil:
		return nil, fmt.Errorf("provider: %s has no object identifier, so its keys have no DER form", info.Name)
	}
	return info, nil
}

// ParsePKIXPublicKey reads a DER SubjectPublicKeyInfo. The key is a sign.PublicKey of a registered scheme, or
// *rsa.PublicKey, *ecdsa.PublicKey or ed25519.PublicKey of the standard library.
func ParsePKIXPublicKey(data []byte) (crypto.PublicKey, error) {
	if err := Init(); err != nil {
		return nil, err
	}
	spki, err := der.ParseSPKI(data)
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	if isStandard(spki.Algorithm.OID) {
		pub, err := x509.ParsePKIXPublicKey(data)
		if err != nil {
			return nil, fmt.Errorf("provider: spki: %w", err)
		}
		return pub, nil
	}
	info := std.findOID(spki.Algorithm.OID)
	if info == nil {
		return nil, fmt.Errorf("provider: spki: algorithm %s is not known", spki.Algorithm.OID)
	}
	if err := spki.Algorithm.CheckNoParameters("spki"); err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	pub, err := info.Scheme.UnmarshalBinaryPublicKey(spki.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("provider: spki: %s: %w", info.Name, err)
	}
	return pub, nil
}
