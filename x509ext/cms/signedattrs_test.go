package cms

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// TestSignedAttributeRules: every message is properly signed, and only the
// attributes are wrong.
func TestSignedAttributeRules(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	content := []byte("content")
	good := standardAttributes(id, content)
	find := func(oid []int) []byte { return must(onlyValue(good, oid)) }
	octets := func(b ...byte) []byte { return value(func(w *cryptobyte.Builder) { w.AddASN1OctetString(b) }) }
	oid := func(o []int) []byte { return value(func(w *cryptobyte.Builder) { w.AddASN1ObjectIdentifier(o) }) }
	text := func(tag asn1.Tag, s string) []byte {
		return value(func(w *cryptobyte.Builder) { w.AddASN1(tag, func(w *cryptobyte.Builder) { w.AddBytes([]byte(s)) }) })
	}
	again := func(o []int) []Attribute { return append(slices.Clone(good), Attribute{o, [][]byte{find(o)}}) }
	protection := find(oidProtection)
	for _, test := range []struct {
		name       string
		attributes []Attribute
		want       string // part of the error; empty: accepted
	}{
		{"as written", good, ""},
		{"no signing time", without(good, oidSigningTime), ""},
		{"no protection", without(good, oidProtection), ""},
		{"one more", with(good, []int{2, 999, 1}, octets(1), octets(2)), ""},
		{"no content type", without(good, oidContentType), "content-type attribute: missing"},
		{"two content types", again(oidContentType), "content-type attribute: more than one"},
		{"content type of two values", with(good, oidContentType, oid(oidData), oid(oidSignedData)), "content-type attribute: 2 values"},
		{"content type without value", with(good, oidContentType), "content-type attribute: 0 values"},
		{"another content type", with(good, oidContentType, oid(oidSignedData)), "but the content is"},
		{"content type is no OID", with(good, oidContentType, octets(1)), "expected OBJECT IDENTIFIER"},
		{"no message digest", without(good, oidMessageDigest), "message-digest attribute: missing"},
		{"two message digests", again(oidMessageDigest), "message-digest attribute: more than one"},
		{"message digest of two values", with(good, oidMessageDigest, find(oidMessageDigest), octets(1)), "message-digest attribute: 2 values"},
		{"another message digest", with(good, oidMessageDigest, octets(make([]byte, 64)...)), "another digest"},
		{"short message digest", with(good, oidMessageDigest, octets(find(oidMessageDigest)[2:34]...)), "another digest"},
		{"two signing times", again(oidSigningTime), "signing-time attribute: more than one"},
		{"time without seconds", with(good, oidSigningTime, text(asn1.UTCTime, "2701151200Z")), "malformed time"},
		{"time with zone", with(good, oidSigningTime, text(asn1.UTCTime, "270115120000+0100")), "malformed time"},
		{"time in the wrong form", with(good, oidSigningTime, text(asn1.GeneralizedTime, "20270115120000Z")), "malformed time"},
		{"time of the far future", with(good, oidSigningTime, text(asn1.GeneralizedTime, "20510115120000Z")), ""},
		{"no time", with(good, oidSigningTime, text(asn1.UTCTime, "yesterday")), "malformed time"},
		{"two protections", again(oidProtection), "algorithm protection attribute: more than one"},
		{"protection is no sequence", with(good, oidProtection, octets(1)), "expected SEQUENCE"},
		{"another digest protected", with(good, oidProtection, replaceOnce(t, protection, []byte{2, 3}, []byte{2, 2})), "has signed digest algorithm"},
		{"another signature protected", with(good, oidProtection, replaceOnce(t, protection, []byte{4, 3, 4}, []byte{4, 3, 3})), "has signed another signature algorithm"},
		{"protection of a MAC", with(good, oidProtection, replaceOnce(t, protection, []byte{0xa1}, []byte{0xa2})), "found [2]"},
	} {
		s, err := Parse(craft(id, content, test.attributes, nil))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		_, err = s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now})
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		case !errors.Is(err, ErrInvalidSignature) || !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}

// TestSignedAttributesMustBeDER: another order is refused before anything is
// verified.
func TestSignedAttributesMustBeDER(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	data := craft(id, []byte("x"), standardAttributes(id, []byte("x")), func(_ *SignedData, info *SignerInfo) {
		list := must(parseSet(info.signedAttributes))
		first := must(marshalAttributes(list[:1]))[2:]
		rest := info.signedAttributes[3+len(first):] // tag and length of two bytes
		info.signedAttributes = append(append(append([]byte{}, info.signedAttributes[:3]...), rest...), first...)
	})
	if _, err := Parse(data); err == nil || !strings.Contains(err.Error(), "not in DER order") {
		t.Errorf("attributes in another order: %v", err)
	}
	values := with(standardAttributes(id, []byte("x")), []int{2, 999, 1}, []byte{4, 1, 1}, []byte{4, 1, 2})
	data = craft(id, []byte("x"), values, nil)
	data = replaceOnce(t, data, []byte{4, 1, 1, 4, 1, 2}, []byte{4, 1, 2, 4, 1, 1})
	if _, err := Parse(data); err == nil || !strings.Contains(err.Error(), "values not in DER order") {
		t.Errorf("values in another order: %v", err)
	}
	var many []Attribute
	for range MaxAttributes + 1 {
		many = append(many, Attribute{oidContentType, [][]byte{{5, 0}}})
	}
	if _, err := Parse(craft(id, []byte("x"), many, nil)); err == nil || !strings.Contains(err.Error(), "more than 64 attributes") {
		t.Errorf("too many attributes: %v", err)
	}
	if _, err := Parse(craft(id, []byte("x"), []Attribute{}, nil)); err == nil || !strings.Contains(err.Error(), "set is empty") {
		t.Errorf("empty set: %v", err)
	}
}
