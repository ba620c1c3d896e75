package scheme_test

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
)

// keys holds a key of each scheme made from a fixed seed.
var keys = sync.OnceValue(func() map[sign.Scheme]sign.PrivateKey {
	made := map[sign.Scheme]sign.PrivateKey{}
	for _, s := range scheme.All() {
		_, made[s] = s.DeriveKey(seedOf(s))
	}
	return made
})

func seedOf(s sign.Scheme) []byte {
	seed := sha256.Sum256([]byte(s.Name()))
	return seed[:]
}

// forEach runs a test for every scheme with a key.
func forEach(t *testing.T, test func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey)) {
	for _, s := range scheme.All() {
		t.Run(s.Name(), func(t *testing.T) {
			sk := keys()[s]
			test(t, s, sk.Public().(sign.PublicKey), sk)
		})
	}
}

func TestAll(t *testing.T) {
	var names []string
	for _, s := range scheme.All() {
		names = append(names, s.Name())
	}
	want := "FN-DSA-512 FN-DSA-1024 Falcon-512 Falcon-1024 Falcon-padded-512 Falcon-padded-1024"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names %s, want %s", got, want)
	}
	for i, s := range []sign.Scheme{
		scheme.FNDSA512(), scheme.FNDSA1024(), scheme.Falcon512(), scheme.Falcon1024(),
		scheme.FalconPadded512(), scheme.FalconPadded1024(),
	} {
		if s != scheme.All()[i] {
			t.Errorf("%s is not a singleton", s.Name())
		}
	}
}

// The sizes of the package comment.
func TestSizes(t *testing.T) {
	want := map[string][3]int{
		"FN-DSA-512":         {897, 1345, 666},
		"FN-DSA-1024":        {1793, 2369, 1280},
		"Falcon-512":         {897, 1281, 752},
		"Falcon-1024":        {1793, 2305, 1462},
		"Falcon-padded-512":  {897, 1281, 666},
		"Falcon-padded-1024": {1793, 2305, 1280},
	}
	for _, s := range scheme.All() {
		if got := [3]int{s.PublicKeySize(), s.PrivateKeySize(), s.SignatureSize()}; got != want[s.Name()] {
			t.Errorf("%s: sizes %v, want %v", s.Name(), got, want[s.Name()])
		}
		if s.SeedSize() != 32 {
			t.Errorf("%s: seed size %d", s.Name(), s.SeedSize())
		}
	}
}

// The properties that CIRCL asserts of every scheme of its own.
func TestAPI(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, _ sign.PublicKey, _ sign.PrivateKey) {
		pk, sk, err := s.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		if pk.Scheme() != s || sk.Scheme() != s {
			t.Error("a key does not know its scheme")
		}
		if !pk.Equal(sk.Public()) {
			t.Error("the public key of the private key is another one")
		}
		packedPK, err := pk.MarshalBinary()
		if err != nil || len(packedPK) != s.PublicKeySize() {
			t.Fatalf("public key has %d bytes (%v), want %d", len(packedPK), err, s.PublicKeySize())
		}
		packedSK, err := sk.MarshalBinary()
		if err != nil || len(packedSK) != s.PrivateKeySize() {
			t.Fatalf("private key has %d bytes (%v), want %d", len(packedSK), err, s.PrivateKeySize())
		}
		pk2, err := s.UnmarshalBinaryPublicKey(packedPK)
		if err != nil {
			t.Fatal(err)
		}
		sk2, err := s.UnmarshalBinaryPrivateKey(packedSK)
		if err != nil {
			t.Fatal(err)
		}
		if !pk.Equal(pk2) || !sk.Equal(sk2) {
			t.Error("a key does not equal its decoded encoding")
		}
		message := []byte("signed with " + s.Name())
		opts := &sign.SignatureOpts{}
		if s.SupportsContext() {
			opts.Context = "a context"
		}
		signature := s.Sign(sk2, message, opts)
		checkLength(t, s, signature)
		if !s.Verify(pk2, message, signature, opts) {
			t.Error("a good signature is refused")
		}
		if s.Verify(pk2, message[1:], signature, opts) {
			t.Error("the signature of another message is accepted")
		}
		if s.SupportsContext() && (s.Verify(pk2, message, signature, &sign.SignatureOpts{Context: "another"}) ||
			s.Verify(pk2, message, signature, nil)) {
			t.Error("the signature for another context is accepted")
		}
		signature[0]++
		if s.Verify(pk2, message, signature, opts) {
			t.Error("a signature with another first byte is accepted")
		}
		if s.Verify(pk2, message, nil, opts) {
			t.Error("an empty signature is accepted")
		}
	})
}

