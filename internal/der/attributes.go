package der

import (
	"bytes"
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// checkAttributes walks SET OF SEQUENCE { type OBJECT IDENTIFIER, values SET OF ANY } (RFC 5958, section 2), and
// does not interpret the values. Each type occurs once and has a value, and both sets are in the order of DER (X.690,
// section 11.6).
func checkAttributes(content cryptobyte.String) error {
	const place = "pkcs8: attribute"
	types := make(map[string]bool)
	var last []byte
	for !content.Empty() {
		start := content
		attribute, err := ReadElement(&content, asn1.SEQUENCE, place)
		if err != nil {
			return err
		}
		oid, err := ReadOID(&attribute, place+" type")
		if err != nil {
			return err
		}
		if types[oid.String()] {
			return fmt.Errorf("%s type: %s occurs twice", place, oid)
		}
		types[oid.String()] = true
		values, err := ReadElement(&attribute, asn1.SET, place+" values")
		if err != nil {
			return err
		}
		if err := checkValues(values, place+" values"); err != nil {
			return err
		}
		if err := Finish(attribute, place); err != nil {
			return err
		}
		encoding := start[:len(start)-len(content)]
		if bytes.Compare(last, encoding) >= 0 {
			return fmt.Errorf("pkcs8: attributes: not in DER order")
		}
		last = encoding
	}
	return nil
}

// checkValues walks the content of a SET OF values: at least one, no two the same.
func checkValues(content cryptobyte.String, place string) error {
	if content.Empty() {
		return fmt.Errorf("%s: none, expected at least one", place)
	}
	var last []byte
	for !content.Empty() {
		value, err := readValue(&content, place, maxDepth)
		if err != nil {
			return err
		}
		if bytes.Compare(last, value) >= 0 {
			return fmt.Errorf("%s: not in DER order, or one occurs twice", place)
		}
		last = value
	}
	return nil
}
