// Package hybrid joins a post-quantum signature scheme and a classical one into
// a single scheme: a key holds two keys, a signature two signatures, and both
// must be good.
//
// Every scheme is a singleton of CIRCL's interface [sign.Scheme], like those of
// package scheme. Package provider finds them by name, object identifier and
// TLS code point. There are two constructions.
//
// # Composites
//
// Composites follow draft-ietf-lamps-pq-composite-sigs-19. Both halves sign
//
//	M' = "CompositeAlgorithmSignatures2025" || Label || len(ctx) || ctx || PH(M)
//
// and the post-quantum half takes the label as its own context. So a half cut
// out of a signature is no signature of M, and no signature of M' by the
// post-quantum scheme without the label. The post-quantum part comes first, and
// nothing stands between the parts:
//
//	public     post-quantum key || point 04||X||Y, or Ed25519 key
//	private    seed             || ECPrivateKey (curve, no public key), or Ed25519 seed
//	signature  post-quantum     || DER Ecdsa-Sig-Value, or 64 bytes
//
// The four composites of FN-DSA, their labels and their identifiers are this
// project's own and experimental: FN-DSA (FIPS 206) is not final, and the draft
// speaks of ML-DSA only. Two of its ML-DSA composites are here too. NewComposite
// makes others, from any CIRCL scheme that takes contexts. Both halves of a key
// should be made for it: an Ed25519 or ECDSA key that also signs bytes chosen by
// others could be made to sign an M'.
//
// # OQS hybrids
//
// The hybrids of Falcon are those of oqs-provider 0.12 for OpenSSL, byte for
// byte. Every object is a length of four bytes, the classical part, the Falcon
// part:
//
//	public     u32 || point 04||X||Y or PKCS#1 RSAPublicKey  || Falcon key
//	private    u32 || ECPrivateKey or PKCS#1 RSAPrivateKey   || Falcon private key || Falcon key
//	signature  u32 || DER Ecdsa-Sig-Value or PKCS#1 v1.5     || Falcon signature
//
// ECDSA signs SHA-256 of the message on P-256 and SHA-512 on P-521, RSA SHA-256.
// The format has no context and binds the halves by the algorithm identifier
// only: each half is a plain signature of the message, and two good halves of
// the same key and message may be recombined. Use composites where there is a
// choice.
//
// # Checks
//
// Encodings are strict: one per key, points uncompressed and on the curve, RSA
// of 3072 bits with exponent 65537, ECDSA signatures in DER. (That (r, s) and
// (r, order-s) are both good is a property of ECDSA.) A private key is loaded
// only if its parts belong together. Verification evaluates both halves, always,
// and gives one error, [ErrInvalidSignature], whichever is bad.
//
// # Panics, sizes, randomness
//
// CIRCL's contract makes Sign, Verify and DeriveKey of a [Scheme] panic on keys
// of another scheme and on contexts that are not supported; the methods of
// [PrivateKey] and [PublicKey] return errors instead, and no bytes from outside
// cause a panic. SignatureSize is the largest size, as most signatures vary;
// only those of FN-DSA-512 with Ed25519 have one length. DeriveKey is for tests
// and vectors, and does not exist with an RSA half. FN-DSA and Falcon halves take
// their randomness from the reader given to [PrivateKey.Sign]; ML-DSA signs
// deterministically, as CIRCL's scheme interface does, and the classical halves
// as the standard library does.
package hybrid
