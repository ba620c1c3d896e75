package fft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// degrees are the sizes n the kernels are used with.
var degrees = []int{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}

func random(r *rand.Rand, n int) []float64 {
	f := make([]float64, n)
	for i := range f {
		f[i] = 200 * (r.Float64() - 0.5)
	}
	return f
}

func transformed(f []float64) []float64 {
	f = append([]float64(nil), f...)
	Forward(f)
	return f
}

// closeTo fails unless got and want agree to 40 bits of the largest entry of want.
func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	scale := 1.0
	for _, w := range want {
		scale = max(scale, math.Abs(w))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= scale*0x1p-40) {
			t.Fatalf("%s, n = %d: entry %d is %v, want %v", what, len(want), i, got[i], want[i])
		}
	}
}

// value returns f(exp(i*angle)).
func value(f []float64, angle float64) (re, im float64) {
	for j, c := range f {
		a := math.Mod(float64(j)*angle, 2*math.Pi)
		re += c * math.Cos(a)
		im += c * math.Sin(a)
	}
	return re, im
}

// TestForward compares with evaluation at the roots the package comment names.
func TestForward(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range degrees {
		f := random(r, n)
		h := n / 2
		logh := 0
		for 1<<logh < h {
			logh++
		}
		want := make([]float64, n)
		for u := range h {
			want[u], want[u+h] = value(f, math.Pi*float64(4*bitReverse(u, logh)+1)/float64(n))
		}
		closeTo(t, "forward", transformed(f), want)
	}
}

func TestInverse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range degrees {
		f := random(r, n)
		g := transformed(f)
		Inverse(g)
		closeTo(t, "inverse", g, f)
	}
}

// negacyclic returns a*b modulo X^n+1.
func negacyclic(a, b []float64) []float64 {
	n := len(a)
	p := make([]float64, n)
	for i, x := range a {
		for j, y := range b {
			if i+j < n {
				p[i+j] += x * y
			} else {
				p[i+j-n] -= x * y
			}
		}
	}
	return p
}

// adjoint returns a(1/X): the constant term stays, the others change place and sign.
func adjoint(a []float64) []float64 {
	b := make([]float64, len(a))
	b[0] = a[0]
	for i := 1; i < len(a); i++ {
		b[len(a)-i] = -a[i]
	}
	return b
}

func add(a, b []float64) []float64 {
	s := make([]float64, len(a))
	for i := range a {
		s[i] = a[i] + b[i]
	}
	return s
}

// TestSplitAndMerge checks that the parts are those of even and odd coefficients, and the way back.
func TestSplitAndMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range degrees[1:] {
		f := random(r, n)
		even, odd := make([]float64, n/2), make([]float64, n/2)
		for i := range even {
			even[i], odd[i] = f[2*i], f[2*i+1]
		}
		f0, f1 := make([]float64, n/2), make([]float64, n/2)
		Split(f0, f1, transformed(f))
		closeTo(t, "even part", f0, transformed(even))
		closeTo(t, "odd part", f1, transformed(odd))
		merged := make([]float64, n)
		Merge(merged, f0, f1)
		closeTo(t, "merge", merged, transformed(f))
	}
}

// TestTurn demands the very bits of merging, moving the target and splitting one after another.
func TestTurn(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range degrees[1:] {
		a0, a1, t0, t1, l10 := random(r, n/2), random(r, n/2), random(r, n), random(r, n), random(r, n)
		h := n / 2
		z1 := make([]float64, n)
		Merge(z1, a0, a1)
		moved := make([]float64, n)
		for u := range h {
			dRe, dIm := t1[u]-z1[u], t1[u+h]-z1[u+h]
			moved[u] = t0[u] + (float64(dRe*l10[u]) - float64(dIm*l10[u+h]))
			moved[u+h] = t0[u+h] + (float64(dRe*l10[u+h]) + float64(dIm*l10[u]))
		}
		b0, b1 := make([]float64, h), make([]float64, h)
		Split(b0, b1, moved)

		Turn(a0, a1, t0, t1, l10)
		for name, pair := range map[string][2][]float64{"z1": {t1, z1}, "even part": {a0, b0}, "odd part": {a1, b1}} {
			for i := range pair[0] {
				if pair[0][i] != pair[1][i] {
					t.Fatalf("n = %d: entry %d of %s is %x, want %x", n, i, name, pair[0][i], pair[1][i])
				}
			}
		}
	}
}

