package zq

import (
	"math/bits"
	"testing"
)

func TestTables(t *testing.T) {
	if got := powRef(7, 1024); got != Q-1 {
		t.Fatalf("7^1024 = %d, want -1", got)
	}
	fraction := func(w int) uint32 { return uint32((uint64(w)<<32 + Q - 1) / Q) }
	for k, got := range zetas {
		if want := fraction(powRef(7, bitrev(k, 10))); got != want {
			t.Errorf("zetas[%d] = %#x, want %#x", k, got, want)
		}
	}
	z := powRef(7, 512)
	for logn := range inverseDegree {
		inverse := 1
		for inverse<<logn%Q != 1 {
			inverse++
		}
		if got, want := inverseDegree[logn], fraction(inverse); got != want {
			t.Errorf("inverseDegree[%d] = %#x, want %#x", logn, got, want)
		}
		if got, want := inverseDegreeZ[logn], fraction(inverse*z%Q); got != want {
			t.Errorf("inverseDegreeZ[%d] = %#x, want %#x", logn, got, want)
		}
	}
	if want := fraction(1); one != want {
		t.Errorf("one = %#x, want %#x", one, want)
	}
	if hi, lo := bits.Mul64(one64, Q); hi != 1 || lo >= Q {
		t.Errorf("q*one64 = 2^64*%d + %d, want 2^64 + e with e < q", hi, lo)
	}
}

// interesting are operands at which a reduction could go wrong, all below the limit.
func interesting(limit int) []int {
	list := []int{0, 1, 2, 1 << 13, 1 << 14, 1 << 15, 1<<16 - 1, 1 << 16, limit - 2, limit - 1}
	for k := Q; k < limit+Q; k += Q {
		list = append(list, k-Q/2, k-1, k, k+1)
	}
	kept := list[:0]
	for _, v := range list {
		if v < limit {
			kept = append(kept, v)
		}
	}
	return kept
}

func fraction(w int) uint32 { return uint32((uint64(w)<<32 + Q - 1) / Q) }

func TestMulFraction(t *testing.T) {
	test := func(a, w int) {
		if got, want := mulFraction(uint32(a), fraction(w)), uint32(uint64(a)*uint64(w)%Q); got != want {
			t.Fatalf("mulFraction(%d, fraction of %d) = %d, want %d", a, w, got, want)
		}
	}
	for w := range Q {
		for _, a := range interesting(28 * Q) {
			test(a, w)
		}
	}
	for _, w := range interesting(Q) {
		for a := range 28 * Q {
			test(a, w)
		}
	}
}

func TestReduce(t *testing.T) {
	test := func(p uint64) {
		if got, want := reduce(p), uint16(p%Q); got != want {
			t.Fatalf("reduce(%d) = %d, want %d", p, got, want)
		}
	}
	for p := range uint64(1 << 20) {
		test(p)
		test(1<<50 - 1 - p)
	}
	for shift := range 50 - 13 {
		for k := uint64(1); k < 64; k++ {
			test(k<<shift/Q*Q + Q - 1)
			test(k << shift / Q * Q)
		}
	}
	for a := range uint64(Q) {
		test(a * a)
		test(a * (Q - 1))
		test(a*(Q-1) + (Q-1)*(Q-1))
	}
}

func TestMulLanes(t *testing.T) {
	test := func(a0, a1, w int) {
		c, f := factor(fraction(w))
		if c != uint64(w) || f != uint64(w)<<16/Q {
			t.Fatalf("factor(fraction of %d) = %d, %d, want %d, %d", w, c, f, w, w<<16/Q)
		}
		r := mulLanes(uint64(a0)|uint64(a1)<<32, c, f)
		for lane, a := range []int{a0, a1} {
			if got := int(uint32(r >> (32 * lane))); got >= 2*Q || got%Q != a*w%Q {
				t.Fatalf("mulLanes(%d, %d) lane %d = %d, want %d modulo q, below 2q", a, w, lane, got, a*w%Q)
			}
		}
	}
	for w := range Q {
		for _, a := range interesting(1 << 16) {
			test(a, 1<<16-1-a, w)
		}
	}
	for _, w := range interesting(Q) {
		for a := range 1 << 16 {
			test(a, 1<<16-1, w)
			test(0, a, w)
		}
	}
}

func TestCorrect4(t *testing.T) {
	for _, m := range []uint64{Q, 2 * Q} {
		for a := range 2 * m {
			in := [4]uint64{a, 2*m - 1 - a, a, 0}
			r := correct4(in[0]|in[1]<<16|in[2]<<32|in[3]<<48, m)
			for lane, v := range in {
				if got := r >> (16 * lane) & 0xffff; got != v%m {
					t.Fatalf("correct4(%d, %d) lane %d = %d, want %d", v, m, lane, got, v%m)
				}
			}
		}
	}
}

// Any 16-bit values may enter a layer, and come out as 16-bit values with the right residues in every lane.
func TestForwardLayer(t *testing.T) {
	edges := append(interesting(1<<16), 1<<15-1, 1<<15, 1<<15+1)
	r := newRand(t)
	for _, u := range edges {
		for _, v := range edges {
			w := r.IntN(Q)
			a := make([]uint16, 8)
			for i := range 4 {
				a[i], a[i+4] = uint16(u), uint16(v)
			}
			lane := r.IntN(4)
			a[lane], a[lane+4] = uint16(r.Uint32()), uint16(r.Uint32())
			b := append([]uint16(nil), a...)
			forward(b, fraction(w))
			for i := range 4 {
				x, y := int(a[i]), int(a[i+4])*w
				if got := int(b[i]); got%Q != (x+y)%Q {
					t.Fatalf("lane %d: %d + %d*%d gives %d", i, x, a[i+4], w, got)
				}
				if got := int(b[i+4]); got%Q != ((x-y)%Q+Q)%Q {
					t.Fatalf("lane %d: %d - %d*%d gives %d", i, x, a[i+4], w, got)
				}
			}
		}
	}
}

func TestLastButterfly(t *testing.T) {
	operands := interesting(9 * Q)
	for _, u := range operands {
		for _, v := range operands {
			for w := 0; w < Q; w += 17 {
				s, d := lastButterfly(uint32(u), uint32(v), fraction(w))
				if want := (u + v*w) % Q; int(s) != want {
					t.Fatalf("lastButterfly(%d, %d, %d): sum %d, want %d", u, v, w, s, want)
				}
				if want := ((u-v*w)%Q + Q) % Q; int(d) != want {
					t.Fatalf("lastButterfly(%d, %d, %d): difference %d, want %d", u, v, w, d, want)
				}
			}
		}
	}
}
