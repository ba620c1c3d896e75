package cms

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/crypto/cryptobyte/asn1"
)

// streamed turns a message into the BER that streaming producers write:
// indefinite lengths down to the content, which is cut into pieces.
func streamed(s *SignedData, pieces ...string) []byte {
	open := func(tag byte) []byte { return []byte{tag, 0x80} }
	end := []byte{0, 0}
	body := must(s.marshal())
	// The fields of SignedData after the content, as DER.
	tail := body[bytes.Index(body, s.Certificates[0].Raw)-4:]
	content := open(0x24)
	for _, p := range pieces {
		content = append(append(content, 4, byte(len(p))), p...)
	}
	content = append(content, end...)
	oid := func(id byte) []byte { return []byte{6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 7, id} }
	digest := must(s.digestAlgorithms[0].Marshal())
	return bytes.Join([][]byte{
		open(0x30), oid(2), open(0xa0), open(0x30),
		{2, 1, byte(s.version)}, append([]byte{0x31, byte(len(digest))}, digest...),
		open(0x30), oid(1), open(0xa0), content, end, end,
		tail, end, end, end,
	}, nil)
}

func TestStreamedEnvelope(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	s := must(Parse(must(Sign([]byte("one two three"), []Signer{id.Signer}, Options{}))))
	opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
	for _, pieces := range [][]string{{"one two three"}, {"one ", "two ", "three"}, {"", "one two three", ""}} {
		data := streamed(s, pieces...)
		parsed, err := Parse(data)
		if err != nil {
			t.Fatalf("%q: %v", pieces, err)
		}
		if _, err := parsed.Verify(opts); err != nil {
			t.Errorf("%q: %v", pieces, err)
		}
		if again := must(parsed.Marshal()); !bytes.Equal(again, must(s.Marshal())) {
			t.Errorf("%q: the DER differs from that of the original", pieces)
		}
	}
	empty := must(Parse(must(Sign(nil, []Signer{id.Signer}, Options{}))))
	if empty.Content == nil {
		t.Error("an empty content is read as a detached one")
	}
	parsed, err := Parse(streamed(empty))
	if err != nil || parsed.Content == nil {
		t.Fatalf("empty content in no pieces: %v", err)
	}
	if _, err := parsed.Verify(opts); err != nil {
		t.Error(err)
	}
}

func TestStreamedMistakes(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	s := must(Parse(must(Sign([]byte("one two"), []Signer{id.Signer}, Options{}))))
	data := streamed(s, "one ", "two")
	pieces := []byte{0x24, 0x80, 4, 4, 'o', 'n', 'e', ' ', 4, 3, 't', 'w', 'o', 0, 0}
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"one marker less", "no end-of-contents marker", data[:len(data)-2]},
		{"one marker more", "2 bytes after the end", append(bytes.Clone(data), 0, 0)},
		{"half a marker", "no end-of-contents marker", data[:len(data)-1]},
		{"pieces in pieces", "eContent: found constructed OCTET STRING", replaceOnce(t, data, pieces, []byte{0x24, 0x80, 0x24, 5, 4, 3, 'o', 'n', 'e', 0, 0})},
		{"pieces of another type", "eContent: found SEQUENCE, expected OCTET STRING", replaceOnce(t, data, pieces, append([]byte{0x24, 0x80, 0x30}, pieces[3:]...))},
		{"indefinite primitive", "eContent: truncated, or length not in DER form", replaceOnce(t, data, pieces, append([]byte{4, 0x80}, pieces[2:]...))},
		{"indefinite certificate", "certificates[0]: truncated, or length not in DER form", replaceOnce(t, data, id.Certificate.Raw[:4], []byte{0x30, 0x80, id.Certificate.Raw[2], id.Certificate.Raw[3]})},
		{"indefinite signer info", "signerInfos[0]: truncated, or length not in DER form", replaceOnce(t, data, s.Signers[0].raw[:4], []byte{0x30, 0x80, s.Signers[0].raw[2], s.Signers[0].raw[3]})},
	} {
		if _, err := Parse(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}

// TestDefiniteConstructed: pieces may also come with a definite length.
func TestDefiniteConstructed(t *testing.T) {
	r := &reader{in: []byte{0x24, 7, 4, 1, 'a', 4, 2, 'b', 'c', 5, 0}}
	got, err := r.octets("test")
	if err != nil || string(got) != "abc" || !r.in.PeekASN1Tag(asn1.NULL) {
		t.Errorf("%q, %v, then %x", got, err, []byte(r.in))
	}
}
