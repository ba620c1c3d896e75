// Package keccak implements Keccak-f[1600] and, on top of it, SHAKE256 (FIPS 202, sections 3 and 6.2).
//
// The standard library has SHAKE256 too. This package exists for three things it does not offer: a state that is a plain value, so that
// hashing and random streams need no allocation and can be copied and cleared; reading of whole
// 136-byte blocks at the price of one permutation; and a permutation that the multi-state kernels share.
//
// The permutation runs in constant time: it has no branch and no index that depends on the state.
package keccak
