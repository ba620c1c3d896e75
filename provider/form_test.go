package provider

import (
	"bytes"
	"crypto"
	"encoding/asn1"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/scheme"
)

// attributes is the content of an attributes field with one attribute, 1.2.3.4 with the values { NULL }.
var attributes = []byte{0x30, 9, 6, 3, 0x2a, 3, 4, 0x31, 2, 5, 0}

// layouts lists the layouts to try with a form.
func layouts(info Info, form PrivateKeyForm) []Layout {
	list := []Layout{
		{Form: form},
		{Form: form, PublicKey: true},
		{Form: form, Attributes: attributes},
		{Form: form, Attributes: []byte{}, PublicKey: true},
	}
	for _, oid := range info.LegacyOIDs {
		list = append(list, Layout{Form: form, OID: oid})
	}
	return list
}

// Every scheme, form and layout: marshal, parse, marshal gives the same bytes, key and layout.
func TestFormsRoundTrip(t *testing.T) {
	for _, s := range withOID() {
		info, _ := Describe(s)
		_, sk := testKey(s)
		for _, form := range info.Codec.Forms() {
			t.Run(info.Name+"/"+string(form), func(t *testing.T) {
				for _, layout := range layouts(info, form) {
					data, err := MarshalPKCS8PrivateKeyLayout(sk, layout)
					if err != nil {
						t.Fatal(err)
					}
					key, found, err := ParsePKCS8PrivateKeyLayout(data)
					if err != nil {
						t.Fatalf("%+v: %v", layout, err)
					}
					if rawBytes(t, key) != rawBytes(t, sk) {
						t.Errorf("%+v: another key came back", layout)
					}
					if layout.OID == nil {
						layout.OID = info.OID
					}
					if found.Form != layout.Form || !found.OID.Equal(layout.OID) || found.PublicKey != layout.PublicKey ||
						!bytes.Equal(found.Attributes, layout.Attributes) || (found.Attributes == nil) != (layout.Attributes == nil) {
						t.Errorf("found layout %+v, wrote %+v", found, layout)
					}
					again, err := MarshalPKCS8PrivateKeyLayout(key, found)
					if err != nil || !bytes.Equal(again, data) {
						t.Errorf("%+v: written differently the second time (%v)", layout, err)
					}
				}
			})
		}
	}
}

// What is written when nothing is asked for, and the order in which docs and help texts list the forms.
func TestDefaultForms(t *testing.T) {
	for name, want := range map[string]string{
		"FN-DSA-512": "seed expanded both", "FN-DSA-1024": "seed expanded both",
		"Falcon-512": "oqs expanded bc", "Falcon-1024": "oqs expanded bc",
		"Falcon-padded-512": "oqs expanded bc", "Falcon-padded-1024": "oqs expanded bc",
		"ML-DSA-44": "seed both", "ML-DSA-65": "seed both", "ML-DSA-87": "seed both",
		"Ed25519": "standard expanded", "Ed448": "standard expanded",
		"Ed25519-Dilithium2": "expanded", "Ed448-Dilithium3": "expanded",
	} {
		s := ByName(name)
		info, _ := Describe(s)
		var forms []string
		for _, form := range info.Codec.Forms() {
			forms = append(forms, string(form))
		}
		if got := strings.Join(forms, " "); got != want {
			t.Errorf("%s has forms %s, want %s", name, got, want)
		}
		_, sk := testKey(s)
		data, err := MarshalPKCS8PrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		_, layout, err := ParsePKCS8PrivateKeyLayout(data)
		if err != nil || string(layout.Form) != forms[0] || layout.PublicKey || layout.Attributes != nil {
			t.Errorf("%s: default layout %+v (%v)", name, layout, err)
		}
	}
}

// A key whose seed is not known.
func TestWithoutSeed(t *testing.T) {
	for _, s := range []sign.Scheme{scheme.FNDSA512(), scheme.FNDSA1024()} {
		_, sk := testKey(s)
		decoded, err := s.UnmarshalBinaryPrivateKey([]byte(rawBytes(t, sk)))
		if err != nil {
			t.Fatal(err)
		}
		data, err := MarshalPKCS8PrivateKey(decoded)
		if err != nil {
			t.Fatal(err)
		}
		if _, layout, err := ParsePKCS8PrivateKeyLayout(data); err != nil || layout.Form != FormExpanded {
			t.Errorf("%s: %+v, %v", s.Name(), layout, err)
		}
		for _, form := range []PrivateKeyForm{FormSeed, FormBoth} {
			_, err := MarshalPKCS8PrivateKeyForm(decoded, form)
			wantError(t, s.Name(), err, "pkcs8: "+s.Name()+`: private key form "`+string(form)+
				`" needs the seed, which is not known for this key`)
		}
	}
	s := ByName("ML-DSA-44")
	_, sk := testKey(s)
	decoded, err := s.UnmarshalBinaryPrivateKey([]byte(rawBytes(t, sk)))
	if err != nil {
		t.Fatal(err)
	}
	_, err = MarshalPKCS8PrivateKey(decoded)
	wantError(t, "ML-DSA-44", err, `pkcs8: ML-DSA-44: private key form "seed" needs the seed, which is not known for this key`)
}

