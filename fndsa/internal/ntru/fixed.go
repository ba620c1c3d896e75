package ntru

import "math/bits"

// fixed is a real number in 32.32 fixed point: the integer x stands for x/2^32. Sums and differences use the plain
// operators and wrap beyond 2^31; where a wrong candidate can make that happen, the result is caught by an exact check
// later.
type fixed int64

const one fixed = 1 << 32

// mul returns x*y rounded down. The product of 128 bits is built from the unsigned one; each negative operand, read as
// unsigned, is 2^64 too large, which is taken off the high half.
func (x fixed) mul(y fixed) fixed {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63) & uint64(y)
	hi -= uint64(y>>63) & uint64(x)
	return fixed(hi<<32 | lo>>32)
}

// half returns x/2, halves rounded up.
func (x fixed) half() fixed { return (x + 1) >> 1 }

// round returns the integer nearest to x, halves rounded up, modulo 2^32.
func (x fixed) round() int32 { return int32((x + 1<<31) >> 32) }

// divide returns x/y and z/w to the nearest, for y, w > 0 and quotients below 2^31 in magnitude. Beyond that the
// results are arbitrary, but a function of the operands. It is a bit-by-bit division because the machine's takes a time
// that depends on its operands; two quotients at once keep the processor busy.
func divide(x, y, z, w fixed) (fixed, fixed) {
	signX, signZ := uint64(x>>63), uint64(z>>63)
	a, b := (uint64(x)^signX)-signX, (uint64(z)^signZ)-signZ
	c, d := uint64(y), uint64(w)
	// The dividend |x|*2^32 has 95 bits; its top 32 start the remainder, the other 63 come in one by one.
	remA, remB := a>>31, b>>31
	a, b = a<<33, b<<33
	var quoA, quoB uint64
	for range 63 {
		remA, a = remA<<1|a>>63, a<<1
		remB, b = remB<<1|b>>63, b<<1
		diffA, lessA := bits.Sub64(remA, c, 0)
		diffB, lessB := bits.Sub64(remB, d, 0)
		remA = diffA + c&-lessA
		remB = diffB + d&-lessB
		quoA = quoA<<1 | (lessA ^ 1)
		quoB = quoB<<1 | (lessB ^ 1)
	}
	_, lessA := bits.Sub64(remA<<1, c, 0)
	_, lessB := bits.Sub64(remB<<1, d, 0)
	quoA += lessA ^ 1
	quoB += lessB ^ 1
	return fixed((quoA ^ signX) - signX), fixed((quoB ^ signZ) - signZ)
}

// mulShift returns x*y/2^shift rounded down, for shift in [1,63].
func (x fixed) mulShift(y fixed, shift uint) fixed {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63) & uint64(y)
	hi -= uint64(y>>63) & uint64(x)
	return fixed(hi<<(64-shift) | lo>>shift)
}
