package x509ext

import (
	"crypto"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/saker-pq/saker/provider"
)

// renamed makes the certificate anew with other identifiers for its key and
// its signature, which is made by key.
func renamed(t *testing.T, c *Certificate, keyOID, signatureOID asn1.ObjectIdentifier, key crypto.Signer) *Certificate {
	t.Helper()
	fields, _ := elements(c.RawTBSCertificate)
	fields[certSPKI] = inSPKI(fields[certSPKI], func(f [][]byte) { f[0] = identifierOf(keyOID) })
	fields[certAlgorithm] = identifierOf(signatureOID)
	tbs := must(joinElements(fields))
	signature := must(key.Sign(nil, tbs, crypto.Hash(0)))
	return must(ParseCertificate(must(assembleSigned(tbs, identifierOf(signatureOID), signature))))
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

// resignedForms are a certificate, a request, a revocation list and an OCSP response whose key and signature are named
// by given identifiers. Each returns the error of its check; the issuer of the last two is a certificate of the key.
func resignedForms(t *testing.T, key crypto.Signer) map[string]func(keyOID, signatureOID asn1.ObjectIdentifier) error {
	ca := issue(t, caTemplate("generations"), nil, key, key)
	resign := func(tbs [][]byte, oid asn1.ObjectIdentifier) []byte {
		joined := must(joinElements(tbs))
		return must(assembleSigned(joined, identifierOf(oid), must(key.Sign(nil, joined, crypto.Hash(0)))))
	}
	fieldsOf := func(der []byte) [][]byte {
		outer, _ := elements(der)
		fields, _ := elements(outer[0])
		return fields
	}
	return map[string]func(keyOID, signatureOID asn1.ObjectIdentifier) error{
		"certificate": func(keyOID, signatureOID asn1.ObjectIdentifier) error {
			c := renamed(t, ca, keyOID, signatureOID, key)
			return c.CheckSignatureFrom(c)
		},
		"request": func(keyOID, signatureOID asn1.ObjectIdentifier) error {
			tbs := fieldsOf(must(CreateCertificateRequest(nil, requestTemplate(), key)))
			tbs[requestSPKI] = inSPKI(tbs[requestSPKI], func(f [][]byte) { f[0] = identifierOf(keyOID) })
			return must(ParseCertificateRequest(resign(tbs, signatureOID))).CheckSignature()
		},
		"revocation list": func(keyOID, signatureOID asn1.ObjectIdentifier) error {
			tbs := fieldsOf(must(CreateRevocationList(nil, listTemplate(), ca.Certificate, key)))
			tbs[listAlgorithm] = identifierOf(signatureOID)
			return must(ParseRevocationList(resign(tbs, signatureOID))).CheckSignatureFrom(renamed(t, ca, keyOID, keyOID, key))
		},
		"ocsp": func(keyOID, signatureOID asn1.ObjectIdentifier) error {
			basic := must(splitOCSP(must(CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, statusTemplate(big.NewInt(5)), key))))
			basic.algorithm = identifierOf(signatureOID)
			return must(ParseOCSPResponse(must(basic.marshal()), nil)).CheckSignatureFrom(renamed(t, ca, keyOID, keyOID, key))
		},
	}
}

// TestGenerationsDoNotMix: in every object a signature verifies under the identifier of its key and under no other.
func TestGenerationsDoNotMix(t *testing.T) {
	for _, kind := range []string{"Falcon-512", "P256-Falcon-512", "P521-Falcon-1024"} {
		info, _ := provider.Describe(provider.ByName(kind))
		if len(info.LegacyOIDs) != 2 {
			t.Fatalf("%s has %d older identifiers, expected 2", kind, len(info.LegacyOIDs))
		}
		generations := append([]asn1.ObjectIdentifier{info.OID}, info.LegacyOIDs...)
		for what, check := range resignedForms(t, testKey(t, kind, 0)) {
			for _, keyOID := range generations {
				for _, signatureOID := range generations {
					err := check(keyOID, signatureOID)
					if same := keyOID.Equal(signatureOID); same && err != nil || !same && !errors.Is(err, ErrInvalidSignature) {
						t.Errorf("%s, key %v, signature %v: %v", what, keyOID, signatureOID, err)
					}
				}
			}
		}
	}
}

// TestRetiredIdentifiersAreNotWritten: a key that was found under an older identifier goes into new objects under the
// current one, and nothing is signed under an issuer whose certificate has the older one.
func TestRetiredIdentifiersAreNotWritten(t *testing.T) {
	for _, kind := range []string{"Falcon-512", "P256-Falcon-512"} {
		info, _ := provider.Describe(provider.ByName(kind))
		older := info.LegacyOIDs[0]
		key := testKey(t, kind, 0)
		old := renamed(t, issue(t, caTemplate("retired"), nil, key, key), older, older, key)
		refused := fmt.Sprintf("names its key by %v, but signatures are made under %v", older, info.OID)

		certificate := must(ParseCertificate(must(CreateCertificate(nil, caTemplate("new"), caTemplate("new"), old.PublicKey, key))))
		request := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), key))))
		for _, oid := range []asn1.ObjectIdentifier{certificate.PublicKeyOID, certificate.SignatureOID, request.PublicKeyOID, request.SignatureOID} {
			if !oid.Equal(info.OID) {
				t.Errorf("%s: %v was written", kind, oid)
			}
		}
		_, asIssuer := CreateCertificate(nil, leafTemplate("leaf.example"), old.Certificate, key.Public(), key)
		_, asListIssuer := CreateRevocationList(nil, listTemplate(), old.Certificate, key)
		_, asResponder := CreateOCSPResponse(nil, old.Certificate, old.Certificate, statusTemplate(big.NewInt(5)), key)
		_, asResealer := Reseal(nil, issue(t, leafTemplate("leaf.example"), certificate, key, key).Raw, old.Certificate, key.Public(), key)
		for what, err := range map[string]error{"certificate": asIssuer, "revocation list": asListIssuer, "ocsp": asResponder, "reseal": asResealer} {
			if err == nil || !strings.Contains(err.Error(), refused) {
				t.Errorf("%s, %s: %v", kind, what, err)
			}
		}
	}
}
