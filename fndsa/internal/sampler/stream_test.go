package sampler

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// TestStreamOrder takes bytes from a stream in all the ways it offers and expects the output of
// SHAKE256 without gaps.
func TestStreamOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for seed := range 20 {
		label := []byte{byte(seed)}
		var x keccak.SHAKE256
		x.Write(label)
		var s Stream
		s.Start(&x)
		want := shake(8000, label)
		at := 0
		for at < 7000 {
			switch r.IntN(3) {
			case 0:
				p := make([]byte, r.IntN(300))
				s.Read(p)
				if !bytes.Equal(p, want[at:at+len(p)]) {
					t.Fatalf("seed %d: Read of %d bytes at %d", seed, len(p), at)
				}
				at += len(p)
			case 1:
				// Ten bytes of a draw, seen through the low bit and the position.
				_, bit := s.draw(FNDSA)
				if bit != uint64(want[at]&1) {
					t.Fatalf("seed %d: draw at %d", seed, at)
				}
				at += 10
			case 2:
				// A draw and a decision whose bound agrees with the next bytes for a while.
				s.draw(FNDSA)
				at += 10
				equal := r.IntN(8)
				bound, below := uint64(0), false
				for i := range 8 {
					b := want[at+i]
					if i == equal {
						below = b < 0x80
						b ^= 0x80
					}
					bound = bound<<8 | uint64(b)
				}
				if s.below(bound) != below {
					t.Fatalf("seed %d: decision at %d", seed, at)
				}
				at += equal + 1
			}
		}
	}
}

func TestStreamWipe(t *testing.T) {
	s := started("wipe")
	s.Read(make([]byte, 40))
	if *s == (Stream{}) {
		t.Fatal("the stream is zero before Wipe")
	}
	s.Wipe()
	if *s != (Stream{}) {
		t.Error("the stream is not zero after Wipe")
	}
}
