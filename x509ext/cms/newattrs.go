package cms

import (
	encoding_asn1 "encoding/asn1"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
)

// newSignedAttributes returns the set that a signer signs about a content (RFC
// 5652, sections 11.1 to 11.3; RFC 6211), as DER under the SET OF tag.
func newSignedAttributes(contentType encoding_asn1.ObjectIdentifier, sum []byte, digest, signature der.AlgorithmIdentifier, opts Options) ([]byte, error) {
	list := slices.Clone(opts.Attributes)
	for _, a := range list {
		if isOwnAttribute(a.Type) {
			return nil, fmt.Errorf("attribute %v is written by this package and cannot be given", a.Type)
		}
		if err := a.checkValues(); err != nil {
			return nil, err
		}
	}
	var failed error
	add := func(oid encoding_asn1.ObjectIdentifier, write func(b *cryptobyte.Builder)) {
		var b cryptobyte.Builder
		write(&b)
		value, err := b.Bytes()
		if err != nil && failed == nil {
			failed = fmt.Errorf("attribute %v: %w", oid, err)
		}
		list = append(list, Attribute{Type: oid, Values: [][]byte{value}})
	}
	add(oidContentType, func(b *cryptobyte.Builder) { b.AddASN1ObjectIdentifier(contentType) })
	add(oidMessageDigest, func(b *cryptobyte.Builder) { b.AddASN1OctetString(sum) })
	if !opts.NoSigningTime {
		add(oidSigningTime, func(b *cryptobyte.Builder) { addTime(b, opts.SigningTime) })
	}
	add(oidProtection, func(b *cryptobyte.Builder) { addProtection(b, digest, signature) })
	if failed != nil {
		return nil, failed
	}
	if len(list) > MaxAttributes {
		return nil, fmt.Errorf("%d signed attributes, expected at most %d", len(list), MaxAttributes)
	}
	return marshalAttributes(list)
}

func isOwnAttribute(oid encoding_asn1.ObjectIdentifier) bool {
	return oid.Equal(oidContentType) || oid.Equal(oidMessageDigest) || oid.Equal(oidSigningTime) || oid.Equal(oidProtection)
}
