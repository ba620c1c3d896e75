package cms

import (
	"crypto/subtle"
	encoding_asn1 "encoding/asn1"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// checkSignedAttributes judges the attributes that this package knows (RFC
// 5652, sections 5.3 and 11; RFC 6211). sum is the digest of the content.
func checkSignedAttributes(s *SignerInfo, contentType encoding_asn1.ObjectIdentifier, sum []byte) error {
	value, err := onlyValue(s.SignedAttributes, oidContentType)
	if err != nil {
		return invalid("content-type attribute: %w", err)
	}
	found, err := der.ReadOID(&value, "content-type attribute")
	if err == nil {
		err = der.Finish(value, "content-type attribute")
	}
	if err != nil {
		return invalid("%w", err)
	}
	if !found.Equal(contentType) {
		return invalid("content-type attribute is %v, but the content is %v", found, contentType)
	}
	if value, err = onlyValue(s.SignedAttributes, oidMessageDigest); err != nil {
		return invalid("message-digest attribute: %w", err)
	}
	digest, err := der.ParseElement(value, asn1.OCTET_STRING, "message-digest attribute")
	if err != nil {
		return invalid("%w", err)
	}
	if subtle.ConstantTimeCompare(digest, sum) != 1 {
		return invalid("the content has another digest than the message-digest attribute")
	}
	if _, err := signingTime(s.SignedAttributes); err != nil {
		return invalid("%w", err)
	}
	return checkProtection(s)
}
