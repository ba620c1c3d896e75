package zq

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The simple definitions that the tests compare with: plain % arithmetic, no tables.

func powRef(x, e int) int {
	r := 1
	for range e {
		r = r * x % Q
	}
	return r
}

func bitrev(i, logn int) int {
	r := 0
	for range logn {
		r = r<<1 | i&1
		i >>= 1
	}
	return r
}

func log2(n int) int {
	logn := 0
	for 1<<logn < n {
		logn++
	}
	return logn
}

// nttRef evaluates p at psi^(2*bitrev(i)+1) for every i by Horner's rule.
func nttRef(p Poly) NTT {
	n := len(p)
	logn, psi := log2(n), powRef(7, 1024/n)
	out := make(NTT, n)
	for i := range out {
		x, y := powRef(psi, 2*bitrev(i, logn)+1), 0
		for j := n - 1; j >= 0; j-- {
			y = (y*x + int(p[j])) % Q
		}
		out[i] = uint16(y)
	}
	return out
}

// mulRef is the product modulo X^n+1 by the schoolbook.
func mulRef(a, b Poly) Poly {
	n := len(a)
	sum := make([]int64, n)
	for i, x := range a {
		for j, y := range b {
			if i+j < n {
				sum[i+j] += int64(x) * int64(y)
			} else {
				sum[i+j-n] -= int64(x) * int64(y)
			}
		}
	}
	out := make(Poly, n)
	for i, v := range sum {
		out[i] = uint16((v%Q + Q) % Q)
	}
	return out
}

func newRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(12289, 1))
}

func randomValues(r *rand.Rand, n int) []uint16 {
	a := make([]uint16, n)
	for i := range a {
		a[i] = uint16(r.IntN(Q))
	}
	return a
}

// extremes returns inputs of n entries that push lazy values to their bounds, and a few random ones.
func extremes(r *rand.Rand, n int) [][]uint16 {
	list := [][]uint16{make([]uint16, n), slices.Repeat([]uint16{Q - 1}, n), slices.Repeat([]uint16{Q / 2}, n)}
	alternating, delta, twoValued := make([]uint16, n), make([]uint16, n), make([]uint16, n)
	delta[n-1] = Q - 1
	for i := range n {
		alternating[i] = uint16(i&1) * (Q - 1)
		twoValued[i] = uint16(r.IntN(2)) * (Q - 1)
	}
	list = append(list, alternating, delta, twoValued)
	for range 4 {
		list = append(list, randomValues(r, n))
	}
	return list
}

// check reports the first entry in which got differs from want.
func check[T uint16 | int16](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: length %d, want %d", what, len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s: entry %d of %d is %d, want %d", what, i, len(got), got[i], want[i])
		}
	}
}

func degrees(from int) []int {
	var list []int
	for n := from; n <= MaxDegree; n *= 2 {
		list = append(list, n)
	}
	return list
}
