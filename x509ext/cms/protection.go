package cms

import (
	"bytes"
	"errors"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// checkProtection compares the algorithms with those that the signer has
// signed, if the attribute is there (RFC 6211, section 3).
func checkProtection(s *SignerInfo) error {
	value, err := onlyValue(s.SignedAttributes, oidProtection)
	if errors.Is(err, errNoAttribute) {
		return nil
	}
	if err != nil {
		return invalid("algorithm protection attribute: %w", err)
	}
	content, err := der.ParseElement(value, asn1.SEQUENCE, "algorithm protection attribute")
	if err != nil {
		return invalid("%w", err)
	}
	digest, err := der.ReadAlgorithmIdentifier(&content, "algorithm protection attribute")
	if err != nil {
		return invalid("%w", err)
	}
	if !sameAlgorithm(digest, s.digestAlgorithm) {
		return invalid("the signer has signed digest algorithm %v, found %v", digest.OID, s.digestAlgorithm.OID)
	}
	signature, err := der.ParseElement(content, protectedSignature, "algorithm protection attribute: signature")
	if err != nil {
		return invalid("%w", err) // [2], for a MAC, does not belong into SignedData
	}
	algorithm, err := s.signatureAlgorithm.Marshal()
	if err != nil {
		return invalid("%w", err)
	}
	if inner, err := der.ParseElement(algorithm, asn1.SEQUENCE, "signatureAlgorithm"); err != nil || !bytes.Equal(inner, signature) {
		return invalid("the signer has signed another signature algorithm than %v", s.signatureAlgorithm.OID)
	}
	return nil
}

// protectedSignature is the tag of signatureAlgorithm in RFC 6211, section 2.
var protectedSignature = asn1.Tag(1).ContextSpecific().Constructed()

// sameAlgorithm compares digest algorithms; NULL and absent parameters are the
// same.
func sameAlgorithm(a, b der.AlgorithmIdentifier) bool {
	x, err := digestOf(a)
	if err != nil {
		return false
	}
	y, err := digestOf(b)
	return err == nil && x == y
}

// addProtection writes the value of the attribute (RFC 6211, section 2).
func addProtection(b *cryptobyte.Builder, digest, signature der.AlgorithmIdentifier) {
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		digest.AddTo(b)
		b.AddASN1(protectedSignature, func(b *cryptobyte.Builder) {
			b.AddASN1ObjectIdentifier(signature.OID)
			b.AddBytes(signature.Parameters)
		})
	})
}
