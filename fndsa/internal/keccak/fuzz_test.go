package keccak

import (
	"bytes"
	"crypto/sha3"
	"testing"
)

// FuzzSHAKE256 absorbs and squeezes in pieces of the given lengths and compares with crypto/sha3.
func FuzzSHAKE256(f *testing.F) {
	f.Add([]byte(nil), []byte{}, []byte{1})
	f.Add(input(136), []byte{136}, []byte{136, 136})
	f.Add(input(300), []byte{1, 135, 7, 8}, []byte{3, 200, 8, 0, 61})
	f.Fuzz(func(t *testing.T, in, absorb, squeeze []byte) {
		h := sha3.NewSHAKE256()
		h.Write(in)
		var s SHAKE256
		for _, n := range absorb {
			k := min(int(n), len(in))
			s.Write(in[:k])
			in = in[k:]
		}
		s.Write(in)
		for i, n := range squeeze {
			got, want := make([]byte, n), make([]byte, n)
			s.Read(got)
			h.Read(want)
			if !bytes.Equal(got, want) {
				t.Fatalf("output piece %d = %x, want %x", i, got, want)
			}
		}
	})
}
