package hashtopoint

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// limit is the largest multiple of q that a 16-bit word can reach. Rejecting the words from there on leaves the
// residues of the others uniform.
const limit = 5 * zq.Q

// Both parsers store every residue and step on only after an accepted word: one word in 16 is rejected, too many
// for a branch to be predicted well. What a rejected word leaves behind is overwritten by the next one.

func parseBigEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	n := 0
	for i := 0; i < keccak.Rate && n < len(dst); i += 2 {
		w := uint32(binary.BigEndian.Uint16(block[i : i+2]))
		dst[n] = residue(w)
		n += accepted(w)
	}
	return n
}

func parseLittleEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	n := 0
	for i := 0; i < keccak.Rate && n < len(dst); i += 2 {
		w := uint32(binary.LittleEndian.Uint16(block[i : i+2]))
		dst[n] = residue(w)
		n += accepted(w)
	}
	return n
}

// accepted returns 1 if w < limit and else 0.
func accepted(w uint32) int { return int((w - limit) >> 31) }

// residue returns w mod q for a 16-bit w.
//
// Proof: with m = 43687 = floor(2^29/q) and e = 2^29 - m*q = 1369, (w+1)*m/2^29 = (w+1)/q - (w+1)*e/(q*2^29). The first term is at most
// floor(w/q) + 1 and at least floor(w/q) + 1/q; the second is positive and, for w < 2^16, below 1/q. So the integer part is
// floor(w/q). The product is below 2^32.
func residue(w uint32) uint16 {
	return uint16(w - (w+1)*43687>>29*zq.Q)
}
