package cms

import (
	encoding_asn1 "encoding/asn1"
	"fmt"
	"math/big"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// A SignerInfo is what a message says about one of its signers (RFC 5652,
// section 5.3). Nothing in it is verified; see [SignedData.Verify].
type SignerInfo struct {
	// RawIssuer and SerialNumber, or else SubjectKeyID, name the signer's
	// certificate.
	RawIssuer    []byte
	SerialNumber *big.Int
	SubjectKeyID []byte

	DigestOID          encoding_asn1.ObjectIdentifier
	SignatureOID       encoding_asn1.ObjectIdentifier
	Signature          []byte
	SignedAttributes   []Attribute // nil if the content itself is signed
	UnsignedAttributes []Attribute // covered by no signature

	raw                []byte
	version            int
	digestAlgorithm    der.AlgorithmIdentifier
	signatureAlgorithm der.AlgorithmIdentifier
	signedAttributes   []byte // DER under the SET OF tag; nil if absent
}

// Versions of SignerInfo (RFC 5652, section 5.3).
const (
	versionIssuerAndSerial = 1
	versionKeyIdentifier   = 3
)

var (
	tagSignedAttributes   = asn1.Tag(0).ContextSpecific().Constructed()
	tagUnsignedAttributes = asn1.Tag(1).ContextSpecific().Constructed()
	tagKeyIdentifier      = asn1.Tag(0).ContextSpecific()
)

// parseSignerInfo reads a whole element.
func parseSignerInfo(raw []byte, place string) (*SignerInfo, error) {
	in, err := der.ParseElement(raw, asn1.SEQUENCE, place)
	if err != nil {
		return nil, err
	}
	s := &SignerInfo{raw: raw}
	if !in.ReadASN1Integer(&s.version) {
		return nil, fmt.Errorf("%s: malformed version", place)
	}
	if err := s.readIdentifier(&in, place); err != nil {
		return nil, err
	}
	if s.digestAlgorithm, err = der.ReadAlgorithmIdentifier(&in, place+": digestAlgorithm"); err != nil {
		return nil, err
	}
	if in.PeekASN1Tag(tagSignedAttributes) {
		if err := s.readSignedAttributes(&in, place+": signedAttrs"); err != nil {
			return nil, err
		}
	}
	if s.signatureAlgorithm, err = der.ReadAlgorithmIdentifier(&in, place+": signatureAlgorithm"); err != nil {
		return nil, err
	}
	signature, err := der.ReadElement(&in, asn1.OCTET_STRING, place+": signature")
	if err != nil {
		return nil, err
	}
	s.Signature, s.DigestOID, s.SignatureOID = signature, s.digestAlgorithm.OID, s.signatureAlgorithm.OID
	if in.PeekASN1Tag(tagUnsignedAttributes) {
		content, err := der.ReadElement(&in, tagUnsignedAttributes, place+": unsignedAttrs")
		if err != nil {
			return nil, err
		}
		if s.UnsignedAttributes, err = parseAttributes(content, place+": unsignedAttrs", false); err != nil {
			return nil, err
		}
	}
	return s, der.Finish(in, place)
}

// readIdentifier reads the SignerIdentifier. Its form decides the version.
func (s *SignerInfo) readIdentifier(in *cryptobyte.String, place string) error {
	place += ": sid"
	expected := versionIssuerAndSerial
	if in.PeekASN1Tag(tagKeyIdentifier) {
		expected = versionKeyIdentifier
		id, err := der.ReadElement(in, tagKeyIdentifier, place)
		if err != nil {
			return err
		}
		s.SubjectKeyID = id
	} else {
		content, err := der.ReadElement(in, asn1.SEQUENCE, place)
		if err != nil {
			return err
		}
		start := content
		if _, err := der.ReadElement(&content, asn1.SEQUENCE, place+": issuer"); err != nil {
			return err
		}
		s.RawIssuer = start[:len(start)-len(content)]
		s.SerialNumber = new(big.Int)
		if !content.ReadASN1Integer(s.SerialNumber) {
			return fmt.Errorf("%s: malformed serialNumber", place)
		}
		if err := der.Finish(content, place); err != nil {
			return err
		}
	}
	if s.version != expected {
		return fmt.Errorf("%s: version is %d, expected %d with this form", place, s.version, expected)
	}
	return nil
}

// readSignedAttributes keeps the set under the SET OF tag, the form that is
// signed, in place of the implicit [0] (RFC 5652, section 5.4).
func (s *SignerInfo) readSignedAttributes(in *cryptobyte.String, place string) error {
	start := *in
	content, err := der.ReadElement(in, tagSignedAttributes, place)
	if err != nil {
		return err
	}
	if s.SignedAttributes, err = parseAttributes(content, place, true); err != nil {
		return err
	}
	s.signedAttributes = append([]byte{byte(asn1.SET)}, start[1:len(start)-len(*in)]...)
	return nil
}
