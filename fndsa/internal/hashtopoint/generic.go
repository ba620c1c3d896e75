package hashtopoint

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

func parseBigEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	n := 0
	for i := 0; i < keccak.Rate && n < len(dst); i += 2 {
		if w := uint32(binary.BigEndian.Uint16(block[i:])); w < limit {
			dst[n] = reduce(w)
			n++
		}
	}
	return n
}

func parseLittleEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	n := 0
	for i := 0; i < keccak.Rate && n < len(dst); i += 2 {
		if w := uint32(binary.LittleEndian.Uint16(block[i:])); w < limit {
			dst[n] = reduce(w)
			n++
		}
	}
	return n
}

// reduce returns w mod q for w < 5q. The quotient is exact: with m = 43687 = floor(2^29/q) and e = 2^29 - m*q = 1369,
// (w+1)*m/2^29 lies below (w+1)/q by (w+1)*e/(q*2^29) < 1/q, and is less than 1 + floor(w/q). The product is below 2^32.
func reduce(w uint32) uint16 {
	return uint16(w - zq.Q*((w+1)*43687>>29))
}
