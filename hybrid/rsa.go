package hybrid

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"io"
)

// The RSA half exists for the OQS hybrids only: a modulus of exactly 3072 bits
// from two primes of 1536, and the public exponent 65537, as oqs-provider makes them.
const (
	rsaModulusBits = 3072
	rsaExponent    = 65537

	// PKCS#1 RSAPublicKey: SEQUENCE header 4, modulus 4 + 385, exponent 5.
	rsaPublicSize = 4 + 4 + 385 + 5
	// PKCS#1 RSAPrivateKey at most: header 4, version 3, modulus 389, exponent
	// 5, d 389, and five integers of up to 193 bytes behind 3 of header.
	rsaPrivateSize = 4 + 3 + 389 + 5 + 389 + 5*(3+193)
)

// rsaHalf is RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2) with SHA-256.
type rsaHalf struct{}

func (rsaHalf) publicSize() int    { return rsaPublicSize }
func (rsaHalf) privateSize() int   { return rsaPrivateSize }
func (rsaHalf) signatureSize() int { return rsaModulusBits / 8 }

func (rsaHalf) generate() (classicalPrivate, error) {
	key, err := rsa.GenerateKey(rand.Reader, rsaModulusBits)
	if err != nil {
		return nil, err
	}
	return &rsaPrivate{key}, nil
}

// derive is refused: crypto/rsa gives no key as a function of a seed.
func (rsaHalf) derive(io.Reader) (classicalPrivate, bool) { return nil, false }

func (rsaHalf) parsePublic(data []byte) (classicalPublic, error) {
	key, err := x509.ParsePKCS1PublicKey(data)
	if err != nil {
		return nil, fmt.Errorf("RSAPublicKey: %w", err)
	}
	if err := checkRSA(key); err != nil {
		return nil, err
	}
	if !bytes.Equal(x509.MarshalPKCS1PublicKey(key), data) {
		return nil, fmt.Errorf("RSAPublicKey: not in DER")
	}
	return &rsaPublic{key}, nil
}

func (rsaHalf) parsePrivate(data []byte) (classicalPrivate, error) {
	key, err := x509.ParsePKCS1PrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("RSAPrivateKey: %w", err)
	}
	if err := checkRSA(&key.PublicKey); err != nil {
		return nil, err
	}
	if len(key.Primes) != 2 {
		return nil, fmt.Errorf("RSAPrivateKey: %d primes, expected 2", len(key.Primes))
	}
	for i, p := range key.Primes {
		if p.BitLen() != rsaModulusBits/2 {
			return nil, fmt.Errorf("RSAPrivateKey: prime %d of %d bits, expected %d", i+1, p.BitLen(), rsaModulusBits/2)
		}
	}
	again := x509.MarshalPKCS1PrivateKey(key)
	defer clear(again)
	if !bytes.Equal(again, data) {
		return nil, fmt.Errorf("RSAPrivateKey: not the encoding of its primes")
	}
	return &rsaPrivate{key}, nil
}

func checkRSA(key *rsa.PublicKey) error {
	if bits := key.N.BitLen(); bits != rsaModulusBits {
		return fmt.Errorf("RSA modulus: %d bits, expected %d", bits, rsaModulusBits)
	}
	if key.E != rsaExponent {
		return fmt.Errorf("RSA public exponent: %d, expected %d", key.E, rsaExponent)
	}
	return nil
}

type rsaPublic struct{ key *rsa.PublicKey }

func (p *rsaPublic) encode() []byte { return x509.MarshalPKCS1PublicKey(p.key) }

func (p *rsaPublic) verify(message, signature []byte) bool {
	return rsa.VerifyPKCS1v15(p.key, crypto.SHA256, digest(crypto.SHA256, message), signature) == nil
}

type rsaPrivate struct{ key *rsa.PrivateKey }

func (k *rsaPrivate) public() classicalPublic { return &rsaPublic{&k.key.PublicKey} }

func (k *rsaPrivate) encode() ([]byte, error) { return x509.MarshalPKCS1PrivateKey(k.key), nil }

func (k *rsaPrivate) sign(rand io.Reader, message []byte) ([]byte, error) {
	return rsa.SignPKCS1v15(rand, k.key, crypto.SHA256, digest(crypto.SHA256, message))
}
