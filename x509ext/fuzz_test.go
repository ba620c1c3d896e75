package x509ext

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/ocsp"
)

// seeds adds the real files of testdata and one object made here.
func seeds(f *testing.F, pattern string, made []byte) {
	f.Add(made)
	files, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(pemOrDER(data))
	}
}

// FuzzParseCertificate: no input panics anywhere; what is accepted is kept byte
// for byte, its outer shape is written back to the same bytes, and using it
// does not panic either.
func FuzzParseCertificate(f *testing.F) {
	key := testKey(f, "ML-DSA-44", 0)
	root := issue(f, caTemplate("fuzz"), nil, key, key)
	seeds(f, "*.crt", root.Raw)
	pool := NewCertPool()
	pool.AddCert(root)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCertificate(data)
		if err != nil {
			return
		}
		checkShape(t, data, c.Raw)
		_ = c.CheckSignatureFrom(c)
		_ = c.CheckSignatureFrom(root)
		pool := pool.Clone()
		pool.AddCert(c)
		if _, err := c.Verify(VerifyOptions{Roots: pool, Intermediates: pool, CurrentTime: now}); err == nil && c.checkEdge(c) != nil && c.checkEdge(root) != nil {
			t.Error("verified without a valid signature")
		}
	})
}

func FuzzParseCertificateRequest(f *testing.F) {
	seeds(f, "*.csr", must(CreateCertificateRequest(nil, requestTemplate(), testKey(f, "ML-DSA-44", 0))))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseCertificateRequest(data)
		if err != nil {
			return
		}
		checkShape(t, data, r.Raw)
		_ = r.CheckSignature()
	})
}

func FuzzParseRevocationList(f *testing.F) {
	key := testKey(f, "ML-DSA-44", 0)
	ca := issue(f, caTemplate("fuzz"), nil, key, key)
	seeds(f, "*.crl", must(CreateRevocationList(nil, listTemplate(), ca.Certificate, key)))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ParseRevocationList(data)
		if err != nil {
			return
		}
		checkShape(t, data, list.Raw)
		_ = list.CheckSignatureFrom(ca)
	})
}

func FuzzParseOCSPResponse(f *testing.F) {
	key := testKey(f, "ML-DSA-44", 0)
	ca := issue(f, caTemplate("fuzz"), nil, key, key)
	template := statusTemplate(ca.SerialNumber)
	template.Certificate = ca.Certificate
	f.Add(ocsp.TryLaterErrorResponse)
	seeds(f, "*.ocsp", must(CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, template, key)))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseOCSPResponse(data, nil)
		if err != nil {
			return
		}
		if !bytes.Equal(r.Raw, data) {
			t.Error("Raw differs from the input")
		}
		if basic, err := splitOCSP(data); err != nil || !bytes.Equal(must(basic.marshal()), data) {
			t.Errorf("not written back to the same bytes (%v)", err)
		}
		_ = r.CheckSignatureFrom(ca)
	})
}

func checkShape(t *testing.T, data, raw []byte) {
	t.Helper()
	if !bytes.Equal(raw, data) {
		t.Error("Raw differs from the input")
	}
	o, err := splitSigned(data, "object")
	if err != nil {
		t.Fatal(err)
	}
	if again := must(assembleSigned(o.tbs, must(o.algorithm.Marshal()), o.signature)); !bytes.Equal(again, data) {
		t.Error("not written back to the same bytes")
	}
}
