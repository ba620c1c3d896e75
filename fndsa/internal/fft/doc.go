// Package fft is the arithmetic of signing on whole polynomials over the reals modulo X^n+1,
// n = 2, 4 .. 1024, in Fourier form, and the LDL step of the sampling tree.
//
// # Representation
//
// A polynomial with n real coefficients is a flat slice of n numbers. In Fourier form its first n/2
// entries are the real parts and the last n/2 the imaginary parts of its values at n/2 roots of
// X^n+1, one of each conjugate pair. The root at index u is exp(i*pi*(4*r+1)/n), r the reversal of the
// log2(n)-1 bits of u, so that entries 2u and 2u+1 belong to opposite numbers: the pair that split
// and merge work on. Adjoining (X -> 1/X) is complex conjugation. A self-adjoint polynomial has real
// values and is a slice of n/2 numbers.
//
// # One order of operations
//
// Every kernel has one fixed tree of binary64 operations, each rounded on its own, which decides the
// last bit of every result and with it, rarely, a signature. It is part of the definition: known
// answers depend on it, and so does the safety of signing the same hash on two machines. A complex
// product is always
//
//	re = a_re*b_re - a_im*b_im
//	im = a_re*b_im + a_im*b_re
//
// with four rounded products: float64(x*y) in the source keeps the compiler from fusing them
// (package fpr).
//
// # Two forms
//
// Each kernel exists for float64 and for fpr.Float. The files named *_native.go are the definition;
// the files *_emulated.go are made from them by fpr/twin (go generate), which replaces every operator
// by the function of fpr. The files dispatch_*.go hold the exported names of the native form and are
// the only place where faster kernels are chosen.
//
// All numbers are secret or derived from secrets: no kernel branches on them or uses one as an index.
//
// References: Falcon v1.2, Algorithms 1 splitfft, 2 mergefft, 8 LDL*, 9 ffLDL*, 10 Sign and 11
// ffSampling. FN-DSA (FIPS 206) is not published; its arithmetic is taken to be the same.
package fft

//go:generate go run github.com/saker-pq/saker/fndsa/internal/fpr/twin/maketwin .
