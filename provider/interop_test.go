package provider

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/scheme"
)

// Keys and certificates made by OpenSSL 3.3 with oqs-provider 0.12 and by Bouncy Castle; see testdata/README.md.
var foreignKeys = []struct {
	key, certificate string // files
	scheme           sign.Scheme
	form             PrivateKeyForm
}{
	{"oqs/falcon512-root.key", "oqs/falcon512-root.crt", scheme.Falcon512(), FormOQS},
	{"oqs/falcon512-int.key", "oqs/falcon512-int.crt", scheme.Falcon512(), FormOQS},
	{"oqs/falcon512-leaf.key", "oqs/falcon512-leaf.crt", scheme.Falcon512(), FormOQS},
	{"oqs/ec-in-middle-root.key", "oqs/ec-in-middle-root.crt", scheme.FalconPadded1024(), FormOQS},
	{"oqs/ec-in-middle-leaf.key", "oqs/ec-in-middle-leaf.crt", scheme.FalconPadded1024(), FormOQS},
	{"bc/falcon512.der", "bc/falcon512-ta.der", scheme.Falcon512(), FormBC},
}

// derOf returns the DER of a file that may be PEM.
func derOf(t *testing.T, file string) []byte {
	t.Helper()
	data := readFile(t, file)
	if block, _ := pem.Decode(data); block != nil {
		return block.Bytes
	}
	return data
}

func TestForeignKeys(t *testing.T) {
	for _, c := range foreignKeys {
		t.Run(c.key, func(t *testing.T) {
			data := derOf(t, c.key)
			parsed, layout, err := ParsePKCS8PrivateKeyLayout(data)
			if err != nil {
				t.Fatal(err)
			}
			key := parsed.(sign.PrivateKey)
			if key.Scheme() != c.scheme || layout.Form != c.form {
				t.Errorf("%s in form %s, want %s in form %s", key.Scheme().Name(), layout.Form, c.scheme.Name(), c.form)
			}
			again, err := MarshalPKCS8PrivateKeyLayout(key, layout)
			if err != nil || !bytes.Equal(again, data) {
				t.Errorf("not rewritten byte for byte (%v)", err)
			}
			certificate, err := x509.ParseCertificate(derOf(t, c.certificate))
			if err != nil {
				t.Fatal(err)
			}
			pub, err := ParsePKIXPublicKey(certificate.RawSubjectPublicKeyInfo)
			if err != nil {
				t.Fatal(err)
			}
			spki, err := MarshalPKIXPublicKey(pub)
			if err != nil || !bytes.Equal(spki, certificate.RawSubjectPublicKeyInfo) {
				t.Errorf("public key not rewritten byte for byte (%v)", err)
			}
			if c.form == FormOQS && !pub.(sign.PublicKey).Equal(key.Public()) {
				t.Error("the key is not that of the certificate")
			}
			message := []byte("message")
			if !c.scheme.Verify(key.Public().(sign.PublicKey), message, c.scheme.Sign(key, message, nil), nil) {
				t.Error("a signature by the key does not verify")
			}
		})
	}
}

// The signatures on the self-signed certificates, which tie the foreign public keys to the schemes.
func TestForeignSignatures(t *testing.T) {
	for _, file := range []string{"oqs/falcon512-root.crt", "oqs/ec-in-middle-root.crt", "bc/falcon512-ta.der"} {
		certificate, err := x509.ParseCertificate(derOf(t, file))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := ParsePKIXPublicKey(certificate.RawSubjectPublicKeyInfo)
		if err != nil {
			t.Fatal(err)
		}
		pub := parsed.(sign.PublicKey)
		if !pub.Scheme().Verify(pub, certificate.RawTBSCertificate, certificate.Signature, nil) {
			t.Errorf("%s: signature does not verify", file)
		}
		if pub.Scheme().Verify(pub, certificate.RawTBSCertificate[1:], certificate.Signature, nil) {
			t.Errorf("%s: signature verifies over other bytes", file)
		}
	}
}

// oqs-provider writes the PEM text that we write.
func TestForeignPEM(t *testing.T) {
	for _, c := range foreignKeys[:5] {
		text := readFile(t, c.key)
		key, err := ParsePrivateKeyPEM(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := MarshalPrivateKeyPEM(key); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%s: not rewritten byte for byte (%v)", c.key, err)
		}
	}
	text := readFile(t, "oqs/ec-in-middle-int.key") // ECDSA P-256
	key, err := ParsePrivateKeyPEM(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := MarshalPrivateKeyPEM(key); err != nil || !bytes.Equal(again, text) {
		t.Errorf("ECDSA key not rewritten byte for byte (%v)", err)
	}
}
