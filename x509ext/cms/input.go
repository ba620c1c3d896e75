package cms

import (
	encoding_asn1 "encoding/asn1"
	"fmt"
)

// An Input says what a Falcon signature over signed attributes is made of. It
// concerns the algorithms under the numbers of the Open Quantum Safe provider,
// 1.3.9999.3, alone: Falcon and its hybrids. FN-DSA and all others always sign
// the attributes themselves.
type Input uint8

const (
	// InputAttributes is the form of RFC 5652 for algorithms that need no
	// digest, and of draft-ietf-lamps-cms-fn-dsa-00: the DER of the signed
	// attributes is the message. Bouncy Castle signs so.
	InputAttributes Input = iota

	// InputDigest is the form of OpenSSL with oqs-provider: the digest of that
	// DER is the message, although the algorithm hashes once more.
	InputDigest

	// InputEither accepts both. It is for verification only.
	InputEither
)

// String names the form.
func (i Input) String() string {
	switch i {
	case InputAttributes:
		return "signed attributes"
	case InputDigest:
		return "digest of the signed attributes"
	case InputEither:
		return "signed attributes or their digest"
	}
	return fmt.Sprintf("Input(%d)", uint8(i))
}

// inputs lists the forms to try for a signer, the standard one first.
func (i Input) inputs(s *SignerInfo) []Input {
	switch {
	case s.signedAttributes == nil || !isOQS(s.SignatureOID) || i == InputAttributes:
		return []Input{InputAttributes}
	case i == InputDigest:
		return []Input{InputDigest}
	}
	return []Input{InputAttributes, InputDigest}
}

// message is what is signed in one form. digest must be known.
func (i Input) message(signedAttributes []byte, digest Digest) []byte {
	if i == InputDigest {
		return digest.sum(signedAttributes)
	}
	return signedAttributes
}

// checkInput refuses to sign in a form that nobody would verify.
func (i Input) checkInput(oid encoding_asn1.ObjectIdentifier, hasAttributes bool) error {
	switch {
	case i == InputAttributes:
		return nil
	case i != InputDigest:
		return fmt.Errorf("input: %v is not a form to sign in", i)
	case !isOQS(oid):
		return fmt.Errorf("input: %v is a form of the algorithms under %v only, not of %v", i, oidOQS, oid)
	case !hasAttributes:
		return fmt.Errorf("input: %v demands signed attributes", i)
	}
	return nil
}
