package sampler

import "math/bits"

// expMinus returns floor-like 2^63 * scale * exp(-x) in fixed point. Both operands are 2^64 times a
// number: x in [0, ln 2] and scale in (0, 1); the result is below 2^63.
//
// The polynomial is evaluated from the highest power down, y = C - x*y, keeping the upper half of
// each product. Its relative error is about 2^-51. (Falcon v1.2, Algorithm 13 ApproxExp; the
// coefficients are those of FACCT, Zhao, Steinfeld and Sakzad, ePrint 2018/1234, 2^63 times an
// approximation of 1/k!.)
func expMinus(x, scale uint64) uint64 {
	y := uint64(0x00000004741183A3)
	y = 0x00000036548CFC06 - high(x, y)
	y = 0x0000024FDCBF140A - high(x, y)
	y = 0x0000171D939DE045 - high(x, y)
	y = 0x0000D00CF58F6F84 - high(x, y)
	y = 0x000680681CF796E3 - high(x, y)
	y = 0x002D82D8305B0FEA - high(x, y)
	y = 0x011111110E066FD0 - high(x, y)
	y = 0x0555555555070F00 - high(x, y)
	y = 0x155555555581FF00 - high(x, y)
	y = 0x400000000002B400 - high(x, y)
	y = 0x7FFFFFFFFFFF4800 - high(x, y)
	y = 0x8000000000000000 - high(x, y)
	return high(scale, y)
}

// high returns the upper half of a*b.
func high(a, b uint64) uint64 {
	h, _ := bits.Mul64(a, b)
	return h
}

// acceptance returns 2^64 times the probability scale*exp(-(k*ln2 + x)), the bound a uniform 64-bit
// number is compared with: 2*expMinus - 1 keeps a probability of 1 inside the word, and k powers of
// 1/2 are a shift, of at most 63. x and scale are as in expMinus, k >= 0.
// (Falcon v1.2, Algorithm 14 BerExp.)
func acceptance(x, scale uint64, k int64) uint64 {
	k |= (63 - k) >> 63 // all ones if k > 63
	return (2*expMinus(x, scale) - 1) >> (k & 63)
}

// estimateError bounds how far estimate may be below acceptance.
const estimateError = 1 << 55

// estimate returns a lower bound of acceptance that is less than estimateError below it, in a third
// of the time: the first six terms of the power series, evaluated two by two. The series alternates
// and x < 1, so cutting it after a negative term loses at most x^6/720 < 2^-9.4; taking 2^-40 off
// the first coefficient outweighs all rounding.
func estimate(x, scale uint64, k int64) uint64 {
	const one = 1 << 63
	square := high(x, x)
	y := high(square, one/24-high(one/120, x))
	y = high(square, one/2-high(one/6, x)+y)
	y += one - one>>40 - high(one, x)
	k |= (63 - k) >> 63
	return 2 * high(scale, y) >> (k & 63)
}
