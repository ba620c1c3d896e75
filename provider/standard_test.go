package provider

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"sync"
	"testing"

	circled25519 "github.com/cloudflare/circl/sign/ed25519"
	"github.com/cloudflare/circl/sign/ed448"

	"github.com/saker-pq/saker/internal/der"
)

// mustEd25519 returns the bytes of a key of crypto/ed25519.
func mustEd25519(t testing.TB, key any) []byte {
	t.Helper()
	switch k := key.(type) {
	case ed25519.PrivateKey:
		return k
	case ed25519.PublicKey:
		return k
	}
	t.Fatalf("key of type %T", key)
	return nil
}

// standardKeys returns a key of each kind that crypto/x509 handles.
var standardKeys = sync.OnceValue(func() map[string]crypto.Signer {
	keys := map[string]crypto.Signer{"Ed25519": ed25519.NewKeyFromSeed(make([]byte, 32))}
	for name, curve := range map[string]elliptic.Curve{
		"P-224": elliptic.P224(), "P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521(),
	} {
		key, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			panic(err)
		}
		keys[name] = key
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	keys["RSA"] = key
	return keys
})

func TestStandardKeys(t *testing.T) {
	for name, key := range standardKeys() {
		spki, err := MarshalPKIXPublicKey(key.Public())
		if err != nil {
			t.Fatal(err)
		}
		if want, err := x509.MarshalPKIXPublicKey(key.Public()); err != nil || !bytes.Equal(spki, want) {
			t.Errorf("%s: public key is not that of crypto/x509 (%v)", name, err)
		}
		pub, err := ParsePKIXPublicKey(spki)
		if err != nil || !key.Public().(interface{ Equal(crypto.PublicKey) bool }).Equal(pub) {
			t.Errorf("%s: another public key came back (%v)", name, err)
		}
		data, err := MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := x509.MarshalPKCS8PrivateKey(key); err != nil || !bytes.Equal(data, want) {
			t.Errorf("%s: private key is not that of crypto/x509 (%v)", name, err)
		}
		for _, layout := range []Layout{{}, {Form: FormStandard, PublicKey: true}, {Attributes: attributes}} {
			data, err := MarshalPKCS8PrivateKeyLayout(key, layout)
			if err != nil {
				t.Fatal(err)
			}
			parsed, found, err := ParsePKCS8PrivateKeyLayout(data)
			if err != nil || !key.(interface{ Equal(crypto.PrivateKey) bool }).Equal(parsed) {
				t.Fatalf("%s: another private key came back (%v)", name, err)
			}
			if found.Form != FormStandard || found.PublicKey != layout.PublicKey || !bytes.Equal(found.Attributes, layout.Attributes) {
				t.Errorf("%s: layout %+v, want %+v", name, found, layout)
			}
			if again, err := MarshalPKCS8PrivateKeyLayout(parsed, found); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%s: %+v: written differently the second time (%v)", name, layout, err)
			}
		}
	}
}

// Both libraries' Ed25519 keys give the same bytes, and parsing gives the standard library's type.
func TestEd25519Types(t *testing.T) {
	key := standardKeys()["Ed25519"].(ed25519.PrivateKey)
	for form, size := range map[PrivateKeyForm]int{"": 48, FormStandard: 48, FormExpanded: 80} {
		want, err := MarshalPKCS8PrivateKeyForm(key, form)
		if err != nil || len(want) != size {
			t.Fatalf("form %q: %d bytes, want %d (%v)", form, len(want), size, err)
		}
		got, err := MarshalPKCS8PrivateKeyForm(circled25519.PrivateKey(key), form)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("form %q: CIRCL's key is written differently (%v)", form, err)
		}
		if parsed, err := ParsePKCS8PrivateKey(want); err != nil || !key.Equal(parsed) {
			t.Errorf("form %q: read as %T (%v)", form, parsed, err)
		}
	}
}

func TestOlderPEM(t *testing.T) {
	ec := standardKeys()["P-256"].(*ecdsa.PrivateKey)
	sec1, err := x509.MarshalECPrivateKey(ec)
	if err != nil {
		t.Fatal(err)
	}
	pkcs1 := x509.MarshalPKCS1PrivateKey(standardKeys()["RSA"].(*rsa.PrivateKey))
	ecText := pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: sec1})
	rsaText := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: pkcs1})
	key, layout, err := ParsePrivateKeyPEMLayout(ecText)
	if err != nil || !ec.Equal(key) || layout.Form != FormStandard {
		t.Errorf("EC: %v", err)
	}
	if key, err := ParsePrivateKeyPEM(rsaText); err != nil || !standardKeys()["RSA"].(*rsa.PrivateKey).Equal(key) {
		t.Errorf("RSA: %v", err)
	}
	_, err = ParsePrivateKeyPEM(bytes.ReplaceAll(ecText, []byte("EC "), []byte("RSA ")))
	wantError(t, "EC key in an RSA block", err, "pem: RSA PRIVATE KEY: ...")
	_, err = ParsePrivateKeyPEM(bytes.ReplaceAll(rsaText, []byte("RSA "), []byte("EC ")))
	wantError(t, "RSA key in an EC block", err, "pem: EC PRIVATE KEY: ...")
}

