package profile

import (
	"bytes"
	"testing"
)

// TestSizes holds the computed sizes against the published ones.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		format         Format
		logn           uint
		name           string
		pub, priv, sig int
		fixed          bool
	}{
		{FNDSA, 9, "FN-DSA-512", 897, 1345, 666, true},
		{FNDSA, 10, "FN-DSA-1024", 1793, 2369, 1280, true},
		{Falcon, 9, "Falcon-512", 897, 1281, 752, false},
		{Falcon, 10, "Falcon-1024", 1793, 2305, 1462, false},
		{FalconPadded, 9, "Falcon-padded-512", 897, 1281, 666, true},
		{FalconPadded, 10, "Falcon-padded-1024", 1793, 2305, 1280, true},
		{FNDSA2025, 9, "FNDSA-2025-512", 897, 1281, 666, true},
		{FNDSA2025, 10, "FNDSA-2025-1024", 1793, 2305, 1280, true},
	} {
		s := Lookup(c.format, c.logn)
		if s.Name() != c.name || s.PublicKeySize != c.pub || s.PrivateKeySize != c.priv || s.SignatureSize != c.sig || s.Fixed != c.fixed {
			t.Errorf("%s: %+v", c.name, s)
		}
		if Lookup(c.format, c.logn) != s {
			t.Errorf("%s: two pointers", c.name)
		}
	}
	for _, c := range []struct {
		f    Format
		logn uint
	}{{0, 9}, {FNDSA2025 + 1, 9}, {FNDSA, 1}, {FNDSA, 11}} {
		if Lookup(c.f, c.logn) != nil {
			t.Errorf("Lookup(%v, %d) is not nil", c.f, c.logn)
		}
	}
}

// TestSquaredNormBound recomputes the bounds (Falcon v1.2, Table 3.3): the
// integer part of (1.1 * sigma * sqrt(2n))^2, with sigma from package sampler
// given here as its published value for the two real degrees.
func TestSquaredNormBound(t *testing.T) {
	for logn, sigma := range map[uint]float64{9: 165.7366171829776, 10: 168.38857144654395} {
		n := float64(int(1) << logn)
		want := uint32(1.1 * 1.1 * sigma * sigma * 2 * n)
		if got := squaredNormBound[logn]; got != want {
			t.Errorf("logn %d: bound %d, formula %d", logn, got, want)
		}
	}
}

func TestPrehashOID(t *testing.T) {
	want := []byte{0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x08}
	if got := SHA3_256.AppendOID(nil); !bytes.Equal(got, want) || len(got) != OIDSize {
		t.Errorf("SHA3-256: %x, want %x", got, want)
	}
	valid := 0
	for p := range 256 {
		if Prehash(p).Valid() {
			valid++
		}
	}
	if valid != 9 {
		t.Errorf("%d valid pre-hash functions, expected 9", valid)
	}
}
