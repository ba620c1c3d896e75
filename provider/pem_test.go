package provider

import (
	"bytes"
	"encoding/pem"
	"strings"
	"testing"

	"github.com/saker-pq/saker/scheme"
)

func TestPEMRoundTrip(t *testing.T) {
	for _, s := range withOID() {
		pk, sk := testKey(s)
		text, err := MarshalPublicKeyPEM(pk)
		if err != nil || !bytes.HasPrefix(text, []byte("-----BEGIN PUBLIC KEY-----\n")) {
			t.Fatalf("%s: %s (%v)", s.Name(), text, err)
		}
		if key, err := ParsePublicKeyPEM(text); err != nil || rawBytes(t, key) != rawBytes(t, pk) {
			t.Errorf("%s: another public key came back (%v)", s.Name(), err)
		}
		text, err = MarshalPrivateKeyPEM(sk)
		if err != nil || !bytes.HasPrefix(text, []byte("-----BEGIN PRIVATE KEY-----\n")) {
			t.Fatalf("%s (%v)", s.Name(), err)
		}
		key, layout, err := ParsePrivateKeyPEMLayout(text)
		if err != nil || rawBytes(t, key) != rawBytes(t, sk) {
			t.Errorf("%s: another private key came back (%v)", s.Name(), err)
		}
		if again, err := MarshalPrivateKeyPEMLayout(key, layout); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%s: written differently the second time (%v)", s.Name(), err)
		}
	}
}

func TestPEMErrors(t *testing.T) {
	pk, sk := testKey(scheme.FNDSA512())
	publicText, err := MarshalPublicKeyPEM(pk)
	if err != nil {
		t.Fatal(err)
	}
	privateText, err := MarshalPrivateKeyPEM(sk)
	if err != nil {
		t.Fatal(err)
	}
	public, private := string(publicText), string(privateText)
	relabel := func(text, from, to string) string { return strings.ReplaceAll(text, from+"-----", to+"-----") }
	headers := string(pem.EncodeToMemory(&pem.Block{
		Type: "PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED"}, Bytes: []byte{1},
	}))
	for _, c := range []struct{ text, wantPublic, wantPrivate string }{
		{"", "no block found", "no block found"},
		{"text", "no block found", "no block found"},
		{strings.TrimSuffix(private, "-----\n"), "no block found", "no block found"},
		{private, `found block "PRIVATE KEY", expected "PUBLIC KEY"`, ""},
		{public, "", `found block "PUBLIC KEY", expected "PRIVATE KEY"`},
		{relabel(public, "PUBLIC KEY", "CERTIFICATE"), `found block "CERTIFICATE", expected "PUBLIC KEY"`,
			`found block "CERTIFICATE", expected "PRIVATE KEY"`},
		{relabel(private, "PRIVATE KEY", "ENCRYPTED PRIVATE KEY"),
			`found block "ENCRYPTED PRIVATE KEY", expected "PUBLIC KEY"; decrypt it first`,
			`found block "ENCRYPTED PRIVATE KEY", expected "PRIVATE KEY"; decrypt it first`},
		{public + public, `expected one block, found a second one of type "PUBLIC KEY"`,
			`expected one block, found a second one of type "PUBLIC KEY"`},
		{private + "\n" + public, `expected one block, found a second one of type "PUBLIC KEY"`,
			`expected one block, found a second one of type "PUBLIC KEY"`},
		{public + "some more text here", `19 bytes after the block, beginning with "some more text h"`,
			`19 bytes after the block, beginning with "some more text h"`},
		{public + "x" + private, `...`, `...`},
		{public + "\x00", `1 bytes after the block, beginning with "\x00"`, `1 bytes after the block, beginning with "\x00"`},
		{"-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----\n" + public,
			"a malformed block comes before the first readable one", "a malformed block comes before the first readable one"},
		{headers, `block "PRIVATE KEY" has headers, as encrypted keys have; expected none`,
			`block "PRIVATE KEY" has headers, as encrypted keys have; expected none`},
	} {
		if _, err := ParsePublicKeyPEM([]byte(c.text)); c.wantPublic != "" {
			wantError(t, c.text, err, "pem: "+c.wantPublic)
		} else if err != nil {
			t.Error(err)
		}
		if _, err := ParsePrivateKeyPEM([]byte(c.text)); c.wantPrivate != "" {
			wantError(t, c.text, err, "pem: "+c.wantPrivate)
		} else if err != nil {
			t.Error(err)
		}
	}
}

// RFC 7468, section 2 allows explanatory text before a block; white space may follow it.
func TestPEMSurroundings(t *testing.T) {
	pk, _ := testKey(scheme.FNDSA512())
	text, err := MarshalPublicKeyPEM(pk)
	if err != nil {
		t.Fatal(err)
	}
	for _, around := range []string{"%s", "Subject: test\n%s", "\n\n%s", "%s\n \t\r\n"} {
		data := strings.Replace(around, "%s", string(text), 1)
		if key, err := ParsePublicKeyPEM([]byte(data)); err != nil || !pk.Equal(key) {
			t.Errorf("%q: %v", around, err)
		}
	}
	if _, err := ParsePublicKeyPEM(bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))); err != nil {
		t.Errorf("CRLF: %v", err)
	}
}
