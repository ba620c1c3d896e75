// Package ntru makes the secret basis of an FN-DSA or Falcon key: it draws short f and g, and finds short F and G with
//
//	fG - gF = q in Z[X]/(X^n+1), q = 12289, n = 4, 8, ..., 1024.
//
// Everything is integers and fixed point, so that a seed gives the same key on every machine. Nothing branches on,
// divides by, or indexes with a secret, except to drop a candidate (f,g), which tells nothing about the one that is
// kept. All working memory is wiped when a call returns.
//
// # What a seed means
//
// FN-DSA (FIPS 206) is not published; key generation follows the known answers of its best public forerunner. Of the
// candidates that a seed produces, in order, the first is taken that passes the tests of Generate. One of these is whether
// the reduction in this package, with its limited precision and its fixed sizes of integers, finds a solution: of the
// candidates that have one, about one in ten fails here at n = 512, and four or five in ten at n = 1024. Precision and sizes are therefore as
// binding as the distribution of f and g.
//
// They were found by experiment. With them, all 43 known keys come out, and in particular the 11 solvable candidates of
// n = 512 and 1024 that the known answers skip are dropped, and the 265 of n = 4. Where a candidate is very near the
// limit of precision, another implementation may still judge otherwise, and then makes another, equally good key of
// that seed. F and G of a given f and g are unique: the rounding at the last step is exact.
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
// Sizes: polynomials are slices of n coefficients. Making a key takes about 0.3 MB of working memory.
package ntru
