package keccak

import (
	"math/bits"

	"github.com/saker-pq/saker/fndsa/internal/ct"
)

// roundConstants are the 24 constants of step iota (FIPS 202, Algorithm 5 rc and Algorithm 6 iota).
var roundConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
	0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
	0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
	0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}

// permuteGeneric is two rounds written out, from a to e and back, twelve times (FIPS 202, Algorithm 7 Keccak-p). A row of
// the result depends on five lanes of the source, each of another row and column; it is made in one go: d0 to d4
// hold what theta adds to the columns, b0 to b4 are the five lanes after theta, rho and pi, and chi combines these.
//
// Lanes stay in memory on purpose: 25 variables overflow the registers, and the compiler folds array loads into the operations but
// not its own spills.
func permuteGeneric(a *[25]uint64) {
	var (
		e                                                          [25]uint64
		c0, c1, c2, c3, c4, d0, d1, d2, d3, d4, b0, b1, b2, b3, b4 uint64
	)
	for r := 0; r < len(roundConstants)-1; r += 2 {
		// Round r.
		c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20]
		c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21]
		c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22]
		c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23]
		c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24]
		d0 = c4 ^ bits.RotateLeft64(c1, 1)
		d1 = c0 ^ bits.RotateLeft64(c2, 1)
		d2 = c1 ^ bits.RotateLeft64(c3, 1)
		d3 = c2 ^ bits.RotateLeft64(c4, 1)
		d4 = c3 ^ bits.RotateLeft64(c0, 1)

		b0 = a[0] ^ d0
		b1 = bits.RotateLeft64(a[6]^d1, 44)
		b2 = bits.RotateLeft64(a[12]^d2, 43)
		b3 = bits.RotateLeft64(a[18]^d3, 21)
		b4 = bits.RotateLeft64(a[24]^d4, 14)
		e[0] = b0 ^ (^b1 & b2) ^ roundConstants[r]
		e[1] = b1 ^ (^b2 & b3)
		e[2] = b2 ^ (^b3 & b4)
		e[3] = b3 ^ (^b4 & b0)
		e[4] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(a[3]^d3, 28)
		b1 = bits.RotateLeft64(a[9]^d4, 20)
		b2 = bits.RotateLeft64(a[10]^d0, 3)
		b3 = bits.RotateLeft64(a[16]^d1, 45)
		b4 = bits.RotateLeft64(a[22]^d2, 61)
		e[5] = b0 ^ (^b1 & b2)
		e[6] = b1 ^ (^b2 & b3)
		e[7] = b2 ^ (^b3 & b4)
		e[8] = b3 ^ (^b4 & b0)
		e[9] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(a[1]^d1, 1)
		b1 = bits.RotateLeft64(a[7]^d2, 6)
		b2 = bits.RotateLeft64(a[13]^d3, 25)
		b3 = bits.RotateLeft64(a[19]^d4, 8)
		b4 = bits.RotateLeft64(a[20]^d0, 18)
		e[10] = b0 ^ (^b1 & b2)
		e[11] = b1 ^ (^b2 & b3)
		e[12] = b2 ^ (^b3 & b4)
		e[13] = b3 ^ (^b4 & b0)
		e[14] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(a[4]^d4, 27)
		b1 = bits.RotateLeft64(a[5]^d0, 36)
		b2 = bits.RotateLeft64(a[11]^d1, 10)
		b3 = bits.RotateLeft64(a[17]^d2, 15)
		b4 = bits.RotateLeft64(a[23]^d3, 56)
		e[15] = b0 ^ (^b1 & b2)
		e[16] = b1 ^ (^b2 & b3)
		e[17] = b2 ^ (^b3 & b4)
		e[18] = b3 ^ (^b4 & b0)
		e[19] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(a[2]^d2, 62)
		b1 = bits.RotateLeft64(a[8]^d3, 55)
		b2 = bits.RotateLeft64(a[14]^d4, 39)
		b3 = bits.RotateLeft64(a[15]^d0, 41)
		b4 = bits.RotateLeft64(a[21]^d1, 2)
		e[20] = b0 ^ (^b1 & b2)
		e[21] = b1 ^ (^b2 & b3)
		e[22] = b2 ^ (^b3 & b4)
		e[23] = b3 ^ (^b4 & b0)
		e[24] = b4 ^ (^b0 & b1)

		// Round r + 1.
		c0 = e[0] ^ e[5] ^ e[10] ^ e[15] ^ e[20]
		c1 = e[1] ^ e[6] ^ e[11] ^ e[16] ^ e[21]
		c2 = e[2] ^ e[7] ^ e[12] ^ e[17] ^ e[22]
		c3 = e[3] ^ e[8] ^ e[13] ^ e[18] ^ e[23]
		c4 = e[4] ^ e[9] ^ e[14] ^ e[19] ^ e[24]
		d0 = c4 ^ bits.RotateLeft64(c1, 1)
		d1 = c0 ^ bits.RotateLeft64(c2, 1)
		d2 = c1 ^ bits.RotateLeft64(c3, 1)
		d3 = c2 ^ bits.RotateLeft64(c4, 1)
		d4 = c3 ^ bits.RotateLeft64(c0, 1)

		b0 = e[0] ^ d0
		b1 = bits.RotateLeft64(e[6]^d1, 44)
		b2 = bits.RotateLeft64(e[12]^d2, 43)
		b3 = bits.RotateLeft64(e[18]^d3, 21)
		b4 = bits.RotateLeft64(e[24]^d4, 14)
		a[0] = b0 ^ (^b1 & b2) ^ roundConstants[r+1]
		a[1] = b1 ^ (^b2 & b3)
		a[2] = b2 ^ (^b3 & b4)
		a[3] = b3 ^ (^b4 & b0)
		a[4] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(e[3]^d3, 28)
		b1 = bits.RotateLeft64(e[9]^d4, 20)
		b2 = bits.RotateLeft64(e[10]^d0, 3)
		b3 = bits.RotateLeft64(e[16]^d1, 45)
		b4 = bits.RotateLeft64(e[22]^d2, 61)
		a[5] = b0 ^ (^b1 & b2)
		a[6] = b1 ^ (^b2 & b3)
		a[7] = b2 ^ (^b3 & b4)
		a[8] = b3 ^ (^b4 & b0)
		a[9] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(e[1]^d1, 1)
		b1 = bits.RotateLeft64(e[7]^d2, 6)
		b2 = bits.RotateLeft64(e[13]^d3, 25)
		b3 = bits.RotateLeft64(e[19]^d4, 8)
		b4 = bits.RotateLeft64(e[20]^d0, 18)
		a[10] = b0 ^ (^b1 & b2)
		a[11] = b1 ^ (^b2 & b3)
		a[12] = b2 ^ (^b3 & b4)
		a[13] = b3 ^ (^b4 & b0)
		a[14] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(e[4]^d4, 27)
		b1 = bits.RotateLeft64(e[5]^d0, 36)
		b2 = bits.RotateLeft64(e[11]^d1, 10)
		b3 = bits.RotateLeft64(e[17]^d2, 15)
		b4 = bits.RotateLeft64(e[23]^d3, 56)
		a[15] = b0 ^ (^b1 & b2)
		a[16] = b1 ^ (^b2 & b3)
		a[17] = b2 ^ (^b3 & b4)
		a[18] = b3 ^ (^b4 & b0)
		a[19] = b4 ^ (^b0 & b1)

		b0 = bits.RotateLeft64(e[2]^d2, 62)
		b1 = bits.RotateLeft64(e[8]^d3, 55)
		b2 = bits.RotateLeft64(e[14]^d4, 39)
		b3 = bits.RotateLeft64(e[15]^d0, 41)
		b4 = bits.RotateLeft64(e[21]^d1, 2)
		a[20] = b0 ^ (^b1 & b2)
		a[21] = b1 ^ (^b2 & b3)
		a[22] = b2 ^ (^b3 & b4)
		a[23] = b3 ^ (^b4 & b0)
		a[24] = b4 ^ (^b0 & b1)
	}
	ct.WipeValue(&e) // the last round can be undone
}
