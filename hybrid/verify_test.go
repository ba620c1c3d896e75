package hybrid

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/sha3"
	"encoding/asn1"
	"errors"
	"io"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
)

// countingScheme and countingPublic count what is asked of each half.
type countingScheme struct {
	sign.Scheme
	calls int
}

func (c *countingScheme) Verify(k sign.PublicKey, message, signature []byte, opts *sign.SignatureOpts) bool {
	c.calls++
	return c.Scheme.Verify(k, message, signature, opts)
}

type countingPublic struct {
	classicalPublic
	calls int
}

func (c *countingPublic) verify(message, signature []byte) bool {
	c.calls++
	return c.classicalPublic.verify(message, signature)
}

// TestBothHalvesAreEvaluated, whichever of them is bad.
func TestBothHalvesAreEvaluated(t *testing.T) {
	for _, s := range []*Scheme{mldsa44P256, fndsa512Ed25519, p256Falcon512} {
		pq := &countingScheme{Scheme: s.pq}
		counted := *s
		counted.pq = pq
		k := testKey(t, s, 1)
		classical := &countingPublic{classicalPublic: k.public.classical}
		public := &PublicKey{&counted, k.public.pq, classical, k.public.encoding}

		message := []byte("both halves")
		signature := mustSign(t, k.private, message, nil)
		pqPart, classicalPart := split(t, s, signature, s.pq.SignatureSize())
		badPQ, badClassical := flip(pqPart, len(pqPart)/2), flip(classicalPart, len(classicalPart)-1)
		for name, c := range map[string]struct {
			signature []byte
			want      error
		}{
			"good":              {signature, nil},
			"post-quantum bad":  {s.construct.join(badPQ, classicalPart), ErrInvalidSignature},
			"classical bad":     {s.construct.join(pqPart, badClassical), ErrInvalidSignature},
			"both bad":          {s.construct.join(badPQ, badClassical), ErrInvalidSignature},
			"classical garbage": {s.construct.join(pqPart, []byte("garbage")), ErrInvalidSignature},
		} {
			pq.calls, classical.calls = 0, 0
			if err := public.Verify(message, c.signature, nil); err != c.want {
				t.Errorf("%s, %s: %v, expected %v", s, name, err, c.want)
			}
			if pq.calls != 1 || classical.calls != 1 {
				t.Errorf("%s, %s: %d and %d evaluations, expected one each", s, name, pq.calls, classical.calls)
			}
		}
	}
}

