package x509ext

import (
	"bytes"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// Context tags of the Extensions fields (RFC 5280, 4.1 and 5.1).
const (
	certExtensionsTag = 3
	listExtensionsTag = 0
)

// A rawExtension is one element of Extensions (RFC 5280, 4.1). raw is the whole
// element as it was read, which may spell out the default of critical.
type rawExtension struct {
	id       asn1.ObjectIdentifier
	critical bool
	value    []byte // content of extnValue
	raw      []byte
}

// readExtension reads an Extension that fills element.
func readExtension(element []byte, place string) (rawExtension, error) {
	e := rawExtension{raw: element}
	content, err := der.ParseElement(element, cbasn1.SEQUENCE, place)
	if err != nil {
		return e, err
	}
	if e.id, err = der.ReadOID(&content, place); err != nil {
		return e, err
	}
	place += " " + e.id.String()
	if content.PeekASN1Tag(cbasn1.BOOLEAN) && !content.ReadASN1Boolean(&e.critical) {
		return e, fmt.Errorf("%s: critical: malformed BOOLEAN", place)
	}
	if e.value, err = der.ReadElement(&content, cbasn1.OCTET_STRING, place); err != nil {
		return e, err
	}
	return e, der.Finish(content, place)
}

// marshal encodes e in DER: critical is written only when it is true.
func (e rawExtension) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(e.id)
		if e.critical {
			b.AddASN1Boolean(true)
		}
		b.AddASN1OctetString(e.value)
	})
	return b.Bytes()
}

// checkDER refuses an encoding that marshal would not have made.
func (e rawExtension) checkDER(place string) error {
	again, err := e.marshal()
	if err != nil || !bytes.Equal(again, e.raw) {
		return fmt.Errorf("x509ext: %s: not in DER form", place)
	}
	return nil
}

// readExtensionList reads a SEQUENCE OF Extension that fills element.
func readExtensionList(element []byte, place string) ([]rawExtension, error) {
	parts, ok := elements(element)
	if !ok {
		return nil, fmt.Errorf("%s: not a SEQUENCE in DER form", place)
	}
	list := make([]rawExtension, len(parts))
	for i, part := range parts {
		var err error
		if list[i], err = readExtension(part, place); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// extensionsIn finds the field with the given tag among the fields of a TBS
// and reads it. Without the field position is -1.
func extensionsIn(fields [][]byte, tag uint8) (list []rawExtension, position int, err error) {
	for i, field := range fields {
		in := cryptobyte.String(field)
		if !in.PeekASN1Tag(contextTag(tag)) {
			continue
		}
		if !in.ReadASN1(&in, contextTag(tag)) {
			return nil, i, errors.New("x509ext: extensions: malformed")
		}
		if list, err = readExtensionList(in, "extensions"); err != nil {
			return nil, i, fmt.Errorf("x509ext: %w", err)
		}
		return list, i, nil
	}
	return nil, -1, nil
}

// extensionsField is the inverse of extensionsIn: it joins whole elements and
// wraps them into the field.
func extensionsField(list []rawExtension, tag uint8) ([]byte, error) {
	raw := make([][]byte, len(list))
	for i, e := range list {
		raw[i] = e.raw
	}
	sequence, err := joinElements(raw)
	if err != nil {
		return nil, err
	}
	var b cryptobyte.Builder
	b.AddASN1(contextTag(tag), func(b *cryptobyte.Builder) { b.AddBytes(sequence) })
	return b.Bytes()
}

// findExtension returns the one extension with the given identifier, nil if
// there is none. It must be in DER form.
func findExtension(list []rawExtension, id asn1.ObjectIdentifier, place string) (*rawExtension, error) {
	var found *rawExtension
	for i := range list {
		if !list[i].id.Equal(id) {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("x509ext: %s: more than one", place)
		}
		found = &list[i]
	}
	if found == nil {
		return nil, nil
	}
	return found, found.checkDER(place)
}

// contains reports whether list has an extension with one of the identifiers.
func contains(list []pkix.Extension, ids ...asn1.ObjectIdentifier) bool {
	return slices.ContainsFunc(list, func(e pkix.Extension) bool {
		return slices.ContainsFunc(ids, e.Id.Equal)
	})
}

// refuseExtensions is for functions that set the given extensions themselves.
func refuseExtensions(list []pkix.Extension, ids ...asn1.ObjectIdentifier) error {
	for _, id := range ids {
		if contains(list, id) {
			return fmt.Errorf("x509ext: template: ExtraExtensions has %v, which is set from the arguments", id)
		}
	}
	return nil
}

// replaceExtension changes the content of the extension with the given
// identifier.
func replaceExtension(tbs []byte, extensionsTag uint8, id asn1.ObjectIdentifier, value []byte) ([]byte, error) {
	fields, ok := elements(tbs)
	if !ok {
		return nil, errors.New("x509ext: internal error: malformed tbs")
	}
	list, at, err := extensionsIn(fields, extensionsTag)
	if err != nil {
		return nil, err
	}
	for i, e := range list {
		if e.id.Equal(id) {
			e.value = value
			if list[i].raw, err = e.marshal(); err != nil {
				return nil, err
			}
		}
	}
	if fields[at], err = extensionsField(list, extensionsTag); err != nil {
		return nil, err
	}
	return joinElements(fields)
}

func bitString(content []byte) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1BitString(content)
	return b.Bytes()
}
