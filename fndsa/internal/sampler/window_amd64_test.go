//go:build !purego

package sampler

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestMakeTrials compares the trials of a window with draws one by one: on random bytes, on numbers at and around the entries of the
// tables, and at both ends.
func TestMakeTrials(t *testing.T) {
	if !useAVX2 {
		t.Skip("needs AVX2")
	}
	r := rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		base  Base
		table []*big.Int
	}{{FNDSA, table79}, {Falcon, table72}} {
		seen := make(map[float64]bool)
		for round := range 2000 {
			var s Stream
			for i := range s.buf {
				s.buf[i] = byte(r.Uint32())
			}
			for trial := range windowSize {
				p := s.buf[stride*trial:]
				switch kind := r.IntN(8); kind {
				case 0, 1: // all bits the same
					for i := range 10 {
						p[i] = byte(-kind)
					}
				case 2, 3: // few bits
					binary.LittleEndian.PutUint64(p[2:], r.Uint64()>>r.IntN(64))
				case 4, 5, 6: // around an entry
					v := new(big.Int).Add(c.table[r.IntN(len(c.table))], big.NewInt(int64(r.IntN(5)-2)))
					if v.Sign() < 0 {
						continue
					}
					if c.base == FNDSA {
						v.Lsh(v, 1)
					}
					var b [10]byte
					v.FillBytes(b[:])
					for i := range b {
						p[i] = b[9-i]
					}
					if c.base == FNDSA {
						p[0] |= byte(r.IntN(2))
					} else {
						p[9] = byte(r.Uint32())
					}
				}
			}
			makeTrialsAVX2(&s.window.z[0], &s.buf[0], int(c.base))
			s.end = len(s.buf)
			for trial := range windowSize {
				s.pos = stride * trial
				z0, bit := s.draw(c.base)
				want := -float64(z0) + 0 // never -0
				if bit == 1 {
					want = 1 + float64(z0)
				}
				w := &s.window
				if w.z[trial] != want || w.bias[trial] != float64(z0*z0)*inverseTwiceSquare || w.first[trial] != float64(s.buf[s.pos]) {
					t.Fatalf("base %d, round %d, trial %d, bytes %x: %v, bias %v, first byte %v, want %v", c.base, round, trial,
						s.buf[stride*trial:][:stride], w.z[trial], w.bias[trial], w.first[trial], want)
				}
				seen[want] = true
			}
		}
		if len(seen) != 2*len(c.table)+2 {
			t.Errorf("base %d: %d different trials, want %d", c.base, len(seen), 2*len(c.table)+2)
		}
	}
}

// TestDecide compares the decisions on four trials with the bounds, which must lie where the first byte says, and counts those left open.
func TestDecide(t *testing.T) {
	if !useAVX2 {
		t.Skip("needs AVX2")
	}
	r := rand.New(rand.NewPCG(4, 4))
	var counts [3]int // rejected, accepted, open
	for round := range 200_000 {
		leaf, _ := leaves(1.278 + 0.5424*r.Float64())
		rest := r.Float64()
		switch round % 8 {
		case 0:
			rest = 0
		case 1:
			rest = 1
		case 2:
			rest = r.Float64() * 0x1p-40
		}
		var w window
		var bounds [windowSize]uint64
		at := r.IntN(windowSize - together + 1)
		for i := at; i < at+together; i++ {
			z0 := int64(min(r.IntN(8)*r.IntN(8), 18))
			z := z0 + 1
			if r.IntN(2) == 0 {
				z = -z0
			}
			x, k := leaf.exponent(z, z0, rest)
			bounds[i] = acceptance(x, leaf.scale, k)
			w.z[i], w.bias[i] = float64(z), float64(z0*z0)*inverseTwiceSquare
			w.first[i] = float64(uint8(r.Uint32()))
			if r.IntN(2) == 0 {
				w.first[i] = float64(uint8(min(255, max(0, int(bounds[i]>>56)+r.IntN(5)-2))))
			}
		}
		settled := decideAVX2(&w.z[at], rest, leaf.half, leaf.ratio)
		if from := at - 1 - together*r.IntN(2); from >= 0 && from+1+2*together <= windowSize {
			shift := uint(at - 1 - from)
			pair := decidePairAVX2(&w.z[from], 0.5, rest, leaf.half, leaf.ratio)
			if rejects, doubts := pair>>(8+shift)&15, pair>>(16+shift)&15; rejects|doubts<<together != settled {
				t.Fatalf("round %d, trials %d of a pair: %04b and %04b, alone %08b", round, shift, rejects, doubts, settled)
			}
		}
		if at+2*together < windowSize {
			if pair := decidePairAVX2(&w.z[at], rest, 0.5, leaf.half, leaf.ratio); pair&0xff != settled {
				t.Fatalf("round %d, first trials of a pair: %08b, alone %08b", round, pair&0xff, settled)
			}
		}
		for i := range together {
			bound, first := bounds[at+i]>>56, uint64(w.first[at+i])
			rejected, accepted := settled>>i&1 == 1, settled>>(i+together)&1 == 0
			if accepted && (rejected || first >= bound) || rejected && first <= bound {
				t.Fatalf("round %d, trial %v around %v: bound %#x, first byte %#x, settled %08b", round, w.z[at+i], rest, bounds[at+i], first, settled)
			}
			switch {
			case rejected:
				counts[0]++
			case accepted:
				counts[1]++
			default:
				counts[2]++
				// Bounds within 2^-10 of a multiple of 2^56 may be left open, and of course those that begin with the byte.
				if d := int64(bounds[at+i] - first<<56); d < -1<<46 || d > 1<<56+1<<46 {
					t.Fatalf("round %d, trial %v: bound %#x and first byte %#x left open", round, w.z[at+i], bounds[at+i], first)
				}
			}
		}
	}
	if min(counts[0], counts[1], counts[2]) < 10_000 {
		t.Errorf("decisions are one-sided: %v", counts)
	}
}
