package hybrid

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/asn1"
	"fmt"
	"io"
	"math/big"

	"golang.org/x/crypto/cryptobyte"
	casn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// ecdsaHalf is ECDSA on one curve with the hash of the same strength.
type ecdsaHalf struct {
	curve elliptic.Curve
	ecdh  ecdh.Curve // the same curve, to test candidate scalars
	oid   asn1.ObjectIdentifier
	hash  crypto.Hash

	// topMask keeps the bits of the first byte of a scalar that may be set.
	topMask byte

	// Largest DER Ecdsa-Sig-Value, and size of the DER ECPrivateKey.
	maxSignature int
	private      int

	// withPublic says whether ECPrivateKey carries the public key in field [1]
	// (RFC 5915, section 3, where it is optional).
	withPublic bool
}

var (
	oidP256 = asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 7}
	oidP384 = asn1.ObjectIdentifier{1, 3, 132, 0, 34}
	oidP521 = asn1.ObjectIdentifier{1, 3, 132, 0, 35}
)

var (
	ecdsaP256 = &ecdsaHalf{elliptic.P256(), ecdh.P256(), oidP256, crypto.SHA256, 0xff, 72, 51, false}
	ecdsaP384 = &ecdsaHalf{elliptic.P384(), ecdh.P384(), oidP384, crypto.SHA384, 0xff, 104, 64, false}
	ecdsaP521 = &ecdsaHalf{elliptic.P521(), ecdh.P521(), oidP521, crypto.SHA512, 0x01, 139, 82, false}

	// The OQS hybrids write the public key into ECPrivateKey.
	ecdsaP256WithPublic = &ecdsaHalf{elliptic.P256(), ecdh.P256(), oidP256, crypto.SHA256, 0xff, 72, 121, true}
	ecdsaP521WithPublic = &ecdsaHalf{elliptic.P521(), ecdh.P521(), oidP521, crypto.SHA512, 0x01, 139, 223, true}
)

// ECDSAP256 returns ECDSA on P-256 with SHA-256.
func ECDSAP256() Classical { return ecdsaP256 }

// ECDSAP384 returns ECDSA on P-384 with SHA-384.
func ECDSAP384() Classical { return ecdsaP384 }

// ECDSAP521 returns ECDSA on P-521 with SHA-512.
func ECDSAP521() Classical { return ecdsaP521 }

func (c *ecdsaHalf) scalarSize() int    { return (c.curve.Params().BitSize + 7) / 8 }
func (c *ecdsaHalf) publicSize() int    { return 1 + 2*c.scalarSize() }
func (c *ecdsaHalf) privateSize() int   { return c.private }
func (c *ecdsaHalf) signatureSize() int { return c.maxSignature }

func (c *ecdsaHalf) generate() (classicalPrivate, error) {
	key, err := ecdsa.GenerateKey(c.curve, rand.Reader)
	if err != nil {
		return nil, err
	}
	return &ecdsaPrivate{c, key}, nil
}

// derive takes scalars of full width from the stream until one lies in
// [1, order-1]. A rejected candidate says nothing of the accepted one, so the
// number of rounds may show.
func (c *ecdsaHalf) derive(stream io.Reader) (classicalPrivate, bool) {
	scalar := make([]byte, c.scalarSize())
	defer clear(scalar)
	for {
		if _, err := io.ReadFull(stream, scalar); err != nil {
			return nil, false
		}
		scalar[0] &= c.topMask
		if _, err := c.ecdh.NewPrivateKey(scalar); err != nil {
			continue
		}
		key, err := ecdsa.ParseRawPrivateKey(c.curve, scalar)
		if err != nil {
			return nil, false
		}
		return &ecdsaPrivate{c, key}, true
	}
}

// parsePublic accepts the uncompressed point 04 || X || Y, on the curve and not
// the point at infinity (SEC 1, version 2, section 2.3.4).
func (c *ecdsaHalf) parsePublic(data []byte) (classicalPublic, error) {
	key, err := ecdsa.ParseUncompressedPublicKey(c.curve, data)
	if err != nil {
		return nil, fmt.Errorf("%s point: %w", c.curve.Params().Name, err)
	}
	return &ecdsaPublic{c, key, bytes.Clone(data)}, nil
}

