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

// The extension of draft-bonnell-lamps-chameleon-certs that describes a second
// certificate, the delta, by its differences from the one that carries it, the
// base.
var oidDelta = asn1.ObjectIdentifier{2, 16, 840, 1, 114027, 80, 6, 1}

const placeDelta = "deltaCertificateDescriptor"

// A deltaDescriptor is a DeltaCertificateDescriptor in whole elements; what is
// optional and absent is nil, and equal to the base's.
type deltaDescriptor struct {
	serial     []byte
	signature  []byte // [0] AlgorithmIdentifier
	issuer     []byte // [1] Name
	validity   []byte // [2]
	subject    []byte // [3] Name
	spki       []byte
	extensions []rawExtension // [4], those with another content or criticality
	value      []byte         // content of the signatureValue
}

// optional lists the four optional fields before the extensions with the
// positions that they have in a TBSCertificate.
func (d *deltaDescriptor) optional() [4]struct {
	name     string
	element  *[]byte
	position int
} {
	return [4]struct {
		name     string
		element  *[]byte
		position int
	}{
		{"signature", &d.signature, certAlgorithm},
		{"issuer", &d.issuer, certIssuer},
		{"validity", &d.validity, certValidity},
		{"subject", &d.subject, certSubject},
	}
}

// parseDelta reads a descriptor. The optional fields are SEQUENCEs under
// explicit tags.
func parseDelta(value []byte) (*deltaDescriptor, error) {
	d := new(deltaDescriptor)
	content, err := der.ParseElement(value, cbasn1.SEQUENCE, placeDelta)
	if err != nil {
		return nil, err
	}
	if !content.ReadASN1Element((*cryptobyte.String)(&d.serial), cbasn1.INTEGER) {
		return nil, errors.New(placeDelta + ": malformed serialNumber")
	}
	for tag, field := range d.optional() {
		if err := readExplicit(&content, uint8(tag), field.element, field.name); err != nil {
			return nil, err
		}
	}
	if !content.ReadASN1Element((*cryptobyte.String)(&d.spki), cbasn1.SEQUENCE) {
		return nil, errors.New(placeDelta + ": malformed subjectPublicKeyInfo")
	}
	var list []byte
	if err := readExplicit(&content, 4, &list, "extensions"); err != nil {
		return nil, err
	}
	if list != nil {
		if d.extensions, err = readExtensionList(list, placeDelta+": extensions"); err != nil {
			return nil, err
		}
		if len(d.extensions) == 0 {
			return nil, errors.New(placeDelta + ": extensions: empty")
		}
	}
	if d.value, err = der.ReadBitString(&content, cbasn1.BIT_STRING, placeDelta+": signatureValue"); err != nil {
		return nil, err
	}
	return d, der.Finish(content, placeDelta+": signatureValue")
}

// readExplicit reads an optional SEQUENCE under an explicit tag.
func readExplicit(in *cryptobyte.String, tag uint8, element *[]byte, name string) error {
	if !in.PeekASN1Tag(contextTag(tag)) {
		return nil
	}
	content, err := der.ReadElement(in, contextTag(tag), placeDelta+": "+name)
	if err != nil {
		return err
	}
	if !content.ReadASN1Element((*cryptobyte.String)(element), cbasn1.SEQUENCE) {
		return fmt.Errorf("%s: %s: not a SEQUENCE under an explicit tag", placeDelta, name)
	}
	return der.Finish(content, placeDelta+": "+name)
}

// marshal is the inverse of parseDelta.
func (d *deltaDescriptor) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddBytes(d.serial)
		for tag, field := range d.optional() {
			if *field.element != nil {
				b.AddASN1(contextTag(uint8(tag)), func(b *cryptobyte.Builder) { b.AddBytes(*field.element) })
			}
		}
		b.AddBytes(d.spki)
		if len(d.extensions) > 0 {
			field, err := extensionsField(d.extensions, 4)
			if err != nil {
				b.SetError(err)
				return
			}
			b.AddBytes(field)
		}
		b.AddASN1BitString(d.value)
	})
	return b.Bytes()
}

// apply turns the fields of a base certificate's TBS into those of the delta's.
// Whatever the descriptor need not say, it must not say: there is one
// descriptor for a pair of certificates. list is the base's extensions.
func (d *deltaDescriptor) apply(base [][]byte, list []rawExtension) ([][]byte, error) {
	if len(base) != certExtensions+1 {
		return nil, fmt.Errorf("%s: the base has %d fields, expected %d and no unique identifiers", placeDelta, len(base), certExtensions+1)
	}
	fields := slices.Clone(base)
	for _, field := range d.optional() {
		if *field.element == nil {
			continue
		}
		if bytes.Equal(*field.element, base[field.position]) {
			return nil, fmt.Errorf("%s: %s: present, but the same as in the base", placeDelta, field.name)
		}
		fields[field.position] = *field.element
	}
	if d.issuer == nil && bytes.Equal(d.serial, base[certSerial]) {
		return nil, errors.New(placeDelta + ": serialNumber: the same as the base's under the same issuer")
	}
	fields[certSerial], fields[certSPKI] = d.serial, d.spki
	list, err := d.applyExtensions(list)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return fields[:certExtensions], nil
	}
	fields[certExtensions], err = extensionsField(list, certExtensionsTag)
	return fields, err
}

// applyExtensions replaces extensions in the base's order and leaves the
// descriptor out.
func (d *deltaDescriptor) applyExtensions(base []rawExtension) ([]rawExtension, error) {
	changed := d.extensions
	var list []rawExtension
	for _, e := range base {
		if e.id.Equal(oidDelta) {
			continue
		}
		if len(changed) > 0 && changed[0].id.Equal(e.id) {
			if bytes.Equal(changed[0].raw, e.raw) {
				return nil, fmt.Errorf("%s: extensions: %v is the same as in the base", placeDelta, e.id)
			}
			e, changed = changed[0], changed[1:]
		}
		list = append(list, e)
	}
	if len(changed) > 0 {
		return nil, fmt.Errorf("%s: extensions: %v is not in the base, or not in its order", placeDelta, changed[0].id)
	}
	return list, nil
}
