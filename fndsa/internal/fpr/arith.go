package fpr

import "math/bits"

// Neg returns -x, also for zeros.
func Neg(x Float) Float { return x ^ signBit }

// Sub returns x - y.
func Sub(x, y Float) Float { return Add(x, y^signBit) }

// Add returns x + y. A sum of opposite numbers is +0; a sum of zeros of one sign keeps it.
func Add(x, y Float) Float {
	// Let a be the operand of larger magnitude, and of two with equal magnitudes the positive one,
	// whose sign is then that of an exact cancellation.
	a, b := uint64(x), uint64(y)
	d := a&magnitude - b&magnitude
	swap := negative(d) | negative(a)&^nonZero(d)
	t := (a ^ b) & swap
	a, b = a^t, b^t

	// Align with three spare bits, the last of them sticky. A b shifted by 60 or more is below a
	// quarter of the last spare bit and may count as zero: it cannot change the rounding, not even
	// next to a power of two.
	ea, eb := exponentOf(a), exponentOf(b)
	ma, mb := significand(a, ea)<<3, significand(b, eb)<<3
	gap := ea - eb
	mb &= negative(uint64(gap - 60))
	mb = shiftSticky(mb, gap)

	// ma + mb or ma - mb, in [0, 2^57).
	differ := negative(a ^ b)
	m, shift := normalize(ma + (mb ^ differ) - differ)
	return pack(a&signBit, ea+8-shift, shiftSticky(m, 9))
}

// Mul returns x * y.
func Mul(x, y Float) Float {
	a, b := uint64(x), uint64(y)
	ea, eb := exponentOf(a), exponentOf(b)
	// The product of the significands is in [2^104, 2^106), so with 14 more bits the upper half is
	// in [2^54, 2^56).
	m, low := bits.Mul64(significand(a, ea)<<7, significand(b, eb)<<7)
	m |= (low | -low) >> 63
	return packTwo((a^b)&signBit, ea+eb-bias, m)
}

// packTwo is pack for m in [2^54, 2^56) or 0.
func packTwo(sign uint64, e int, m uint64) Float {
	top := m >> 55
	return pack(sign, e+int(top), m>>top|m&top)
}

// Div returns x / y for nonzero y: 56 quotient bits, one by one.
func Div(x, y Float) Float {
	a, b := uint64(x), uint64(y)
	ea, eb := exponentOf(a), exponentOf(b)
	rest, divisor := significand(a, ea), significand(b, eb)
	var q uint64
	for range 56 { // rest < 2 * divisor
		fits := ^negative(rest - divisor)
		rest -= divisor & fits
		q = q<<1 | fits&1
		rest <<= 1
	}
	q |= (rest | -rest) >> 63
	// For nonzero x the quotient is in (1/2, 2), so q is in [2^54, 2^56); for x = 0 it is 0.
	return packTwo((a^b)&signBit, ea-eb+bias-1, q)
}

// Sqrt returns the square root of x >= 0: 55 bits, one by one. The square root of a zero is that
// zero.
func Sqrt(x Float) Float {
	a := uint64(x)
	e := exponentOf(a)
	// x = m * 2^(2h-52) with m in [2^52, 2^54). The root of m * 2^56 has 55 bits.
	odd := (e ^ bias) & 1
	h := (e - bias - odd) / 2
	m := significand(a, e) << odd
	var root, rest uint64
	m <<= 10 // the next two bits of the operand are at the top
	for range 55 {
		rest = rest<<2 | m>>62
		m <<= 2
		trial := root<<2 | 1
		fits := ^negative(rest - trial)
		rest -= trial & fits
		root = root<<1 | fits&1
	}
	root |= (rest | -rest) >> 63
	return pack(a&signBit, h+bias, root)
}

// Scale returns x * 2^k, exactly. The biased exponent of a nonzero x plus k must be in 0..2046.
func Scale(x Float, k int) Float {
	return x + Float(uint64(k)<<52&nonZero(uint64(exponentOf(uint64(x)))))
}

// Half returns x / 2.
func Half(x Float) Float { return Scale(x, -1) }
