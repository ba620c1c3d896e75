package zq

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

// operand returns n values that begin at any alignment, drawn from those that next gives, with four more behind that nothing may change.
func operand[E any](r *rand.Rand, n int, next func() E) []E {
	room := make([]E, n+20)
	for i := range room {
		room[i] = next()
	}
	return room[r.IntN(16):][:n]
}

// sameEntries fails unless got and want, and the four entries behind them, are equal.
func sameEntries[E comparable](t *testing.T, what string, got, want []E) {
	t.Helper()
	n := len(got)
	got, want = got[:n+4], want[:n+4]
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s of %d entries: entry %d is %v, want %v", what, n, i, got[i], want[i])
		}
	}
}

// cloned is a copy of x and of four entries behind it.
func cloned[E any](x []E) []E { return append([]E(nil), x[:len(x)+4]...)[:len(x)] }

// TestKernelsAgainstGeneric compares all kernels with the plain ones, on random and extreme values, with results in memory of their own and in
// that of an operand.
func TestKernelsAgainstGeneric(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		r := newRand(t)
		lengths := []int{1, 2, 15, 16, 17, 31, 33, 48}
		for n := 4; n <= MaxDegree; n *= 2 {
			lengths = append(lengths, n)
		}
		for trial := range 60 {
			residue := func() uint16 { return uint16(r.IntN(Q)) }
			word := func() int16 { return int16(r.Uint32()) }
			double := func() int32 { return int32(r.Uint32()) >> r.IntN(32) }
			small := func() int8 { return int8(r.Uint32()) }
			switch trial % 6 {
			case 0:
				residue = func() uint16 { return Q - 1 }
				word = func() int16 { return math.MinInt16 }
				double = func() int32 { return math.MinInt32 }
				small = func() int8 { return math.MinInt8 }
			case 1:
				residue = func() uint16 { return 0 }
				word = func() int16 { return math.MaxInt16 }
				double = func() int32 { return math.MaxInt32 }
				small = func() int8 { return math.MaxInt8 }
			case 2:
				residue = func() uint16 { return uint16(r.IntN(2)) * (Q - 1) }
				word = func() int16 { return int16(r.IntN(2)) - 1 ^ math.MaxInt16 }
				double = func() int32 { return int32(r.IntN(3)-1) << 15 }
			case 3:
				residue = func() uint16 { return uint16(Q/2 + r.IntN(3)) }
				word = func() int16 { return int16(r.IntN(9)-4)*Q/2 + int16(r.IntN(3)-1) }
				double = func() int32 { return int32(r.IntN(9)-4)*Q/2 + int32(r.IntN(3)-1) }
			}
			for _, n := range lengths {
				a, b := operand(r, n, residue), operand(r, n, residue)
				c, d := operand(r, n, residue), operand(r, n, residue)
				if n >= 4 && n&(n-1) == 0 {
					got, want := cloned(a), cloned(a)
					ntt(got)
					nttGeneric(want)
					sameEntries(t, "ntt", got, want)
					got, want = cloned(a), cloned(a)
					intt(got)
					inttGeneric(want)
					sameEntries(t, "intt", got, want)
				}
				got, want := operand(r, n, residue), []uint16(nil)
				check := func(what string, fast, generic func(dst []uint16), alias []uint16) {
					t.Helper()
					want = cloned(got)
					fast(got)
					generic(want)
					sameEntries(t, what, got, want)
					if alias != nil {
						saved := cloned(alias)
						want = cloned(alias)
						generic(want)
						fast(alias)
						sameEntries(t, what+" over an operand", alias, want)
						copy(alias, saved)
					}
				}
				check("mul", func(dst []uint16) { mul(dst, a, b) }, func(dst []uint16) { mulGeneric(dst, a, b) }, b)
				check("mul", func(dst []uint16) { mul(dst, a, a) }, func(dst []uint16) { mulGeneric(dst, a, a) }, a)
				check("mulAdd", func(dst []uint16) { mulAdd(dst, a, b, c, d) }, func(dst []uint16) { mulAddGeneric(dst, a, b, c, d) }, c)
				if n <= MaxDegree {
					var ok, wantOK bool
					check("invert", func(dst []uint16) { ok = invert(dst, a) }, func(dst []uint16) { wantOK = invertGeneric(dst, a) }, a)
					if ok != wantOK {
						t.Fatalf("invert of %d entries: %v, want %v", n, ok, wantOK)
					}
				}

				x, y, z := operand(r, n, word), operand(r, n, double), operand(r, n, small)
				check("fromSigned8", func(dst []uint16) { fromSigned8(dst, z) }, func(dst []uint16) { fromSigned8Generic(dst, z) }, nil)
				check("fromSigned16", func(dst []uint16) { fromSigned16(dst, x) }, func(dst []uint16) { fromSigned16Generic(dst, x) }, nil)
				check("fromSigned32", func(dst []uint16) { fromSigned32(dst, y) }, func(dst []uint16) { fromSigned32Generic(dst, y) }, nil)

				if got, want := squaredNorm(x), squaredNormGeneric(x); got != want {
					t.Fatalf("squaredNorm of %d entries: %d, want %d", n, got, want)
				}
				if got, want := maxAbs(x), maxAbsGeneric(x); got != want {
					t.Fatalf("maxAbs of %d entries: %d, want %d", n, got, want)
				}
				gotSigned, wantSigned := cloned(x), cloned(x)
				if got, want := subNorm(gotSigned, a, b), subNormGeneric(wantSigned, a, b); got != want {
					t.Fatalf("subNorm of %d entries: %d, want %d", n, got, want)
				}
				sameEntries(t, "subNorm", gotSigned, wantSigned)
				centre(gotSigned, a)
				centreGeneric(wantSigned, a)
				sameEntries(t, "centre", gotSigned, wantSigned)
			}
		}
	})
}

// TestInvertEveryZero puts one zero into every place.
func TestInvertEveryZero(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		for _, n := range []int{4, 32, 64, 512} {
			a, dst := make([]uint16, n), make([]uint16, n)
			for i := range a {
				for j := range a {
					a[j] = uint16(j%(Q-1) + 1)
				}
				a[i] = 0
				if invert(dst, a) {
					t.Fatalf("n = %d: a zero in place %d is not reported", n, i)
				}
				if dst[i] != 0 {
					t.Fatalf("n = %d: the inverse of 0 in place %d is %d", n, i, dst[i])
				}
			}
		}
	})
}
