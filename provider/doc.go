// Package provider is the registry of signature schemes: those of packages scheme and hybrid, always present,
// those added with Register, and CIRCL's, found by name, object identifier or TLS code point. It reads and
// writes their public and private keys as DER and PEM, and falls back to crypto/x509 for RSA, ECDSA and
// Ed25519.
//
// # Identifiers
//
// Nothing official is assigned for FN-DSA yet. All numbers of this project's schemes are experimental, and
// those of FN-DSA are its own; docs/identifiers.md lists them. Override replaces them, before anything has been
// looked up. Look-ups are many-to-one: numbers of older generations find the same scheme, and are never
// written unless a file is rewritten in the layout it was read in.
//
// # Keys
//
// Parsing returns a sign.PublicKey or sign.PrivateKey of CIRCL's interface, or the type of the standard
// library for RSA, ECDSA and Ed25519. Encodings are strict DER; algorithm parameters are absent where they must
// be. A private key is proved on loading: everything is recomputed and compared with every stored copy.
//
// Private keys have several forms (PrivateKeyForm). ParsePKCS8PrivateKeyLayout tells which was found, and
// MarshalPKCS8PrivateKeyLayout writes the same file again byte for byte. DER and PEM of private keys are secrets
// that the caller wipes.
//
// # Arithmetic backend
//
// The environment variable SAKER_BACKEND chooses the arithmetic backend of package fndsa and is read once, by
// the first function of this package that is called. Init reports whether its value is known; so does every
// function here that returns an error.
//
// Status: names, forms and functions are meant to stay; identifiers will change when FIPS 206 and its
// companions are published.
package provider
