package zq

import (
	"slices"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

// pairs calls f with two slices of n entries, together covering every value of [0,q) against some interesting ones.
func pairs(n int, f func(a, b []uint16)) {
	a, b := make([]uint16, n), make([]uint16, n)
	for _, y := range interesting(Q) {
		for x := 0; x < Q; x += n {
			for i := range a {
				a[i], b[i] = uint16(min(x+i, Q-1)), uint16(y)
			}
			f(a, b)
		}
	}
}

func TestPointwise(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		for _, n := range []int{2, 4, 256, 1024} {
			dst, want := make([]uint16, n), make([]uint16, n)
			pairs(n, func(a, b []uint16) {
				for i := range want {
					want[i] = uint16(int(a[i]) * int(b[i]) % Q)
				}
				Mul(dst, a, b)
				check(t, "Mul", dst, want)
				for i := range want {
					want[i] = uint16((int(a[i])*int(b[i]) + (Q-1)*int(b[n-1-i])) % Q)
				}
				MulAdd(dst, a, b, slices.Repeat([]uint16{Q - 1}, n), b)
				check(t, "MulAdd", dst, want)
				for i := range want {
					want[i] = uint16((int(a[i]) + int(b[i])) % Q)
				}
				Add(Poly(dst), a, b)
				check(t, "Add", dst, want)
				for i := range want {
					want[i] = uint16((int(a[i]) + Q - int(b[i])) % Q)
				}
				Sub(NTT(dst), a, b)
				check(t, "Sub", dst, want)
				for i := range want {
					want[i] = uint16((int(b[i]) + Q - int(a[i])) % Q)
				}
				Sub(Poly(dst), b, a)
				check(t, "Sub", dst, want)
			})
		}
	})
}

// Every operation may write over any of its operands.
func TestPointwiseAliasing(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		const n, operands = 64, 4
		r := newRand(t)
		ops := map[string]struct {
			operands int
			f        func(dst []uint16, x [operands][]uint16)
		}{
			"Mul":    {2, func(dst []uint16, x [operands][]uint16) { Mul(dst, x[0], x[1]) }},
			"MulAdd": {4, func(dst []uint16, x [operands][]uint16) { MulAdd(dst, x[0], x[1], x[2], x[3]) }},
			"Add":    {2, func(dst []uint16, x [operands][]uint16) { Add(Poly(dst), x[0], x[1]) }},
			"Sub":    {2, func(dst []uint16, x [operands][]uint16) { Sub(Poly(dst), x[0], x[1]) }},
			"Invert": {1, func(dst []uint16, x [operands][]uint16) { Invert(dst, x[0]) }},
			"Divide": {2, func(dst []uint16, x [operands][]uint16) { Divide(dst, x[0], x[1]) }},
		}
		for name, op := range ops {
			for target := range op.operands {
				for same := range op.operands { // operand equal to the target one
					var x, y [operands][]uint16
					for i := range x {
						x[i] = randomValues(r, n)
					}
					x[same] = x[target]
					for i := range y {
						y[i] = slices.Clone(x[i])
					}
					want := make([]uint16, n)
					op.f(want, y)
					op.f(x[target], x)
					check(t, name, x[target], want)
				}
			}
		}
	})
}
