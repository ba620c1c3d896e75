package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ErrNoDelta is returned for a certificate that describes no other one.
var ErrNoDelta = errors.New("x509ext: the certificate carries no delta certificate")

// DeltaCertificate reconstructs the certificate that c, the base, describes in
// the extension of draft-bonnell-lamps-chameleon-certs, and parses it. Nothing
// about it has been verified: it is verified as any certificate, with
// [Certificate.Verify] or [Certificate.CheckSignatureFrom]. The base's own
// signature is not involved.
//
// ParseCertificate does not look at the extension, since the draft is not
// final; a malformed one is an error here.
func (c *Certificate) DeltaCertificate() (*Certificate, error) {
	if !c.parsed() {
		return nil, errNotParsed
	}
	fields, _ := elements(c.RawTBSCertificate)
	list, _, err := extensionsIn(fields, certExtensionsTag)
	if err != nil {
		return nil, err
	}
	e, err := findExtension(list, oidDelta, placeDelta)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, ErrNoDelta
	}
	if e.critical {
		return nil, fmt.Errorf("x509ext: %s: must not be critical", placeDelta)
	}
	d, err := parseDelta(e.value)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	delta, err := d.apply(fields, list)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	tbs, err := joinElements(delta)
	if err != nil {
		return nil, err
	}
	der, err := assembleSigned(tbs, delta[certAlgorithm], d.value)
	if err != nil {
		return nil, err
	}
	parsed, err := ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("x509ext: delta certificate: %w", err)
	}
	return parsed, nil
}

// CreateBaseCertificate makes a certificate as [CreateCertificate] does that
// carries delta, an issued certificate, in the extension of
// draft-bonnell-lamps-chameleon-certs. Old software sees the base only;
// [Certificate.DeltaCertificate] gives back the delta byte for byte.
//
// Both must have extensions of the same types in the same order, as two
// certificates from similar templates do; names, times, keys and issuers may
// differ.
func CreateBaseCertificate(rand io.Reader, template, parent *x509.Certificate, pub crypto.PublicKey, priv any, delta *Certificate) ([]byte, error) {
	if template == nil {
		return nil, errors.New("x509ext: template and parent must not be nil")
	}
	if !delta.parsed() {
		return nil, errNotParsed
	}
	if contains(delta.Extensions, oidDelta) {
		return nil, errors.New("x509ext: the delta certificate carries a delta certificate itself")
	}
	if err := refuseExtensions(template.ExtraExtensions, oidDelta); err != nil {
		return nil, err
	}
	t := *template
	t.ExtraExtensions = append(slices.Clone(template.ExtraExtensions), pkix.Extension{Id: oidDelta, Value: asn1.NullBytes})
	s, tbs, err := draftCertificate(rand, &t, parent, pub, priv)
	if err != nil {
		return nil, err
	}
	d, err := describe(tbs, delta)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	value, err := d.marshal()
	if err != nil {
		return nil, err
	}
	if tbs, err = replaceExtension(tbs, certExtensionsTag, oidDelta, value); err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, func(der []byte) error {
		base, err := ParseCertificate(der)
		if err != nil {
			return err
		}
		again, err := base.DeltaCertificate()
		if err != nil {
			return err
		}
		if !again.Equal(delta) {
			return errors.New("x509ext: internal error: another delta certificate is reconstructed")
		}
		return nil
	})
}

// describe compares the TBS of a base with a delta certificate.
func describe(base []byte, delta *Certificate) (*deltaDescriptor, error) {
	from, _ := elements(base)
	to, _ := elements(delta.RawTBSCertificate)
	if delta.Version != 3 || len(from) != certExtensions+1 || len(to) < certExtensions || len(to) > certExtensions+1 {
		return nil, fmt.Errorf("%s: both certificates must be of version 3 without unique identifiers", placeDelta)
	}
	d := &deltaDescriptor{serial: to[certSerial], spki: to[certSPKI], value: delta.Signature}
	for _, field := range d.optional() {
		if !bytes.Equal(from[field.position], to[field.position]) {
			*field.element = to[field.position]
		}
	}
	before, _, err := extensionsIn(from, certExtensionsTag)
	if err != nil {
		return nil, err
	}
	after, _, err := extensionsIn(to, certExtensionsTag)
	if err != nil {
		return nil, err
	}
	before = slices.DeleteFunc(before, func(e rawExtension) bool { return e.id.Equal(oidDelta) })
	for i := range max(len(before), len(after)) {
		switch {
		case i >= len(before) || i >= len(after) || !before[i].id.Equal(after[i].id):
			return nil, fmt.Errorf("%s: extensions: the base has %s, the delta %s", placeDelta, extensionNames(before), extensionNames(after))
		case !bytes.Equal(before[i].raw, after[i].raw):
			d.extensions = append(d.extensions, after[i])
		}
	}
	return d, nil
}

// extensionNames lists identifiers for an error text.
func extensionNames(list []rawExtension) string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = e.id.String()
	}
	return "[" + strings.Join(names, " ") + "]"
}
