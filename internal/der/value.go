package der

import (
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// maxDepth bounds the nesting of values that are walked without being understood.
const maxDepth = 32

const constructedBit = 0x20

// readValue takes the next element of in, of whatever type, and returns it whole. It refuses what cannot be DER
// whatever the type is (X.690, sections 10 and 11): lengths, constructed strings, and the contents that isCanonical
// knows. Tags above 30 are refused too. The order inside a nested SET is not examined: it depends on the type.
func readValue(in *cryptobyte.String, place string, depth int) ([]byte, error) {
	var element cryptobyte.String
	var tag asn1.Tag
	if !in.ReadAnyASN1Element(&element, &tag) {
		return nil, fmt.Errorf("%s: truncated, or length not in DER form", place)
	}
	if depth == 0 {
		return nil, fmt.Errorf("%s: nested more than %d deep", place, maxDepth)
	}
	content := element
	content.ReadASN1(&content, tag) // cannot fail: it is the element just read
	if tag&0xc0 == 0 {
		if isConstructed := tag&constructedBit != 0; isConstructed != mustBeConstructed(tag&^constructedBit) || tag == 0 {
			return nil, fmt.Errorf("%s: found %s, which is not DER", place, TagName(tag))
		}
		if !isCanonical(tag, content) {
			return nil, fmt.Errorf("%s: %s not in DER form", place, TagName(tag))
		}
	}
	if tag&constructedBit != 0 {
		for !content.Empty() {
			if _, err := readValue(&content, place, depth-1); err != nil {
				return nil, err
			}
		}
	}
	return element, nil
}

// mustBeConstructed lists the universal types that are: EXTERNAL, EMBEDDED PDV, SEQUENCE, SET, CHARACTER STRING.
func mustBeConstructed(number asn1.Tag) bool {
	switch number {
	case 8, 11, 16, 17, 29:
		return true
	}
	return false
}

// isCanonical judges the content of the universal types with several BER encodings of one value. Real numbers,
// times and the characters of strings are not examined.
func isCanonical(tag asn1.Tag, content []byte) bool {
	n := len(content)
	switch tag {
	case asn1.BOOLEAN:
		return n == 1 && (content[0] == 0 || content[0] == 0xff)
	case asn1.INTEGER, asn1.ENUM:
		// The first nine bits are not all the same.
		return n == 1 || n > 1 && !(content[0] == 0 && content[1] < 0x80 || content[0] == 0xff && content[1] >= 0x80)
	case asn1.BIT_STRING:
		return n > 0 && content[0] < 8 && (content[0] == 0 || n > 1 && content[n-1]&(1<<content[0]-1) == 0)
	case asn1.NULL:
		return n == 0
	case asn1.OBJECT_IDENTIFIER:
		start := true // of an arc, which has no leading zeros
		for _, b := range content {
			if start && b == 0x80 {
				return false
			}
			start = b < 0x80
		}
		return n > 0 && start
	}
	return true
}