// Keys of package fndsa are written like those of package scheme.
func TestFNDSAKeys(t *testing.T) {
	pk, sk := testKey(scheme.Falcon512())
	for _, pair := range [][2]crypto.PublicKey{{pk, pk.(*scheme.PublicKey).FNDSA()}} {
		want, err := MarshalPKIXPublicKey(pair[0])
		if err != nil {
			t.Fatal(err)
		}
		if got, err := MarshalPKIXPublicKey(pair[1]); err != nil || !bytes.Equal(got, want) {
			t.Errorf("public key differs (%v)", err)
		}
	}
	want, err := MarshalPKCS8PrivateKey(sk)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := MarshalPKCS8PrivateKey(sk.(*scheme.PrivateKey).FNDSA()); err != nil || !bytes.Equal(got, want) {
		t.Errorf("private key differs (%v)", err)
	}
}

func TestPKIXRoundTrip(t *testing.T) {
	for _, s := range withOID() {
		info, _ := Describe(s)
		pk, _ := testKey(s)
		data, err := MarshalPKIXPublicKey(pk)
		if err != nil {
			t.Fatal(err)
		}
		key, err := ParsePKIXPublicKey(data)
		if err != nil || rawBytes(t, key) != rawBytes(t, pk) {
			t.Errorf("%s: another key came back (%v)", info.Name, err)
		}
		if again, err := MarshalPKIXPublicKey(key); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: written differently the second time (%v)", info.Name, err)
		}
		for _, oid := range info.LegacyOIDs {
			old := bytes.Replace(data, mustDER(t, info.OID), mustDER(t, oid), 1)
			key, err := ParsePKIXPublicKey(old)
			if err != nil || !pk.Equal(key) {
				t.Errorf("%s under %s: %v", info.Name, oid, err)
			}
			if now, err := MarshalPKIXPublicKey(key); err != nil || !bytes.Equal(now, data) {
				t.Errorf("%s under %s is not written under the current number (%v)", info.Name, oid, err)
			}
		}
	}
}

func mustDER(t testing.TB, value any) []byte {
	t.Helper()
	data, err := asn1.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A scheme registered without a codec, and one with its own, as package hybrid has.
func TestRegisteredCodec(t *testing.T) {
	if !isAlone(t) {
		runAlone(t, "TestRegisteredCodec")
		return
	}
	inner := scheme.FNDSA512()
	s := wrapping{inner}
	if err := Register(s, Info{Name: "Wrapped", OID: asn1.ObjectIdentifier{2, 999, 7}, Codec: bareCodec{s}}); err != nil {
		t.Fatal(err)
	}
	_, sk := testKey(inner)
	key := wrappingKey{sk, s}
	data, err := MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	found, layout, err := ParsePKCS8PrivateKeyLayout(data)
	if err != nil || layout.Form != "bare" || !sk.Equal(found.(wrappingKey).PrivateKey) {
		t.Errorf("%v, %+v, %v", found, layout, err)
	}
	if !slices.Contains(All(), sign.Scheme(s)) || ByName("wrapped") != s {
		t.Error("the scheme is not found")
	}
}

type wrapping struct{ sign.Scheme }

type wrappingKey struct {
	sign.PrivateKey
	scheme sign.Scheme
}

func (k wrappingKey) Scheme() sign.Scheme { return k.scheme }

// bareCodec stores the encoding without an OCTET STRING around it.
type bareCodec struct{ scheme wrapping }

func (c bareCodec) Forms() []PrivateKeyForm                    { return []PrivateKeyForm{"bare"} }
func (c bareCodec) DefaultForm(sign.PrivateKey) PrivateKeyForm { return "bare" }
func (c bareCodec) MarshalPrivateKey(key sign.PrivateKey, _ PrivateKeyForm) ([]byte, error) {
	return key.MarshalBinary()
}
func (c bareCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	key, err := c.scheme.UnmarshalBinaryPrivateKey(content)
	return wrappingKey{key, c.scheme}, "bare", err
}
