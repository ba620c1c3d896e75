// Package ntru makes the secret basis of an FN-DSA or Falcon key: it draws short f and g, and finds short F and G with
//
//	fG - gF = q in Z[X]/(X^n+1), q = 12289, n = 4, 8, ..., 1024.
//
// Everything is integers and fixed point, so that a seed gives the same key on every machine. Nothing branches on, divides by, or
// indexes with a secret, except to drop a candidate (f,g), which tells nothing about the one that is kept. All working memory is
// wiped when a call returns.
//
// # What a seed means
//
// FN-DSA (FIPS 206) is not published; key generation follows the known answers of its best public forerunner. Of the
// candidates that a seed produces, in order, the first is taken that passes the tests of Generate. One of these is whether the
// reduction in this package, with its limited precision and fixed sizes of integers, finds a solution: at n = 1024 about four
// of ten candidates that have a solution fail here. Precision and sizes are therefore as binding as the distribution of
// f and g. They were found by experiment, and drop exactly those candidates that the known answers skip (43 keys, 15 dropped
// candidates); another implementation may still judge differently in rare cases near the limit of precision.
// F and G, once found, are unique: the rounding at the last step is exact.
//
// # Procedure
//
//   - sample.go, norms.go: candidates and the tests on f and g alone;
//   - tower.go: norms of f and g down to degree 1, and the way back;
//   - bezout.go: the equation in Z, by a constant-time gcd;
//   - reduce.go, rows.go, words.go: Babai's rounding on large integers, for depths 2 and more;
//   - floor1.go, floor0.go: the same on small integers;
//   - fixed.go, transform.go: 32.32 fixed point and its Fourier transform; modp.go: the transform modulo a prime;
//   - equation.go: proofs for bases that come from elsewhere.
//
// Sizes: polynomials are slices of n coefficients. Generating a key takes about 0.4 MB of working memory at n = 512.
package ntru
