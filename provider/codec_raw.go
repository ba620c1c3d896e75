package provider

import (
	"github.com/cloudflare/circl/sign"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"

	"github.com/saker-pq/saker/internal/der"
)

// rawCodec is what circl/pki does: the scheme's own encoding in an OCTET STRING.
type rawCodec struct{ scheme sign.Scheme }

func (c rawCodec) Forms() []PrivateKeyForm { return []PrivateKeyForm{FormExpanded} }

func (c rawCodec) DefaultForm(sign.PrivateKey) PrivateKeyForm { return FormExpanded }

func (c rawCodec) MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	if err := checkForm(c, form); err != nil {
		return nil, err
	}
	sk, err := encodePrivateKey(key, c.scheme)
	if err != nil {
		return nil, err
	}
	defer clear(sk)
	return octetString(sk)
}

func (c rawCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	sk, err := der.ParseElement(content, asn1.OCTET_STRING, "private key")
	if err != nil {
		return nil, "", err
	}
	key, err := c.scheme.UnmarshalBinaryPrivateKey(sk)
	return key, FormExpanded, err
}

// octetString wraps a secret, in a buffer that has room for the header so that no copy is left behind.
func octetString(secret []byte) ([]byte, error) {
	b := cryptobyte.NewBuilder(make([]byte, 0, len(secret)+8))
	b.AddASN1OctetString(secret)
	return b.Bytes()
}
