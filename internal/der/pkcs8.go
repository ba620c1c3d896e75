package der

import (
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// Tags of the optional fields of OneAsymmetricKey, both IMPLICIT.
var (
	attributesTag = asn1.Tag(0).ContextSpecific().Constructed()
	publicKeyTag  = asn1.Tag(1).ContextSpecific()
)

// OneAsymmetricKey is RFC 5958, section 2. The version is not a field: it is 1 exactly when there is a public
// key, else 0, on reading and on writing.
type OneAsymmetricKey struct {
	Algorithm AlgorithmIdentifier
	// PrivateKey is the content of the privateKey OCTET STRING.
	PrivateKey []byte
	// Attributes is the content of [0], a sequence of Attribute elements; nil when the field is absent.
	Attributes []byte
	// PublicKey is the content of the bit string [1]; nil when the field is absent.
	PublicKey []byte
}

// ParsePKCS8 reads a OneAsymmetricKey that fills der. Errors never quote the private key.
func ParsePKCS8(der []byte) (OneAsymmetricKey, error) {
	var k OneAsymmetricKey
	content, err := ParseElement(der, asn1.SEQUENCE, "pkcs8")
	if err != nil {
		return k, err
	}
	version, err := readVersion(&content)
	if err != nil {
		return k, err
	}
	if k.Algorithm, err = ReadAlgorithmIdentifier(&content, "pkcs8"); err != nil {
		return k, err
	}
	if k.PrivateKey, err = ReadElement(&content, asn1.OCTET_STRING, "pkcs8: private key"); err != nil {
		return k, err
	}
	if content.PeekASN1Tag(attributesTag) {
		if k.Attributes, err = ReadElement(&content, attributesTag, "pkcs8: attributes"); err != nil {
			return k, err
		}
		if err := checkAttributes(k.Attributes); err != nil {
			return k, err
		}
	}
	if content.PeekASN1Tag(publicKeyTag) {
		if k.PublicKey, err = ReadBitString(&content, publicKeyTag, "pkcs8: public key"); err != nil {
			return k, err
		}
	}
	if err := Finish(content, "pkcs8: last field"); err != nil {
		return k, err
	}
	if hasPublicKey := k.PublicKey != nil; hasPublicKey != (version == 1) {
		return k, fmt.Errorf("pkcs8: version %d does not go with public key present: %t", version, hasPublicKey)
	}
	return k, nil
}

func readVersion(in *cryptobyte.String) (int, error) {
	content, err := ReadElement(in, asn1.INTEGER, "pkcs8: version")
	if err != nil {
		return 0, err
	}
	if len(content) != 1 || content[0] > 1 {
		return 0, fmt.Errorf("pkcs8: version must be 0 or 1 (found %#x)", []byte(content))
	}
	return int(content[0]), nil
}

// Marshal returns the DER encoding. It holds the private key: the caller wipes it.
func (k OneAsymmetricKey) Marshal() ([]byte, error) {
	if err := checkAttributes(k.Attributes); err != nil {
		return nil, err
	}
	// The capacity is enough for all headers, so that no shorter buffer with the secret in it is left behind.
	size := len(k.PrivateKey) + len(k.Attributes) + len(k.PublicKey) + len(k.Algorithm.Parameters) + 96
	b := cryptobyte.NewBuilder(make([]byte, 0, size))
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		if k.PublicKey != nil {
			b.AddASN1Uint64(1)
		} else {
			b.AddASN1Uint64(0)
		}
		k.Algorithm.AddTo(b)
		b.AddASN1OctetString(k.PrivateKey)
		if k.Attributes != nil {
			b.AddASN1(attributesTag, func(b *cryptobyte.Builder) { b.AddBytes(k.Attributes) })
		}
		if k.PublicKey != nil {
			b.AddASN1(publicKeyTag, func(b *cryptobyte.Builder) {
				b.AddUint8(0)
				b.AddBytes(k.PublicKey)
			})
		}
	})
	return b.Bytes()
}
