package provider

import (
	"fmt"

	"github.com/cloudflare/circl/sign"
	"golang.org/x/crypto/cryptobyte/asn1"

	"github.com/saker-pq/saker/internal/der"
)

// edwardsCodec is for CIRCL's Ed25519 and Ed448. RFC 8410, section 7 stores the seed in an OCTET STRING, and
// that is what we write; circl/pki stores seed || public key there, which we read and write on request.
type edwardsCodec struct{ scheme sign.Scheme }

func (c edwardsCodec) Forms() []PrivateKeyForm {
	return []PrivateKeyForm{FormStandard, FormExpanded}
}

func (c edwardsCodec) DefaultForm(sign.PrivateKey) PrivateKeyForm { return FormStandard }

func (c edwardsCodec) MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	if err := checkForm(c, form); err != nil {
		return nil, err
	}
	sk, err := encodePrivateKey(key, c.scheme)
	if err != nil {
		return nil, err
	}
	defer clear(sk)
	if err := c.checkPublicKey(sk); err != nil {
		return nil, err
	}
	if form == FormStandard {
		return octetString(sk[:c.scheme.SeedSize()])
	}
	return octetString(sk)
}

func (c edwardsCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	seedSize := c.scheme.SeedSize()
	octets, err := der.ParseElement(content, asn1.OCTET_STRING, "private key")
	if err != nil {
		return nil, "", err
	}
	if len(octets) != seedSize && len(octets) != c.scheme.PrivateKeySize() {
		return nil, "", fmt.Errorf("private key has %d bytes, expected %d, or %d with the public key",
			len(octets), seedSize, c.scheme.PrivateKeySize())
	}
	_, key := c.scheme.DeriveKey(octets[:seedSize])
	if len(octets) == seedSize {
		return key, FormStandard, nil
	}
	return key, FormExpanded, c.checkPublicKey(octets)
}

// checkPublicKey compares the second half of seed || public key with the public key of the seed.
func (c edwardsCodec) checkPublicKey(sk []byte) error {
	pk, _ := c.scheme.DeriveKey(sk[:c.scheme.SeedSize()])
	computed, err := pk.MarshalBinary()
	if err != nil {
		return err
	}
	return sameBytes("public key", sk[c.scheme.SeedSize():], computed)
}
