// Package zq computes in Z_q[X]/(X^n+1) for q = 12289 and n = 2, 4, ..., 1024.
//
// # Representations
//
// A polynomial is held in one of two forms, which are two types so that they cannot be mixed up.
//
//   - [Poly]: n coefficients, entry i belonging to X^i;
//   - [NTT]: n values, entry i being p(psi^(2*bitrev(i)+1)) where bitrev reverses log2(n) bits and
//     psi = 7^(1024/n) mod q, a root of X^n+1. This is the order in which FN-DSA writes public keys.
//
// Entries of both are plain integers in [0,q): there is no Montgomery or other factor in stored values. Every exported function
// takes and returns entries in that range; a function given others returns nonsense, but does not panic. Small signed
// polynomials (keys, signatures) are slices of int8, int16 or int32, brought into [0,q) by the FromSigned functions and back
// to (-q/2,q/2] by [Centered].
//
// Inside a transform values are lazy: any 16-bit value congruent to the right one on the way forward, values below 2q on the way
// back. Products of 32 bits are formed two at a time in the halves of a uint64 (lanes.go), or alone (reduce.go); the last layer of each
// transform brings its results into [0,q).
//
// All functions run in time that depends on n alone, and allocate nothing. Results may overwrite operands; where a result and an operand
// overlap they must be the same slice. All operands of a call have the length of the first.
package zq
