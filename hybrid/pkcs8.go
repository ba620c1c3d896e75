package hybrid

import (
	"fmt"

	"github.com/cloudflare/circl/sign"
	"golang.org/x/crypto/cryptobyte"
	casn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// MarshalPKCS8Content returns the content of the privateKey OCTET STRING of a
// PKCS#8 PrivateKeyInfo: the private key itself for the composites, a DER OCTET
// STRING that holds it for the OQS hybrids.
func MarshalPKCS8Content(key *PrivateKey) ([]byte, error) {
	encoded, err := key.MarshalBinary()
	if err != nil || !key.public.scheme.construct.wrapped() {
		return encoded, err
	}
	defer clear(encoded)
	const headerSize = 5 // tag, and a length of up to three bytes behind its count
	b := cryptobyte.NewBuilder(make([]byte, 0, len(encoded)+headerSize))
	b.AddASN1OctetString(encoded)
	return b.Bytes()
}

// ParsePKCS8Content reads what [MarshalPKCS8Content] writes for the scheme.
func ParsePKCS8Content(s *Scheme, content []byte) (*PrivateKey, error) {
	if !s.valid() {
		return nil, ErrInvalidScheme
	}
	inner := cryptobyte.String(content)
	if s.construct.wrapped() {
		input := inner
		if !input.ReadASN1(&inner, casn1.OCTET_STRING) || !input.Empty() {
			return nil, fmt.Errorf("%w: %s private key: expected one DER OCTET STRING inside privateKey", ErrKeyEncoding, s.name)
		}
	}
	key, err := s.UnmarshalBinaryPrivateKey(inner)
	if err != nil {
		return nil, err
	}
	return key.(*PrivateKey), nil
}

var _ sign.PrivateKey = (*PrivateKey)(nil)
