package provider

import (
	"encoding/asn1"
	"testing"

	"github.com/cloudflare/circl/pki"

	"github.com/saker-pq/saker/internal/identifiers"
	"github.com/saker-pq/saker/scheme"
)

// newOverridable returns a fresh registry and undoes what it does to the numbers of package scheme.
func newOverridable(t *testing.T) *registry {
	for _, s := range scheme.All() {
		name, numbers := s.Name(), identifiers.Get(s.Name())
		t.Cleanup(func() { identifiers.Set(name, numbers) })
	}
	return standardRegistry()
}

func TestOverride(t *testing.T) {
	r := newOverridable(t)
	oid := asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 99}
	if err := r.override("fndsa512", Identifiers{OID: oid, TLS: 0x0910}); err != nil {
		t.Fatal(err)
	}
	s := scheme.FNDSA512()
	if info := r.findOID(oid); info == nil || info.Scheme != s || !info.OID.Equal(oid) || info.TLSIdentifier != 0x0910 {
		t.Errorf("found %+v", info)
	}
	if info := r.findTLS(0x0910); info == nil || info.Scheme != s {
		t.Errorf("found %+v", info)
	}
	if r.findOID(asn1.ObjectIdentifier{2, 999, 206, 1}) != nil || r.findTLS(0xff60) != nil {
		t.Error("the replaced numbers are still recognised")
	}
	if got := s.(pki.CertificateScheme).Oid(); !got.Equal(oid) {
		t.Errorf("the scheme says %s", got)
	}
	if got := s.(pki.TLSScheme).TLSIdentifier(); got != 0x0910 {
		t.Errorf("the scheme says %#x", got)
	}
}

func TestOverrideKeepsAndReplacesLegacy(t *testing.T) {
	r := newOverridable(t)
	if err := r.override("Falcon-512", Identifiers{OID: asn1.ObjectIdentifier{1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	if err := r.override("Falcon-1024", Identifiers{
		LegacyOIDs: []asn1.ObjectIdentifier{{1, 2, 4}}, LegacyTLS: []uint{},
	}); err != nil {
		t.Fatal(err)
	}
	for dotted, want := range map[string]bool{"1.3.9999.3.6": true, "1.3.9999.3.11": false, "1.2.3": true,
		"1.3.9999.3.9": false, "1.3.9999.3.14": true, "1.2.4": true} {
		if _, got := r.byOID[dotted]; got != want {
			t.Errorf("%s is recognised: %t, want %t", dotted, got, want)
		}
	}
	if r.findTLS(0xfeae) == nil || r.findTLS(0xfeb1) != nil || r.findTLS(0xfeda) == nil {
		t.Error("wrong code points after the override")
	}
}

func TestOverrideErrors(t *testing.T) {
	r := newOverridable(t)
	wantError(t, "unknown name", r.override("fndsa256", Identifiers{TLS: 1}),
		`cannot override the identifiers of "fndsa256": no scheme has this name`)
	wantError(t, "OID of another", r.override("FN-DSA-512", Identifiers{OID: asn1.ObjectIdentifier{1, 3, 101, 112}, TLS: 0xff70}),
		"FN-DSA-512: object identifier 1.3.101.112 is taken by Ed25519")
	wantError(t, "code point of another", r.override("FN-DSA-512", Identifiers{TLS: 0x0904}),
		"FN-DSA-512: TLS code point 0x0904 is taken by ML-DSA-44")
	if r.byTLS[0xff60] == nil || r.byTLS[0xff70] != nil {
		t.Error("a failed override changed the registry")
	}
	for name, lookUp := range map[string]func(*registry){
		"all":       func(r *registry) { r.all() },
		"by name":   func(r *registry) { r.findName("none") },
		"by OID":    func(r *registry) { r.findOID(nil) },
		"by TLS":    func(r *registry) { r.findTLS(0) },
		"by scheme": func(r *registry) { r.findScheme(scheme.FNDSA512()) },
	} {
		r := newOverridable(t)
		lookUp(r)
		wantError(t, "after "+name, r.override("FN-DSA-512", Identifiers{TLS: 0xff70}),
			`cannot override the identifiers of "FN-DSA-512": schemes have been looked up already; call Override before any other function of this package`)
	}
}

// The package function, as the first call of a program and after a look-up.
func TestOverrideFirst(t *testing.T) {
	if !isAlone(t) {
		runAlone(t, "TestOverrideFirst")
		return
	}
	oid := asn1.ObjectIdentifier{2, 999, 1000}
	if err := Override("fn-dsa-512", Identifiers{OID: oid}); err != nil {
		t.Fatal(err)
	}
	pk, sk := testKey(scheme.FNDSA512())
	der, err := MarshalPKIXPublicKey(pk)
	if err != nil {
		t.Fatal(err)
	}
	if pk2, err := ParsePKIXPublicKey(der); err != nil || !pk.Equal(pk2) || ByOID(oid) != scheme.FNDSA512() {
		t.Errorf("key is not read back: %v", err)
	}
	der, err = MarshalPKCS8PrivateKey(sk)
	if err != nil {
		t.Fatal(err)
	}
	if sk2, layout, err := ParsePKCS8PrivateKeyLayout(der); err != nil || !sk.Equal(sk2) || !layout.OID.Equal(oid) {
		t.Errorf("key is not read back: %v", err)
	}
	if err := Override("fn-dsa-512", Identifiers{OID: asn1.ObjectIdentifier{2, 999, 1001}}); err == nil {
		t.Error("a second override after a look-up succeeds")
	}
}
