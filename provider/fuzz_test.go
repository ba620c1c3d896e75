package provider

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rsa"
	"os"
	"path/filepath"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/der"
)

// isOwn reports whether the encoding of a key is ours: the content of RSA and ECDSA keys is that of crypto/x509,
// which accepts more than it writes.
func isOwn(key any) bool {
	switch key.(type) {
	case *rsa.PrivateKey, *ecdsa.PrivateKey, *rsa.PublicKey, *ecdsa.PublicKey:
		return false
	}
	return true
}

// fuzzSchemes has one fast scheme for each codec: reading a seed makes a key, and a fuzzer that spends its time on that
// finds nothing.
func fuzzSchemes() []sign.Scheme {
	var list []sign.Scheme
	for _, name := range []string{"FN-DSA-512", "Falcon-512", "FN-DSA-512-Ed25519-SHA512", "P256-Falcon-512", "ML-DSA-44", "Ed25519"} {
		list = append(list, ByName(name))
	}
	return list
}

// Accepted means that writing again in the layout found gives the same bytes.
func FuzzParsePKCS8PrivateKey(f *testing.F) {
	for _, s := range fuzzSchemes() {
		info, _ := Describe(s)
		_, sk := testKey(s)
		for _, form := range info.Codec.Forms() {
			for _, layout := range layouts(info, form)[:2] {
				data, err := MarshalPKCS8PrivateKeyLayout(sk, layout)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(data)
			}
		}
	}
	f.Add(readFile(f, "bc/falcon512.der"))
	f.Fuzz(func(t *testing.T, data []byte) {
		key, layout, err := ParsePKCS8PrivateKeyLayout(data)
		if err != nil {
			return
		}
		again, err := MarshalPKCS8PrivateKeyLayout(key, layout)
		if err != nil || isOwn(key) && !bytes.Equal(again, data) {
			t.Errorf("%x became %x (%v)", data, again, err)
		}
	})
}

func FuzzParsePKIXPublicKey(f *testing.F) {
	for _, s := range fuzzSchemes() {
		pk, _ := testKey(s)
		data, err := MarshalPKIXPublicKey(pk)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		key, err := ParsePKIXPublicKey(data)
		if err != nil {
			return
		}
		again, err := MarshalPKIXPublicKey(key)
		if err != nil || isOwn(key) && !bytes.Equal(again, withCurrentOID(t, data)) {
			t.Errorf("%x became %x (%v)", data, again, err)
		}
	})
}

// withCurrentOID replaces a number of an older generation, which is not written.
func withCurrentOID(t *testing.T, data []byte) []byte {
	t.Helper()
	spki, err := der.ParseSPKI(data)
	if err != nil {
		t.Fatal(err)
	}
	info, _ := Describe(ByOID(spki.Algorithm.OID))
	spki.Algorithm.OID = info.OID
	current, err := spki.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return current
}

// Every Codec: accepted contents are written back to the same bytes.
func FuzzCodecs(f *testing.F) {
	var codecs []Codec
	for i, s := range withOID() {
		info, _ := Describe(s)
		codecs = append(codecs, info.Codec)
		_, sk := testKey(s)
		for _, form := range info.Codec.Forms() {
			content, err := info.Codec.MarshalPrivateKey(sk, form)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(byte(i), content)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, content []byte) {
		codec := codecs[int(which)%len(codecs)]
		key, form, err := codec.ParsePrivateKey(content)
		if err != nil {
			return
		}
		again, err := codec.MarshalPrivateKey(key, form)
		if err != nil || !bytes.Equal(again, content) {
			t.Errorf("%T, form %s: %x became %x (%v)", codec, form, content, again, err)
		}
	})
}

// PEM text is not unique; what is accepted holds a key, which is written and read again.
func FuzzParsePrivateKeyPEM(f *testing.F) {
	files, err := filepath.Glob("testdata/oqs/*.key")
	if err != nil || len(files) == 0 {
		f.Fatalf("%d files (%v)", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		key, layout, err := ParsePrivateKeyPEMLayout(text)
		if err != nil {
			return
		}
		ours, err := MarshalPrivateKeyPEMLayout(key, layout)
		if err != nil {
			t.Fatal(err)
		}
		if _, found, err := ParsePrivateKeyPEMLayout(ours); err != nil || found.Form != layout.Form {
			t.Errorf("%s is not read back (%v)", ours, err)
		}
	})
}
