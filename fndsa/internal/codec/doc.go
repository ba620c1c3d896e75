// Package codec packs and unpacks the three fields of keys and signatures:
// coefficients modulo q in 14 bits, small coefficients in a fixed width, and
// the compressed second half of a signature. Each exists in two bit orders,
// most significant first (Falcon v1.2, section 3.11) and least significant
// first (the current guess at FN-DSA).
//
// Every decoder accepts exactly the bytes its encoder writes.
package codec

// Order is the order in which bits fill bytes.
type Order bool

const (
	MSBFirst Order = false
	LSBFirst Order = true
)
