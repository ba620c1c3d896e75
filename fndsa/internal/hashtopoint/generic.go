package hashtopoint

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// limit is the largest multiple of q that a 16-bit word can reach. Rejecting the words from there on leaves the
// residues of the others uniform.
const limit = 5 * zq.Q

func parseBigEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	const low = 0x00ff_00ff_00ff_00ff // of each word
	n := uint(0)
	for i := 0; i < keccak.Rate; i += 8 {
		x := binary.LittleEndian.Uint64(block[i : i+8])
		n = parse4(dst, n, x>>8&low|x&low<<8)
	}
	return int(n)
}

func parseLittleEndianGeneric(dst []uint16, block *[keccak.Rate]byte) int {
	n := uint(0)
	for i := 0; i < keccak.Rate; i += 8 {
		n = parse4(dst, n, binary.LittleEndian.Uint64(block[i:i+8]))
	}
	return int(n)
}

// parse4 appends the residues of the accepted ones among the four words in x, the first one lowest, to dst[:n] and returns the new n.
func parse4(dst []uint16, n uint, x uint64) uint {
	even, odd := x&lanes, x>>16&lanes
	r, s := residues(even), residues(odd)
	n = appendWord(dst, n, uint32(even), uint16(r))
	n = appendWord(dst, n, uint32(odd), uint16(s))
	n = appendWord(dst, n, uint32(even>>32), uint16(r>>32))
	return appendWord(dst, n, uint32(odd>>32), uint16(s>>32))
}

// appendWord stores the residue r of the word w, and steps on if w is accepted. One word in 16 is not, too many for a branch to
// be predicted well; what it stored is overwritten by the next one.
func appendWord(dst []uint16, n uint, w uint32, r uint16) uint {
	if n >= uint(len(dst)) {
		return n
	}
	dst[n] = r
	return n + uint((w-limit)>>31)
}

const (
	lanes = 0x0000_ffff_0000_ffff // 16-bit values in two 32-bit lanes
	ones  = 0x0000_0001_0000_0001
)

// residues reduces both lanes of w modulo q.
//
// Proof: with m = 43687 = floor(2^29/q) and e = 2^29 - m*q = 1369, (w+1)*m/2^29 = (w+1)/q - (w+1)*e/(q*2^29). The first term is at most
// floor(w/q) + 1 and at least floor(w/q) + 1/q; the second is positive and, for w < 2^16, below 1/q. So the integer part is
// floor(w/q), at most 5. The products are below 2^32 and stay in their lanes.
func residues(w uint64) uint64 {
	return w - (w+ones)*43687>>29&(7*ones)*zq.Q
}
