package fpr

// FromInt64 returns i, rounded. FromInt64(0) is +0.
func FromInt64(i int64) Float { return Scaled(i, 0) }

// Scaled returns i * 2^k, rounded.
func Scaled(i int64, k int) Float {
	s := negative(uint64(i))
	m, shift := normalize((uint64(i) ^ s) - s) // magnitude up to 2^63
	return pack(s&signBit, bias+63-shift+k, shiftSticky(m, 9))
}

// fixed returns the magnitude of x, |x| < 2^63, as an integer and two more bits, the first
// fractional bit and the OR of all later ones, and the sign mask. A magnitude of up to 63 bits does
// not leave room for the two bits in one word, so they come apart, in tail.
func fixed(x Float) (m, tail, sign uint64) {
	a := uint64(x)
	e := exponentOf(a)
	w := significand(a, e) << 11 // magnitude = w * 2^(e-1086), w in [2^63, 2^64)
	shift := bias + 63 - e       // at least 1
	small := negative(uint64(64 - shift))
	// Below 1/2 (shift > 64) the integer part and the first fractional bit are 0, and the rest is
	// nonzero unless x is.
	in := w &^ small
	upper := in >> ((shift - 1) & 63) // integer part and first fractional bit
	lost := in&(1<<((shift-1)&63)-1) | w&small
	return upper >> 1, upper&1<<1 | (lost|-lost)>>63, negative(a)
}

// Trunc returns x, |x| < 2^63, rounded towards zero.
func Trunc(x Float) int64 {
	m, _, sign := fixed(x)
	return int64((m ^ sign) - sign)
}

// Floor returns the largest integer not above x, |x| < 2^63.
func Floor(x Float) int64 {
	m, tail, sign := fixed(x)
	return int64((m^sign)-sign) + int64(sign&nonZero(tail))
}

// Round returns the integer nearest to x, |x| < 2^62, the even one of two.
func Round(x Float) int64 {
	m, tail, sign := fixed(x)
	m += (tail + 1 + m&1) >> 2
	return int64((m ^ sign) - sign)
}
