//go:build !amd64 || purego

package zq

// ntt replaces the coefficients in a, n of them, by their NTT form.
func ntt(a []uint16) { nttGeneric(a) }

// intt replaces the NTT form in a by the coefficients.
func intt(a []uint16) { inttGeneric(a) }

// mul sets dst to a*b, value by value.
func mul(dst, a, b []uint16) { mulGeneric(dst, a, b) }

// mulAdd sets dst to a*b + c*d, value by value.
func mulAdd(dst, a, b, c, d []uint16) { mulAddGeneric(dst, a, b, c, d) }

// invert is Invert.
func invert(dst, a []uint16) (ok bool) { return invertGeneric(dst, a) }

// subNorm sets dst to a - b in (-q/2, q/2] and returns the sum of the squares.
func subNorm(dst []int16, a, b []uint16) uint64 { return subNormGeneric(dst, a, b) }

// squaredNorm returns the sum of the squares.
func squaredNorm(a []int16) uint64 { return squaredNormGeneric(a) }

// maxAbs is MaxAbs.
func maxAbs(a []int16) uint16 { return maxAbsGeneric(a) }

// centre is Centered.
func centre(dst []int16, src []uint16) { centreGeneric(dst, src) }

// fromSigned8 is FromSigned8.
func fromSigned8(dst []uint16, src []int8) { fromSigned8Generic(dst, src) }

// fromSigned16 is FromSigned16.
func fromSigned16(dst []uint16, src []int16) { fromSigned16Generic(dst, src) }

// fromSigned32 is FromSigned32.
func fromSigned32(dst []uint16, src []int32) { fromSigned32Generic(dst, src) }
