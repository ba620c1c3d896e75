package hybrid

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cloudflare/circl/pki"
	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
)

// TestContract asserts what CIRCL asks of every scheme, except that signatures
// with an ECDSA or Falcon half vary in length below SignatureSize.
func TestContract(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		var scheme sign.Scheme = s
		_ = scheme.(pki.CertificateScheme)
		_ = scheme.(pki.TLSScheme)
		k := testKey(t, s, 1)
		public, private := encodePublic(t, k.public), encodePrivate(t, k.private)
		if len(public) != s.PublicKeySize() {
			t.Errorf("public key of %d bytes, PublicKeySize is %d", len(public), s.PublicKeySize())
		}
		_, isRSA := s.classical.(rsaHalf)
		if len(private) > s.PrivateKeySize() || (!isRSA && len(private) != s.PrivateKeySize()) {
			t.Errorf("private key of %d bytes, PrivateKeySize is %d", len(private), s.PrivateKeySize())
		}
		public2, err := s.UnmarshalBinaryPublicKey(public)
		if err != nil {
			t.Fatal(err)
		}
		private2, err := s.UnmarshalBinaryPrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		if !k.public.Equal(public2) || !k.private.Equal(private2) || !k.public.Equal(private2.Public()) {
			t.Error("keys changed on the way through their encoding")
		}
		if !bytes.Equal(encodePrivate(t, private2.(*PrivateKey)), private) {
			t.Error("private key encodes otherwise after parsing")
		}
		if k.public.Scheme() != scheme || k.private.Scheme() != scheme {
			t.Error("key does not name its scheme")
		}
		other := testKey(t, s, 2)
		if k.public.Equal(other.public) || k.private.Equal(other.private) || k.public.Equal(k.private) || k.private.Equal(k.public) {
			t.Error("different keys are equal")
		}

		message := []byte("Signing with " + s.Name())
		opts := &sign.SignatureOpts{}
		if s.SupportsContext() {
			opts.Context = "A context"
		}
		signature := s.Sign(private2, message, opts)
		if len(signature) > s.SignatureSize() {
			t.Errorf("signature of %d bytes, SignatureSize is %d", len(signature), s.SignatureSize())
		}
		if !s.Verify(public2, message, signature, opts) {
			t.Fatal("signature does not verify")
		}
		if s.SupportsContext() && s.Verify(public2, message, signature, &sign.SignatureOpts{Context: "Wrong context"}) {
			t.Error("signature verifies under another context")
		}
		signature[0]++
		if s.Verify(public2, message, signature, opts) {
			t.Error("signature verifies with its first byte changed")
		}
	})
}

// TestGenerateKey: fresh keys differ and work. One scheme with an RSA half is
// enough of those.
func TestGenerateKey(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		if s == rsa3072Falcon512 {
			return
		}
		public, private, err := s.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		if s != rsa3072FalconPadded512 {
			other, _, err := s.GenerateKey()
			if err != nil {
				t.Fatal(err)
			}
			n := s.pq.PublicKeySize()
			pq, classical := split(t, s, encodePublic(t, public.(*PublicKey)), n)
			otherPQ, otherClassical := split(t, s, encodePublic(t, other.(*PublicKey)), n)
			if bytes.Equal(pq, otherPQ) || bytes.Equal(classical, otherClassical) {
				t.Error("two fresh keys share a half")
			}
		}
		message := []byte("fresh")
		if err := public.(*PublicKey).Verify(message, mustSign(t, private.(*PrivateKey), message, nil), nil); err != nil {
			t.Error(err)
		}
		if loaded, err := s.UnmarshalBinaryPrivateKey(encodePrivate(t, private.(*PrivateKey))); err != nil || !loaded.Equal(private) {
			t.Errorf("fresh key does not load: %v", err)
		}
	})
}

