package cms

import (
	"bytes"
	"testing"
	"time"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// FuzzParse: no input panics in Parse or Verify. What is accepted is written as
// DER, which is a fixed point; if the input was DER, these are its bytes. What
// then verifies has a signature by the one signer there is, over the content.
func FuzzParse(f *testing.F) {
	content := []byte("fuzzed")
	id := testIdentity("Ed25519")
	for mode := range 4 {
		signer := id.Signer
		signer.ByKeyIdentifier = mode&2 != 0
		f.Add(must(Sign(content, []Signer{signer}, Options{NoSignedAttributes: mode&1 != 0, SigningTime: now})))
	}
	f.Add(streamed(must(Parse(must(Sign(content, []Signer{id.Signer}, Options{})))), "fuz", "zed"))
	for _, name := range oqsChains {
		f.Add(testFile(name + "-msg.cms"))
	}
	f.Add(testFile("bc-falcon512-signed_attrs.der"))
	opts := VerifyOptions{Roots: id.roots(), CurrentTime: now, Input: InputEither}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		s, err := Parse(data)
		if !bytes.Equal(data, before) {
			t.Fatal("Parse writes into its input")
		}
		if err != nil {
			return
		}
		der, err := s.Marshal()
		if err != nil {
			t.Fatalf("accepted, but not written: %v", err)
		}
		again, err := Parse(der)
		if err != nil {
			t.Fatalf("accepted, but refused when written as DER: %v", err)
		}
		if !bytes.Equal(must(again.Marshal()), der) {
			t.Fatal("DER is not a fixed point")
		}
		if isDER(data, 5) && !bytes.Equal(der, data) {
			t.Fatal("DER is not written back to the same bytes")
		}
		o := opts
		if s.Content == nil {
			o.Content = content
		}
		if results, err := s.Verify(o); err == nil {
			for _, r := range results {
				if !r.Certificate.Equal(id.Certificate) || !bytes.Equal(s.Content, content) && s.Content != nil {
					t.Errorf("%v is said to have signed %q", r.Certificate.Subject, s.Content)
				}
			}
		}
		o.SignaturesOnly = true
		if _, err := s.VerifyEach(o); err != nil && len(s.Signers) > 0 {
			t.Errorf("VerifyEach: %v", err)
		}
	})
}

// isDER reports whether the elements in data have definite lengths and octet
// strings are in one piece, down to some depth.
func isDER(data cryptobyte.String, depth int) bool {
	for !data.Empty() {
		var content cryptobyte.String
		var tag asn1.Tag
		if !data.ReadAnyASN1(&content, &tag) || tag == asn1.OCTET_STRING|0x20 {
			return false
		}
		if tag&0x20 != 0 && depth > 0 && !isDER(content, depth-1) {
			return false
		}
	}
	return true
}

// FuzzSignedAttributes: the rules for attributes never panic, and a time that
// is accepted is written back to the same bytes.
func FuzzSignedAttributes(f *testing.F) {
	id := testIdentity("Ed25519")
	f.Add(must(marshalAttributes(standardAttributes(id, []byte("x")))))
	f.Add(must(Parse(testFile("falcon512-msg.cms"))).Signers[0].signedAttributes)
	f.Fuzz(func(t *testing.T, set []byte) {
		isSignedAttributes(set)
		list, err := parseSet(set)
		if err != nil {
			return
		}
		if !bytes.Equal(must(marshalAttributes(list)), set) {
			t.Error("not written back to the same bytes")
		}
		info := &SignerInfo{SignedAttributes: list, digestAlgorithm: DigestSHA512.identifier(), signatureAlgorithm: DigestSHA512.identifier()}
		_ = checkSignedAttributes(info, oidData, DigestSHA512.sum(nil))
		at, err := signingTime(list)
		if err != nil || at.Equal(time.Time{}) {
			return
		}
		if written := timeElement(at); !bytes.Equal(written, must(onlyValue(list, oidSigningTime))) {
			t.Errorf("time %v is written as %x", at, written)
		}
	})
}
