package x509ext

import (
	"crypto"
	"encoding/asn1"
	"errors"
	"strings"
	"testing"
)

// renamed makes the certificate anew with other identifiers for its key and
// its signature, which is made by key.
func renamed(t *testing.T, c *Certificate, keyOID, signatureOID asn1.ObjectIdentifier, key crypto.Signer) *Certificate {
	t.Helper()
	identifier := func(oid asn1.ObjectIdentifier) []byte {
		return must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{oid}))
	}
	fields, _ := elements(c.RawTBSCertificate)
	fields[certSPKI] = inSPKI(fields[certSPKI], func(f [][]byte) { f[0] = identifier(keyOID) })
	fields[certAlgorithm] = identifier(signatureOID)
	tbs := must(joinElements(fields))
	signature := must(key.Sign(nil, tbs, crypto.Hash(0)))
	return must(ParseCertificate(must(assembleSigned(tbs, identifier(signatureOID), signature))))
}

// TestGenerationsOfIdentifiers: older identifiers of a scheme are read, but
// one object identifier is key and signature, so that generations do not mix.
func TestGenerationsOfIdentifiers(t *testing.T) {
	current := asn1.ObjectIdentifier{1, 3, 9999, 3, 11}
	older := asn1.ObjectIdentifier{1, 3, 9999, 3, 6}
	key := testKey(t, "Falcon-512", 0)
	plain := issue(t, caTemplate("generations"), nil, key, key)

	old := renamed(t, plain, older, older, key)
	if err := old.CheckSignatureFrom(old); err != nil {
		t.Errorf("older identifiers: %v", err)
	}
	if !old.PublicKeyOID.Equal(older) || !samePublic(old.PublicKey, plain.PublicKey) {
		t.Errorf("older identifiers: key %v", old.PublicKeyOID)
	}
	for _, mixed := range []*Certificate{renamed(t, plain, older, current, key), renamed(t, plain, current, older, key)} {
		if err := mixed.CheckSignatureFrom(mixed); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("key %v, signature %v: %v", mixed.PublicKeyOID, mixed.SignatureOID, err)
		}
	}
	_, err := CreateCertificate(nil, leafTemplate("new.example"), old.Certificate, key.Public(), key)
	if err == nil || !strings.Contains(err.Error(), "names its key by 1.3.9999.3.6, but signatures are made under 1.3.9999.3.11") {
		t.Errorf("issuing under an older identifier: %v", err)
	}
	// The formats of Falcon and padded Falcon are close, their identifiers are not.
	padded := asn1.ObjectIdentifier{1, 3, 9999, 3, 16}
	if c := renamed(t, plain, padded, padded, key); c.CheckSignatureFrom(c) == nil {
		t.Error("a Falcon-512 signature was accepted as Falcon-padded-512")
	}
}
