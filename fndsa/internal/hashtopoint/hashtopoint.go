package hashtopoint

import (
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// limit is the largest multiple of q a 16-bit word can hold. Words from here on are rejected, which leaves
// the residues of the others uniform.
const limit = 5 * zq.Q

// BigEndian fills dst from x in the manner of Falcon: 16-bit big-endian words. x must hold the whole input and not have been read from; it is
// read in whole blocks, so that its position afterwards has no meaning.
func BigEndian(dst zq.Poly, x *keccak.SHAKE256) {
	var block [keccak.Rate]byte
	for len(dst) > 0 {
		x.ReadBlock(&block)
		dst = dst[parseBigEndian(dst, &block):]
	}
}

// LittleEndian fills dst from x in the manner of FN-DSA: 16-bit little-endian words. The conditions on x are those of BigEndian.
func LittleEndian(dst zq.Poly, x *keccak.SHAKE256) {
	var block [keccak.Rate]byte
	for len(dst) > 0 {
		x.ReadBlock(&block)
		dst = dst[parseLittleEndian(dst, &block):]
	}
}
