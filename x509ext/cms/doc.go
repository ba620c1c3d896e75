// Package cms makes and verifies signed messages, SignedData of the
// Cryptographic Message Syntax (RFC 5652), whose signers have keys of FN-DSA,
// Falcon, a hybrid, one of CIRCL's schemes, or ECDSA, RSA and Ed25519, in any
// mix. The content is inside the message or detached, signed by way of signed
// attributes (the default) or bare; signers are named by issuer and serial
// number or by key identifier.
//
//	der, err := cms.Sign(content, []cms.Signer{{Certificate: c, Key: key}}, cms.Options{})
//	...
//	message, err := cms.Parse(der)
//	...
//	results, err := message.Verify(cms.VerifyOptions{Roots: roots})
//
// # What is signed
//
// FN-DSA follows draft-ietf-lamps-cms-fn-dsa-00, the other schemes without a
// digest of their own do the same: pure mode, empty context, parameters absent,
// digest SHA-512 unless another is asked for. With signed attributes the
// message to the scheme is their DER under the SET OF tag, else the content.
// ECDSA, RSA and EdDSA follow RFC 5753, 5754, 4056 and 8419. Content type and
// message digest must be among the signed attributes, exactly once each; this
// package adds the signing time and the algorithms (RFC 6211), and compares the
// latter if they are there. SHA-1 is not known.
//
// # Falcon by oqs-provider
//
// OpenSSL with oqs-provider gives Falcon and its hybrids not the DER of the
// signed attributes but its digest. The bytes do not tell which form was meant,
// so the verifier says what it accepts, in VerifyOptions.Input: the form of the
// standard, which is the default, that of oqs-provider, or either. It concerns
// the algorithms under 1.3.9999.3 and signatures with signed attributes only.
//
// Both forms bind the same attributes, and no signature is valid for two sets:
// a set that passes has a content type and a message digest and is longer than
// 64 bytes, a digest never is. So InputEither, which tries the standard form
// first, cannot mistake one message with signed attributes for another. What
// digests open is a way in from elsewhere: who lets others choose a string of
// 64 bytes to be signed plainly with the same key, in another protocol or as a
// bare content, has signed any attributes with that digest. That is why
// accepting them is a choice. A key that has signed in the form of oqs-provider
// has likewise signed the digest as a bare content of 64 bytes; recipients of
// such keys set RequireSignedAttributes.
//
// A bare content that is itself a set of signed attributes is never accepted
// and never signed: it would be the same trick without a digest.
//
// # Encodings
//
// Messages are written in DER. Read is DER too, except that the envelope
// (everything outside of certificates, signer infos and the pieces of the
// content) may have indefinite lengths, as streaming producers write.
// Versions, empty sets and parameters are checked; [SignedData.Marshal] gives
// back the bytes of what was DER. Sizes are bounded by MaxSize,
// MaxCertificates, MaxSigners and MaxAttributes, and the work for one signer by
// four certificates that fit its identifier, each with two checks of its
// signature and a chain within x509ext.MaxSignatureChecks. PEM blocks are "CMS"
// or "PKCS7".
//
// # Why not an existing module
//
// The kept modules for PKCS #7, github.com/smallstep/pkcs7 (v0.2.3) and
// github.com/digitorus/pkcs7 (which needs Go 1.27 by now), are branches of one
// code: signatures are left to x509.Certificate.CheckSignature and its closed
// list of algorithms, all input is transcoded before it is looked at, the
// content type is not compared, the first of several attributes is taken, and
// key identifiers are not known. The types of
// github.com/github/smimesign/ietf-cms could carry other algorithms, but that
// module has been at rest since 2021. So this is a small strict layer over
// golang.org/x/crypto/cryptobyte, and smallstep's module is the peer of its
// tests, beside OpenSSL.
//
// # Status
//
// FN-DSA (FIPS 206) is not final and the drafts of its certificates and
// messages will change; the object identifiers are experimental and those of
// package provider. Countersignatures, time stamps and attribute certificates
// are not interpreted, and the content is held in memory.
//
// # Sizes
//
// A message is its content, the certificates, and for each signer about 250
// bytes and a signature: 666 bytes with FN-DSA-512, 1280 with FN-DSA-1024.
package cms
