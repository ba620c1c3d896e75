// Package core generates keys, signs and verifies, in the order in which the
// specification does, over the arithmetic of its sibling packages. It knows
// the byte profiles and nothing of DER, TLS or CIRCL.
//
// Everything that depends on a key alone is computed once and kept with it.
// A signature is made in attempts; each has a nonce, a stream and scratch
// memory of its own, and nothing of a failed attempt is used by the next.
package core
