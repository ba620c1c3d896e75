//go:build !purego

package hashtopoint

import (
	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

//go:generate go -C ../../_asm/hashtopoint run hashtopoint.go -out ../../internal/hashtopoint/kernels_amd64.s -stubs ../../internal/hashtopoint/kernels_amd64.go -pkg hashtopoint

var useAVX2 = cpufeat.AVX2

func init() { impl.Register("hashtopoint", "avx2", &useAVX2) }

// parseBigEndian writes the residues of the accepted words of block to the front of dst, as many as fit, and returns their number.
func parseBigEndian(dst []uint16, block *[keccak.Rate]byte) int {
	if useAVX2 {
		return parseVector(dst, block, 1)
	}
	return parseBigEndianGeneric(dst, block)
}

// parseLittleEndian is parseBigEndian for little-endian words.
func parseLittleEndian(dst []uint16, block *[keccak.Rate]byte) int {
	if useAVX2 {
		return parseVector(dst, block, 0)
	}
	return parseLittleEndianGeneric(dst, block)
}

// written is the number of entries that parseAVX2 may write to.
const written = 72

// parseVector lets the kernel write to dst where there is room enough.
func parseVector(dst []uint16, block *[keccak.Rate]byte, bigEndian int) int {
	if len(dst) >= written {
		return parseAVX2(&dst[0], &block[0], bigEndian)
	}
	var room [written]uint16
	n := parseAVX2(&room[0], &block[0], bigEndian)
	return copy(dst, room[:n])
}
