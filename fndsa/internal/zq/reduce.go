package zq

import "math/bits"

// The fraction of a residue w is wf = ceil(2^32*w/q), w/q as a 32-bit binary fraction rounded up. So q*wf = 2^32*w + e with
// 0 <= e < q. Constants are stored as fractions.

// one is the fraction of 1: multiplying by it reduces.
const one = (1<<32 + Q - 1) / Q

// mulFraction returns a*w mod q, in [0,q), for a < 28q and the fraction wf of w. It is Plantard's multiplication with the
// constant prepared.
//
// Proof: let a*w = k*q + r with 0 <= r < q. Then a*wf = 2^32*k + (2^32*r + a*e)/q. The last term is below 2^32, for r <= q-1
// and a*e < 28*q*q < 2^32, so it is the low word of a*wf; q times it is 2^32*r + a*e, whose high word is r.
func mulFraction(a, wf uint32) uint32 {
	return uint32(uint64(a*wf) * Q >> 32)
}

// one64 is ceil(2^64/q), the 64-bit fraction of 1.
const one64 = (1<<64 + Q - 1) / Q

// reduce returns p mod q for p < 2^50. The proof is that of mulFraction with 64-bit words and w = 1: p*e < 2^50*q < 2^64.
func reduce(p uint64) uint16 {
	r, _ := bits.Mul64(p*one64, Q)
	return uint16(r)
}
