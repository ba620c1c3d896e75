package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
)

// schemeByOID returns the provider's scheme for oid, or nil. Ed25519 is also a
// CIRCL scheme; in certificates it stays with the standard library.
func schemeByOID(oid asn1.ObjectIdentifier) sign.Scheme {
	if oid.Equal(oidEd25519) {
		return nil
	}
	return provider.ByOID(oid)
}

// normalise turns any spelling of a public key (a raw fndsa key, CIRCL's
// Ed25519) into the one that a parsed certificate holds, and returns its SPKI.
func normalise(pub crypto.PublicKey) (verificationKey, []byte, error) {
	spki, err := provider.MarshalPKIXPublicKey(pub)
	if err != nil {
		return verificationKey{}, nil, err
	}
	key, oid, err := schemeKey(spki, "public key")
	if err == nil && key == nil {
		key, err = x509.ParsePKIXPublicKey(spki)
	}
	return verificationKey{public: key, oid: oid}, spki, err
}
