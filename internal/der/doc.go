// Package der reads and writes the three envelopes that carry keys: AlgorithmIdentifier,
// SubjectPublicKeyInfo (RFC 5280, section 4.1) and OneAsymmetricKey (RFC 5958, section 2, the successor of
// PKCS #8 PrivateKeyInfo).
//
// It is strict and scheme-agnostic. Only DER is accepted, nothing may follow an element, bit strings have no
// unused bits, and what was accepted is written back to the same bytes. Errors name the place ("spki:
// algorithm parameters must be absent (found NULL)"); callers put their package name in front.
//
// Parsed values are views of the input, not copies: whoever wipes or reuses the input copies first.
//
// Status: the envelopes are stable standards; nothing here depends on FN-DSA.
package der
