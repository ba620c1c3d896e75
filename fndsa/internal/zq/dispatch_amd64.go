//go:build !purego

package zq

import (
	"math/bits"

	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
)

//go:generate go -C ../../_asm/zq run zq.go -out ../../internal/zq/kernels_amd64.s -stubs ../../internal/zq/kernels_amd64.go -pkg zq

var useAVX2 = cpufeat.AVX2

func init() { impl.Register("zq", "avx2", &useAVX2) }

// The conditions choose the plain kernels for lengths that are not powers of two, or small.

// ntt replaces the coefficients in a, n of them, by their NTT form.
func ntt(a []uint16) {
	if n := len(a); useAVX2 && n >= 64 && n&(n-1) == 0 {
		nttAVX2(&a[0], n)
		return
	}
	nttGeneric(a)
}

// intt replaces the NTT form in a by the coefficients.
func intt(a []uint16) {
	if n := len(a); useAVX2 && n >= 64 && n&(n-1) == 0 {
		inttAVX2(&a[0], n, bits.Len(uint(n))-1)
		return
	}
	inttGeneric(a)
}

// mul sets dst to a*b, value by value.
func mul(dst, a, b []uint16) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		mulAVX2(&dst[0], &a[:n][0], &b[:n][0], n)
		return
	}
	mulGeneric(dst, a, b)
}

// mulAdd sets dst to a*b + c*d, value by value.
func mulAdd(dst, a, b, c, d []uint16) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		mulAddAVX2(&dst[0], &a[:n][0], &b[:n][0], &c[:n][0], &d[:n][0], n)
		return
	}
	mulAddGeneric(dst, a, b, c, d)
}

// invert is Invert.
func invert(dst, a []uint16) (ok bool) {
	if n := len(dst); useAVX2 && n >= 32 && n%32 == 0 {
		return invertAVX2(&dst[0], &a[:n][0], n) == 0
	}
	return invertGeneric(dst, a)
}

// subNorm sets dst to a - b in (-q/2, q/2] and returns the sum of the squares.
func subNorm(dst []int16, a, b []uint16) uint64 {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		return subNormAVX2(&dst[0], &a[:n][0], &b[:n][0], n)
	}
	return subNormGeneric(dst, a, b)
}

// squaredNorm returns the sum of the squares.
func squaredNorm(a []int16) uint64 {
	if n := len(a); useAVX2 && n >= 16 && n%16 == 0 {
		return squaredNormAVX2(&a[0], n)
	}
	return squaredNormGeneric(a)
}

// maxAbs is MaxAbs.
func maxAbs(a []int16) uint16 {
	if n := len(a); useAVX2 && n >= 16 && n%16 == 0 {
		return maxAbsAVX2(&a[0], n)
	}
	return maxAbsGeneric(a)
}

// centre is Centered.
func centre(dst []int16, src []uint16) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		centeredAVX2(&dst[0], &src[:n][0], n)
		return
	}
	centreGeneric(dst, src)
}

// fromSigned8 is FromSigned8.
func fromSigned8(dst []uint16, src []int8) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		fromSigned8AVX2(&dst[0], &src[:n][0], n)
		return
	}
	fromSigned8Generic(dst, src)
}

// fromSigned16 is FromSigned16.
func fromSigned16(dst []uint16, src []int16) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		fromSigned16AVX2(&dst[0], &src[:n][0], n)
		return
	}
	fromSigned16Generic(dst, src)
}

// fromSigned32 is FromSigned32.
func fromSigned32(dst []uint16, src []int32) {
	if n := len(dst); useAVX2 && n >= 16 && n%16 == 0 {
		fromSigned32AVX2(&dst[0], &src[:n][0], n)
		return
	}
	fromSigned32Generic(dst, src)
}
