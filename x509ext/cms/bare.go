package cms

import (
	encoding_asn1 "encoding/asn1"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// mayBeBare says whether a content may be signed without signed attributes.
func mayBeBare(contentType encoding_asn1.ObjectIdentifier, content []byte) error {
	if !contentType.Equal(oidData) {
		return fmt.Errorf("content of type %v demands signed attributes", contentType) // RFC 5652, section 5.3
	}
	if isSignedAttributes(content) {
		return invalid("the content is itself a set of signed attributes, and not signed as a content")
	}
	return nil
}

// isSignedAttributes reports whether content could be a signer's signed
// attributes: a set of attributes with a message digest among them. Such a
// content without signed attributes of its own is refused: it and its
// signature can be cut out of a message that has them, and would then be
// accepted as something that the signer never meant to sign.
func isSignedAttributes(content []byte) bool {
	set, err := der.ParseElement(content, asn1.SET, "content")
	if err != nil {
		return false
	}
	found := false
	for !set.Empty() {
		var attribute cryptobyte.String
		if attribute, err = der.ReadElement(&set, asn1.SEQUENCE, "content"); err != nil {
			return false
		}
		oid, err := der.ReadOID(&attribute, "content")
		found = found || err == nil && oid.Equal(oidMessageDigest)
	}
	return found
}
