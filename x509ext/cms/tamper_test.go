package cms

import (
	"bytes"
	"flag"
	"slices"
	"testing"
)

var everyBit = flag.Bool("every-bit", false, "flip every bit in turn, not one bit of every byte")

// TestFlippedBits: one bit of every byte (all eight with -every-bit) of real
// messages, and none of the results is accepted or panics: the certificates in
// these have their chain, and algorithms, versions and identifiers must fit
// each other. A copy of the root carried along would be another matter, for
// the root that is trusted takes its place.
func TestFlippedBits(t *testing.T) {
	type message struct {
		name string
		data []byte
		opts VerifyOptions
	}
	messages := []message{
		{"oqs-provider", testFile("falcon512-msg.cms"), VerifyOptions{Roots: poolOf(rootFile("falcon512-root.crt")), CurrentTime: now, Input: InputEither}},
	}
	for _, kind := range []string{"FN-DSA-512", "ECDSA-P256"} {
		id := testIdentity(kind)
		signer := id.Signer
		signer.ByKeyIdentifier = kind == "FN-DSA-512"
		data := must(Sign([]byte("not to be altered"), []Signer{signer}, Options{SigningTime: now}))
		messages = append(messages, message{kind, data, VerifyOptions{Roots: id.roots(), CurrentTime: now}})
	}
	for _, m := range messages {
		t.Run(m.name, func(t *testing.T) {
			if _, err := must(Parse(m.data)).Verify(m.opts); err != nil {
				t.Fatal(err)
			}
			data := slices.Clone(m.data)
			for i := range data {
				bits := []int{i % 8}
				if *everyBit {
					bits = []int{0, 1, 2, 3, 4, 5, 6, 7}
				}
				for _, bit := range bits {
					data[i] ^= 1 << bit
					if isAccepted(data, m.opts) {
						t.Errorf("accepted with bit %d of byte %d of %d flipped", bit, i, len(data))
					}
					data[i] ^= 1 << bit
				}
			}
		})
	}
}

func isAccepted(data []byte, opts VerifyOptions) bool {
	s, err := Parse(data)
	if err != nil {
		return false
	}
	_, err = s.Verify(opts)
	return err == nil
}

// TestTruncated: no prefix of a message is one, in DER and in BER, and nothing
// may follow it.
func TestTruncated(t *testing.T) {
	for _, name := range []string{"falcon512-msg.cms", "bc-falcon512-signed_attrs.der"} {
		data := testFile(name)
		for i := range data {
			if _, err := Parse(data[:i]); err == nil {
				t.Errorf("%s: the first %d of %d bytes are accepted", name, i, len(data))
			}
		}
		if _, err := Parse(append(slices.Clone(data), 0)); err == nil {
			t.Errorf("%s: accepted with a byte behind it", name)
		}
	}
}

// TestStructuralBytes sets each byte outside of the certificates and the
// signature to every value that has a meaning in lengths and tags: nothing
// panics, and nothing but the original is accepted.
func TestStructuralBytes(t *testing.T) {
	for _, name := range []string{"ec-in-middle-msg.cms", "bc-falcon512-signed_attrs.der"} {
		original := testFile(name)
		data := slices.Clone(original)
		opts := VerifyOptions{SignaturesOnly: true, Input: InputEither}
		message := must(Parse(original))
		opaque := make([]bool, len(data))
		hide := func(part []byte) {
			at := bytes.Index(original, part)
			for i := range part {
				opaque[at+i] = true
			}
		}
		hide(message.Signers[0].Signature)
		for _, c := range message.Certificates {
			hide(c.Raw[1:])
		}
		for i := range data {
			if opaque[i] {
				continue
			}
			for _, value := range []byte{0x00, 0x02, 0x04, 0x05, 0x06, 0x1f, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x84, 0xa0, 0xff} {
				if value == original[i] {
					continue
				}
				data[i] = value
				if isAccepted(data, opts) {
					t.Errorf("%s: accepted with byte %d set to %#02x", name, i, value)
				}
			}
			data[i] = original[i]
		}
	}
}
