package zq

import (
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

func benchmark(b *testing.B, f func(n int) func()) {
	impltest.Bench(b, "zq", func(b *testing.B) {
		for _, n := range []int{512, 1024} {
			b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
				b.ReportAllocs()
				g := f(n)
				for b.Loop() {
					g()
				}
			})
		}
	})
}

func BenchmarkToNTT(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		a := randomValues(r, n)
		return func() { ToNTT(a, Poly(a)) }
	})
}

func BenchmarkFromNTT(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		a := randomValues(r, n)
		return func() { FromNTT(a, NTT(a)) }
	})
}

func BenchmarkMul(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		x, y := NTT(randomValues(r, n)), NTT(randomValues(r, n))
		return func() { Mul(x, x, y) }
	})
}

func BenchmarkMulAdd(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		x, y, z := NTT(randomValues(r, n)), NTT(randomValues(r, n)), NTT(randomValues(r, n))
		return func() { MulAdd(x, x, y, y, z) }
	})
}

func BenchmarkSub(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		x, y := Poly(randomValues(r, n)), Poly(randomValues(r, n))
		return func() { Sub(x, x, y) }
	})
}

func BenchmarkDivide(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		x, y := NTT(randomValues(r, n)), NTT(randomValues(r, n))
		return func() { sinkBool = Divide(x, x, y) }
	})
}

func BenchmarkFromSigned8(b *testing.B) {
	benchmark(b, func(n int) func() {
		x, y := make(Poly, n), make([]int8, n)
		return func() { FromSigned8(x, y) }
	})
}

func BenchmarkFromSigned16(b *testing.B) {
	benchmark(b, func(n int) func() {
		x, y := make(Poly, n), make([]int16, n)
		return func() { FromSigned16(x, y) }
	})
}

func BenchmarkSubNorm(b *testing.B) {
	r := newRand(b)
	benchmark(b, func(n int) func() {
		x, y, d := Poly(randomValues(r, n)), Poly(randomValues(r, n)), make([]int16, n)
		return func() { sinkBool = SubNorm(d, x, y) > 0 }
	})
}
