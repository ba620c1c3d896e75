// Package x509ext makes, reads and verifies X.509 certificates, requests,
// revocation lists and OCSP responses whose keys are FN-DSA, Falcon, a hybrid,
// one of CIRCL's schemes, or the standard library's ECDSA, RSA and Ed25519, in
// any mix of issuer and subject.
//
// It is a layer over crypto/x509, not a replacement: names, times, extensions,
// constraints, path building and their errors stay with the standard library.
// This package adds what depends on the algorithm: the public key, the
// signature, and the rules for both (AlgorithmIdentifier parameters absent,
// raw keys and signatures in bit strings of whole bytes, keys that only sign).
// Functions and methods have the names and the template fields that
// crypto/x509 gives them; [Certificate] embeds an [x509.Certificate].
//
// # Two keys for one holder
//
// While software that knows only classical keys is around, a holder can have
// two keys in three ways, and old software sees an ordinary certificate in each:
//
//   - [CreateAlternativeCertificate] puts a second key and a second signature
//     into one certificate (ITU-T X.509, 9.8, "catalyst"). VerifyOptions has
//     RequireAlternative to ask for both signatures along the whole chain.
//   - [RelatedCertificateExtension] lets one certificate name another by its
//     digest (RFC 9763); [Certificate.CheckRelated] compares.
//   - [CreateBaseCertificate] carries a whole second certificate as the
//     difference from the first (draft-bonnell-lamps-chameleon-certs, not
//     final); [Certificate.DeltaCertificate] gives it back.
//
// # Status
//
// FN-DSA (FIPS 206) is not final and has no official object identifiers. The
// identifiers in use, and how to replace them, are the provider package's.
// Certificates made today may not be readable by tomorrow's software.
//
// # Sizes
//
// A certificate is its ECDSA counterpart plus key and signature: 897 + 666
// bytes with FN-DSA-512, 1793 + 1280 bytes with FN-DSA-1024.
package x509ext
