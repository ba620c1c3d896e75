package fpr

import "math"

// Float is the bit pattern of a binary64 number: sign (1 bit), exponent biased by 1023 (11 bits),
// fraction (52 bits). The zero value is +0.
type Float uint64

// Field positions and masks.
const (
	signBit      = 1 << 63
	magnitude    = signBit - 1
	hiddenBit    = 1 << 52
	fraction     = hiddenBit - 1
	exponentMask = 0x7ff
	bias         = 1023
)

// FromFloat64 returns the emulated form of x.
func FromFloat64(x float64) Float { return Float(math.Float64bits(x)) }

// Float64 returns the native form of x.
func (x Float) Float64() float64 { return math.Float64frombits(uint64(x)) }

// exponentOf returns the biased exponent, 0..2047.
func exponentOf(x uint64) int { return int(x>>52) & exponentMask }

// significand returns the 53-bit significand of x with its hidden bit, or 0 if the biased exponent
// e is 0.
func significand(x uint64, e int) uint64 {
	return (x&fraction | hiddenBit) & nonZero(uint64(e))
}

// nonZero returns all ones if v != 0, else 0.
func nonZero(v uint64) uint64 { return -((v | -v) >> 63) }

// negative returns all ones if v < 0 as a signed number, else 0.
func negative(v uint64) uint64 { return uint64(int64(v) >> 63) }

// shiftSticky returns m >> s with the bits shifted out OR-ed into the lowest bit, for 0 <= s <= 63.
func shiftSticky(m uint64, s int) uint64 {
	s &= 63
	lost := m & (1<<s - 1)
	return m>>s | (lost|-lost)>>63
}

// normalize shifts m left until its top bit is set and returns the shift; m = 0 stays 0, with a
// shift of 63. Six fixed steps stand for a count of leading zeros, which is not constant-time on
// every target.
func normalize(m uint64) (uint64, int) {
	m, s5 := normalizeStep(m, 32)
	m, s4 := normalizeStep(m, 16)
	m, s3 := normalizeStep(m, 8)
	m, s2 := normalizeStep(m, 4)
	m, s1 := normalizeStep(m, 2)
	m, s0 := normalizeStep(m, 1)
	return m, s5 + s4 + s3 + s2 + s1 + s0
}

// normalizeStep shifts m left by k, 1 <= k <= 32, if its top k bits are zero, and returns the
// shift, k or 0.
func normalizeStep(m uint64, k int) (uint64, int) {
	empty := negative(m>>(64-k) - 1)
	return m ^ (m^m<<k)&empty, k & int(empty)
}

// pack rounds a number with two spare bits: sign (in the top bit) and m * 2^(e-bias-54), where m is
// in [2^54, 2^55), or 0 for a zero; the spare bits are the first dropped bit and the OR of all later
// ones. Adding 1 plus the lowest kept bit carries into the kept bits exactly when the dropped part
// is more than a half, or a half above an odd number. A carry out of the significand runs into the
// exponent, as it must. With e < 1 the result is a zero.
func pack(sign uint64, e int, m uint64) Float {
	kept := (m + 1 + m>>2&1) >> 2
	bits := (uint64(e-1)<<52 + kept) & nonZero(m) &^ negative(uint64(e-1))
	return Float(sign | bits)
}
