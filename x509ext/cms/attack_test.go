package cms

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha512"
	"errors"
	"strings"
	"testing"
)

// TestAttributesAsContent cuts the signed attributes out of a message and
// passes them off as a bare content under the same signature.
func TestAttributesAsContent(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "Falcon-512", "ECDSA-P256", "Ed25519", "RSA-2048"} {
		id := testIdentity(kind)
		s := must(Parse(must(Sign([]byte("pay one"), []Signer{id.Signer}, Options{SigningTime: now}))))
		signer := s.Signers[0]
		forged := craft(id, signer.signedAttributes, nil, func(_ *SignedData, info *SignerInfo) { info.Signature = signer.Signature })
		parsed := must(Parse(forged))
		if err := parsed.Signers[0].checkDirect(id, parsed.Content); err != nil {
			t.Fatalf("%s: the forgery is not one, its signature is bad: %v", kind, err)
		}
		if _, err := parsed.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := Sign(signer.signedAttributes, []Signer{id.Signer}, Options{NoSignedAttributes: true}); err == nil {
			t.Errorf("%s: attributes signed as a bare content", kind)
		}
		if _, err := Sign(signer.signedAttributes, []Signer{id.Signer}, Options{}); err != nil {
			t.Errorf("%s: attributes as a content with attributes of its own: %v", kind, err)
		}
	}
}

// checkDirect verifies a bare signature without any of the rules of CMS.
func (s *SignerInfo) checkDirect(id identity, content []byte) error {
	digest, err := digestOf(s.digestAlgorithm)
	if err != nil {
		return err
	}
	algorithm, err := resolve(s.signatureAlgorithm, digest)
	if err != nil {
		return err
	}
	return id.Certificate.CheckSignature(algorithm, content, s.Signature)
}

// TestDigestFormAttacks shows the two doors that the form of oqs-provider
// leaves open, as the package comment says, and that they are closed by default
// or by RequireSignedAttributes.
func TestDigestFormAttacks(t *testing.T) {
	id := testIdentity("Falcon-512")
	content := []byte("never agreed to")
	attributes := standardAttributes(id, content)
	digest := sha512.Sum512(must(marshalAttributes(attributes)))

	// The signer is made to sign 64 bytes in another protocol.
	elsewhere := must(crypto.SignMessage(id.Key, rand.Reader, digest[:], crypto.Hash(0)))
	forged := must(Parse(craft(id, content, attributes, func(_ *SignedData, info *SignerInfo) { info.Signature = elsewhere })))
	opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
	if _, err := forged.Verify(opts); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("accepted by default: %v", err)
	}
	opts.Input = InputDigest
	if _, err := forged.Verify(opts); err != nil {
		t.Errorf("this is what InputDigest accepts: %v", err)
	}

	// A message in the form of oqs-provider becomes 64 bytes of bare content.
	message := must(Parse(must(Sign(content, []Signer{id.Signer}, Options{Input: InputDigest}))))
	sum := sha512.Sum512(message.Signers[0].signedAttributes)
	bare := must(Parse(craft(id, sum[:], nil, func(_ *SignedData, info *SignerInfo) { info.Signature = message.Signers[0].Signature })))
	for _, input := range []Input{InputAttributes, InputDigest, InputEither} {
		opts := VerifyOptions{Roots: id.roots(), CurrentTime: now, Input: input}
		if _, err := bare.Verify(opts); err != nil {
			t.Errorf("%v: this is what a bare content of 64 bytes is: %v", input, err)
		}
		opts.RequireSignedAttributes = true
		if _, err := bare.Verify(opts); err == nil {
			t.Errorf("%v: accepted although signed attributes are required", input)
		}
	}
}

// TestInputIsForOQSOnly: other algorithms are never taken by their digest.
func TestInputIsForOQSOnly(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "ML-DSA-44", "Ed25519", "FN-DSA-512-ECDSA-P256-SHA256"} {
		id := testIdentity(kind)
		if _, err := Sign([]byte("x"), []Signer{id.Signer}, Options{Input: InputDigest}); err == nil || !strings.Contains(err.Error(), "1.3.9999.3") {
			t.Errorf("%s: signed: %v", kind, err)
		}
		attributes := standardAttributes(id, []byte("x"))
		sum := sha512.Sum512(must(marshalAttributes(attributes)))
		signature := must(crypto.SignMessage(id.Key, rand.Reader, sum[:], crypto.Hash(0)))
		s := must(Parse(craft(id, []byte("x"), attributes, func(_ *SignedData, info *SignerInfo) { info.Signature = signature })))
		for _, input := range []Input{InputAttributes, InputDigest, InputEither} {
			if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now, Input: input}); !errors.Is(err, ErrInvalidSignature) {
				t.Errorf("%s, %v: %v", kind, input, err)
			}
		}
	}
}

// TestInputsAreDisjoint: the shortest set of attributes that is accepted is
// longer than the longest digest, which is what keeps InputEither unambiguous.
func TestInputsAreDisjoint(t *testing.T) {
	shortest := []Attribute{
		{Type: oidContentType, Values: [][]byte{{6, 1, 40}}}, // an OID of one byte
		{Type: oidMessageDigest, Values: [][]byte{append([]byte{4, 32}, bytes.Repeat([]byte{0}, 32)...)}},
	}
	if n := len(must(marshalAttributes(shortest))); n <= maxDigestSize {
		t.Errorf("a set of %d bytes could be a digest", n)
	}
}
