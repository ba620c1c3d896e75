// Package hashtopoint turns a SHAKE256 stream into a polynomial modulo q (Falcon v1.2, Algorithm 3 HashToPoint), in the
// two byte orders in use: big-endian words for Falcon, little-endian words for FN-DSA.
//
// The number of rejected words, and so the time taken, depends on the hashed bytes. This may leak: the
// input is the salt with the message or its digest, and both the salt and the resulting point belong to the signature that is published.
// A signing attempt that is thrown away leaks only the point of a salt that is never used again, which says nothing about the key.
package hashtopoint
