package codec

import (
	"encoding/binary"
	"math/bits"
)

// A coefficient x is written as its sign, the seven low bits of |x|, then
// |x| >> 7 zero bits and a one bit (Falcon v1.2, Algorithm 17 Compress).
// Both functions branch on the coefficients: they belong to a signature
// that is published, or to one that is thrown away for its length.

// Compress writes s to dst and returns the bytes used, the last one padded
// with zero bits. It reports false if dst is too short. Every |s[i]| is at
// most 2047.
func Compress(dst []byte, s []int16, order Order) (int, bool) {
	var acc uint64 // bits not yet written: low end if LSBFirst, high end otherwise
	var n uint     // how many, below 8 between coefficients
	pos := 0
	for _, x := range s {
		sign := uint64(uint16(x) >> 15)
		abs := uint64((int32(x) ^ -int32(sign)) + int32(sign))
		low, high := abs&127, uint(abs>>7)
		if order == LSBFirst {
			acc |= (sign | low<<1 | 1<<(8+high)) << n
		} else {
			acc |= ((sign<<7|low)<<56 | 1<<(55-high)) >> n
		}
		for n += 9 + high; n >= 8; n -= 8 {
			if pos >= len(dst) {
				return 0, false
			}
			if order == LSBFirst {
				dst[pos] = byte(acc)
				acc >>= 8
			} else {
				dst[pos] = byte(acc >> 56)
				acc <<= 8
			}
			pos++
		}
	}
	if n > 0 {
		if pos >= len(dst) {
			return 0, false
		}
		if order == MSBFirst {
			acc >>= 56
		}
		dst[pos] = byte(acc)
		pos++
	}
	return pos, true
}

// Decompress reads len(dst) coefficients from src (Falcon v1.2, Algorithm 18
// Decompress) and returns the bytes used. It reports false unless src is what
// Compress writes followed by any number of zero bytes: a missing end, a
// coefficient above bound, a negative zero and any other unused bit that is
// set are all refused.
func Decompress(dst []int16, src []byte, bound int16, order Order) (int, bool) {
	if order == LSBFirst {
		return decompressLSB(dst, src, bound)
	}
	return decompressMSB(dst, src, bound)
}

func decompressLSB(dst []int16, src []byte, bound int16) (int, bool) {
	var acc uint64 // the next bits, lowest first
	var n uint     // how many of them are valid
	pos := 0
	for i := range dst {
		for n < 32 && pos < len(src) {
			if len(src)-pos >= 4 {
				acc |= uint64(binary.LittleEndian.Uint32(src[pos:])) << n
				pos, n = pos+4, n+32
				break
			}
			acc |= uint64(src[pos]) << n
			pos, n = pos+1, n+8
		}
		// acc is zero beyond n bits, so a one bit found is a bit of src.
		high := uint(bits.TrailingZeros64(acc >> 8))
		abs := uint(acc>>1&127) | high<<7
		sign := int16(acc & 1)
		if high > 15 || abs > uint(bound) || abs == 0 && sign != 0 {
			return 0, false
		}
		dst[i] = (int16(abs) ^ -sign) + sign
		acc >>= 9 + high
		n -= 9 + high
	}
	return used(src, pos, n, acc)
}

func decompressMSB(dst []int16, src []byte, bound int16) (int, bool) {
	var acc uint64 // the next bits, highest first
	var n uint     // how many of them are valid
	pos := 0
	for i := range dst {
		for n < 32 && pos < len(src) {
			if len(src)-pos >= 4 {
				acc |= uint64(binary.BigEndian.Uint32(src[pos:])) << (32 - n)
				pos, n = pos+4, n+32
				break
			}
			acc |= uint64(src[pos]) << (56 - n)
			pos, n = pos+1, n+8
		}
		high := uint(bits.LeadingZeros64(acc << 8))
		abs := uint(acc>>56&127) | high<<7
		sign := int16(acc >> 63)
		if high > 15 || abs > uint(bound) || abs == 0 && sign != 0 {
			return 0, false
		}
		dst[i] = (int16(abs) ^ -sign) + sign
		acc <<= 9 + high
		n -= 9 + high
	}
	return used(src, pos, n, acc)
}

// used ends a decompression: rest holds the n bits taken from src[:pos] but
// not consumed. They and everything after pos must be zero.
func used(src []byte, pos int, n uint, rest uint64) (int, bool) {
	for _, b := range src[pos:] {
		rest |= uint64(b)
	}
	return pos - int(n/8), rest == 0
}
