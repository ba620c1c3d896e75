package der

import (
	"bytes"
	"testing"
)

// Every decoder has the property: accepted means that encoding again gives the same bytes.

func FuzzAlgorithmIdentifier(f *testing.F) {
	f.Add(unhex(f, algFalcon))
	f.Add(unhex(f, "3009"+oidFalcon+"0500"))
	for in := range badAlgorithms {
		f.Add(unhex(f, in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		a, err := ParseAlgorithmIdentifier(in, "x")
		if err != nil {
			return
		}
		if out, err := a.Marshal(); err != nil || !bytes.Equal(out, in) {
			t.Errorf("%x became %x (%v)", in, out, err)
		}
	})
}

func FuzzSPKI(f *testing.F) {
	f.Add(unhex(f, "300e"+algFalcon+"0303 00 09ff"))
	f.Add(unhex(f, "300d"+algFalcon+"0302 03f8"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := ParseSPKI(in)
		if err != nil {
			return
		}
		if out, err := s.Marshal(); err != nil || !bytes.Equal(out, in) {
			t.Errorf("%x became %x (%v)", in, out, err)
		}
	})
}

func FuzzPKCS8(f *testing.F) {
	f.Add(unhex(f, "3010 020100"+algFalcon+"0402 aabb"))
	f.Add(unhex(f, "3021 020101"+algFalcon+"0402 aabb a00b"+attribute+"8102 00cc"))
	f.Fuzz(func(t *testing.T, in []byte) {
		k, err := ParsePKCS8(in)
		if err != nil {
			return
		}
		if out, err := k.Marshal(); err != nil || !bytes.Equal(out, in) {
			t.Errorf("%x became %x (%v)", in, out, err)
		}
	})
}
