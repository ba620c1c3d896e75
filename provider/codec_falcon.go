package provider

import (
	"fmt"

	"github.com/cloudflare/circl/sign"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"

	"github.com/saker-pq/saker/internal/der"
)

// falconCodec knows the three forms in which Falcon keys are found: that of oqs-provider, the same without
// public key (which is also what CIRCL's pki writes), and that of Bouncy Castle.
type falconCodec struct {
	scheme sign.Scheme
	logN   byte // 9 or 10
}

func (c falconCodec) Forms() []PrivateKeyForm {
	return []PrivateKeyForm{FormOQS, FormExpanded, FormBC}
}

func (c falconCodec) DefaultForm(sign.PrivateKey) PrivateKeyForm { return FormOQS }

// split cuts a private key into f, g and F after its header byte. Each is a whole number of bytes: 6 bits per
// coefficient of f and g for n = 512, 5 for n = 1024, and 8 for F.
func (c falconCodec) split(sk []byte) (f, g, bigF []byte) {
	width := 15 - int(c.logN)
	size := width << c.logN / 8
	return sk[1 : 1+size], sk[1+size : 1+2*size], sk[1+2*size:]
}

func (c falconCodec) MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	if err := checkForm(c, form); err != nil {
		return nil, err
	}
	sk, err := encodePrivateKey(key, c.scheme)
	if err != nil {
		return nil, err
	}
	defer clear(sk)
	pk, err := publicBytes(key)
	if err != nil {
		return nil, err
	}
	b := cryptobyte.NewBuilder(make([]byte, 0, len(sk)+len(pk)+64)) // room for all headers: never copied
	switch form {
	case FormExpanded:
		b.AddASN1OctetString(sk)
	case FormOQS:
		b.AddASN1(asn1.OCTET_STRING, func(b *cryptobyte.Builder) {
			b.AddBytes(sk)
			b.AddBytes(pk)
		})
	case FormBC:
		f, g, bigF := c.split(sk)
		b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1Uint64(0)
			b.AddASN1OctetString(f)
			b.AddASN1OctetString(g)
			b.AddASN1OctetString(bigF)
			b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) { b.AddASN1OctetString(pk[1:]) })
		})
	}
	return b.Bytes()
}

func (c falconCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	in := cryptobyte.String(content)
	if in.PeekASN1Tag(asn1.SEQUENCE) {
		key, err := c.parseBC(in)
		return key, FormBC, err
	}
	octets, err := der.ParseElement(in, asn1.OCTET_STRING, "private key")
	if err != nil {
		return nil, "", err
	}
	skSize, pkSize := c.scheme.PrivateKeySize(), c.scheme.PublicKeySize()
	switch len(octets) {
	case skSize:
		key, err := c.scheme.UnmarshalBinaryPrivateKey(octets)
		return key, FormExpanded, err
	case skSize + pkSize:
		key, err := c.load(octets[:skSize], octets[skSize:], "oqs private key: public key")
		return key, FormOQS, err
	}
	return nil, "", fmt.Errorf("private key has %d bytes, expected %d, or %d with the public key",
		len(octets), skSize, skSize+pkSize)
}

// parseBC reads SEQUENCE { INTEGER 0, OCTET STRING f, g, F, SEQUENCE { OCTET STRING h } }; none of them has a
// header byte.
func (c falconCodec) parseBC(in cryptobyte.String) (sign.PrivateKey, error) {
	const place = "bc private key:"
	content, err := der.ParseElement(in, asn1.SEQUENCE, "bc private key")
	if err != nil {
		return nil, err
	}
	version, err := der.ReadElement(&content, asn1.INTEGER, place+" version")
	if err != nil {
		return nil, err
	}
	if len(version) != 1 || version[0] != 0 {
		return nil, fmt.Errorf("%s version must be 0 (found %#x)", place, []byte(version))
	}
	sk := make([]byte, c.scheme.PrivateKeySize())
	defer clear(sk)
	sk[0] = 0x50 + c.logN
	f, g, bigF := c.split(sk)
	for _, field := range []struct {
		name string
		dst  []byte
	}{{"f", f}, {"g", g}, {"F", bigF}} {
		found, err := der.ReadElement(&content, asn1.OCTET_STRING, place+" "+field.name)
		if err != nil {
			return nil, err
		}
		if len(found) != len(field.dst) {
			return nil, fmt.Errorf("%s %s has %d bytes, expected %d", place, field.name, len(found), len(field.dst))
		}
		copy(field.dst, found)
	}
	public, err := der.ParseElement(content, asn1.SEQUENCE, place+" public key")
	if err != nil {
		return nil, err
	}
	h, err := der.ParseElement(public, asn1.OCTET_STRING, place+" h")
	if err != nil {
		return nil, err
	}
	return c.load(sk, append([]byte{c.logN}, h...), place+" public key")
}

// load decodes and proves sk and compares the public key stored beside it.
func (c falconCodec) load(sk, storedPK []byte, place string) (sign.PrivateKey, error) {
	key, err := c.scheme.UnmarshalBinaryPrivateKey(sk)
	if err != nil {
		return nil, err
	}
	pk, err := publicBytes(key)
	if err != nil {
		return nil, err
	}
	if err := sameBytes(place, storedPK, pk); err != nil {
		return nil, err
	}
	return key, nil
}