// TestGramAndDecompose checks the Gram matrix against products of polynomials, and that L*D*adj(L)
// gives it back.
func TestGramAndDecompose(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range degrees[:8] {
		h := n / 2
		a, b, c, d := random(r, n), random(r, n), random(r, n), random(r, n)
		g00, g01, g11 := make([]float64, h), make([]float64, n), make([]float64, h)
		Gram(g00, g01, g11, transformed(a), transformed(b), transformed(c), transformed(d))
		closeTo(t, "g00", g00, transformed(add(negacyclic(a, adjoint(a)), negacyclic(b, adjoint(b))))[:h])
		closeTo(t, "g01", g01, transformed(add(negacyclic(a, adjoint(c)), negacyclic(b, adjoint(d)))))
		closeTo(t, "g11", g11, transformed(add(negacyclic(c, adjoint(c)), negacyclic(d, adjoint(d))))[:h])

		l10, d11 := append([]float64(nil), g01...), append([]float64(nil), g11...)
		Decompose(g00, l10, d11)
		back01, back11 := make([]float64, n), make([]float64, h)
		for u := range h {
			back01[u], back01[u+h] = l10[u]*g00[u], -l10[u+h]*g00[u]
			back11[u] = d11[u] + (l10[u]*l10[u]+l10[u+h]*l10[u+h])*g00[u]
		}
		closeTo(t, "D00*adj(L10)", back01, g01)
		closeTo(t, "D11+|L10|^2*D00", back11, g11)
	}
}

// TestChildGram compares with the split of the same polynomial with its zero imaginary parts
// written out.
func TestChildGram(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, n := range degrees[1:] {
		h := n / 2
		full := random(r, n)
		clear(full[h:])
		d0, d1 := make([]float64, h), make([]float64, h)
		Split(d0, d1, full)
		g00, g01, g11 := make([]float64, h/2), make([]float64, h), make([]float64, h/2)
		ChildGram(g00, g01, g11, full[:h])
		for u := range h / 2 {
			if g00[u] != d0[u] || g11[u] != d0[u] || d0[u+h/2] != 0 {
				t.Fatalf("n = %d: diagonal entry %d is %v, %v, want %v", n, u, g00[u], g11[u], d0[u])
			}
		}
		for u := range h {
			if g01[u] != d1[u] {
				t.Fatalf("n = %d: entry %d of g01 is %v, want %v", n, u, g01[u], d1[u])
			}
		}
	}
}

func TestTarget(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range degrees[:8] {
		c, b01, b11 := random(r, n), random(r, n), random(r, n)
		t0, t1 := make([]float64, n), make([]float64, n)
		Target(t0, t1, transformed(c), transformed(b01), transformed(b11))
		want0, want1 := negacyclic(c, b11), negacyclic(c, b01)
		for i := range want0 {
			want0[i], want1[i] = want0[i]/12289, -want1[i]/12289
		}
		closeTo(t, "t0", t0, transformed(want0))
		closeTo(t, "t1", t1, transformed(want1))
	}
}

func emulate(f []float64) []fpr.Float {
	g := make([]fpr.Float, len(f))
	for i, x := range f {
		g[i] = fpr.FromFloat64(x)
	}
	return g
}