func TestStandardErrors(t *testing.T) {
	ec := standardKeys()["P-256"].(*ecdsa.PrivateKey)
	for want, key := range map[string]any{
		"key of the standard library is incomplete":                       &rsa.PublicKey{},
		"key of the standard library is incomplete...":                    &ecdsa.PublicKey{Curve: elliptic.P256()},
		"ed25519 public key has 31 bytes, expected 32":                    ed25519.PublicKey(make([]byte, 31)),
		"nil public key (*rsa.PublicKey)":                                 (*rsa.PublicKey)(nil),
		"nil public key (ed25519.PublicKey)":                              ed25519.PublicKey(nil),
		"Ed448: key of type ed448.PublicKey has 56 bytes, expected 57":    ed448.PublicKey(make([]byte, 56)),
		"Ed25519: key of type ed25519.PublicKey has 0 bytes, expected 32": circled25519.PublicKey{},
		//lint:ignore SA1019 a curve that crypto/x509 does not know has no other constructor
		"x509: ...": &ecdsa.PublicKey{Curve: &elliptic.CurveParams{Name: "other"}, X: ec.X, Y: ec.Y},
	} {
		_, err := MarshalPKIXPublicKey(key)
		wantError(t, want, err, want)
	}
	for want, key := range map[string]any{
		"key of the standard library is incomplete":                                &rsa.PrivateKey{},
		"key of the standard library is incomplete...":                             &ecdsa.PrivateKey{},
		"nil private key (ed25519.PrivateKey)":                                     ed25519.PrivateKey(nil),
		"pkcs8: Ed25519: key of type ed25519.PrivateKey has 32 bytes, expected 64": ed25519.PrivateKey(make([]byte, 32)),
		"pkcs8: Ed25519: public key: does not belong to the private key...":        circled25519.PrivateKey(make([]byte, 64)),
		"pkcs8: Ed448: key of type ed448.PrivateKey has 0 bytes, expected 114":     ed448.PrivateKey{},
		"nil private key (*ecdsa.PrivateKey)":                                      (*ecdsa.PrivateKey)(nil),
	} {
		_, err := MarshalPKCS8PrivateKey(key)
		wantError(t, want, err, want)
	}
	_, err := MarshalPKCS8PrivateKeyForm(ec, FormSeed)
	wantError(t, "form", err, `pkcs8: private key form "seed" is not defined for *ecdsa.PrivateKey (expected standard)`)
	_, err = MarshalPKCS8PrivateKeyLayout(ec, Layout{OID: asn1.ObjectIdentifier{1, 3, 101, 112}})
	wantError(t, "OID", err, "pkcs8: object identifier 1.3.101.112 is not that of *ecdsa.PrivateKey")
}

// The envelope of a standard key is checked as strictly as that of ours.
func TestStandardParseErrors(t *testing.T) {
	data, err := x509.MarshalPKCS8PrivateKey(standardKeys()["P-256"])
	if err != nil {
		t.Fatal(err)
	}
	_, err = ParsePKCS8PrivateKey(append(bytes.Clone(data), 0))
	wantError(t, "trailing", err, "pkcs8: 1 bytes after the end")
	envelope, err := der.ParsePKCS8(data)
	if err != nil {
		t.Fatal(err)
	}
	envelope.PublicKey = []byte{4}
	withOther, err := envelope.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	_, err = ParsePKCS8PrivateKey(withOther)
	wantError(t, "public key", err, "pkcs8: public key beside the private key: 1 bytes, expected 65")
	envelope.PublicKey, envelope.PrivateKey = nil, []byte{5, 0}
	broken, err := envelope.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	_, err = ParsePKCS8PrivateKey(broken)
	wantError(t, "content", err, "pkcs8: x509: ...")

	spki, err := der.SubjectPublicKeyInfo{
		Algorithm: der.AlgorithmIdentifier{OID: oidEd25519, Parameters: []byte{5, 0}}, PublicKey: make([]byte, 32),
	}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	_, err = ParsePKIXPublicKey(spki)
	wantError(t, "Ed25519 with NULL", err, "spki: x509: ...")
	x25519 := bytes.ReplaceAll(spki, []byte{0x2b, 0x65, 0x70}, []byte{0x2b, 0x65, 0x6e})
	_, err = ParsePKIXPublicKey(x25519)
	wantError(t, "X25519", err, "spki: algorithm 1.3.101.110 is not known")
}
