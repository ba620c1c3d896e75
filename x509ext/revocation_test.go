package x509ext

import (
	"crypto/x509"
	"errors"
	"math/big"
	"strings"
	"testing"
)

func listTemplate() *x509.RevocationList {
	return &x509.RevocationList{
		Number:     big.NewInt(7),
		ThisUpdate: now,
		NextUpdate: now.AddDate(0, 0, 7),
		RevokedCertificateEntries: []x509.RevocationListEntry{
			{SerialNumber: big.NewInt(42), RevocationTime: now.AddDate(0, 0, -1), ReasonCode: 1},
		},
	}
}

func TestRevocationList(t *testing.T) {
	for _, kind := range matrixKinds {
		t.Run(kind, func(t *testing.T) {
			key, otherKey := testKey(t, kind, 0), testKey(t, kind, 1)
			ca := issue(t, caTemplate("ca"), nil, key, key)
			other := issue(t, caTemplate("ca"), nil, otherKey, otherKey)
			der, err := CreateRevocationList(nil, listTemplate(), ca.Certificate, key)
			if err != nil {
				t.Fatal(err)
			}
			list, err := ParseRevocationList(der)
			if err != nil {
				t.Fatal(err)
			}
			if err := list.CheckSignatureFrom(ca); err != nil {
				t.Error(err)
			}
			if err := list.CheckSignatureFrom(other); !errors.Is(err, ErrInvalidSignature) {
				t.Errorf("under another key: %v, expected ErrInvalidSignature", err)
			}
			if len(list.RevokedCertificateEntries) != 1 || list.Number.Int64() != 7 || string(list.AuthorityKeyId) != string(ca.SubjectKeyId) {
				t.Errorf("parsed list differs from its template: %+v", list.RevocationList)
			}
			if _, err := CreateRevocationList(nil, listTemplate(), ca.Certificate, otherKey); err == nil || !strings.Contains(err.Error(), "does not match") {
				t.Errorf("foreign key: %v", err)
			}
			restricted := caTemplate("ca")
			restricted.KeyUsage = x509.KeyUsageCertSign
			if err := list.CheckSignatureFrom(issue(t, restricted, nil, key, key)); !errors.As(err, new(x509.ConstraintViolationError)) {
				t.Errorf("issuer without cRLSign: %v", err)
			}
		})
	}
}

func TestParseRevocationListIsStrict(t *testing.T) {
	key := testKey(t, "ML-DSA-44", 0)
	ca := issue(t, caTemplate("ca"), nil, key, key)
	der := must(CreateRevocationList(nil, listTemplate(), ca.Certificate, key))
	for _, c := range []operation{
		{"NULL in the outer algorithm", "revocation list: signatureAlgorithm: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			outer[1] = withParameters(outer[1], null)
			return tbs
		}},
		{"NULL in the inner algorithm", "revocation list: tbs.signature: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			tbs[listAlgorithm] = withParameters(tbs[listAlgorithm], null)
			return tbs
		}},
		{"algorithms differ", "revocation list: tbs.signature is 1.3.101.112 but signatureAlgorithm is 2.16", func(tbs, outer [][]byte) [][]byte {
			tbs[listAlgorithm] = []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}
			return tbs
		}},
		{"unused bits", "revocation list: signatureValue: 7 unused bits, expected 0", func(tbs, outer [][]byte) [][]byte {
			outer[2] = withUnusedBits(outer[2], 7)
			return tbs
		}},
		{"one field", "revocation list: malformed tbs", func(tbs, outer [][]byte) [][]byte { return tbs[:1] }},
		{"version 1", "revocation list: x509: unsupported crl version", func(tbs, outer [][]byte) [][]byte { return tbs[1:] }},
	} {
		if _, err := ParseRevocationList(surgery(t, der, c.change)); err == nil || !strings.HasPrefix(err.Error(), "x509ext: "+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: %s", c.name, err, c.want)
		}
	}
	if err := (&RevocationList{}).CheckSignatureFrom(ca); err == nil {
		t.Error("an unparsed list was accepted")
	}
	for _, template := range []*x509.RevocationList{nil, {}} {
		if _, err := CreateRevocationList(nil, template, ca.Certificate, key); err == nil {
			t.Errorf("template %v was accepted", template)
		}
	}
}
