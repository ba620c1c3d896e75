package x509ext

import (
	"crypto"
	"encoding/asn1"

	stdx509 "crypto/x509"
	"github.com/cloudflare/circl/pki"
	"github.com/cloudflare/circl/sign"
)

// schemeByOID returns the provider's scheme for oid, or nil. Ed25519 is also a
// CIRCL scheme; in certificates it stays with the standard library.
func schemeByOID(oid asn1.ObjectIdentifier) sign.Scheme {
	if oid.Equal(oidEd25519) {
		return nil
	}
	return pki.SchemeByOid(oid)
}

// marshalSPKI returns the SubjectPublicKeyInfo of any public key that the
// provider or the standard library knows.
func marshalSPKI(pub crypto.PublicKey) ([]byte, error) {
	if pk, ok := pub.(sign.PublicKey); ok {
		return pki.MarshalPKIXPublicKey(pk)
	}
	return stdx509.MarshalPKIXPublicKey(pub)
}
