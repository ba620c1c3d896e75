package zq

//go:generate go run gen_tables.go

// Q is the modulus, a prime; 2048 divides Q-1.
const Q = 12289

// MaxDegree is the largest n.
const MaxDegree = 1024

// Poly is a polynomial by its coefficients, each in [0,q).
type Poly []uint16

// NTT is a polynomial by its values at the odd powers of psi, each in [0,q), in bit-reversed order.
type NTT []uint16

// ToNTT sets dst to the NTT form of src.
func ToNTT(dst NTT, src Poly) {
	dst = dst[:len(src)]
	copy(dst, src)
	ntt(dst)
}

// FromNTT sets dst to the coefficients of src.
func FromNTT(dst Poly, src NTT) {
	dst = dst[:len(src)]
	copy(dst, src)
	intt(dst)
}

// Mul sets dst to a*b.
func Mul(dst, a, b NTT) { mul(dst, a, b) }

// MulAdd sets dst to a*b + c*d.
func MulAdd(dst, a, b, c, d NTT) { mulAdd(dst, a, b, c, d) }