// TestEmulatedEqualsNative runs every kernel in both forms on the same operands, zeros of both
// signs among them, and compares all operands afterwards, bit by bit.
func TestEmulatedEqualsNative(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	operands := func(sizes ...int) [][]float64 {
		list := make([][]float64, len(sizes))
		for i, s := range sizes {
			list[i] = random(r, s)
			for j := range list[i] {
				switch r.IntN(12) {
				case 0:
					list[i][j] = 0
				case 1:
					list[i][j] = math.Copysign(0, -1)
				case 2:
					list[i][j] = math.Round(list[i][j])
				}
			}
		}
		return list
	}
	positive := func(f []float64) {
		for i := range f {
			f[i] = math.Abs(f[i]) + 1
		}
	}
	for _, n := range degrees {
		h := n / 2
		small, residues := make([]int8, n), make([]uint16, n)
		for i := range small {
			small[i], residues[i] = int8(r.IntN(255)-127), uint16(r.IntN(12289))
		}
		decompose := operands(h, n, h)
		positive(decompose[0])
		for _, c := range []struct {
			name     string
			smallest int
			operands [][]float64
			native   func(p [][]float64)
			emulated func(p [][]fpr.Float)
		}{
			{"Forward", 2, operands(n), func(p [][]float64) { Forward(p[0]) }, func(p [][]fpr.Float) { ForwardEmulated(p[0]) }},
			{"Inverse", 2, operands(n), func(p [][]float64) { Inverse(p[0]) }, func(p [][]fpr.Float) { InverseEmulated(p[0]) }},
			{"FromSmall", 2, operands(n), func(p [][]float64) { FromSmall(p[0], small) }, func(p [][]fpr.Float) { FromSmallEmulated(p[0], small) }},
			{"FromSmallNegated", 2, operands(n), func(p [][]float64) { FromSmallNegated(p[0], small) }, func(p [][]fpr.Float) { FromSmallNegatedEmulated(p[0], small) }},
			{"FromResidues", 2, operands(n), func(p [][]float64) { FromResidues(p[0], residues) }, func(p [][]fpr.Float) { FromResiduesEmulated(p[0], residues) }},
			{"Split", 4, operands(h, h, n), func(p [][]float64) { Split(p[0], p[1], p[2]) }, func(p [][]fpr.Float) { SplitEmulated(p[0], p[1], p[2]) }},
			{"Merge", 4, operands(n, h, h), func(p [][]float64) { Merge(p[0], p[1], p[2]) }, func(p [][]fpr.Float) { MergeEmulated(p[0], p[1], p[2]) }},
			{"Turn", 4, operands(h, h, n, n, n),
				func(p [][]float64) { Turn(p[0], p[1], p[2], p[3], p[4]) },
				func(p [][]fpr.Float) { TurnEmulated(p[0], p[1], p[2], p[3], p[4]) }},
			{"Gram", 2, operands(h, n, h, n, n, n, n),
				func(p [][]float64) { Gram(p[0], p[1], p[2], p[3], p[4], p[5], p[6]) },
				func(p [][]fpr.Float) { GramEmulated(p[0], p[1], p[2], p[3], p[4], p[5], p[6]) }},
			{"Decompose", 2, decompose, func(p [][]float64) { Decompose(p[0], p[1], p[2]) }, func(p [][]fpr.Float) { DecomposeEmulated(p[0], p[1], p[2]) }},
			{"ChildGram", 4, operands(h/2, h, h/2, h),
				func(p [][]float64) { ChildGram(p[0], p[1], p[2], p[3]) },
				func(p [][]fpr.Float) { ChildGramEmulated(p[0], p[1], p[2], p[3]) }},
			{"Target", 2, operands(n, n, n, n, n),
				func(p [][]float64) { Target(p[0], p[1], p[2], p[3], p[4]) },
				func(p [][]fpr.Float) { TargetEmulated(p[0], p[1], p[2], p[3], p[4]) }},
		} {
			if n < c.smallest {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", c.name, n), func(t *testing.T) {
				copied := make([][]fpr.Float, len(c.operands))
				for i := range copied {
					copied[i] = emulate(c.operands[i])
				}
				c.native(c.operands)
				c.emulated(copied)
				for i := range copied {
					for j, x := range c.operands[i] {
						if copied[i][j] != fpr.FromFloat64(x) {
							t.Fatalf("operand %d, entry %d: native %x, emulated %x", i, j, x, copied[i][j].Float64())
						}
					}
				}
			})
		}
	}
}
