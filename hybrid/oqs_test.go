package hybrid

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// oqsSchemes are the OQS hybrids of the table.
func oqsSchemes() []*Scheme {
	var list []*Scheme
	for _, s := range All() {
		if _, ok := s.(*Scheme).construct.(oqs); ok {
			list = append(list, s.(*Scheme))
		}
	}
	return list
}

// TestOQSHalvesAreIndependent states what the format gives: each half of a
// signature is a plain signature of the message.
func TestOQSHalvesAreIndependent(t *testing.T) {
	if len(oqsSchemes()) != 6 {
		t.Fatalf("%d OQS hybrids", len(oqsSchemes()))
	}
	for _, s := range oqsSchemes() {
		k := testKey(t, s, 1)
		message := []byte("plain halves")
		pq, classical := split(t, s, mustSign(t, k.private, message, nil), 0)
		if !s.pq.Verify(k.public.pq, message, pq, nil) || !k.public.classical.verify(message, classical) {
			t.Errorf("%s: a half does not sign the bare message", s)
		}
	}
}

// TestOQSSplit: lengths at their limits.
func TestOQSSplit(t *testing.T) {
	for _, c := range []struct {
		object        string
		pq, classical string
		ok            bool
	}{
		{"\x00\x00\x00\x02abc", "c", "ab", true},
		{"\x00\x00\x00\x00abc", "abc", "", true},
		{"\x00\x00\x00\x03abc", "", "", false},
		{"\x00\x00\x00\x04abc", "", "", false},
		{"\xff\xff\xff\xffabc", "", "", false},
		{"\x80\x00\x00\x00abc", "", "", false},
		{"\x00\x00\x00\x00", "", "", false},
		{"\x00\x00\x00", "", "", false},
		{"", "", "", false},
	} {
		pq, classical, err := oqs{}.split([]byte(c.object), 0)
		if (err == nil) != c.ok || string(pq) != c.pq || string(classical) != c.classical {
			t.Errorf("%q: %q, %q, %v", c.object, pq, classical, err)
		}
	}
}

// TestOQSPrivateKeys: halves that do not belong together are not a key.
func TestOQSPrivateKeys(t *testing.T) {
	for _, s := range oqsSchemes() {
		t.Run(s.Name(), func(t *testing.T) {
			good := encodePrivate(t, testKey(t, s, 1).private)
			other := encodePrivate(t, testKey(t, s, 2).private)
			pq, classical := split(t, s, good, 0)
			otherPQ, otherClassical := split(t, s, other, 0)
			n := s.pq.PrivateKeySize()
			join := s.construct.join
			cases := map[string][]byte{
				"empty":                          nil,
				"without Falcon public key":      join(pq[:n], classical),
				"Falcon public key of other":     join(slices.Concat(pq[:n], otherPQ[n:]), classical),
				"Falcon private key of other":    join(slices.Concat(otherPQ[:n], pq[n:]), classical),
				"public key first":               join(slices.Concat(pq[n:], pq[:n]), classical),
				"halves exchanged":               join(classical, pq),
				"classical half empty":           join(pq, nil),
				"trailing byte":                  append(bytes.Clone(good), 0),
				"truncated":                      good[:len(good)-1],
				"byte after the classical half":  join(pq, append(bytes.Clone(classical), 0)),
				"length one more":                append(binary.BigEndian.AppendUint32(nil, uint32(len(classical)+1)), good[4:]...),
				"Falcon private key, bit change": join(flip(pq, 700), classical),
				"Falcon header":                  join(flip(pq, 0), classical),
				"Falcon public key, bit change":  join(flip(pq, n+300), classical),
			}
			if half, ok := s.classical.(*ecdsaHalf); ok {
				point := 1 + 2*half.scalarSize()
				scalar := bytes.Index(classical, classical[len(classical)-point:])
				cases["point of another scalar"] = join(pq, slices.Concat(classical[:scalar], otherClassical[scalar:]))
				cases["point off the curve"] = join(pq, flip(classical, len(classical)-1))
				bare, err := (&ecdsaPrivate{map[*ecdsaHalf]*ecdsaHalf{ecdsaP256WithPublic: ecdsaP256, ecdsaP521WithPublic: ecdsaP521}[half],
					testKey(t, s, 1).private.classical.(*ecdsaPrivate).key}).encode()
				if err != nil {
					t.Fatal(err)
				}
				cases["without point"] = join(pq, bare)
			}
			for name, bad := range cases {
				if key, err := s.UnmarshalBinaryPrivateKey(bad); err == nil || key != nil {
					t.Errorf("%s: accepted", name)
				} else if !strings.HasPrefix(err.Error(), "hybrid: invalid key encoding: "+s.Name()+" private key: ") {
					t.Errorf("%s: %v", name, err)
				}
			}
			// Two whole halves make a key, even if they grew up apart.
			if _, err := s.UnmarshalBinaryPrivateKey(join(otherPQ, classical)); err != nil {
				t.Error(err)
			}
		})
	}
}

func flip(data []byte, i int) []byte {
	changed := bytes.Clone(data)
	changed[i] ^= 1
	return changed
}
