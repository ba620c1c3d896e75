package scheme_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cloudflare/circl/pki"
	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
)

// panicValue runs f and returns what it panics with, nil if it does not.
func panicValue(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// A scheme prints as its name.
func TestString(t *testing.T) {
	for _, s := range scheme.All() {
		if got := fmt.Sprint(s); got != s.Name() {
			t.Errorf("%s prints as %q", s.Name(), got)
		}
	}
}

// CIRCL's documented panics, with its error values.
func TestPanics(t *testing.T) {
	foreignPK, foreignSK, err := mldsa44.Scheme().GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		other := scheme.FNDSA512()
		if s == other {
			other = scheme.FalconPadded512()
		}
		otherPK, otherSK := other.DeriveKey(make([]byte, 32))
		for name, c := range map[string]struct {
			want error
			f    func()
		}{
			"sign, nil key":        {sign.ErrTypeMismatch, func() { s.Sign(nil, nil, nil) }},
			"sign, nil pointer":    {sign.ErrTypeMismatch, func() { s.Sign((*scheme.PrivateKey)(nil), nil, nil) }},
			"sign, zero key":       {sign.ErrTypeMismatch, func() { s.Sign(&scheme.PrivateKey{}, nil, nil) }},
			"sign, other scheme":   {sign.ErrTypeMismatch, func() { s.Sign(otherSK, nil, nil) }},
			"sign, foreign key":    {sign.ErrTypeMismatch, func() { s.Sign(foreignSK, nil, nil) }},
			"verify, nil key":      {sign.ErrTypeMismatch, func() { s.Verify(nil, nil, nil, nil) }},
			"verify, nil pointer":  {sign.ErrTypeMismatch, func() { s.Verify((*scheme.PublicKey)(nil), nil, nil, nil) }},
			"verify, zero key":     {sign.ErrTypeMismatch, func() { s.Verify(&scheme.PublicKey{}, nil, nil, nil) }},
			"verify, other scheme": {sign.ErrTypeMismatch, func() { s.Verify(otherPK, nil, nil, nil) }},
			"verify, foreign key":  {sign.ErrTypeMismatch, func() { s.Verify(foreignPK, nil, nil, nil) }},
			"derive, no seed":      {sign.ErrSeedSize, func() { s.DeriveKey(nil) }},
			"derive, short seed":   {sign.ErrSeedSize, func() { s.DeriveKey(make([]byte, 31)) }},
			"derive, long seed":    {sign.ErrSeedSize, func() { s.DeriveKey(make([]byte, 33)) }},
		} {
			if got := panicValue(c.f); got != c.want {
				t.Errorf("%s: panics with %v, want %v", name, got, c.want)
			}
		}
		checkContexts(t, s, pk, sk)
	})
}

func checkContexts(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
	t.Helper()
	short := &sign.SignatureOpts{Context: "x"}
	longest := &sign.SignatureOpts{Context: strings.Repeat("x", 255)}
	tooLong := &sign.SignatureOpts{Context: strings.Repeat("x", 256)}
	if !s.SupportsContext() {
		for _, opts := range []*sign.SignatureOpts{short, tooLong} {
			if got := panicValue(func() { s.Sign(sk, nil, opts) }); got != sign.ErrContextNotSupported {
				t.Errorf("signing with a context panics with %v", got)
			}
			if got := panicValue(func() { s.Verify(pk, nil, nil, opts) }); got != sign.ErrContextNotSupported {
				t.Errorf("verifying with a context panics with %v", got)
			}
		}
		return
	}
	if !s.Verify(pk, nil, s.Sign(sk, nil, longest), longest) {
		t.Error("a context of 255 bytes does not work")
	}
	if got := panicValue(func() { s.Sign(sk, nil, tooLong) }); got != sign.ErrContextTooLong {
		t.Errorf("signing with a context of 256 bytes panics with %v", got)
	}
	if s.Verify(pk, nil, s.Sign(sk, nil, nil), tooLong) {
		t.Error("a context of 256 bytes verifies")
	}
}

// Nil and zero keys answer every method without a panic.
func TestZeroKeys(t *testing.T) {
	for _, pk := range []*scheme.PublicKey{nil, {}} {
		if _, err := pk.MarshalBinary(); err == nil || pk.Scheme() != nil || pk.FNDSA() != nil || pk.Equal(pk) || pk.Equal(nil) {
			t.Errorf("public key %v behaves like a key (%v)", pk, err)
		}
	}
	for _, sk := range []*scheme.PrivateKey{nil, {}} {
		if _, err := sk.MarshalBinary(); err == nil || sk.Scheme() != nil || sk.FNDSA() != nil || sk.Equal(sk) || sk.Equal(nil) ||
			sk.Public() != nil || sk.Seed() != nil {
			t.Errorf("private key %v behaves like a key (%v)", sk, err)
		}
		if _, err := sk.Sign(nil, nil, nil); !errors.Is(err, fndsa.ErrUnsupportedAlgorithm) {
			t.Errorf("Sign: %v", err)
		}
		if _, err := sk.SignMessage(nil, nil, nil); !errors.Is(err, fndsa.ErrUnsupportedAlgorithm) {
			t.Errorf("SignMessage: %v", err)
		}
	}
	for _, pk := range []*fndsa.PublicKey{nil, {}} {
		if _, err := scheme.NewPublicKey(pk); err == nil {
			t.Error("NewPublicKey accepts a nil or zero key")
		}
	}
	for _, sk := range []*fndsa.PrivateKey{nil, {}} {
		if _, err := scheme.NewPrivateKey(sk); err == nil {
			t.Error("NewPrivateKey accepts a nil or zero key")
		}
	}
}

func TestWrap(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		sk2, err := scheme.NewPrivateKey(sk.(*scheme.PrivateKey).FNDSA())
		if err != nil || sk2.Scheme() != s || !sk2.Equal(sk) || !pk.Equal(sk2.Public()) {
			t.Errorf("wrapped private key differs (%v)", err)
		}
		pk2, err := scheme.NewPublicKey(pk.(*scheme.PublicKey).FNDSA())
		if err != nil || pk2.Scheme() != s || !pk2.Equal(pk) {
			t.Errorf("wrapped public key differs (%v)", err)
		}
		if pk.Equal(pk2.FNDSA()) || sk.Equal(sk2.FNDSA()) {
			t.Error("a key equals one of another type")
		}
	})
}

// What CIRCL's pki asks of a scheme: it writes our keys, though it cannot read them (see package provider).
func TestIdentifiers(t *testing.T) {
	forEach(t, func(t *testing.T, s sign.Scheme, pk sign.PublicKey, sk sign.PrivateKey) {
		oid := s.(pki.CertificateScheme).Oid()
		if len(oid) == 0 || s.(pki.TLSScheme).TLSIdentifier() == 0 {
			t.Fatalf("OID %v, TLS %#x", oid, s.(pki.TLSScheme).TLSIdentifier())
		}
		oid[0] = 99
		if s.(pki.CertificateScheme).Oid()[0] == 99 {
			t.Error("a caller can change the object identifier")
		}
		if _, err := pki.MarshalPEMPublicKey(pk); err != nil {
			t.Error(err)
		}
		text, err := pki.MarshalPEMPrivateKey(sk)
		if err != nil || !strings.Contains(string(text), s.Name()+" PRIVATE KEY") {
			t.Errorf("%s (%v)", text, err)
		}
	})
}
