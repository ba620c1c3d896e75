package codec

import "encoding/binary"

const q = 12289

// ModQSize returns the bytes taken by n coefficients modulo q; n is a
// multiple of four.
func ModQSize(n int) int { return n / 4 * 7 }

// EncodeModQ packs the coefficients of src, each in [0, q), in 14 bits, four
// to seven bytes. len(src) is a multiple of four and dst has room for
// ModQSize(len(src)) bytes.
func EncodeModQ(dst []byte, src []uint16, order Order) {
	var word [8]byte
	for len(src) >= 4 {
		a, b, c, d := uint64(src[0]), uint64(src[1]), uint64(src[2]), uint64(src[3])
		if order == LSBFirst {
			binary.LittleEndian.PutUint64(word[:], a|b<<14|c<<28|d<<42)
			copy(dst[:7], word[:7])
		} else {
			binary.BigEndian.PutUint64(word[:], a<<42|b<<28|c<<14|d)
			copy(dst[:7], word[1:])
		}
		dst, src = dst[7:], src[4:]
	}
}

// DecodeModQ unpacks len(dst) coefficients and reports whether all are below
// q (Falcon v1.2, section 3.11.4). src holds exactly ModQSize(len(dst)) bytes.
// Values are public: they are those of a public key.
func DecodeModQ(dst []uint16, src []byte, order Order) bool {
	var word [8]byte
	var over uint32
	for len(dst) >= 4 {
		copy(word[:7], src[:7])
		v := binary.LittleEndian.Uint64(word[:])
		if order == LSBFirst {
			dst[0], dst[1], dst[2], dst[3] = uint16(v&0x3fff), uint16(v>>14&0x3fff), uint16(v>>28&0x3fff), uint16(v>>42)
		} else {
			v = binary.BigEndian.Uint64(word[:]) >> 8
			dst[0], dst[1], dst[2], dst[3] = uint16(v>>42), uint16(v>>28&0x3fff), uint16(v>>14&0x3fff), uint16(v&0x3fff)
		}
		for _, x := range dst[:4] {
			over |= uint32(q-1) - uint32(x) // bit 31 set if x >= q
		}
		dst, src = dst[4:], src[7:]
	}
	return over>>31 == 0
}
