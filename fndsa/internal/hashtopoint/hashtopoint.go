package hashtopoint

import (
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// BigEndian fills dst from x, reading 16-bit big-endian words: Falcon and the profile FNDSA-2025. x must have absorbed its
// whole input and not been read from. It is read in whole blocks, so its position afterwards means nothing.
func BigEndian(dst zq.Poly, x *keccak.SHAKE256) {
	var block [keccak.Rate]byte
	for len(dst) > 0 {
		x.ReadBlock(&block)
		dst = dst[parseBigEndian(dst, &block):]
	}
}

// LittleEndian fills dst from x, reading 16-bit little-endian words: FN-DSA. x is used as by BigEndian.
func LittleEndian(dst zq.Poly, x *keccak.SHAKE256) {
	var block [keccak.Rate]byte
	for len(dst) > 0 {
		x.ReadBlock(&block)
		dst = dst[parseLittleEndian(dst, &block):]
	}
}
