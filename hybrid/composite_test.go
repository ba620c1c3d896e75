package hybrid

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/asn1"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/ed25519"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/mldsa/mldsa65"
)

// TestMessageRepresentative spells M' out for the message 00 01 ... 09, with an
// empty context and with one of eight bytes, in hexadecimal.
func TestMessageRepresentative(t *testing.T) {
	const (
		prefix = "436f6d706f73697465416c676f726974686d5369676e61747572657332303235"
		label  = "434f4d505349472d4d4c44534136352d45434453412d503235362d534841353132"
		hash   = "0f89ee1fcb7b0a4f7809d1267a029719004c5a5e5ec323a7c3523a20974f9a3f" +
			"202f56fadba4cd9e8d654ab9f2e96dc5c795ea176fa20ede8d854c342f903533"
	)
	message := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for context, want := range map[string]string{
		"":                                 prefix + label + "00" + hash,
		"\x08\x13\x06\x12\x05\x16\x26\x23": prefix + label + "08" + "0813061205162623" + hash,
	} {
		got, pqContext := mldsa65P256.construct.prepare(message, context)
		if hex.EncodeToString(got) != want {
			t.Errorf("context %x: M' is\n%x, expected\n%s", context, got, want)
		}
		if pqContext != "COMPSIG-MLDSA65-ECDSA-P256-SHA512" {
			t.Errorf("context of the post-quantum half is %q", pqContext)
		}
	}
}

// TestCompositeByHand verifies and makes composite signatures with the two
// halves alone, their bytes cut by hand.
func TestCompositeByHand(t *testing.T) {
	k := testKey(t, mldsa65P256, 1)
	message, context := []byte("a message"), "a context"
	hashed := sha512.Sum512(message)
	toSign := slices.Concat([]byte("CompositeAlgorithmSignatures2025COMPSIG-MLDSA65-ECDSA-P256-SHA512"),
		[]byte{byte(len(context))}, []byte(context), hashed[:])
	digest := sha256.Sum256(toSign)
	label := []byte("COMPSIG-MLDSA65-ECDSA-P256-SHA512")

	public := encodePublic(t, k.public)
	var pq mldsa65.PublicKey
	if err := pq.UnmarshalBinary(public[:mldsa65.PublicKeySize]); err != nil {
		t.Fatal(err)
	}
	ec, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), public[mldsa65.PublicKeySize:])
	if err != nil {
		t.Fatal(err)
	}
	signature := mustSign(t, k.private, message, &Options{Context: context})
	if !mldsa65.Verify(&pq, toSign, label, signature[:mldsa65.SignatureSize]) {
		t.Error("ML-DSA half does not verify alone")
	}
	if !ecdsa.VerifyASN1(ec, digest[:], signature[mldsa65.SignatureSize:]) {
		t.Error("ECDSA half does not verify alone")
	}

	// 32 bytes of seed, then ECPrivateKey without public key.
	private := encodePrivate(t, k.private)
	_, pqPrivate := mldsa65.NewKeyFromSeed((*[32]byte)(private[:32]))
	var sec1 struct {
		Version    int
		PrivateKey []byte
		Curve      asn1.ObjectIdentifier `asn1:"explicit,tag:0"`
	}
	if rest, err := asn1.Unmarshal(private[32:], &sec1); err != nil || len(rest) != 0 || sec1.Version != 1 || !sec1.Curve.Equal(oidP256) {
		t.Fatalf("ECPrivateKey: %+v, %d bytes behind, %v", sec1, len(rest), err)
	}
	ecPrivate, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), sec1.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	made := make([]byte, mldsa65.SignatureSize)
	if err := mldsa65.SignTo(pqPrivate, toSign, label, true, made); err != nil {
		t.Fatal(err)
	}
	classical, err := ecPrivate.Sign(nil, digest[:], crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.public.Verify(message, append(made, classical...), &Options{Context: context}); err != nil {
		t.Error(err)
	}
}

// TestNoHalfAlone: no half of a composite signature is a plain signature, and
// two plain signatures make no composite.
func TestNoHalfAlone(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		c, ok := s.construct.(*composite)
		if !ok {
			return // the OQS hybrids bind nothing: see TestOQSHalvesAreIndependent
		}
		k := testKey(t, s, 1)
		message := []byte("half of a composite")
		signature := mustSign(t, k.private, message, nil)
		pqPart, classicalPart := split(t, s, signature, s.pq.SignatureSize())
		toSign, _ := c.prepare(message, "")
		for name, context := range map[string]string{"no context": "", "the label": c.label} {
			opts := &sign.SignatureOpts{Context: context}
			if s.pq.Verify(k.public.pq, message, pqPart, opts) {
				t.Errorf("post-quantum half is a signature of the message, context: %s", name)
			}
			if made := s.pq.Sign(k.private.pq.private, message, opts); k.public.Verify(message, append(made, classicalPart...), nil) == nil {
				t.Errorf("plain post-quantum signature serves in a composite, context: %s", name)
			}
		}
		if s.pq.Verify(k.public.pq, toSign, pqPart, nil) {
			t.Error("post-quantum half is a plain signature of M'")
		}
		if k.public.classical.verify(message, classicalPart) {
			t.Error("classical half is a signature of the message")
		}
		plain, err := k.private.classical.sign(zeroReader{}, message)
		if err != nil {
			t.Fatal(err)
		}
		if k.public.Verify(message, slices.Concat(pqPart, plain), nil) == nil {
			t.Error("plain classical signature serves in a composite")
		}
	})
}

