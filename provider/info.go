package provider

import (
	"encoding/asn1"
	"reflect"
	"slices"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/identifiers"
)

// Info describes a registered scheme.
type Info struct {
	Scheme  sign.Scheme
	Name    string   // canonical; Scheme.Name() if empty when registering
	Aliases []string // further names for ByName

	// OID is the object identifier of keys and signatures, nil if there is none: such keys have no PKIX and
	// PKCS #8 encoding. LegacyOIDs are recognised on reading.
	OID        asn1.ObjectIdentifier
	LegacyOIDs []asn1.ObjectIdentifier

	// TLSIdentifier is the TLS 1.3 SignatureScheme, 0 if there is none. LegacyTLS are recognised as well.
	TLSIdentifier uint
	LegacyTLS     []uint

	// Experimental says that the identifiers are not official.
	Experimental bool

	// Codec reads and writes the content of PKCS #8 private keys. If nil when registering, the content is
	// the scheme's own encoding in an OCTET STRING (FormExpanded).
	Codec Codec
}

// Identifiers are the numbers of a scheme, see Override. The fields are
//
//	OID        asn1.ObjectIdentifier   // written and read
//	LegacyOIDs []asn1.ObjectIdentifier // read only
//	TLS        uint                    // code point of TLS 1.3, 0 for none
//	LegacyTLS  []uint                  // read only
type Identifiers = identifiers.Numbers

// names, oids and codePoints list the current value first.
func (i *Info) names() []string { return append([]string{i.Name}, i.Aliases...) }

func (i *Info) oids() []asn1.ObjectIdentifier {
	if i.OID == nil {
		return i.LegacyOIDs
	}
	return append([]asn1.ObjectIdentifier{i.OID}, i.LegacyOIDs...)
}

func (i *Info) codePoints() []uint {
	if i.TLSIdentifier == 0 {
		return i.LegacyTLS
	}
	return append([]uint{i.TLSIdentifier}, i.LegacyTLS...)
}

func (i *Info) numbers() Identifiers {
	return Identifiers{OID: i.OID, LegacyOIDs: i.LegacyOIDs, TLS: i.TLSIdentifier, LegacyTLS: i.LegacyTLS}
}

func (i *Info) setNumbers(n Identifiers) {
	i.OID, i.LegacyOIDs, i.TLSIdentifier, i.LegacyTLS = n.OID, n.LegacyOIDs, n.TLS, n.LegacyTLS
}

// clone returns a copy that shares nothing a caller could change.
func (i *Info) clone() Info {
	c := *i
	c.Aliases = slices.Clone(i.Aliases)
	c.setNumbers(i.numbers().Clone())
	return c
}

// isNil reports whether v is nil or an interface around a nil pointer or slice.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	value := reflect.ValueOf(v)
	return (value.Kind() == reflect.Pointer || value.Kind() == reflect.Slice) && value.IsNil()
}
