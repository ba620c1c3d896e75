package keccak

import (
	"bytes"
	"crypto/sha3"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

// input is n bytes without a short period.
func input(n int) []byte {
	r := rand.New(rand.NewPCG(1600, uint64(n)))
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(r.Uint32())
	}
	return p
}

// The first values of the permutation on the zero state, as published with Keccak.
func TestPermuteKnown(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		var a [25]uint64
		for i, want := range []uint64{0xf1258f7940e1dde7, 0x2d5c954df96ecb3c} {
			permute(&a)
			if a[0] != want {
				t.Errorf("lane 0 after %d permutations = %#x, want %#x", i+1, a[0], want)
			}
		}
	})
}

func TestPermuteAgainstGeneric(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		r := rand.New(rand.NewPCG(24, 25))
		for trial := range 500 {
			var got [25]uint64
			for i := range got {
				switch trial % 4 {
				case 0:
					got[i] = ^uint64(0)
				case 1:
					got[i] = 1 << r.IntN(64)
				default:
					got[i] = r.Uint64()
				}
			}
			want := got
			permute(&got)
			permuteGeneric(&want)
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("trial %d: lane %d = %#x, want %#x", trial, i, got[i], want[i])
				}
			}
		}
	})
}

// FIPS 202 has no vectors of its own; these are the well-known digests of the empty string and of "abc".
func TestKnown(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"},
		{"abc", "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739"},
	} {
		var out [32]byte
		Sum256(out[:], []byte(test.in))
		if got := hex.EncodeToString(out[:]); got != test.want {
			t.Errorf("SHAKE256(%q) = %s, want %s", test.in, got, test.want)
		}
	}
}

// Every input length of several blocks, absorbed in two parts cut in every kind of place and read in two parts, against crypto/sha3.
func TestAllLengths(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		const longest = 600
		p := input(longest)
		var want, got [longest]byte
		for n := range longest + 1 {
			h := sha3.NewSHAKE256()
			h.Write(p[:n])
			h.Read(want[:])
			for step := range 12 {
				cut := (n*step + 7*step) % (n + 1)
				cutOut := (n + 53*step) % (longest + 1)
				var s SHAKE256
				for _, part := range [][]byte{p[:cut], nil, p[cut:n]} {
					if k, err := s.Write(part); k != len(part) || err != nil {
						t.Fatalf("Write of %d bytes = %d, %v", len(part), k, err)
					}
				}
				clear(got[:])
				for _, part := range [][]byte{got[:cutOut], nil, got[cutOut:]} {
					if k, err := s.Read(part); k != len(part) || err != nil {
						t.Fatalf("Read of %d bytes = %d, %v", len(part), k, err)
					}
				}
				if got != want {
					t.Fatalf("length %d cut at %d, output cut at %d: differs from crypto/sha3", n, cut, cutOut)
				}
			}
			Sum256(got[:n], p[:n/3], p[n/3:n])
			if !bytes.Equal(got[:n], want[:n]) {
				t.Fatalf("Sum256 of %d bytes differs from crypto/sha3", n)
			}
		}
	})
}

func TestReadBlock(t *testing.T) {
	h := sha3.NewSHAKE256()
	h.Write(input(300))
	want := make([]byte, 10*Rate+5)
	h.Read(want)

	var s SHAKE256
	var block [Rate]byte
	s.Write(input(300))
	var got []byte
	for range 4 {
		s.ReadBlock(&block)
		got = append(got, block[:]...)
	}
	more := make([]byte, 2*Rate) // a plain Read that ends on a block edge, between block reads
	s.Read(more[:50])
	s.Read(more[50:])
	got = append(got, more...)
	for range 4 {
		s.ReadBlock(&block)
		got = append(got, block[:]...)
	}
	s.Read(more[:5])
	got = append(got, more[:5]...)
	if !bytes.Equal(got, want) {
		t.Fatal("block reads differ from crypto/sha3")
	}
}

func TestMisusePanics(t *testing.T) {
	mustPanic := func(what string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s did not panic", what)
			}
		}()
		f()
	}
	var block [Rate]byte
	mustPanic("write after read", func() {
		var s SHAKE256
		s.Read(block[:1])
		s.Write(nil)
	})
	mustPanic("block read after one byte", func() {
		var s SHAKE256
		s.Read(block[:1])
		s.ReadBlock(&block)
	})
}

func TestCopyResetWipe(t *testing.T) {
	var s SHAKE256
	s.Write(input(150))
	fork := s
	var a, b [200]byte
	s.Read(a[:])
	fork.Read(b[:])
	if a != b {
		t.Error("a copy does not continue like the original")
	}
	fork.Reset()
	if fork != (SHAKE256{}) {
		t.Error("Reset left something")
	}
	s.Wipe()
	if s != (SHAKE256{}) {
		t.Error("Wipe left something")
	}
}

func TestNoAllocation(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		p, out := input(500), make([]byte, 300)
		if got := testing.AllocsPerRun(10, func() {
			var s SHAKE256
			var block [Rate]byte
			s.Write(p)
			fork := s
			s.ReadBlock(&block)
			s.Read(out)
			fork.Read(out)
			s.Wipe()
			Sum256(out, p, block[:], out)
		}); got != 0 {
			t.Errorf("%v allocations, want none", got)
		}
	})
}
