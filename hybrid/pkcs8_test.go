package hybrid

import (
	"bytes"
	"encoding/asn1"
	"slices"
	"testing"
)

func TestPKCS8Content(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		k := testKey(t, s, 1)
		content, err := MarshalPKCS8Content(k.private)
		if err != nil {
			t.Fatal(err)
		}
		bare := encodePrivate(t, k.private)
		nested, err := asn1.Marshal(bare)
		if err != nil {
			t.Fatal(err)
		}
		good, bad := bare, nested
		if _, isOQS := s.construct.(oqs); isOQS {
			good, bad = nested, bare
		}
		if !bytes.Equal(content, good) {
			t.Errorf("content begins with %x", content[:8])
		}
		key, err := ParsePKCS8Content(s, content)
		if err != nil {
			t.Fatal(err)
		}
		if !key.Equal(k.private) {
			t.Error("another key came back")
		}
		for name, data := range map[string][]byte{
			"other form": bad, "empty": nil, "byte behind": append(bytes.Clone(good), 0), "truncated": good[:len(good)-1],
			"sequence": append([]byte{0x30}, nested[1:]...), "twice": slices.Concat(good, good),
		} {
			if key, err := ParsePKCS8Content(s, data); err == nil || key != nil {
				t.Errorf("%s: accepted", name)
			}
		}
	})
	if _, err := ParsePKCS8Content(nil, nil); err == nil {
		t.Error("nil scheme: no error")
	}
}