func TestTable(t *testing.T) {
	want := []string{ // name, OID, TLS SignatureScheme
		"FN-DSA-512-ECDSA-P256-SHA256 2.999.206.11 0xff62",
		"FN-DSA-512-Ed25519-SHA512 2.999.206.12 0xff63",
		"FN-DSA-1024-ECDSA-P384-SHA512 2.999.206.13 0xff64",
		"FN-DSA-1024-ECDSA-P521-SHA512 2.999.206.14 0xff65",
		"P256-Falcon-512 1.3.9999.3.12 0xfed8",
		"RSA3072-Falcon-512 1.3.9999.3.13 0xfed9",
		"P521-Falcon-1024 1.3.9999.3.15 0xfedb",
		"P256-Falcon-padded-512 1.3.9999.3.17 0xfedd",
		"RSA3072-Falcon-padded-512 1.3.9999.3.18 0xfede",
		"P521-Falcon-padded-1024 1.3.9999.3.20 0xfee0",
		"ML-DSA-44-ECDSA-P256-SHA256 1.3.6.1.5.5.7.6.40 0x0",
		"ML-DSA-65-ECDSA-P256-SHA512 1.3.6.1.5.5.7.6.45 0x0",
	}
	var got []string
	seen := map[sign.Scheme]bool{}
	for _, scheme := range All() {
		s := scheme.(*Scheme)
		got = append(got, fmt.Sprintf("%s %s %#x", s, s.Oid(), s.TLSIdentifier()))
		if seen[scheme] {
			t.Errorf("%s is listed twice", s)
		}
		seen[scheme] = true
		s.Oid()[0] = 99
		if s.Oid()[0] == 99 {
			t.Errorf("%s: Oid gives away its own slice", s)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSchemePanics(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		k := testKey(t, s, 1)
		foreign := testKey(t, mldsa44P256, 1)
		if s == mldsa44P256 {
			foreign = testKey(t, mldsa65P256, 1)
		}
		cases := map[string]struct {
			call func()
			want error
		}{
			"sign, foreign key":   {func() { s.Sign(foreign.private, nil, nil) }, sign.ErrTypeMismatch},
			"sign, nil key":       {func() { s.Sign(nil, nil, nil) }, sign.ErrTypeMismatch},
			"sign, zero key":      {func() { s.Sign(&PrivateKey{}, nil, nil) }, sign.ErrTypeMismatch},
			"verify, foreign key": {func() { s.Verify(foreign.public, nil, nil, nil) }, sign.ErrTypeMismatch},
			"verify, nil key":     {func() { s.Verify(nil, nil, nil, nil) }, sign.ErrTypeMismatch},
			"verify, zero key":    {func() { s.Verify(&PublicKey{}, nil, nil, nil) }, sign.ErrTypeMismatch},
		}
		if s.SeedSize() == 0 {
			cases["derive"] = struct {
				call func()
				want error
			}{func() { s.DeriveKey(nil) }, ErrNoDeriveKey}
		} else {
			cases["derive, short seed"] = struct {
				call func()
				want error
			}{func() { s.DeriveKey(make([]byte, s.SeedSize()-1)) }, sign.ErrSeedSize}
		}
		if !s.SupportsContext() {
			ctx := &sign.SignatureOpts{Context: "x"}
			cases["sign, context"] = struct {
				call func()
				want error
			}{func() { s.Sign(k.private, nil, ctx) }, sign.ErrContextNotSupported}
			cases["verify, context"] = struct {
				call func()
				want error
			}{func() { s.Verify(k.public, nil, nil, ctx) }, sign.ErrContextNotSupported}
		} else {
			long := &sign.SignatureOpts{Context: strings.Repeat("x", 256)}
			cases["sign, long context"] = struct {
				call func()
				want error
			}{func() { s.Sign(k.private, nil, long) }, sign.ErrContextTooLong}
			if s.Verify(k.public, nil, nil, long) {
				t.Error("a context of 256 bytes verifies")
			}
		}
		for name, c := range cases {
			err, _ := panicValue(c.call).(error)
			if !errors.Is(err, c.want) {
				t.Errorf("%s: panic value %v, expected %v", name, err, c.want)
			}
		}
	})
}

// TestZeroKeys: nil and zero keys answer with errors.
func TestZeroKeys(t *testing.T) {
	for _, k := range []*PrivateKey{nil, {}} {
		if _, err := k.Sign(nil, []byte("m"), nil); err != ErrInvalidKey {
			t.Errorf("Sign: %v", err)
		}
		if _, err := k.MarshalBinary(); err != ErrInvalidKey {
			t.Errorf("MarshalBinary: %v", err)
		}
		if _, err := MarshalPKCS8Content(k); err != ErrInvalidKey {
			t.Errorf("MarshalPKCS8Content: %v", err)
		}
		if k.Scheme() != nil || k.Public() != nil || k.Equal(k) {
			t.Error("a zero private key has properties")
		}
	}
	for _, k := range []*PublicKey{nil, {}} {
		if err := k.Verify([]byte("m"), []byte("s"), nil); err != ErrInvalidKey {
			t.Errorf("Verify: %v", err)
		}
		if _, err := k.MarshalBinary(); err != ErrInvalidKey {
			t.Errorf("MarshalBinary: %v", err)
		}
		if k.Scheme() != nil || k.Equal(k) {
			t.Error("a zero public key has properties")
		}
	}
}

func TestSignerOptions(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		k := testKey(t, s, 1)
		message := []byte("options")
		var signer crypto.Signer = k.private
		for name, opts := range map[string]crypto.SignerOpts{"nil": nil, "typed nil": (*Options)(nil), "zero": &Options{}, "hash 0": crypto.Hash(0),
			"zero of fndsa": &fndsa.Options{}, "typed nil of fndsa": (*fndsa.Options)(nil)} {
			signature, err := signer.Sign(nil, message, opts)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if err := k.public.Verify(message, signature, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, opts := range []crypto.SignerOpts{crypto.SHA256, &fndsa.Options{Context: "c"}, &fndsa.Options{ExternalMu: true},
			&fndsa.Options{Prehash: fndsa.PrehashSHA256}, &fndsa.Options{Prehash: fndsa.PrehashSHAKE256}} {
			if _, err := signer.Sign(nil, make([]byte, 64), opts); err == nil {
				t.Errorf("options %#v were passed over", opts)
			}
		}
		long := &Options{Context: strings.Repeat("c", 256)}
		_, signErr := signer.Sign(nil, message, long)
		verifyErr := k.public.Verify(message, nil, long)
		want := sign.ErrContextTooLong
		if !s.SupportsContext() {
			want = sign.ErrContextNotSupported
		}
		if !errors.Is(signErr, want) || !errors.Is(verifyErr, want) {
			t.Errorf("long context: %v and %v, expected %v", signErr, verifyErr, want)
		}
		if s.SupportsContext() {
			longest := &Options{Context: strings.Repeat("c", 255)}
			if err := k.public.Verify(message, mustSign(t, k.private, message, longest), longest); err != nil {
				t.Errorf("context of 255 bytes: %v", err)
			}
		}
	})
}
