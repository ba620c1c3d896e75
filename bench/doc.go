// Command bench measures every operation of Saker, in every form that this machine can run, beside the schemes it
// stands next to: Ed25519, ECDSA P-256 and RSA-2048 of the standard library, and ML-DSA of CIRCL and filippo.io/mldsa. In
// this folder,
//
//	go run .                      # everything, a few minutes
//	go run . --quick              # the same with fewer samples
//	go run . --run 'sign|verify' --variants native,purego
//	go run . --docs ../docs       # and write docs/performance.md anew
//
// Each form of Saker runs in a process of its own, all pinned to one core, and takes orders from this one, so that all
// operations alternate in small slices. Times are given in microseconds and in E, the time of one verification by
// crypto/ed25519, which is measured again every few milliseconds: machines, days and neighbours change the microseconds
// far more than the ratio.
package main
