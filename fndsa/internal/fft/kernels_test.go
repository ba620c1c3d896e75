package fft

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

// awkward fills f with numbers of all sizes that signing meets, zeros of both signs among them.
func awkward(r *rand.Rand, f []float64, kind int) {
	for i := range f {
		switch {
		case kind == 0:
			f[i] = 200 * (r.Float64() - 0.5)
		case kind == 1 && r.IntN(3) == 0, kind == 2:
			f[i] = math.Copysign(0, float64(r.IntN(2))-0.5)
		case kind == 3:
			f[i] = math.Copysign(0x1p42, float64(r.IntN(2))-0.5)
		default:
			f[i] = math.Ldexp(r.Float64()-0.5, r.IntN(120)-70)
		}
	}
}

// TestKernelsAgainstGeneric compares the bits of all results with those of the plain kernels, for every size, alignment and kind
// of number, and looks for writes past the operands.
func TestKernelsAgainstGeneric(t *testing.T) {
	// The numbers of coefficients of the operands are those of n divided by these.
	kernels := []struct {
		name          string
		least         int
		divisors      []int
		fast, generic func(n int, x [][]float64)
	}{
		{"Forward", 2, []int{1},
			func(n int, x [][]float64) { Forward(x[0]) }, func(n int, x [][]float64) { forwardGeneric(x[0]) }},
		{"Inverse", 2, []int{1},
			func(n int, x [][]float64) { Inverse(x[0]) }, func(n int, x [][]float64) { inverseGeneric(x[0]) }},
		{"Split", 4, []int{2, 2, 1},
			func(n int, x [][]float64) { Split(x[0], x[1], x[2]) }, func(n int, x [][]float64) { splitGeneric(x[0], x[1], x[2]) }},
		{"Merge", 4, []int{1, 2, 2},
			func(n int, x [][]float64) { Merge(x[0], x[1], x[2]) }, func(n int, x [][]float64) { mergeGeneric(x[0], x[1], x[2]) }},
		{"Turn", 4, []int{2, 2, 1, 1, 1},
			func(n int, x [][]float64) { Turn(x[0], x[1], x[2], x[3], x[4]) },
			func(n int, x [][]float64) { turnGeneric(x[0], x[1], x[2], x[3], x[4]) }},
		{"Gram", 2, []int{2, 1, 2, 1, 1, 1, 1},
			func(n int, x [][]float64) { Gram(x[0], x[1], x[2], x[3], x[4], x[5], x[6]) },
			func(n int, x [][]float64) { gramGeneric(x[0], x[1], x[2], x[3], x[4], x[5], x[6]) }},
		{"Decompose", 2, []int{2, 1, 2},
			func(n int, x [][]float64) { Decompose(x[0], x[1], x[2]) }, func(n int, x [][]float64) { decomposeGeneric(x[0], x[1], x[2]) }},
		{"ChildGram", 4, []int{4, 2, 4, 2},
			func(n int, x [][]float64) { ChildGram(x[0], x[1], x[2], x[3]) },
			func(n int, x [][]float64) { childGramGeneric(x[0], x[1], x[2], x[3]) }},
		{"Target", 2, []int{1, 1, 1, 1, 1},
			func(n int, x [][]float64) { Target(x[0], x[1], x[2], x[3], x[4]) },
			func(n int, x [][]float64) { targetGeneric(x[0], x[1], x[2], x[3], x[4]) }},
	}
	impltest.Run(t, "fft", func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 7))
		for _, k := range kernels {
			for _, n := range degrees {
				if n < k.least {
					continue
				}
				for trial := range 20 {
					var got, want [][]float64
					for operand, d := range k.divisors {
						room := make([]float64, n/d+8)
						awkward(r, room, trial%5)
						if k.name == "Decompose" && operand == 0 {
							for i, v := range room {
								room[i] = math.Abs(v) + 0x1p-20
							}
						}
						at := r.IntN(4)
						got = append(got, room[at:][:n/d])
						want = append(want, append([]float64(nil), room...)[at:][:n/d])
					}
					k.fast(n, got)
					k.generic(n, want)
					for operand := range got {
						g, w := got[operand], want[operand]
						g, w = g[:len(g)+4], w[:len(w)+4] // also what lies behind
						for i := range g {
							if math.Float64bits(g[i]) != math.Float64bits(w[i]) {
								t.Fatalf("%s, n = %d, trial %d: entry %d of operand %d is %x, want %x", k.name, n, trial, i, operand, g[i], w[i])
							}
						}
					}
				}
			}
		}
	})
}

func TestFromResidues(t *testing.T) {
	impltest.Run(t, "fft", func(t *testing.T) {
		for _, n := range degrees {
			for at := range 3 {
				src, dst := make([]uint16, n+at), make([]float64, n+at+1)
				for i := range src {
					src[i] = uint16(i*911) % 12289
				}
				src[at], src[len(src)-1] = 12288, 0
				dst[n+at] = -1
				FromResidues(dst[at:], src[at:])
				for i, v := range src[at:] {
					if dst[at+i] != float64(v) {
						t.Fatalf("n = %d: entry %d is %v, want %d", n, i, dst[at+i], v)
					}
				}
				if dst[n+at] != -1 {
					t.Fatalf("n = %d: wrote past the end", n)
				}
			}
		}
	})
}
