//go:build !amd64 || purego

package hashtopoint

import "github.com/saker-pq/saker/fndsa/internal/keccak"

// parseBigEndian writes the residues of the accepted words of block to the front of dst, as many as fit, and returns their number.
func parseBigEndian(dst []uint16, block *[keccak.Rate]byte) int {
	return parseBigEndianGeneric(dst, block)
}

// parseLittleEndian is parseBigEndian for little-endian words.
func parseLittleEndian(dst []uint16, block *[keccak.Rate]byte) int {
	return parseLittleEndianGeneric(dst, block)
}