// parsePrivate accepts one encoding of ECPrivateKey per key. Writing the key
// again and comparing also proves that a public key in field [1] belongs to the
// scalar, since the parser computes it afresh.
func (c *ecdsaHalf) parsePrivate(data []byte) (classicalPrivate, error) {
	name := c.curve.Params().Name
	parsed, err := x509.ParseECPrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("%s ECPrivateKey: %w", name, err)
	}
	if parsed.Curve != c.curve {
		return nil, fmt.Errorf("ECPrivateKey: curve must be %s (found %s)", name, parsed.Curve.Params().Name)
	}
	key := &ecdsaPrivate{c, parsed}
	again, err := key.encode()
	if err != nil {
		return nil, err
	}
	defer clear(again)
	if !bytes.Equal(again, data) {
		return nil, fmt.Errorf("%s ECPrivateKey: not the encoding of its scalar (curve present, public key present: %t)", name, c.withPublic)
	}
	return key, nil
}

type ecdsaPublic struct {
	half  *ecdsaHalf
	key   *ecdsa.PublicKey
	point []byte
}

func (p *ecdsaPublic) encode() []byte { return p.point }

func (p *ecdsaPublic) verify(message, signature []byte) bool {
	if len(signature) > p.half.maxSignature || !isCanonicalECDSA(signature) {
		return false
	}
	return ecdsa.VerifyASN1(p.key, digest(p.half.hash, message), signature)
}

// isCanonicalECDSA reports whether the bytes are the DER Ecdsa-Sig-Value of two
// positive integers (RFC 3279, section 2.2.3), so that a pair (r, s) has one
// encoding only.
func isCanonicalECDSA(signature []byte) bool {
	var (
		r, s  big.Int
		inner cryptobyte.String
	)
	input := cryptobyte.String(signature)
	if !input.ReadASN1(&inner, casn1.SEQUENCE) || !input.Empty() ||
		!inner.ReadASN1Integer(&r) || !inner.ReadASN1Integer(&s) || !inner.Empty() ||
		r.Sign() <= 0 || s.Sign() <= 0 {
		return false
	}
	var b cryptobyte.Builder
	b.AddASN1(casn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1BigInt(&r)
		b.AddASN1BigInt(&s)
	})
	again, err := b.Bytes()
	return err == nil && bytes.Equal(again, signature)
}

type ecdsaPrivate struct {
	half *ecdsaHalf
	key  *ecdsa.PrivateKey
}

func (k *ecdsaPrivate) public() classicalPublic {
	point, err := k.key.PublicKey.Bytes()
	if err != nil {
		// Every constructor above yields a point on a NIST curve.
		panic("hybrid: ECDSA key without a valid point: " + err.Error())
	}
	return &ecdsaPublic{k.half, &k.key.PublicKey, point}
}

func (k *ecdsaPrivate) sign(rand io.Reader, message []byte) ([]byte, error) {
	return ecdsa.SignASN1(rand, k.key, digest(k.half.hash, message))
}

// encode writes ECPrivateKey (RFC 5915, section 3) with the named curve.
func (k *ecdsaPrivate) encode() ([]byte, error) {
	if k.half.withPublic {
		return x509.MarshalECPrivateKey(k.key)
	}
	scalar, err := k.key.Bytes()
	if err != nil {
		return nil, err
	}
	defer clear(scalar)
	// The builder never grows, so no copy of the scalar is left behind.
	b := cryptobyte.NewBuilder(make([]byte, 0, k.half.private))
	b.AddASN1(casn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(1)
		b.AddASN1OctetString(scalar)
		b.AddASN1(casn1.Tag(0).Constructed().ContextSpecific(), func(b *cryptobyte.Builder) {
			b.AddASN1ObjectIdentifier(k.half.oid)
		})
	})
	return b.Bytes()
}

func digest(hash crypto.Hash, message []byte) []byte {
	h := hash.New()
	h.Write(message)
	return h.Sum(nil)
}
