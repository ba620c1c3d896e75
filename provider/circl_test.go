package provider

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cloudflare/circl/pki"
	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/schemes"

	"github.com/saker-pq/saker/scheme"
)

// What circl/pki writes, for its own schemes and for ours, is read here. Composites are left out: it would wrap their
// private keys in an OCTET STRING, where the draft has them raw.
func TestReadsCIRCL(t *testing.T) {
	for _, s := range withOID() {
		if info, _ := Describe(s); isComposite(info.Codec) {
			continue
		}
		pk, sk := testKey(s)
		text, err := pki.MarshalPEMPublicKey(pk)
		if err != nil {
			t.Fatal(err)
		}
		if key, err := ParsePublicKeyPEM(text); err != nil || rawBytes(t, key) != rawBytes(t, pk) {
			t.Errorf("%s: public key: %v", s.Name(), err)
		}
		if ours, err := MarshalPublicKeyPEM(pk); err != nil || !bytes.Equal(ours, text) {
			t.Errorf("%s: public key is written differently (%v)", s.Name(), err)
		}
		text, err = pki.MarshalPEMPrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		key, layout, err := ParsePrivateKeyPEMLayout(text)
		if err != nil || rawBytes(t, key) != rawBytes(t, sk) {
			t.Errorf("%s: private key: %v", s.Name(), err)
			continue
		}
		der, err := pki.MarshalPKIXPrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		if ours, err := MarshalPKCS8PrivateKeyLayout(key, layout); err != nil || !bytes.Equal(ours, der) {
			t.Errorf("%s: private key in form %s is written differently (%v)", s.Name(), layout.Form, err)
		}
	}
}

// What we write, circl/pki reads, for its own schemes.
func TestCIRCLReads(t *testing.T) {
	for _, s := range schemes.All() {
		if _, ok := s.(pki.CertificateScheme); !ok {
			continue
		}
		pk, sk := testKey(s)
		text, err := MarshalPublicKeyPEM(pk)
		if err != nil {
			t.Fatal(err)
		}
		if key, err := pki.UnmarshalPEMPublicKey(text); err != nil || !pk.Equal(key) {
			t.Errorf("%s: public key: %v", s.Name(), err)
		}
		info, _ := Describe(s)
		for _, form := range info.Codec.Forms() {
			if form == FormStandard {
				continue // CIRCL does not know RFC 8410
			}
			text, err := MarshalPrivateKeyPEMLayout(sk, Layout{Form: form})
			if err != nil {
				t.Fatal(err)
			}
			if key, err := pki.UnmarshalPEMPrivateKey(text); err != nil || !sk.Equal(key) {
				t.Errorf("%s in form %s: %v", s.Name(), form, err)
			}
		}
	}
}

// The label of a PEM block must be that of the key in it.
func TestLabels(t *testing.T) {
	_, sk := testKey(scheme.Falcon512())
	text, err := pki.MarshalPEMPrivateKey(sk)
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]string{
		"FN-DSA-512":  `pem: block "FN-DSA-512 PRIVATE KEY" holds a key of another algorithm (1.3.9999.3.11)`,
		"Unknown-512": `pem: found block "Unknown-512 PRIVATE KEY", expected "PRIVATE KEY"`,
		"Dilithium2":  `pem: block "Dilithium2 PRIVATE KEY" holds a key of another algorithm (1.3.9999.3.11)`,
	} {
		_, err := ParsePrivateKeyPEM([]byte(strings.ReplaceAll(string(text), "Falcon-512 ", label+" ")))
		wantError(t, label, err, want)
	}
	if _, err := ParsePrivateKeyPEM([]byte(strings.ReplaceAll(string(text), "Falcon-512 ", "falcon512 "))); err != nil {
		t.Error(err)
	}
}

// CIRCL's schemes without an object identifier are found by name all the same.
func TestCIRCLWithoutOID(t *testing.T) {
	var found []sign.Scheme
	for _, s := range schemes.All() {
		if info, ok := Describe(s); !ok || ByName(s.Name()) != s {
			t.Errorf("%s is not registered", s.Name())
		} else if info.OID == nil {
			found = append(found, s)
		}
	}
	if len(found) != 15 { // 3 of Dilithium, 12 of SLH-DSA
		t.Errorf("%d schemes without object identifier, want 15", len(found))
	}
}

func isComposite(c Codec) bool {
	h, ok := c.(hybridCodec)
	return ok && h.form == FormStandard
}
