package zq

import "math"

// SquaredNorm returns the sum of the squares of a, or 2^32-1 if the sum is larger. It runs in time that depends on the length alone.
func SquaredNorm(a []int16) uint32 { return saturate(squaredNorm(a)) }

func squaredNormGeneric(a []int16) uint64 {
	sum := uint64(0) // a square is at most 2^30
	for _, v := range a {
		sum += uint64(int32(v) * int32(v))
	}
	return sum
}

// SubNorm sets dst to a - b in (-q/2, q/2] and returns its squared norm as SquaredNorm does.
func SubNorm(dst []int16, a, b Poly) uint32 { return saturate(subNorm(dst, a, b)) }

func subNormGeneric(dst []int16, a, b []uint16) uint64 {
	a, b = a[:len(dst)], b[:len(dst)]
	sum := uint64(0)
	for i := range dst {
		d := int32(a[i]) - int32(b[i]) // in (-q,q)
		d += Q & (d >> 31)             // in [0,q)
		d -= Q & ((Q/2 - d) >> 31)     // as centered
		dst[i] = int16(d)
		sum += uint64(d * d)
	}
	return sum
}

// saturate returns x, or 2^32-1 if x is larger.
func saturate(x uint64) uint32 {
	high := x >> 32
	return uint32(x) | uint32((high|-high)>>63*math.MaxUint32)
}

// MaxAbs returns the largest absolute value in a, 0 if a is empty. It runs in time that depends on the length alone.
func MaxAbs(a []int16) uint16 { return maxAbs(a) }

func maxAbsGeneric(a []int16) uint16 {
	m := int32(0)
	for _, v := range a {
		s := int32(v) >> 31
		d := m - (int32(v) ^ s - s) // m - |v|
		m -= d & (d >> 31)
	}
	return uint16(m)
}