// checkLength is where variable-length Falcon differs from CIRCL's schemes: its size is a maximum.
func checkLength(t *testing.T, s sign.Scheme, signature []byte) {
	t.Helper()
	varies := s == scheme.Falcon512() || s == scheme.Falcon1024()
	if len(signature) > s.SignatureSize() || !varies && len(signature) != s.SignatureSize() {
		t.Errorf("signature has %d bytes, size is %d, varies: %t", len(signature), s.SignatureSize(), varies)
	}
}

func TestDeriveKeyIsDeterministic(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		seed := seedOf(s)
		pk2, sk2 := s.DeriveKey(seed)
		if !pk.Equal(pk2) || !sk.Equal(sk2) {
			t.Error("two keys from one seed differ")
		}
		if got := sk.(sign.Seeded).Seed(); !bytes.Equal(got, seed) {
			t.Error("the key does not retain its seed")
		}
		seed[0]++
		if pk3, sk3 := s.DeriveKey(seed); pk.Equal(pk3) || sk.Equal(sk3) {
			t.Error("keys from two seeds are equal")
		}
		packed, err := sk.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := s.UnmarshalBinaryPrivateKey(packed)
		if err != nil {
			t.Fatal(err)
		}
		if decoded.(sign.Seeded).Seed() != nil {
			t.Error("a decoded key claims to know a seed")
		}
	})
}

// A key of this package is a crypto.Signer and crypto.MessageSigner whose signatures the scheme verifies.
func TestSigner(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		message := []byte("a message")
		for _, opts := range []crypto.SignerOpts{nil, crypto.Hash(0), &fndsa.Options{}} {
			signature, err := sk.Sign(nil, message, opts)
			if err != nil || !s.Verify(pk, message, signature, nil) {
				t.Errorf("Sign with %v: %v", opts, err)
			}
			signature, err = sk.(crypto.MessageSigner).SignMessage(nil, message, opts)
			if err != nil || !s.Verify(pk, message, signature, nil) {
				t.Errorf("SignMessage with %v: %v", opts, err)
			}
		}
		digest := sha256.Sum256(message)
		if _, err := sk.Sign(nil, digest[:], crypto.SHA256); err == nil {
			t.Error("a hashing option is accepted in pure mode")
		}
	})
}

func TestUnmarshalErrors(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		packedPK, _ := pk.MarshalBinary()
		packedSK, _ := sk.MarshalBinary()
		for _, bad := range [][]byte{nil, packedPK[:len(packedPK)-1], append(bytes.Clone(packedPK), 0)} {
			if _, err := s.UnmarshalBinaryPublicKey(bad); !errors.Is(err, sign.ErrPubKeySize) {
				t.Errorf("public key of %d bytes: %v", len(bad), err)
			}
		}
		for _, bad := range [][]byte{nil, packedSK[:len(packedSK)-1], append(bytes.Clone(packedSK), 0)} {
			if _, err := s.UnmarshalBinaryPrivateKey(bad); !errors.Is(err, sign.ErrPrivKeySize) {
				t.Errorf("private key of %d bytes: %v", len(bad), err)
			}
		}
		packedPK[0]++
		if key, err := s.UnmarshalBinaryPublicKey(packedPK); !errors.Is(err, fndsa.ErrKeyEncoding) || key != nil {
			t.Errorf("public key with another header: %v, %v", key, err)
		}
		packedSK[0]++
		if key, err := s.UnmarshalBinaryPrivateKey(packedSK); !errors.Is(err, fndsa.ErrKeyEncoding) || key != nil {
			t.Errorf("private key with another header: %v, %v", key, err)
		}
	})
}
