//go:build !amd64 || purego

package fft

// The native kernels by their exported names. In all of them n is the length of the complex
// operands, and operands may not overlap unless they are the same slice in the same role.

// Forward transforms n coefficients into Fourier form in place.
func Forward(f []float64) { forwardGeneric(f) }

// Inverse transforms Fourier form into n coefficients in place.
func Inverse(f []float64) { inverseGeneric(f) }

// FromSmall sets dst to the coefficients src.
func FromSmall(dst []float64, src []int8) { fromSmallGeneric(dst, src) }

// FromSmallNegated sets dst to the coefficients -src.
func FromSmallNegated(dst []float64, src []int8) { fromSmallNegatedGeneric(dst, src) }

// FromResidues sets dst to the coefficients src.
func FromResidues(dst []float64, src []uint16) { fromResiduesGeneric(dst, src) }

// Split splits f, n >= 4, into even part f0 and odd part f1.
func Split(f0, f1, f []float64) { splitGeneric(f0, f1, f) }

// Merge is the inverse of Split.
func Merge(f, f0, f1 []float64) { mergeGeneric(f, f0, f1) }

// Turn does the work of a tree node between its right child and its left child, n >= 4:
// z1 = merge(a0, a1), then (a0, a1) = split(t0 + (t1 - z1)*l10), then t1 = z1.
func Turn(a0, a1, t0, t1, l10 []float64) { turnGeneric(a0, a1, t0, t1, l10) }

// Gram computes the Gram matrix of a basis.
func Gram(g00, g01, g11, b00, b01, b10, b11 []float64) {
	gramGeneric(g00, g01, g11, b00, b01, b10, b11)
}

// Decompose computes the LDL decomposition of a Gram matrix in place: g01 becomes L10 and g11
// becomes D11.
func Decompose(g00, g01, g11 []float64) { decomposeGeneric(g00, g01, g11) }

// ChildGram makes the Gram matrix of a child node from a diagonal entry d of its parent, len(d) >=
// 2.
func ChildGram(g00, g01, g11, d []float64) { childGramGeneric(g00, g01, g11, d) }

// Target computes the centre (t0, t1) of a signature from c and the right column of the basis.
func Target(t0, t1, c, b01, b11 []float64) { targetGeneric(t0, t1, c, b01, b11) }
