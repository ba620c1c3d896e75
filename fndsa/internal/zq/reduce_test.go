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
		if got, want := mulFraction(uint32(a), fraction(w)), uint32(a*w%Q); got != want {
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

func TestReduceLanes(t *testing.T) {
	for a := range 1 << 17 {
		other := 1<<17 - 1 - a
		r := reduceLanes(uint64(a) | uint64(other)<<32)
		for lane, a := range []int{a, other} {
			got := int(uint32(r >> (32 * lane)))
			if got >= 2*Q || got%Q != a%Q {
				t.Fatalf("reduceLanes(%d) lane %d = %d", a, lane, got)
			}
			if a < 1<<16 && got > 16379 {
				t.Fatalf("reduceLanes(%d) lane %d = %d, above the bound of nttGeneric", a, lane, got)
			}
		}
	}
}

func TestCorrectLanes(t *testing.T) {
	for a := range uint64(2 * Q) {
		in := [4]uint64{a, 2*Q - 1 - a, a, 0}
		r := correctLanes(in[0] | in[1]<<16 | in[2]<<32 | in[3]<<48)
		for lane, v := range in {
			if got := r >> (16 * lane) & 0xffff; got != v%Q {
				t.Fatalf("correctLanes(%d) lane %d = %d, want %d", v, lane, got, v%Q)
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

// The bounds that the comment of nttGeneric claims, for the largest degree.
func TestForwardBounds(t *testing.T) {
	bound := Q - 1
	for layer := 1; layer <= 7; layer++ {
		if layer >= 3 && layer%2 == 1 {
			bound = (4091*bound + 65535*Q) / 65536
		}
		bound += 2 * Q
		if bound >= 1<<16 {
			t.Fatalf("layer %d may store %d", layer, bound)
		}
	}
	if bound+3*Q >= 9*Q {
		t.Fatalf("lastButterfly may be given %d", bound+3*Q)
	}
}
