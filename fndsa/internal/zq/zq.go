package zq

// Q is the modulus, a prime with 2048 dividing q-1.
const Q = 12289

// MaxDegree is the largest n.
const MaxDegree = 1024

// Poly is a polynomial by its coefficients, each in [0,q).
type Poly []uint16

// NTT is a polynomial by its values at the odd powers of psi, each in [0,q), in bit-reversed order.
type NTT []uint16
