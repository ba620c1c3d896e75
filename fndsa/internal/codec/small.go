package codec

import "encoding/binary"

// SmallSize returns the bytes taken by n coefficients of the given width in
// bits; n*width is a multiple of eight.
func SmallSize(n int, width uint) int { return n * int(width) / 8 }

// EncodeSmall packs the coefficients of src in two's complement, width bits
// each (Falcon v1.2, section 3.11.5). Every coefficient x satisfies
// |x| < 2^(width-1), and width is at most 8. Constant time: the coefficients
// are secret.
func EncodeSmall(dst []byte, src []int8, width uint, order Order) {
	mask := uint64(1)<<width - 1
	var word [8]byte
	for len(src) > 0 {
		m := min(8, len(src))
		size := SmallSize(m, width)
		var v uint64
		for i, x := range src[:m] {
			if order == LSBFirst {
				v |= (uint64(x) & mask) << (uint(i) * width)
			} else {
				v = v<<width | uint64(x)&mask
			}
		}
		if order == LSBFirst {
			binary.LittleEndian.PutUint64(word[:], v)
			copy(dst[:size], word[:size])
		} else {
			binary.BigEndian.PutUint64(word[:], v)
			copy(dst[:size], word[8-size:])
		}
		dst, src = dst[size:], src[m:]
	}
	clear(word[:])
}

// DecodeSmall is the inverse of EncodeSmall. It reports whether every value
// is allowed: the most negative one, -2^(width-1), is not. Constant time up
// to that single bit.
func DecodeSmall(dst []int8, src []byte, width uint, order Order) bool {
	var word [8]byte
	var bad uint32
	lowest := uint32(1) << (width - 1)
	mask := uint64(1)<<width - 1
	for len(dst) > 0 {
		m := min(8, len(dst))
		size := SmallSize(m, width)
		clear(word[:])
		copy(word[:], src[:size])
		var v uint64
		if order == LSBFirst {
			v = binary.LittleEndian.Uint64(word[:])
		} else {
			v = binary.BigEndian.Uint64(word[:]) >> (64 - 8*uint(size))
		}
		for i := range dst[:m] {
			shift := uint(i) * width
			if order == MSBFirst {
				shift = uint(m-1-i) * width
			}
			x := uint32(v >> shift & mask)
			bad |= (x ^ lowest) - 1 // bit 31 set only if x == lowest
			dst[i] = int8(x<<(8-width)) >> (8 - width)
		}
		dst, src = dst[m:], src[size:]
	}
	clear(word[:])
	return bad>>31 == 0
}
