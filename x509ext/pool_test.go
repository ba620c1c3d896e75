package x509ext

import (
	"encoding/pem"
	"slices"
	"testing"
)

func TestCertPool(t *testing.T) {
	key := testKey(t, "FN-DSA-512", 0)
	a := issue(t, caTemplate("a"), nil, key, key)
	b := issue(t, caTemplate("b"), nil, key, key)
	again := must(ParseCertificate(a.Raw))

	var zero CertPool
	zero.AddCert(a)
	zero.AddCert(again)
	zero.AddCert(nil)
	if list := zero.Certificates(); !slices.Equal(list, []*Certificate{a}) {
		t.Errorf("pool holds %d certificates, expected the first of two equal ones", len(list))
	}
	clone := zero.Clone()
	if !clone.Equal(&zero) || clone.Equal(nil) {
		t.Error("a clone is not equal to its origin, or to nil")
	}
	clone.AddCert(b)
	if clone.Equal(&zero) || len(zero.Certificates()) != 1 || len(clone.Certificates()) != 2 {
		t.Error("adding to a clone changed its origin, or nothing")
	}
	empty := NewCertPool().Clone()
	empty.AddCert(a)
	if !empty.Equal(&zero) {
		t.Error("pools of the same certificate differ")
	}
	var none *CertPool
	if none.Certificates() != nil || none.contains(a) || none.issuersOf(a) != nil {
		t.Error("a nil pool is not empty")
	}
}

func TestAppendCertsFromPEM(t *testing.T) {
	key := testKey(t, "FN-DSA-512", 0)
	a := issue(t, caTemplate("a"), nil, key, key)
	b := issue(t, caTemplate("b"), nil, key, key)
	file := slices.Concat(
		[]byte("some text before\n"),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.Raw}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: a.Raw}),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: []byte("not a certificate")}),
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: b.Raw}),
	)
	pool := NewCertPool()
	if !pool.AppendCertsFromPEM(file) || len(pool.Certificates()) != 2 {
		t.Errorf("%d certificates, expected 2", len(pool.Certificates()))
	}
	if NewCertPool().AppendCertsFromPEM([]byte("nothing")) {
		t.Error("success without a certificate")
	}
}

func TestIssuersInOrderOfKeyIdentifiers(t *testing.T) {
	key := testKey(t, "FN-DSA-512", 0)
	var others []*Certificate
	pool := NewCertPool()
	for _, id := range [][]byte{{1}, {2}, {3}} {
		template := caTemplate("ca")
		template.SubjectKeyId = id
		c := issue(t, template, nil, key, key)
		others = append(others, c)
		pool.AddCert(c)
	}
	child := issue(t, leafTemplate("leaf.example"), others[1], key, key)
	if got, want := pool.issuersOf(child), []*Certificate{others[1], others[0], others[2]}; !slices.Equal(got, want) {
		t.Errorf("order %v", got)
	}
}

func TestParseCertificates(t *testing.T) {
	key := testKey(t, "FN-DSA-512", 0)
	a := issue(t, caTemplate("a"), nil, key, key)
	b := issue(t, caTemplate("b"), nil, key, key)
	list, err := ParseCertificates(slices.Concat(a.Raw, b.Raw))
	if err != nil || len(list) != 2 || !list[0].Equal(a) || !list[1].Equal(b) {
		t.Errorf("%d certificates, %v", len(list), err)
	}
	if list, err := ParseCertificates(nil); err != nil || len(list) != 0 {
		t.Errorf("nothing: %v, %v", list, err)
	}
	for _, bad := range [][]byte{slices.Concat(a.Raw, []byte{0x30}), slices.Concat(a.Raw, b.Raw[:100]), {5, 0}} {
		if _, err := ParseCertificates(bad); err == nil {
			t.Errorf("%d bytes were accepted", len(bad))
		}
	}
}
