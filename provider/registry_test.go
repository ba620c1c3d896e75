package provider

import (
	"encoding/asn1"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/schemes"

	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/scheme"
)

func TestAllOrder(t *testing.T) {
	all := All()
	want := slices.Concat(scheme.All(), hybrid.All(), schemes.All())
	if len(all) != len(want) {
		t.Fatalf("%d schemes, want %d", len(all), len(want))
	}
	for i, s := range all {
		if s != want[i] {
			t.Errorf("scheme %d is %s, want %s", i, s.Name(), want[i].Name())
		}
	}
	all[0] = nil
	if All()[0] == nil {
		t.Error("a caller can change the list")
	}
}

func TestByName(t *testing.T) {
	for name, want := range map[string]sign.Scheme{
		"FN-DSA-512": scheme.FNDSA512(), "fndsa512": scheme.FNDSA512(), "fn-dsa-512": scheme.FNDSA512(),
		"FN_DSA 512": scheme.FNDSA512(), "FnDsa-1024": scheme.FNDSA1024(),
		"falcon512": scheme.Falcon512(), "Falcon_1024": scheme.Falcon1024(),
		"falconpadded512": scheme.FalconPadded512(), "falcon-padded-1024": scheme.FalconPadded1024(),
		"mldsa44": mldsa44.Scheme(), "ML-DSA-44": mldsa44.Scheme(),
		"": nil, "-": nil, "falcon": nil, "fndsa": nil, "fndsa256": nil, "falcon512x": nil, "FN.DSA.512": nil,
	} {
		if got := ByName(name); got != want {
			t.Errorf("ByName(%q) = %v, want %v", name, got, want)
		}
	}
	for _, s := range All() {
		if ByName(s.Name()) != s || ByName(strings.ToUpper(s.Name())) != s {
			t.Errorf("%s is not found by its name", s.Name())
		}
	}
}

func TestByOIDAndTLS(t *testing.T) {
	for _, c := range []struct {
		scheme sign.Scheme
		oids   string
		tls    []uint
	}{
		{scheme.FNDSA512(), "2.999.206.1", []uint{0xff60}},
		{scheme.FNDSA1024(), "2.999.206.2", []uint{0xff61}},
		{scheme.Falcon512(), "1.3.9999.3.11 1.3.9999.3.6 1.3.9999.3.1", []uint{0xfed7, 0xfeae, 0xfe0b}},
		{scheme.Falcon1024(), "1.3.9999.3.14 1.3.9999.3.9 1.3.9999.3.4", []uint{0xfeda, 0xfeb1, 0xfe0e}},
		{scheme.FalconPadded512(), "1.3.9999.3.16", []uint{0xfedc}},
		{scheme.FalconPadded1024(), "1.3.9999.3.19", []uint{0xfedf}},
		{mldsa44.Scheme(), "2.16.840.1.101.3.4.3.17", []uint{0x0904}},
		{schemes.ByName("ML-DSA-65"), "2.16.840.1.101.3.4.3.18", []uint{0x0905}},
		{schemes.ByName("ML-DSA-87"), "2.16.840.1.101.3.4.3.19", []uint{0x0906}},
		{schemes.ByName("Ed25519"), "1.3.101.112", []uint{0x0807}},
		{schemes.ByName("Ed448"), "1.3.101.113", []uint{0x0808}},
	} {
		info, ok := Describe(c.scheme)
		if !ok {
			t.Fatalf("%s is not registered", c.scheme.Name())
		}
		var oids []string
		for _, oid := range info.oids() {
			oids = append(oids, oid.String())
			if ByOID(oid) != c.scheme {
				t.Errorf("%s is not found by %s", info.Name, oid)
			}
		}
		if got := strings.Join(oids, " "); got != c.oids {
			t.Errorf("%s has %s, want %s", info.Name, got, c.oids)
		}
		points := info.codePoints()
		for i, id := range points {
			if ByTLSIdentifier(id) != c.scheme || id != c.tls[i] || len(points) != len(c.tls) {
				t.Errorf("%s: code points %#x, want %#x", info.Name, points, c.tls)
			}
		}
	}
	if ByOID(nil) != nil || ByOID(asn1.ObjectIdentifier{1, 2, 3}) != nil || ByTLSIdentifier(0) != nil || ByTLSIdentifier(0x0403) != nil {
		t.Error("an unknown number finds a scheme")
	}
}

func TestDescribe(t *testing.T) {
	info, ok := Describe(scheme.Falcon512())
	if !ok || info.Name != "Falcon-512" || info.Scheme != scheme.Falcon512() || !info.Experimental {
		t.Fatalf("%+v, %t", info, ok)
	}
	info.OID[4], info.LegacyOIDs[0][4], info.LegacyTLS[0] = 99, 99, 99
	if again, _ := Describe(scheme.Falcon512()); again.OID[4] == 99 || again.LegacyOIDs[0][4] == 99 || again.LegacyTLS[0] == 99 {
		t.Error("a caller can change the registry")
	}
	if info, ok := Describe(mldsa44.Scheme()); !ok || info.Experimental {
		t.Errorf("ML-DSA-44: %+v, %t", info, ok)
	}
	for _, s := range []sign.Scheme{nil, fake{name: "x"}, uncomparable{}, (*pointerScheme)(nil)} {
		if _, ok := Describe(s); ok {
			t.Errorf("%T is registered", s)
		}
	}
}

