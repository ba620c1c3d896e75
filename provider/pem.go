package provider

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
)

// Types of PEM blocks (RFC 7468, sections 10 and 13, and the older ones of OpenSSL).
const (
	pemPublicKey     = "PUBLIC KEY"
	pemPrivateKey    = "PRIVATE KEY"
	pemECPrivateKey  = "EC PRIVATE KEY"
	pemRSAPrivateKey = "RSA PRIVATE KEY"
)

// MarshalPublicKeyPEM is MarshalPKIXPublicKey in a PEM block "PUBLIC KEY".
func MarshalPublicKeyPEM(pub crypto.PublicKey) ([]byte, error) {
	data, err := MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemPublicKey, Bytes: data}), nil
}

// ParsePublicKeyPEM reads exactly one block "PUBLIC KEY" as ParsePKIXPublicKey does.
func ParsePublicKeyPEM(text []byte) (crypto.PublicKey, error) {
	block, err := onlyBlock(text)
	if err != nil {
		return nil, err
	}
	if block.Type != pemPublicKey {
		return nil, wrongType(block.Type, pemPublicKey)
	}
	return ParsePKIXPublicKey(block.Bytes)
}

// MarshalPrivateKeyPEM is MarshalPKCS8PrivateKey in a PEM block "PRIVATE KEY".
func MarshalPrivateKeyPEM(key crypto.PrivateKey) ([]byte, error) {
	return MarshalPrivateKeyPEMLayout(key, Layout{})
}

// MarshalPrivateKeyPEMLayout is MarshalPKCS8PrivateKeyLayout in a PEM block "PRIVATE KEY".
func MarshalPrivateKeyPEMLayout(key crypto.PrivateKey, layout Layout) ([]byte, error) {
	data, err := MarshalPKCS8PrivateKeyLayout(key, layout)
	if err != nil {
		return nil, err
	}
	defer clear(data)
	return pem.EncodeToMemory(&pem.Block{Type: pemPrivateKey, Bytes: data}), nil
}

// ParsePrivateKeyPEM reads exactly one block: "PRIVATE KEY" as ParsePKCS8PrivateKey does, the same with the
// name of a scheme in front as CIRCL writes it ("ML-DSA-44 PRIVATE KEY"), "EC PRIVATE KEY" or "RSA PRIVATE KEY".
func ParsePrivateKeyPEM(text []byte) (crypto.PrivateKey, error) {
	key, _, err := ParsePrivateKeyPEMLayout(text)
	return key, err
}

// ParsePrivateKeyPEMLayout is ParsePrivateKeyPEM and also tells the PKCS #8 layout, which is the default one
// for "EC PRIVATE KEY" and "RSA PRIVATE KEY".
func ParsePrivateKeyPEMLayout(text []byte) (crypto.PrivateKey, Layout, error) {
	block, err := onlyBlock(text)
	if err != nil {
		return nil, Layout{}, err
	}
	defer clear(block.Bytes)
	switch block.Type {
	case pemPrivateKey:
		return ParsePKCS8PrivateKeyLayout(block.Bytes)
	case pemECPrivateKey:
		return olderPrivateKey(block, parseECPrivateKey)
	case pemRSAPrivateKey:
		return olderPrivateKey(block, x509.ParsePKCS1PrivateKey)
	}
	name, ok := strings.CutSuffix(block.Type, " "+pemPrivateKey)
	s := ByName(name)
	if !ok || s == nil {
		return nil, Layout{}, wrongType(block.Type, pemPrivateKey)
	}
	key, layout, err := ParsePKCS8PrivateKeyLayout(block.Bytes)
	if err != nil {
		return nil, Layout{}, err
	}
	if found := ByOID(layout.OID); found != s {
		return nil, Layout{}, fmt.Errorf("provider: pem: block %q holds a key of another algorithm (%s)", block.Type, layout.OID)
	}
	return key, layout, nil
}

func olderPrivateKey[K crypto.PrivateKey](block *pem.Block, parse func([]byte) (K, error)) (crypto.PrivateKey, Layout, error) {
	if err := Init(); err != nil {
		return nil, Layout{}, err
	}
	key, err := parse(block.Bytes)
	if err != nil {
		return nil, Layout{}, fmt.Errorf("provider: pem: %s: %w", block.Type, err)
	}
	return key, Layout{Form: FormStandard}, nil
}

const pemBegin = "-----BEGIN"

// onlyBlock returns the one PEM block of text. Explanatory text may precede it (RFC 7468, section 2), only
// white space may follow.
func onlyBlock(text []byte) (*pem.Block, error) {
	block, rest := pem.Decode(text)
	if block == nil {
		return nil, errors.New("provider: pem: no block found")
	}
	if err := checkAround(text[:len(text)-len(rest)], rest); err != nil {
		clear(block.Bytes)
		return nil, err
	}
	if len(block.Headers) != 0 {
		clear(block.Bytes)
		return nil, fmt.Errorf("provider: pem: block %q has headers, as encrypted keys have; expected none", block.Type)
	}
	return block, nil
}

// checkAround refuses a block that the decoder skipped, being malformed, and anything behind the block.
func checkAround(taken, rest []byte) error {
	if bytes.Count(taken, []byte(pemBegin)) != 1 {
		return errors.New("provider: pem: a malformed block comes before the first readable one")
	}
	rest = bytes.TrimSpace(rest)
	if len(rest) == 0 {
		return nil
	}
	if next, _ := pem.Decode(rest); next != nil && bytes.HasPrefix(rest, []byte(pemBegin)) {
		clear(next.Bytes)
		return fmt.Errorf("provider: pem: expected one block, found a second one of type %q", next.Type)
	}
	return fmt.Errorf("provider: pem: %d bytes after the block, beginning with %q", len(rest), rest[:min(len(rest), 16)])
}

// wrongType says what was found and what was expected.
func wrongType(found, expected string) error {
	hint := ""
	if strings.HasPrefix(found, "ENCRYPTED") {
		hint = "; decrypt it first"
	}
	return fmt.Errorf("provider: pem: found block %q, expected %q%s", found, expected, hint)
}
