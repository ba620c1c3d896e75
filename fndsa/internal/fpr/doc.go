// Package fpr is the floating-point contract of signing: IEEE-754 binary64 with rounding to nearest,
// ties to even, once per operation, in two forms that give the same bits.
//
// Native form: the type float64 and the operators of the language. A product is always written
// float64(a*b), because Go may otherwise fuse it with a following sum into one operation with one
// rounding, on arm64, riscv64, ppc64le, s390x, loong64 and on amd64 with GOAMD64=v3; the conversion
// forbids it (Go specification, "Floating-point operators"). The type complex128 is never used,
// since its products cannot be protected. FloorFloat64 is the one helper.
//
// Emulated form: the type Float, the bit pattern of a binary64 number held in an integer, and
// functions on it. They use integer additions, shifts, masks and 64x64-bit products only: no branch,
// no index and no division depends on a value, and the loops have fixed lengths.
//
// Package twin makes the emulated form of a kernel from its native form.
//
// # Range
//
// The contract covers zeros of both signs and normal numbers. Infinities, NaN and overflow are
// outside. Below the normal range the emulated form knows only zero: it reads a denormal as a zero of
// its sign, and gives a zero of the right sign where hardware would give a denormal.
//
// Signing stays inside. Its inputs are integers below 2^14 in polynomials of at most 1024
// coefficients, so Fourier coefficients are below 2^24, Gram entries below 2^37 and target entries,
// before the division by q, below 2^42. At the lower end, a difference is either exactly zero or at
// least one unit in the last place of its operands, 2^-53 of their size. To get from there below
// 2^-1022, even after the square in the leaf sampler, it takes nine such cancellations to the last
// bit multiplied with one another. One of them alone happens by chance once in 2^50 operations; the
// smallest numbers of ordinary signatures are near 2^-60, the largest near 2^30.
//
// Which form is the default is decided by the processor (Default): native only where float64
// operations are known to take time independent of ordinary operands.
package fpr
