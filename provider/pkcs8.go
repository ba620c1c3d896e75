package provider

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"fmt"
	"slices"

	"github.com/cloudflare/circl/sign"
	circled25519 "github.com/cloudflare/circl/sign/ed25519"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
	"github.com/saker-pq/saker/scheme"
)

// MarshalPKCS8PrivateKey returns the DER PrivateKeyInfo of a private key in the default form of its scheme.
// The key is one of a registered scheme, of package fndsa, or of crypto/rsa, crypto/ecdsa or crypto/ed25519.
func MarshalPKCS8PrivateKey(key crypto.PrivateKey) ([]byte, error) {
	return MarshalPKCS8PrivateKeyLayout(key, Layout{})
}

// MarshalPKCS8PrivateKeyForm is MarshalPKCS8PrivateKey in a chosen form.
func MarshalPKCS8PrivateKeyForm(key crypto.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	return MarshalPKCS8PrivateKeyLayout(key, Layout{Form: form})
}

// MarshalPKCS8PrivateKeyLayout writes a key in the layout that ParsePKCS8PrivateKeyLayout found, to the same
// bytes. Keys of the standard library are written the one way crypto/x509 knows.
func MarshalPKCS8PrivateKeyLayout(key crypto.PrivateKey, layout Layout) ([]byte, error) {
	if err := Init(); err != nil {
		return nil, err
	}
	if isNil(key) {
		return nil, fmt.Errorf("provider: nil private key (%T)", key)
	}
	return keyguard.Call("provider: private key", func() ([]byte, error) { return marshalPrivateKey(key, layout) })
}

func marshalPrivateKey(key crypto.PrivateKey, layout Layout) ([]byte, error) {
	switch k := key.(type) {
	case *rsa.PrivateKey, *ecdsa.PrivateKey:
		return marshalStandardPrivateKey(k.(crypto.Signer), layout)
	case ed25519.PrivateKey:
		return marshalSchemePrivateKey(circled25519.PrivateKey(k), layout)
	case *fndsa.PrivateKey:
		wrapped, err := scheme.NewPrivateKey(k)
		if err != nil {
			return nil, fmt.Errorf("provider: %w", err)
		}
		return marshalSchemePrivateKey(wrapped, layout)
	case sign.PrivateKey:
		return marshalSchemePrivateKey(k, layout)
	}
	return nil, fmt.Errorf("provider: private key of type %T is not supported", key)
}

func marshalSchemePrivateKey(key sign.PrivateKey, layout Layout) ([]byte, error) {
	info, err := infoOf(key.Scheme())
	if err != nil {
		return nil, err
	}
	envelope := der.OneAsymmetricKey{
		Algorithm:  der.AlgorithmIdentifier{OID: info.OID},
		Attributes: layout.Attributes,
	}
	if layout.OID != nil {
		if !slices.ContainsFunc(info.oids(), layout.OID.Equal) {
			return nil, fmt.Errorf("provider: pkcs8: %s: object identifier %s is not one of this scheme", info.Name, layout.OID)
		}
		envelope.Algorithm.OID = layout.OID
	}
	if err := keyguard.Check(key); err != nil {
		return nil, fmt.Errorf("provider: pkcs8: %s: %w", info.Name, err)
	}
	form := layout.Form
	if form == "" {
		form = info.Codec.DefaultForm(key)
	}
	if envelope.PrivateKey, err = info.Codec.MarshalPrivateKey(key, form); err != nil {
		return nil, fmt.Errorf("provider: pkcs8: %s: %w", info.Name, err)
	}
	defer clear(envelope.PrivateKey)
	if layout.PublicKey {
		if envelope.PublicKey, err = publicBytes(key); err != nil {
			return nil, fmt.Errorf("provider: pkcs8: %s: %w", info.Name, err)
		}
	}
	data, err := envelope.Marshal()
	if err != nil {
		return nil, fmt.Errorf("provider: %w", err)
	}
	return data, nil
}

// publicBytes returns the encoded public key of a private key.
func publicBytes(key sign.PrivateKey) ([]byte, error) {
	public, ok := key.Public().(sign.PublicKey)
	if !ok {
		return nil, fmt.Errorf("public key of type %T, expected a sign.PublicKey", key.Public())
	}
	return encodePublicKey(public, key.Scheme())
}

// ParsePKCS8PrivateKey reads a DER PrivateKeyInfo or OneAsymmetricKey in any form. The key is a
// sign.PrivateKey of a registered scheme, or *rsa.PrivateKey, *ecdsa.PrivateKey or ed25519.PrivateKey.
func ParsePKCS8PrivateKey(data []byte) (crypto.PrivateKey, error) {
	key, _, err := ParsePKCS8PrivateKeyLayout(data)
	return key, err
}

// ParsePKCS8PrivateKeyLayout is ParsePKCS8PrivateKey and also tells how the file was laid out.
func ParsePKCS8PrivateKeyLayout(data []byte) (crypto.PrivateKey, Layout, error) {
	if err := Init(); err != nil {
		return nil, Layout{}, err
	}
	envelope, err := der.ParsePKCS8(data)
	if err != nil {
		return nil, Layout{}, fmt.Errorf("provider: %w", err)
	}
	layout := Layout{
		OID:        slices.Clone(envelope.Algorithm.OID),
		Attributes: bytes.Clone(envelope.Attributes),
		PublicKey:  envelope.PublicKey != nil,
	}
	oid := envelope.Algorithm.OID
	if oid.Equal(oidRSA) || oid.Equal(oidEC) {
		layout.Form = FormStandard
		key, err := parseStandardPrivateKey(data, envelope)
		if err != nil {
			return nil, Layout{}, fmt.Errorf("provider: pkcs8: %w", err)
		}
		return key, layout, nil
	}
	info := std.findOID(oid)
	if info == nil {
		return nil, Layout{}, fmt.Errorf("provider: pkcs8: algorithm %s is not known", oid)
	}
	if err := envelope.Algorithm.CheckNoParameters("pkcs8"); err != nil {
		return nil, Layout{}, fmt.Errorf("provider: %w", err)
	}
	key, form, err := parseSchemePrivateKey(info, envelope)
	if err != nil {
		return nil, Layout{}, fmt.Errorf("provider: pkcs8: %s: %w", info.Name, err)
	}
	layout.Form = form
	if k, ok := key.(circled25519.PrivateKey); ok {
		return ed25519.PrivateKey(k), layout, nil
	}
	return key, layout, nil
}

// parseSchemePrivateKey decodes the content and compares the public key beside it.
func parseSchemePrivateKey(info *Info, envelope der.OneAsymmetricKey) (sign.PrivateKey, PrivateKeyForm, error) {
	key, form, err := info.Codec.ParsePrivateKey(envelope.PrivateKey)
	if err != nil {
		return nil, "", err
	}
	if envelope.PublicKey != nil {
		pk, err := publicBytes(key)
		if err != nil {
			return nil, "", err
		}
		if err := sameBytes("public key beside the private key", envelope.PublicKey, pk); err != nil {
			return nil, "", err
		}
	}
	return key, form, nil
}
