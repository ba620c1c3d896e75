// Package fpr is the floating-point contract of signing: IEEE-754 binary64 with rounding to nearest, ties to even, once
// per operation, in two forms that give the same bits.
//
// Native form: the type float64 and the operators of the language. A product is always written float64(a*b), because Go
// may otherwise fuse it with a following sum into one operation with one rounding, on arm64, riscv64, ppc64le, s390x,
// loong64 and on amd64 with GOAMD64=v3; the conversion forbids it (Go specification, "Floating-point operators"). The
// type complex128 is never used, since its products cannot be protected. FloorFloat64 is the one helper.
//
// Emulated form: the type Float, the bit pattern of a binary64 number held in an integer, and functions on it. They
// use integer additions, shifts, masks and 64x64-bit products only: no branch, no index and no division depends on a
// value, and the loops have fixed lengths.
//
// The contract covers zeros of both signs and normal numbers. The emulated form reads a denormal as a zero of its sign,
// and a result must lie in the normal range: overflow, denormal results, infinities and NaN are outside the contract.
// Signing stays far inside. Inputs are integers below 2^14; its largest intermediate values, entries of the Gram matrix and
// of the target, are below 2^40 (Parseval: at most n * 2^14 * 2^7 per product of transforms). Nonzero values are
// no smaller than about one unit in the last place of what they were computed from: a chain of subtraction results
// that each cancel to the last bit and are multiplied with one another, over the at most 40 products between input and
// centre, stays above 2^-(53*2*8), and the square in the leaf sampler above twice that exponent. Real signatures stay above 2^-120.
//
// Which form is the default is decided by the processor (Default): native only where float64 operations are
// known to take time independent of ordinary operands.
package fpr