// TestDeriveKey computes the documented derivation another way.
func TestDeriveKey(t *testing.T) {
	seed := bytes.Repeat([]byte{7}, 32)
	stream := func(label string) io.Reader {
		x := sha3.NewSHAKE256()
		io.WriteString(x, label)
		x.Write(seed)
		return x
	}
	take := func(r io.Reader, n int) []byte {
		data := make([]byte, n)
		if _, err := io.ReadFull(r, data); err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, c := range []struct {
		scheme *Scheme
		label  string
		curve  ecdh.Curve
		size   int
		mask   byte
	}{
		{fndsa512P256, "COMPSIG-FNDSA512-ECDSA-P256-SHA256", ecdh.P256(), 32, 0xff},
		{fndsa1024P384, "COMPSIG-FNDSA1024-ECDSA-P384-SHA512", ecdh.P384(), 48, 0xff},
		{fndsa1024P521, "COMPSIG-FNDSA1024-ECDSA-P521-SHA512", ecdh.P521(), 66, 0x01},
		{p256Falcon512, "P256-Falcon-512", ecdh.P256(), 32, 0xff},
		{mldsa65P256, "COMPSIG-MLDSA65-ECDSA-P256-SHA512", ecdh.P256(), 32, 0xff},
	} {
		public, private := c.scheme.DeriveKey(seed)
		again, _ := c.scheme.DeriveKey(seed)
		if !again.Equal(public) || !public.Equal(private.Public()) {
			t.Errorf("%s: not a function of the seed", c.scheme)
		}
		x := stream(c.label)
		pq, _ := c.scheme.pq.DeriveKey(take(x, 32))
		scalar := take(x, c.size) // the first candidate serves, except with a chance below 2^-8 on P-521 and 2^-32 elsewhere
		scalar[0] &= c.mask
		classical, err := c.curve.NewPrivateKey(scalar)
		if err != nil {
			t.Fatalf("%s: choose another seed: %v", c.scheme, err)
		}
		k := public.(*PublicKey)
		if !k.pq.Equal(pq) {
			t.Errorf("%s: other post-quantum key", c.scheme)
		}
		if !bytes.Equal(k.classical.encode(), classical.PublicKey().Bytes()) {
			t.Errorf("%s: other classical key", c.scheme)
		}
	}
	public, _ := fndsa512Ed25519.DeriveKey(seed)
	x := stream("COMPSIG-FNDSA512-Ed25519-SHA512")
	take(x, 32)
	key, _ := Ed25519().parsePrivate(take(x, 32))
	if !bytes.Equal(public.(*PublicKey).classical.encode(), key.public().encode()) {
		t.Error("other Ed25519 key")
	}
}

// failingReader gives as many bytes as it has, then an error.
type failingReader struct{ left int }

var errNoEntropy = errors.New("no entropy")

func (r *failingReader) Read(p []byte) (int, error) {
	if r.left < len(p) {
		return 0, errNoEntropy
	}
	for i := range p {
		p[i] = byte(r.left + i)
	}
	r.left -= len(p)
	return len(p), nil
}

// TestRandomFailures: a random source that fails leaves no signature behind, or
// a whole one.
func TestRandomFailures(t *testing.T) {
	message := []byte("no entropy")
	for _, s := range []*Scheme{fndsa512P256, fndsa512Ed25519, p256Falcon512, rsa3072FalconPadded512} {
		k := testKey(t, s, 1)
		for _, left := range []int{0, 39, 40, 95, 96, 1000} {
			signature, err := k.private.Sign(&failingReader{left}, message, nil)
			if left == 0 && !errors.Is(err, fndsa.ErrRandom) {
				t.Errorf("%s, no byte: %v", s, err)
			}
			if err != nil && signature != nil {
				t.Errorf("%s, %d bytes: error and signature", s, left)
			}
			if err == nil {
				if err := k.public.Verify(message, signature, nil); err != nil {
					t.Errorf("%s, %d bytes: %v", s, left, err)
				}
			}
		}
	}
}

// TestConcurrentUse shares one key, under the race detector in particular.
func TestConcurrentUse(t *testing.T) {
	for _, s := range []*Scheme{fndsa512P256, p256FalconPadded512, mldsa44P256} {
		k := testKey(t, s, 1)
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				message := []byte{byte(i)}
				signature, err := k.private.Sign(nil, message, nil)
				if err == nil {
					err = k.public.Verify(message, signature, nil)
				}
				if err != nil {
					t.Errorf("%s: %v", s, err)
				}
			})
		}
		group.Wait()
	}
}

// TestKeysOfOtherPackages: a key of one half is no key of the whole, and the
// other way round.
func TestKeysOfOtherPackages(t *testing.T) {
	k := testKey(t, fndsa512P256, 1)
	pq := k.public.pq
	ec := k.private.classical.(*ecdsaPrivate).key
	for _, other := range []crypto.PublicKey{pq, &ec.PublicKey, nil, (*PublicKey)(nil), *k.public} {
		if k.public.Equal(other) {
			t.Errorf("equal to %T", other)
		}
	}
	for _, other := range []crypto.PrivateKey{k.private.pq.private, ec, nil, (*PrivateKey)(nil), (*ecdsa.PrivateKey)(nil)} {
		if k.private.Equal(other) {
			t.Errorf("equal to %T", other)
		}
	}
	if pq.Equal(k.public) || ec.PublicKey.Equal(k.public) {
		t.Error("a half is equal to the whole")
	}
	message := []byte("m")
	signature := mustSign(t, k.private, message, nil)
	if scheme.FNDSA512().Verify(pq, message, signature, nil) || ecdsa.VerifyASN1(&ec.PublicKey, digest(crypto.SHA256, message), signature) {
		t.Error("a composite signature is a plain one")
	}
	if _, err := scheme.FNDSA512().UnmarshalBinaryPublicKey(encodePublic(t, k.public)); err == nil {
		t.Error("a composite key is an FN-DSA key")
	}
	if _, err := mldsa44.Scheme().UnmarshalBinaryPublicKey(encodePublic(t, testKey(t, mldsa44P256, 1).public)); err == nil {
		t.Error("a composite key is an ML-DSA key")
	}
	var sequence asn1.RawValue
	if _, err := asn1.Unmarshal(signature, &sequence); err == nil && len(sequence.FullBytes) == len(signature) {
		t.Error("a composite signature is one DER element")
	}
}
