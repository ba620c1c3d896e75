package x509ext

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// An attribute of a request (RFC 2986, 4.1) is SEQUENCE { type, SET of values }.
// Attributes is an implicitly tagged SET OF, sorted by the bytes of its elements.

// requestAttributes is the position of the attributes in a
// CertificationRequestInfo.
const requestAttributes = 3

// attributesOf splits the attributes into whole elements. A request without
// the field has none; the standard library judges that.
func attributesOf(fields [][]byte) ([][]byte, error) {
	if len(fields) <= requestAttributes {
		return nil, nil
	}
	in := cryptobyte.String(fields[requestAttributes])
	if !in.ReadASN1(&in, contextTag(0)) {
		return nil, errors.New("x509ext: request: malformed attributes")
	}
	var list [][]byte
	for !in.Empty() {
		var element cryptobyte.String
		var tag cbasn1.Tag
		if !in.ReadAnyASN1Element(&element, &tag) {
			return nil, errors.New("x509ext: request: malformed attributes")
		}
		list = append(list, element)
	}
	return list, nil
}

// attributeIs reports whether element is an attribute of the given type.
func attributeIs(element []byte, id asn1.ObjectIdentifier) bool {
	in := cryptobyte.String(element)
	var found asn1.ObjectIdentifier
	return in.ReadASN1(&in, cbasn1.SEQUENCE) && in.ReadASN1ObjectIdentifier(&found) && found.Equal(id)
}

// attributeValue returns the whole element that is the one value of the one
// attribute of the given type, nil if there is none.
func attributeValue(attributes [][]byte, id asn1.ObjectIdentifier, place string) ([]byte, error) {
	var value []byte
	for _, element := range attributes {
		if !attributeIs(element, id) {
			continue
		}
		if value != nil {
			return nil, fmt.Errorf("x509ext: %s: more than one", place)
		}
		content, err := der.ParseElement(element, cbasn1.SEQUENCE, place)
		if err != nil {
			return nil, fmt.Errorf("x509ext: %w", err)
		}
		content.SkipASN1(cbasn1.OBJECT_IDENTIFIER)
		values, err := der.ReadElement(&content, cbasn1.SET, place)
		if err == nil {
			err = der.Finish(content, place)
		}
		if err != nil {
			return nil, fmt.Errorf("x509ext: %w", err)
		}
		var tag cbasn1.Tag
		if !values.ReadAnyASN1Element((*cryptobyte.String)(&value), &tag) || !values.Empty() {
			return nil, fmt.Errorf("x509ext: %s: expected exactly one value", place)
		}
	}
	return value, nil
}

// newAttribute encodes an attribute with one value, a whole element.
func newAttribute(id asn1.ObjectIdentifier, value []byte) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(id)
		b.AddASN1(cbasn1.SET, func(b *cryptobyte.Builder) { b.AddBytes(value) })
	})
	return b.Bytes()
}

// withAttribute adds an attribute to a CertificationRequestInfo, in place of
// those of its type.
func withAttribute(tbs []byte, id asn1.ObjectIdentifier, value []byte) ([]byte, error) {
	attribute, err := newAttribute(id, value)
	if err != nil {
		return nil, err
	}
	return changeAttributes(tbs, func(list [][]byte) [][]byte {
		list = append(withoutAttribute(list, id), attribute)
		slices.SortFunc(list, bytes.Compare)
		return list
	})
}

func withoutAttribute(list [][]byte, id asn1.ObjectIdentifier) [][]byte {
	return slices.DeleteFunc(slices.Clone(list), func(e []byte) bool { return attributeIs(e, id) })
}

// changeAttributes rewrites the attributes of a CertificationRequestInfo.
func changeAttributes(tbs []byte, change func([][]byte) [][]byte) ([]byte, error) {
	fields, ok := elements(tbs)
	if !ok || len(fields) < requestAttributes || len(fields) > requestAttributes+1 {
		return nil, errors.New("x509ext: request: malformed tbs")
	}
	list, err := attributesOf(fields)
	if err != nil {
		return nil, err
	}
	var b cryptobyte.Builder
	b.AddASN1(contextTag(0), func(b *cryptobyte.Builder) {
		for _, element := range change(list) {
			b.AddBytes(element)
		}
	})
	field, err := b.Bytes()
	if err != nil {
		return nil, err
	}
	return joinElements(append(fields[:requestAttributes:requestAttributes], field))
}
