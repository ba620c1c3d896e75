package provider

import (
	"crypto/subtle"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/sign"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
)

// seedCodec is the choice RFC 9881, section 6 makes for ML-DSA, which we also make for FN-DSA:
//
//	CHOICE { seed [0] IMPLICIT OCTET STRING, expandedKey OCTET STRING,
//	         both SEQUENCE { seed OCTET STRING, expandedKey OCTET STRING } }
//
// The expanded form alone is for FN-DSA only: CIRCL cannot prove an ML-DSA key without its seed.
type seedCodec struct {
	scheme         sign.Scheme
	allowsExpanded bool
}

var seedTag = asn1.Tag(0).ContextSpecific()

func (c seedCodec) Forms() []PrivateKeyForm {
	if c.allowsExpanded {
		return []PrivateKeyForm{FormSeed, FormExpanded, FormBoth}
	}
	return []PrivateKeyForm{FormSeed, FormBoth}
}

func (c seedCodec) DefaultForm(key sign.PrivateKey) PrivateKeyForm {
	seed := seedOf(key)
	defer clear(seed)
	if seed == nil && c.allowsExpanded {
		return FormExpanded
	}
	return FormSeed
}

// seedOf returns a copy of the seed of a key, nil if it is not known.
func seedOf(key sign.PrivateKey) []byte {
	if seeded, ok := key.(sign.Seeded); ok && keyguard.Check(key) == nil {
		return seeded.Seed()
	}
	return nil
}

func (c seedCodec) MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	if err := checkForm(c, form); err != nil {
		return nil, err
	}
	expanded, err := encodePrivateKey(key, c.scheme)
	if err != nil {
		return nil, err
	}
	defer clear(expanded)
	seed := seedOf(key)
	defer clear(seed)
	if seed == nil && form != FormExpanded {
		return nil, fmt.Errorf("private key form %q needs the seed, which is not known for this key", form)
	}
	b := cryptobyte.NewBuilder(make([]byte, 0, len(seed)+len(expanded)+32)) // room for all headers: never copied
	switch form {
	case FormSeed:
		b.AddASN1(seedTag, func(b *cryptobyte.Builder) { b.AddBytes(seed) })
	case FormExpanded:
		b.AddASN1OctetString(expanded)
	case FormBoth:
		b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1OctetString(seed)
			b.AddASN1OctetString(expanded)
		})
	}
	return b.Bytes()
}

func (c seedCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	const place = "private key"
	in := cryptobyte.String(content)
	switch {
	case in.PeekASN1Tag(seedTag):
		seed, err := der.ParseElement(in, seedTag, place+" seed")
		if err != nil {
			return nil, "", err
		}
		key, err := c.derive(seed)
		return key, FormSeed, err
	case in.PeekASN1Tag(asn1.SEQUENCE):
		both, err := der.ParseElement(in, asn1.SEQUENCE, place)
		if err != nil {
			return nil, "", err
		}
		key, err := c.parseBoth(both)
		return key, FormBoth, err
	case !c.allowsExpanded && in.PeekASN1Tag(asn1.OCTET_STRING):
		return nil, "", errors.New("private key is in expanded form without the seed, which is needed")
	}
	expanded, err := der.ParseElement(in, asn1.OCTET_STRING, place)
	if err != nil {
		return nil, "", err
	}
	key, err := c.scheme.UnmarshalBinaryPrivateKey(expanded)
	return key, FormExpanded, err
}

func (c seedCodec) derive(seed []byte) (sign.PrivateKey, error) {
	if len(seed) != c.scheme.SeedSize() {
		return nil, fmt.Errorf("private key seed has %d bytes, expected %d", len(seed), c.scheme.SeedSize())
	}
	_, key := c.scheme.DeriveKey(seed)
	return key, nil
}

// parseBoth reads the two members of the SEQUENCE, which must stand for the same key.
func (c seedCodec) parseBoth(in cryptobyte.String) (sign.PrivateKey, error) {
	const place = "private key"
	seed, err := der.ReadElement(&in, asn1.OCTET_STRING, place+" seed")
	if err != nil {
		return nil, err
	}
	expanded, err := der.ParseElement(in, asn1.OCTET_STRING, place+" expanded")
	if err != nil {
		return nil, err
	}
	if len(expanded) != c.scheme.PrivateKeySize() {
		return nil, fmt.Errorf("private key expanded has %d bytes, expected %d", len(expanded), c.scheme.PrivateKeySize())
	}
	key, err := c.derive(seed)
	if err != nil {
		return nil, err
	}
	computed, err := key.MarshalBinary()
	if err != nil {
		return nil, err
	}
	defer clear(computed)
	if subtle.ConstantTimeCompare(expanded, computed) != 1 {
		return nil, errors.New("private key: seed and expanded key do not belong together")
	}
	return key, nil
}
