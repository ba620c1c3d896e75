// Package scheme offers FN-DSA and Falcon as signature schemes of CIRCL
// (github.com/cloudflare/circl/sign).
//
// A scheme is a singleton that can be compared with ==. Package provider finds schemes by name, object
// identifier and TLS code point, next to those of CIRCL itself, and reads and writes their keys.
//
// # Panics
//
// CIRCL's interface has no place for errors in Sign, Verify and DeriveKey. Its contract is kept to the letter:
// these three panic with CIRCL's error values when they are given no key, a key of another scheme, a context
// that is not supported or, in Sign, too long, and a seed of the wrong length. Everything else in this
// package returns errors, and bytes from outside (messages, signatures, encoded keys) never cause a panic.
// Package fndsa has the same operations with errors instead of panics; FNDSA on each key leads there.
//
// # Contexts and sizes
//
// FN-DSA supports contexts of at most 255 bytes; Falcon has none, so SupportsContext is false and a non-empty
// context panics. SignatureSize is the exact length for all schemes but Falcon-512 and Falcon-1024, whose
// signatures vary in length: there it is the maximum. Sizes in bytes:
//
//	                    public key  private key  signature
//	FN-DSA-512                 897         1345        666
//	FN-DSA-1024               1793         2369       1280
//	Falcon-512                 897         1281     <= 752
//	Falcon-1024               1793         2305    <= 1462
//	Falcon-padded-512          897         1281        666
//	Falcon-padded-1024        1793         2305       1280
//
// # Status
//
// FIPS 206, which will define FN-DSA, is not published. The FN-DSA schemes follow the best public guess and
// will change with it; keys and signatures made today may not verify tomorrow. Their object identifiers and
// TLS code points are experimental, those of FN-DSA this project's own: see docs/identifiers.md. Falcon is
// round 3 of the NIST competition and does not change.
package scheme