// Schemes to register: comparable, not comparable, and one whose nil is a pointer.
type fake struct {
	sign.Scheme
	name string
}

func (f fake) Name() string { return f.name }

type uncomparable struct {
	sign.Scheme
	_ []int
}

type pointerScheme struct{ sign.Scheme }

func TestRegister(t *testing.T) {
	r := standardRegistry()
	s := fake{name: "Test-1"}
	info := Info{
		Scheme: s, Aliases: []string{"first test"}, OID: asn1.ObjectIdentifier{2, 999, 1}, TLSIdentifier: 0xffff,
		LegacyOIDs: []asn1.ObjectIdentifier{{2, 999, 2}}, LegacyTLS: []uint{0xfffe},
	}
	if err := r.register(&r.ours, info); err != nil {
		t.Fatal(err)
	}
	info.OID[1], info.Aliases[0], info.LegacyTLS[0] = 1, "x", 1 // the registry has its own copy
	for what, got := range map[string]*Info{
		"name": r.findName("test1"), "alias": r.findName("First_Test"), "scheme": r.findScheme(s),
		"OID": r.findOID(asn1.ObjectIdentifier{2, 999, 1}), "legacy OID": r.findOID(asn1.ObjectIdentifier{2, 999, 2}),
		"code point": r.findTLS(0xffff), "legacy code point": r.findTLS(0xfffe),
	} {
		if got == nil || got.Scheme != s || got.Name != "Test-1" || got.Codec == nil {
			t.Errorf("not found by %s: %+v", what, got)
		}
	}
	if all := r.all(); all[len(scheme.All())+len(hybrid.All())] != s {
		t.Error("the new scheme is not between ours and CIRCL's")
	}
}

func TestRegisterErrors(t *testing.T) {
	oid := func(arcs ...int) asn1.ObjectIdentifier { return arcs }
	r := standardRegistry()
	before := len(r.byName) + len(r.byOID) + len(r.byTLS) + len(r.byScheme) + len(r.all())
	x := fake{name: "x"}
	for want, info := range map[string]Info{
		"nil scheme":    {},
		"nil scheme...": {Scheme: (*pointerScheme)(nil)},
		"scheme of type provider.uncomparable is not comparable":     {Scheme: uncomparable{}},
		"Other: scheme is already registered as Falcon-512":          {Scheme: scheme.Falcon512(), Name: "Other"},
		`falcon 512: name "falcon 512" is taken by Falcon-512`:       {Scheme: fake{name: "falcon 512"}},
		`x: name "mldsa44" is taken by ML-DSA-44`:                    {Scheme: x, Aliases: []string{"mldsa44"}},
		`x: name "X-" is empty or repeated`:                          {Scheme: x, Aliases: []string{"X-"}},
		`-: name "-" is empty or repeated`:                           {Scheme: fake{name: "-"}},
		"x: object identifier 1.3.9999.3.11 is taken by Falcon-512":  {Scheme: x, OID: oid(1, 3, 9999, 3, 11)},
		"x: object identifier 1.3.9999.3.6 is taken by Falcon-512":   {Scheme: x, OID: oid(1, 3, 9999, 3, 6)},
		"x: object identifier 1.3.9999.3.14 is taken by Falcon-1024": {Scheme: x, LegacyOIDs: []asn1.ObjectIdentifier{oid(1, 3, 9999, 3, 14)}},
		`x: object identifier "1.2.3" is malformed or repeated`:      {Scheme: x, OID: oid(1, 2, 3), LegacyOIDs: []asn1.ObjectIdentifier{oid(1, 2, 3)}},
		`x: object identifier "1" is malformed or repeated`:          {Scheme: x, OID: oid(1)},
		"x: TLS code point 0xFED7 is taken by Falcon-512":            {Scheme: x, TLSIdentifier: 0xfed7},
		"x: TLS code point 0xFE0B is taken by Falcon-512":            {Scheme: x, LegacyTLS: []uint{0xfe0b}},
		"x: TLS code point 0x10000 is out of range or repeated":      {Scheme: x, TLSIdentifier: 0x10000},
		"x: TLS code point 0x0000 is out of range or repeated":       {Scheme: x, LegacyTLS: []uint{0}},
		"x: TLS code point 0x1234 is out of range or repeated":       {Scheme: x, TLSIdentifier: 0x1234, LegacyTLS: []uint{0x1234}},
	} {
		wantError(t, want, r.register(&r.ours, info), want)
	}
	if after := len(r.byName) + len(r.byOID) + len(r.byTLS) + len(r.byScheme) + len(r.all()); after != before {
		t.Errorf("a failed registration changed the registry: %d entries, then %d", before, after)
	}
	wantError(t, "package function", Register(scheme.FNDSA512(), Info{}), "FN-DSA-512: scheme is already registered as FN-DSA-512")
}

// Look-ups and registrations may run at the same time.
func TestRegistryConcurrency(t *testing.T) {
	r := standardRegistry()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			s := fake{name: "Test-" + strconv.Itoa(i)}
			if err := r.register(&r.ours, Info{Scheme: s}); err != nil {
				t.Error(err)
			}
			for _, other := range r.all() {
				if info := r.findName(other.Name()); info == nil || r.findScheme(other) != info {
					t.Errorf("%s is listed and not found", other.Name())
				}
			}
			if err := r.override(s.name, Identifiers{TLS: 0xfff0}); err == nil {
				t.Error("an override after a look-up succeeds")
			}
		})
	}
	wg.Wait()
}
