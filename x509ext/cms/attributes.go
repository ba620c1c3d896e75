package cms

import (
	"bytes"
	encoding_asn1 "encoding/asn1"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// An Attribute is RFC 5652, section 5.3: a type and its values, each a whole
// DER element.
type Attribute struct {
	Type   encoding_asn1.ObjectIdentifier
	Values [][]byte
}

// MaxAttributes bounds the attributes of one kind, signed or unsigned, of a
// signer and the values of one attribute.
const MaxAttributes = 64

// parseAttributes reads the content of a SET OF Attribute. Signed attributes
// must be in DER, and so in ascending order.
func parseAttributes(in cryptobyte.String, place string, isDER bool) ([]Attribute, error) {
	if in.Empty() {
		return nil, fmt.Errorf("%s: set is empty, expected it to be absent", place)
	}
	var list []Attribute
	var encodings [][]byte
	for !in.Empty() {
		if len(list) == MaxAttributes {
			return nil, fmt.Errorf("%s: more than %d attributes", place, MaxAttributes)
		}
		start := in
		a, err := readAttribute(&in, place, isDER)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
		encodings = append(encodings, start[:len(start)-len(in)])
	}
	if isDER && !slices.IsSortedFunc(encodings, bytes.Compare) {
		return nil, fmt.Errorf("%s: not in DER order", place)
	}
	return list, nil
}

func readAttribute(in *cryptobyte.String, place string, isDER bool) (Attribute, error) {
	var a Attribute
	content, err := der.ReadElement(in, asn1.SEQUENCE, place+": attribute")
	if err != nil {
		return a, err
	}
	if a.Type, err = der.ReadOID(&content, place+": attribute type"); err != nil {
		return a, err
	}
	place = fmt.Sprintf("%s: attribute %v", place, a.Type)
	values, err := der.ReadElement(&content, asn1.SET, place)
	if err != nil {
		return a, err
	}
	for !values.Empty() {
		var value cryptobyte.String
		var tag asn1.Tag
		if len(a.Values) == MaxAttributes {
			return a, fmt.Errorf("%s: more than %d values", place, MaxAttributes)
		}
		if !values.ReadAnyASN1Element(&value, &tag) {
			return a, fmt.Errorf("%s: value truncated, or length not in DER form", place)
		}
		a.Values = append(a.Values, value)
	}
	if isDER && !slices.IsSortedFunc(a.Values, bytes.Compare) {
		return a, fmt.Errorf("%s: values not in DER order", place)
	}
	return a, der.Finish(content, place)
}

// marshalAttributes is the DER of the set under the SET OF tag, the form that
// is signed (RFC 5652, section 5.4).
func marshalAttributes(list []Attribute) ([]byte, error) {
	encodings := make([][]byte, len(list))
	for i, a := range list {
		values := slices.Clone(a.Values)
		slices.SortFunc(values, bytes.Compare)
		var b cryptobyte.Builder
		b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1ObjectIdentifier(a.Type)
			b.AddASN1(asn1.SET, func(b *cryptobyte.Builder) { addAll(b, values) })
		})
		var err error
		if encodings[i], err = b.Bytes(); err != nil {
			return nil, fmt.Errorf("attribute %v: %w", a.Type, err)
		}
	}
	slices.SortFunc(encodings, bytes.Compare)
	var b cryptobyte.Builder
	b.AddASN1(asn1.SET, func(b *cryptobyte.Builder) { addAll(b, encodings) })
	return b.Bytes()
}

func addAll(b *cryptobyte.Builder, elements [][]byte) {
	for _, e := range elements {
		b.AddBytes(e)
	}
}

// errNoAttribute is returned by onlyValue for an attribute that is not there.
var errNoAttribute = errors.New("missing")

// onlyValue returns the value of an attribute that may occur once, with one
// value, as the element inside.
func onlyValue(list []Attribute, oid encoding_asn1.ObjectIdentifier) (cryptobyte.String, error) {
	var found *Attribute
	for i := range list {
		if !list[i].Type.Equal(oid) {
			continue
		}
		if found != nil {
			return nil, errors.New("more than one")
		}
		found = &list[i]
	}
	if found == nil {
		return nil, errNoAttribute
	}
	if len(found.Values) != 1 {
		return nil, fmt.Errorf("%d values, expected 1", len(found.Values))
	}
	return found.Values[0], nil
}

// checkValues refuses values that are not whole elements.
func (a Attribute) checkValues() error {
	if len(a.Values) == 0 || len(a.Values) > MaxAttributes {
		return fmt.Errorf("attribute %v: %d values, expected 1 to %d", a.Type, len(a.Values), MaxAttributes)
	}
	for _, value := range a.Values {
		in := cryptobyte.String(value)
		var tag asn1.Tag
		if !in.ReadAnyASN1Element(new(cryptobyte.String), &tag) || !in.Empty() {
			return fmt.Errorf("attribute %v: a value is not one DER element", a.Type)
		}
	}
	return nil
}