// TestLabelsSeparate: the same two keys under another label are another scheme.
func TestLabelsSeparate(t *testing.T) {
	other := mustComposite(CompositeParameters{
		Name: "other", Label: "COMPSIG-OTHER", OID: asn1.ObjectIdentifier{2, 999, 1},
		PQ: mldsa44.Scheme(), Classical: ECDSAP256(), PreHash: crypto.SHA256,
	})
	k := testKey(t, mldsa44P256, 1)
	public, err := other.UnmarshalBinaryPublicKey(encodePublic(t, k.public))
	if err != nil {
		t.Fatal(err)
	}
	if public.Equal(k.public) || k.public.Equal(public) {
		t.Error("keys of two schemes are equal")
	}
	message := []byte("labels")
	signature := mustSign(t, k.private, message, nil)
	if public.(*PublicKey).Verify(message, signature, nil) != ErrInvalidSignature {
		t.Error("signature verifies under another label")
	}
	private, err := other.UnmarshalBinaryPrivateKey(encodePrivate(t, k.private))
	if err != nil {
		t.Fatal(err)
	}
	otherSignature := mustSign(t, private.(*PrivateKey), message, nil)
	n := mldsa44.SignatureSize
	for name, mixed := range map[string][]byte{
		"post-quantum half": slices.Concat(otherSignature[:n], signature[n:]),
		"classical half":    slices.Concat(signature[:n], otherSignature[n:]),
	} {
		if k.public.Verify(message, mixed, nil) != ErrInvalidSignature {
			t.Errorf("%s of another label verifies", name)
		}
	}
}

func TestNewCompositeRefuses(t *testing.T) {
	good := CompositeParameters{
		Name: "x", Label: "L", OID: asn1.ObjectIdentifier{2, 999, 1},
		PQ: mldsa44.Scheme(), Classical: Ed25519(), PreHash: crypto.SHA256,
	}
	s, err := NewComposite(good)
	if err != nil {
		t.Fatal(err)
	}
	k := testKey(t, s, 1)
	if err := k.public.Verify([]byte("m"), mustSign(t, k.private, []byte("m"), nil), nil); err != nil {
		t.Error(err)
	}
	for text, change := range map[string]func(p *CompositeParameters){
		"name is empty":                  func(p *CompositeParameters) { p.Name = "" },
		"label of 0 bytes":               func(p *CompositeParameters) { p.Label = "" },
		"label of 256 bytes":             func(p *CompositeParameters) { p.Label = strings.Repeat("l", 256) },
		`identifier "" is malformed`:     func(p *CompositeParameters) { p.OID = nil },
		`identifier "1.40" is malformed`: func(p *CompositeParameters) { p.OID = asn1.ObjectIdentifier{1, 40} },
		"a half is missing":              func(p *CompositeParameters) { p.Classical = nil },
		"composite x: a half is":         func(p *CompositeParameters) { p.PQ = nil },
		"Ed25519 takes no context":       func(p *CompositeParameters) { p.PQ = ed25519.Scheme() },
		"unknown hash value 99 is not":   func(p *CompositeParameters) { p.PreHash = 99 },
	} {
		p := good
		change(&p)
		if _, err := NewComposite(p); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, expected %q", err, text)
		}
	}
}

// TestCompositePrivateKeys: an encoded private key has one form.
func TestCompositePrivateKeys(t *testing.T) {
	s := mldsa44P256
	good := encodePrivate(t, testKey(t, s, 1).private)
	sec1 := good[32:]
	withPublic, err := (&ecdsaPrivate{ecdsaP256WithPublic, testKey(t, s, 1).private.classical.(*ecdsaPrivate).key}).encode()
	if err != nil {
		t.Fatal(err)
	}
	zero := bytes.Clone(good)
	clear(zero[32+7 : 32+7+32])
	for name, data := range map[string][]byte{
		"empty":              nil,
		"seed only":          good[:32],
		"seed short":         good[1:],
		"truncated":          good[:len(good)-1],
		"trailing byte":      append(bytes.Clone(good), 0),
		"with public key":    slices.Concat(good[:32], withPublic),
		"classical first":    slices.Concat(sec1, good[:32]),
		"without curve":      slices.Concat(good[:32], []byte{0x30, 0x25}, sec1[2:39]),
		"scalar zero":        zero,
		"scalar above order": slices.Concat(good[:32+7], bytes.Repeat([]byte{0xff}, 32), good[32+7+32:]),
	} {
		if _, err := s.UnmarshalBinaryPrivateKey(data); err == nil {
			t.Errorf("%s: accepted", name)
		} else if !strings.HasPrefix(err.Error(), "hybrid: invalid key encoding: ML-DSA-44-ECDSA-P256-SHA256 private key: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
