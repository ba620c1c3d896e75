package x509ext

import (
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"strings"
	"testing"
)

// relatedPair makes a classical certificate and one of another kind that
// names it.
func relatedPair(t testing.TB, hash crypto.Hash) (root *Certificate, classical, related *Certificate) {
	key := testKey(t, "ML-DSA-44", 0)
	root = issue(t, caTemplate("root"), nil, key, key)
	classical = issue(t, leafTemplate("classical.example"), root, testKey(t, "ECDSA-P256", 1), key)
	template := leafTemplate("related.example")
	template.ExtraExtensions = []pkix.Extension{must(RelatedCertificateExtension(classical, hash))}
	return root, classical, issue(t, template, root, testKey(t, "FN-DSA-512", 1), key)
}

func TestRelatedCertificate(t *testing.T) {
	for hash, oid := range map[crypto.Hash]string{
		0: "2.16.840.1.101.3.4.2.1", crypto.SHA256: "2.16.840.1.101.3.4.2.1", crypto.SHA384: "2.16.840.1.101.3.4.2.2", crypto.SHA512: "2.16.840.1.101.3.4.2.3",
		crypto.SHA3_256: "2.16.840.1.101.3.4.2.8", crypto.SHA3_384: "2.16.840.1.101.3.4.2.9", crypto.SHA3_512: "2.16.840.1.101.3.4.2.10",
	} {
		root, classical, related := relatedPair(t, hash)
		if related.Related == nil || related.Related.HashOID.String() != oid {
			t.Fatalf("%v: %+v", hash, related.Related)
		}
		if err := related.CheckRelated(classical); err != nil {
			t.Errorf("%v: %v", hash, err)
		}
		if len(related.UnhandledCriticalExtensions) != 0 {
			t.Errorf("%v: critical %v", hash, related.UnhandledCriticalExtensions)
		}
		if _, err := related.Verify(options([]*Certificate{root}, nil)); err != nil {
			t.Errorf("%v: %v", hash, err)
		}
		for _, other := range []*Certificate{related, root, (&world{t: t}).damaged(classical)} {
			if err := related.CheckRelated(other); !errors.Is(err, ErrNotRelated) {
				t.Errorf("%v: %v: %v, expected ErrNotRelated", hash, other.Subject, err)
			}
		}
		if err := classical.CheckRelated(related); !errors.Is(err, ErrNotRelated) {
			t.Errorf("%v: the other way round: %v, expected ErrNotRelated", hash, err)
		}
		for _, pair := range [][2]*Certificate{{nil, related}, {related, nil}} {
			if err := pair[0].CheckRelated(pair[1]); err != errNotParsed {
				t.Errorf("nil: %v", err)
			}
		}
	}
}

func TestRelatedCertificateIsStrict(t *testing.T) {
	root, classical, good := relatedPair(t, crypto.SHA256)
	change := func(change func(r *RelatedCertificate)) []byte {
		return inExtensions(t, good.Raw, changed(oidRelatedCertificate, func(e *rawExtension) {
			r := must(parseRelated(e.value, ""))
			change(r)
			e.value = must(r.marshal())
		}))
	}
	raw := func(f func(e *rawExtension)) []byte {
		return inExtensions(t, good.Raw, changed(oidRelatedCertificate, f))
	}
	inCA := func() []byte {
		value := must(RelatedCertificateExtension(classical, 0)).Value
		return inExtensions(t, root.Raw, func(list []rawExtension) []rawExtension {
			e := rawExtension{id: oidRelatedCertificate, value: value}
			e.raw = must(e.marshal())
			return append(list, e)
		})
	}
	for name, c := range map[string]struct {
		want string
		der  []byte
	}{
		"critical":       {"must not be critical", raw(critical)},
		"in a CA":        {"only an end entity can have one, and this is a CA", inCA()},
		"empty":          {"missing (expected SEQUENCE)", raw(empty)},
		"byte after":     {"1 bytes after the end", raw(longer)},
		"octet string":   {"found OCTET STRING, expected SEQUENCE", raw(octetString)},
		"short digest":   {"hashValue: 31 bytes, expected the 32 of SHA-256", change(func(r *RelatedCertificate) { r.Digest = r.Digest[1:] })},
		"no digest":      {"hashValue: 0 bytes, expected the 32 of SHA-256", change(func(r *RelatedCertificate) { r.Digest = nil })},
		"parameters":     {"hashAlgorithm: algorithm parameters must be absent (found OCTET STRING)", change(func(r *RelatedCertificate) { r.parameters = []byte{4, 0} })},
		"third element":  {"hashValue: 2 bytes after the end", raw(func(e *rawExtension) { e.value = withParameters(e.value, null) })},
		"no hash":        {"hashAlgorithm: algorithm: found OCTET STRING", raw(func(e *rawExtension) { e.value = []byte{0x30, 2, 4, 0} })},
		"only algorithm": {"hashValue: missing (expected OCTET STRING)", raw(func(e *rawExtension) { e.value = mustHex("300d300b0609608648016503040201") })},
	} {
		_, err := ParseCertificate(c.der)
		if err == nil || !strings.HasPrefix(err.Error(), "x509ext: certificate: relatedCertificate: "+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: certificate: relatedCertificate: %s", name, err, c.want)
		}
	}
	// NULL parameters are read, and an unknown hash fails when it is used.
	if err := must(ParseCertificate(change(func(r *RelatedCertificate) { r.parameters = null }))).CheckRelated(classical); err != nil {
		t.Errorf("NULL: %v", err)
	}
	unknown := must(ParseCertificate(change(func(r *RelatedCertificate) { r.HashOID = asn1.ObjectIdentifier{2, 999, 77} })))
	var unsupported *UnsupportedAlgorithmError
	if err := unknown.CheckRelated(classical); !errors.As(err, &unsupported) || unsupported.OID.String() != "2.999.77" || unsupported.Use != "hash" {
		t.Errorf("unknown hash: %v", err)
	}
	// Creating is as strict.
	template := caTemplate("ca")
	template.ExtraExtensions = []pkix.Extension{must(RelatedCertificateExtension(classical, 0))}
	key := testKey(t, "ML-DSA-44", 0)
	if _, err := CreateCertificate(nil, template, template, key.Public(), key); err == nil || !strings.Contains(err.Error(), "this is a CA") {
		t.Errorf("template of a CA: %v", err)
	}
	for name, make := range map[string]func() (pkix.Extension, error){
		"CA":  func() (pkix.Extension, error) { return RelatedCertificateExtension(root, 0) },
		"nil": func() (pkix.Extension, error) { return RelatedCertificateExtension(nil, 0) },
		"unparsed": func() (pkix.Extension, error) {
			return RelatedCertificateExtension(&Certificate{Certificate: &x509.Certificate{}}, 0)
		},
		"unknown hash": func() (pkix.Extension, error) { return RelatedCertificateExtension(classical, crypto.MD5) },
	} {
		if _, err := make(); err == nil || !strings.HasPrefix(err.Error(), "x509ext: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
