package x509ext

import (
	"crypto/sha1"
	"crypto/x509"
	"strings"
	"testing"
)

// TestReseal plays the part of foreign software: crypto/x509 issues with
// Ed25519 keys and an identifier of its own kind for the subject's key.
func TestReseal(t *testing.T) {
	caKey, subject := testKey(t, "ML-DSA-44", 0), testKey(t, "ML-DSA-44", 1)
	standInCA, standInSubject := testKey(t, "Ed25519", 0), testKey(t, "Ed25519", 1)
	ca := issue(t, caTemplate("ca"), nil, caKey, caKey)
	copied := *ca.Certificate
	copied.PublicKey = standInCA.Public()
	template := leafTemplate("resealed.example")
	id := sha1.Sum([]byte("foreign kind of identifier"))
	template.SubjectKeyId = id[:]
	template.ExtraExtensions = nil
	standIn, err := x509.CreateCertificate(nil, template, &copied, standInSubject.Public(), standInCA)
	if err != nil {
		t.Fatal(err)
	}
	der, err := Reseal(nil, standIn, ca.Certificate, subject.Public(), caKey)
	if err != nil {
		t.Fatal(err)
	}
	got := must(ParseCertificate(der))
	want := issue(t, leafTemplate("resealed.example"), ca, subject, caKey)
	if string(got.RawTBSCertificate) != string(want.RawTBSCertificate) {
		t.Errorf("tbs differs from what CreateCertificate makes:\n got %x\nwant %x", got.RawTBSCertificate, want.RawTBSCertificate)
	}
	if _, err := got.Verify(options([]*Certificate{ca}, nil)); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		want string
		run  func() ([]byte, error)
	}{
		"foreign CA key": {"does not match", func() ([]byte, error) { return Reseal(nil, standIn, ca.Certificate, subject.Public(), subject) }},
		"other issuer": {"names another issuer", func() ([]byte, error) {
			other := issue(t, caTemplate("other"), nil, caKey, caKey)
			return Reseal(nil, standIn, other.Certificate, subject.Public(), caKey)
		}},
		"no issuer": {"must be signed by its own key", func() ([]byte, error) { return Reseal(nil, standIn, nil, subject.Public(), caKey) }},
		"garbage":   {"reseal: x509ext: certificate", func() ([]byte, error) { return Reseal(nil, []byte{1}, nil, subject.Public(), caKey) }},
		"key usage": {"can only sign", func() ([]byte, error) {
			template := leafTemplate("usage.example")
			template.KeyUsage |= x509.KeyUsageKeyEncipherment
			standIn := must(x509.CreateCertificate(nil, template, &copied, standInSubject.Public(), standInCA))
			return Reseal(nil, standIn, ca.Certificate, subject.Public(), caKey)
		}},
	} {
		if _, err := c.run(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}

func TestResealSelfSigned(t *testing.T) {
	key, standIn := testKey(t, "ML-DSA-44", 0), testKey(t, "Ed25519", 0)
	template := caTemplate("self")
	template.AuthorityKeyId = []byte{1, 2, 3}
	der := must(x509.CreateCertificate(nil, template, template, standIn.Public(), standIn))
	c, err := ParseCertificate(must(Reseal(nil, der, nil, key.Public(), key)))
	if err != nil {
		t.Fatal(err)
	}
	if id := must(SubjectKeyID(key.Public())); string(c.SubjectKeyId) != string(id) || string(c.AuthorityKeyId) != string(id) {
		t.Errorf("identifiers %x and %x, expected %x", c.SubjectKeyId, c.AuthorityKeyId, id)
	}
	if err := c.CheckSignatureFrom(c); err != nil {
		t.Error(err)
	}
}

// TestResealRefusesSecondCertificates: a second signature or a delta
// certificate was made for what resealing changes.
func TestResealRefusesSecondCertificates(t *testing.T) {
	key := testKey(t, "ML-DSA-44", 0)
	twin := (&twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}).issue(caTemplate("self"), nil)
	for _, standIn := range []*Certificate{twin.Certificate, newChameleon(t, "Ed25519", nil).base} {
		if _, err := Reseal(nil, standIn.Raw, nil, key.Public(), key); err == nil || !strings.Contains(err.Error(), "would not fit the new key") {
			t.Errorf("%v: %v", standIn.Subject, err)
		}
	}
}
