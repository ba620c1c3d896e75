package der

import (
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// SubjectPublicKeyInfo is RFC 5280, section 4.1.2.7. PublicKey is the content of the bit string.
type SubjectPublicKeyInfo struct {
	Algorithm AlgorithmIdentifier
	PublicKey []byte
}

// ParseSPKI reads a SubjectPublicKeyInfo that fills der.
func ParseSPKI(der []byte) (SubjectPublicKeyInfo, error) {
	var s SubjectPublicKeyInfo
	content, err := ParseElement(der, asn1.SEQUENCE, "spki")
	if err != nil {
		return s, err
	}
	if s.Algorithm, err = ReadAlgorithmIdentifier(&content, "spki"); err != nil {
		return s, err
	}
	if s.PublicKey, err = ReadBitString(&content, asn1.BIT_STRING, "spki: public key"); err != nil {
		return s, err
	}
	return s, Finish(content, "spki: public key")
}

// Marshal returns the DER encoding.
func (s SubjectPublicKeyInfo) Marshal() ([]byte, error) {
	b := cryptobyte.NewBuilder(make([]byte, 0, len(s.PublicKey)+len(s.Algorithm.Parameters)+64))
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		s.Algorithm.AddTo(b)
		b.AddASN1BitString(s.PublicKey)
	})
	return b.Bytes()
}
