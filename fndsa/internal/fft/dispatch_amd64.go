//go:build !purego

package fft

import (
	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
)

//go:generate go -C ../../_asm/fft run fft.go -out ../../internal/fft/kernels_amd64.s -stubs ../../internal/fft/kernels_amd64.go -pkg fft

var useAVX2 = cpufeat.AVX2

func init() { impl.Register("fft", "avx2", &useAVX2) }

// The native kernels by their exported names. In all of them n is the length of the complex
// operands, and operands may not overlap unless they are the same slice in the same role.

// Forward transforms n coefficients into Fourier form in place.
func Forward(f []float64) {
	if n := len(f); useAVX2 && n >= 16 {
		forwardAVX2(&f[0], &rootRe[1], &rootIm[1], n)
		return
	}
	forwardGeneric(f)
}

// Inverse transforms Fourier form into n coefficients in place.
func Inverse(f []float64) { inverseGeneric(f) }

// FromSmall sets dst to the coefficients src.
func FromSmall(dst []float64, src []int8) { fromSmallGeneric(dst, src) }

// FromSmallNegated sets dst to the coefficients -src.
func FromSmallNegated(dst []float64, src []int8) { fromSmallNegatedGeneric(dst, src) }

// FromResidues sets dst to the coefficients src.
func FromResidues(dst []float64, src []uint16) {
	if n := len(src); useAVX2 && n >= 4 {
		fromResiduesAVX2(&dst[:n][0], &src[0], n)
		return
	}
	fromResiduesGeneric(dst, src)
}

// Split splits f, n >= 4, into even part f0 and odd part f1.
func Split(f0, f1, f []float64) {
	if n := len(f); useAVX2 && n >= 8 {
		splitAVX2(&f0[:n/2][0], &f1[:n/2][0], &f[0], &rootRe[n/4], &rootIm[n/4], n)
		return
	}
	splitGeneric(f0, f1, f)
}

// Merge is the inverse of Split.
func Merge(f, f0, f1 []float64) {
	if n := len(f); useAVX2 && n >= 8 {
		mergeAVX2(&f[0], &f0[:n/2][0], &f1[:n/2][0], &rootRe[n/4], &rootIm[n/4], n)
		return
	}
	mergeGeneric(f, f0, f1)
}

// Turn does the work of a tree node between its right child and its left child, n >= 4:
// z1 = merge(a0, a1), then (a0, a1) = split(t0 + (t1 - z1)*l10), then t1 = z1.
func Turn(a0, a1, t0, t1, l10 []float64) {
	if n := len(t0); useAVX2 && n >= 8 {
		turnAVX2(&a0[:n/2][0], &a1[:n/2][0], &t0[0], &t1[:n][0], &l10[:n][0], &rootRe[n/4], &rootIm[n/4], n)
		return
	}
	turnGeneric(a0, a1, t0, t1, l10)
}

// Gram computes the Gram matrix of a basis.
func Gram(g00, g01, g11, b00, b01, b10, b11 []float64) {
	if n := len(g01); useAVX2 && n >= 8 {
		gramAVX2(&g00[:n/2][0], &g01[0], &g11[:n/2][0], &b00[:n][0], &b01[:n][0], &b10[:n][0], &b11[:n][0], n)
		return
	}
	gramGeneric(g00, g01, g11, b00, b01, b10, b11)
}

// Decompose computes the LDL decomposition of a Gram matrix in place: g01 becomes L10 and g11
// becomes D11.
func Decompose(g00, g01, g11 []float64) {
	if n := len(g01); useAVX2 && n >= 8 {
		decomposeAVX2(&g00[:n/2][0], &g01[0], &g11[:n/2][0], n)
		return
	}
	decomposeGeneric(g00, g01, g11)
}

// ChildGram makes the Gram matrix of a child node from a diagonal entry d of its parent, len(d) >=
// 2.
func ChildGram(g00, g01, g11, d []float64) {
	if n := 2 * len(d); useAVX2 && n >= 16 {
		childGramAVX2(&g00[:n/4][0], &g01[:n/2][0], &g11[:n/4][0], &d[0], &rootRe[n/4], &rootIm[n/4], n)
		return
	}
	childGramGeneric(g00, g01, g11, d)
}

// Target computes the centre (t0, t1) of a signature from c and the right column of the basis.
func Target(t0, t1, c, b01, b11 []float64) {
	if n := len(c); useAVX2 && n >= 8 {
		targetAVX2(&t0[:n][0], &t1[:n][0], &c[0], &b01[:n][0], &b11[:n][0], n)
		return
	}
	targetGeneric(t0, t1, c, b01, b11)
}
