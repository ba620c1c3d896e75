package main

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// element is the DER of tag and the elements in it.
func element(tag asn1.Tag, contents ...[]byte) []byte {
	var b cryptobyte.Builder
	b.AddASN1(tag, func(b *cryptobyte.Builder) { b.AddBytes(bytes.Join(contents, nil)) })
	return b.BytesOrPanic()
}

func TestKindOfDER(t *testing.T) {
	var (
		number    = element(asn1.INTEGER, []byte{1})
		sequence  = element(asn1.SEQUENCE)
		bits      = element(asn1.BIT_STRING, []byte{0})
		octets    = element(asn1.OCTET_STRING)
		utc       = element(asn1.UTCTime, []byte("250101000000Z"))
		general   = element(asn1.GeneralizedTime, []byte("20250101000000Z"))
		tagged    = element(asn1.Tag(0).ContextSpecific().Constructed(), number)
		whole     = func(contents ...[]byte) []byte { return element(asn1.SEQUENCE, contents...) }
		signed    = func(contents ...[]byte) []byte { return whole(whole(contents...), sequence, bits) }
		endOfList = whole()
	)
	for _, c := range []struct {
		name string
		der  []byte
		want kind
	}{
		{"certificate, version 3", signed(tagged, number, sequence, sequence, sequence, sequence, sequence), kindCertificate},
		{"certificate, version 1", signed(number, sequence, sequence, sequence, sequence, sequence), kindCertificate},
		{"request", signed(number, sequence, sequence, tagged), kindRequest},
		{"request without attributes", signed(number, sequence, sequence), kindRequest},
		{"list, version 2", signed(number, sequence, sequence, utc, utc, endOfList), kindCRL},
		{"list, version 1", signed(sequence, sequence, general), kindCRL},
		{"something signed", signed(), kindCertificate},
		{"public key", whole(sequence, bits), kindPublicKey},
		{"private key", whole(number, sequence, octets), kindPrivateKey},
		{"encrypted private key", whole(sequence, octets), kindEncrypted},
		{"PKCS #1", whole(number, number, number), kindUnknown},
		{"nothing", whole(), kindUnknown},
		{"a sequence in a sequence", whole(sequence), kindUnknown},
		{"a number", number, kindUnknown},
		{"no DER", []byte("hello"), kindUnknown},
	} {
		if got := kindOfDER(c.der); got != c.want {
			t.Errorf("%s: %s, expected %s", c.name, got, c.want)
		}
	}

	// The outline is all that is looked at, however much there is to parse.
	attributes := bytes.Repeat(whole(element(asn1.OBJECT_IDENTIFIER, []byte{42, 3}), element(asn1.SET)), 1000)
	request := signed(number, sequence, sequence, element(asn1.Tag(0).ContextSpecific().Constructed(), attributes))
	if n := testing.AllocsPerRun(10, func() { kindOfDER(request) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestObjectsHaveALimit(t *testing.T) {
	fits := element(asn1.SEQUENCE, make([]byte, maxObject-4))
	if objects, err := splitObjects("f", fits[:maxObject], "a key"); err != nil || len(objects) != 1 {
		t.Errorf("%d objects, %v", len(objects), err)
	}
	for _, data := range [][]byte{
		make([]byte, maxObject+1),
		object{pemType: "CERTIFICATE", der: make([]byte, maxObject+1)}.pem(),
	} {
		_, err := splitObjects("f", data, "a key")
		if err == nil || !strings.HasSuffix(err.Error(), " of 524289 bytes, expected a key of at most 512 KiB") {
			t.Errorf("%.30q: %v", data, err)
		}
	}
}
