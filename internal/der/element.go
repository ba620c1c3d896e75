package der

import (
	encoding_asn1 "encoding/asn1"
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// ReadElement takes the content of the next element of in, which must have the given tag. place names the
// element in errors.
func ReadElement(in *cryptobyte.String, tag asn1.Tag, place string) (cryptobyte.String, error) {
	if in.Empty() {
		return nil, fmt.Errorf("%s: missing (expected %s)", place, TagName(tag))
	}
	var content cryptobyte.String
	var found asn1.Tag
	if !in.ReadAnyASN1(&content, &found) {
		return nil, fmt.Errorf("%s: truncated, or length not in DER form", place)
	}
	if found != tag {
		return nil, fmt.Errorf("%s: found %s, expected %s", place, TagName(found), TagName(tag))
	}
	return content, nil
}

// ParseElement returns the content of an element of the given tag that fills in.
func ParseElement(in cryptobyte.String, tag asn1.Tag, place string) (cryptobyte.String, error) {
	content, err := ReadElement(&in, tag, place)
	if err != nil {
		return nil, err
	}
	return content, Finish(in, place)
}

// ReadBitString takes the next element, a BIT STRING under the given tag (implicit tags included) without
// unused bits, and returns its bytes.
func ReadBitString(in *cryptobyte.String, tag asn1.Tag, place string) ([]byte, error) {
	content, err := ReadElement(in, tag, place)
	if err != nil {
		return nil, err
	}
	if content.Empty() {
		return nil, fmt.Errorf("%s: bit string without its count of unused bits", place)
	}
	if content[0] != 0 {
		return nil, fmt.Errorf("%s: %d unused bits, expected 0", place, content[0])
	}
	return content[1:], nil
}

// ReadOID takes the next element, an OBJECT IDENTIFIER. Arcs of 2^31 and more are refused.
func ReadOID(in *cryptobyte.String, place string) (encoding_asn1.ObjectIdentifier, error) {
	if !in.Empty() && !in.PeekASN1Tag(asn1.OBJECT_IDENTIFIER) {
		return nil, fmt.Errorf("%s: found %s, expected OBJECT IDENTIFIER", place, TagName(asn1.Tag((*in)[0])))
	}
	var oid encoding_asn1.ObjectIdentifier
	if !in.ReadASN1ObjectIdentifier(&oid) {
		return nil, fmt.Errorf("%s: malformed object identifier", place)
	}
	return oid, nil
}

// IsOID reports whether oid can be written, and is then read back as it was: at least two arcs, within the bounds of
// X.660 for the first two, none of 2^31 and more.
func IsOID(oid encoding_asn1.ObjectIdentifier) bool {
	encoded, err := AlgorithmIdentifier{OID: oid}.Marshal()
	if err != nil {
		return false
	}
	again, err := ParseAlgorithmIdentifier(encoded, "")
	return err == nil && again.OID.Equal(oid)
}

// Finish is nil if in has been read to its end.
func Finish(in cryptobyte.String, place string) error {
	if !in.Empty() {
		return fmt.Errorf("%s: %d bytes after the end", place, len(in))
	}
	return nil
}

var universalNames = map[asn1.Tag]string{
	asn1.BOOLEAN:           "BOOLEAN",
	asn1.INTEGER:           "INTEGER",
	asn1.BIT_STRING:        "BIT STRING",
	asn1.OCTET_STRING:      "OCTET STRING",
	asn1.NULL:              "NULL",
	asn1.OBJECT_IDENTIFIER: "OBJECT IDENTIFIER",
	asn1.ENUM:              "ENUMERATED",
	asn1.UTF8String:        "UTF8String",
	asn1.SEQUENCE:          "SEQUENCE",
	asn1.SET:               "SET",
}

// TagName returns the name of a tag for error texts: "SEQUENCE", "[0]", "tag 0x1e".
func TagName(tag asn1.Tag) string {
	if name, ok := universalNames[tag]; ok {
		return name
	}
	if name, ok := universalNames[tag&^0x20]; ok {
		return "constructed " + name
	}
	if tag&0xc0 == 0x80 {
		return fmt.Sprintf("[%d]", tag&0x1f)
	}
	return fmt.Sprintf("tag %#02x", uint8(tag))
}
