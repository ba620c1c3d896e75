package hashtopoint

import (
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// order is one of the two byte orders, with what is tested for it.
type order struct {
	name           string
	bytes          binary.ByteOrder
	hash           func(zq.Poly, *keccak.SHAKE256)
	parse, generic func([]uint16, *[keccak.Rate]byte) int
}

var orders = []order{
	{"BigEndian", binary.BigEndian, BigEndian, parseBigEndian, parseBigEndianGeneric},
	{"LittleEndian", binary.LittleEndian, LittleEndian, parseLittleEndian, parseLittleEndianGeneric},
}

// reference reads two bytes at a time from crypto/sha3, and also returns how many words it rejected.
func reference(o order, n int, input string) (c zq.Poly, rejected int) {
	h := sha3.NewSHAKE256()
	h.Write([]byte(input))
	var b [2]byte
	for len(c) < n {
		h.Read(b[:])
		if w := o.bytes.Uint16(b[:]); w < 61445 {
			c = append(c, w%12289)
		} else {
			rejected++
		}
	}
	return c, rejected
}

func TestAgainstReference(t *testing.T) {
	impltest.Run(t, "hashtopoint", func(t *testing.T) {
		for _, o := range orders {
			rejections := 0
			for n := 2; n <= zq.MaxDegree; n *= 2 {
				for i := range 40 {
					input := fmt.Sprintf("%s %d %d", o.name, n, i)
					var x keccak.SHAKE256
					x.Write([]byte(input))
					got := make(zq.Poly, n)
					o.hash(got, &x)
					want, rejected := reference(o, n, input)
					rejections += rejected
					for j := range got {
						if got[j] != want[j] {
							t.Fatalf("%s: entry %d is %d, want %d", input, j, got[j], want[j])
						}
					}
				}
			}
			if rejections == 0 {
				t.Errorf("%s: no word was rejected", o.name)
			}
		}
	})
}

func TestResidues(t *testing.T) {
	for w := range uint64(1 << 16) {
		other := 1<<16 - 1 - w
		if got, want := residues(w|other<<32), w%zq.Q|other%zq.Q<<32; got != want {
			t.Fatalf("residues(%d, %d) = %#x, want %#x", w, other, got, want)
		}
	}
}

// Blocks with every number of rejected words, in every kind of place, parsed into destinations of every length, which must
// not be written past their end.
func TestParse(t *testing.T) {
	impltest.Run(t, "hashtopoint", func(t *testing.T) {
		const words = keccak.Rate / 2
		for _, o := range orders {
			for trial := range 3 * words {
				var block [keccak.Rate]byte
				var want []uint16
				for i := range words {
					w := uint16(i*911 + trial) // below 61445
					if (i*(2*trial+1))%words < trial%(words+1) {
						w = uint16(61445 + (i*trial)%(1<<16-61445))
					} else {
						want = append(want, w%12289)
					}
					o.bytes.PutUint16(block[2*i:], w)
				}
				for space := range words + 10 {
					buf := make([]uint16, space+1)
					buf[space] = 0xbeef
					n := o.parse(buf[:space], &block)
					if wantN := min(space, len(want)); n != wantN {
						t.Fatalf("%s trial %d: parse into %d entries = %d, want %d", o.name, trial, space, n, wantN)
					}
					for i := range n {
						if buf[i] != want[i] {
							t.Fatalf("%s trial %d: entry %d of %d is %d, want %d", o.name, trial, i, n, buf[i], want[i])
						}
					}
					if buf[space] != 0xbeef {
						t.Fatalf("%s trial %d: wrote past %d entries", o.name, trial, space)
					}
				}
			}
		}
	})
}

func TestParseAgainstGeneric(t *testing.T) {
	impltest.Run(t, "hashtopoint", func(t *testing.T) {
		var x keccak.SHAKE256
		x.Write([]byte("blocks"))
		var block [keccak.Rate]byte
		for _, o := range orders {
			for range 200 {
				x.ReadBlock(&block)
				for _, space := range []int{1, 7, 32, 63, 64, 67, 68, 512} {
					got, want := make([]uint16, space), make([]uint16, space)
					n, wantN := o.parse(got, &block), o.generic(want, &block)
					if n != wantN {
						t.Fatalf("%s into %d entries: %d, want %d", o.name, space, n, wantN)
					}
					for i := range n {
						if got[i] != want[i] {
							t.Fatalf("%s into %d entries: entry %d is %d, want %d", o.name, space, i, got[i], want[i])
						}
					}
				}
			}
		}
	})
}

func TestNoAllocation(t *testing.T) {
	impltest.Run(t, "hashtopoint", func(t *testing.T) {
		c := make(zq.Poly, zq.MaxDegree)
		if got := testing.AllocsPerRun(10, func() {
			var x keccak.SHAKE256
			BigEndian(c, &x)
			x.Reset()
			LittleEndian(c, &x)
		}); got != 0 {
			t.Errorf("%v allocations, want none", got)
		}
	})
}
