package keyguard

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"io"
	"testing"

	"github.com/cloudflare/circl/sign"
	circled25519 "github.com/cloudflare/circl/sign/ed25519"
	"github.com/cloudflare/circl/sign/ed448"
	"github.com/cloudflare/circl/sign/eddilithium2"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/slhdsa"
)

// stateless is a signer without fields, as one for a device may be: its zero value is the only one.
type stateless struct{}

func (stateless) Public() crypto.PublicKey { panic("no device") }

func (stateless) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) { return nil, nil }

func TestCheck(t *testing.T) {
	public, private := mldsa44.NewKeyFromSeed(new([32]byte))
	for _, c := range []struct {
		key  any
		want string
	}{
		{nil, "nil key (<nil>)"},
		{(*rsa.PrivateKey)(nil), "nil key (*rsa.PrivateKey)"},
		{(*mldsa44.PublicKey)(nil), "nil key (*mldsa44.PublicKey)"},
		{new(mldsa44.PublicKey), "zero key (*mldsa44.PublicKey)"},
		{new(mldsa44.PrivateKey), "zero key (*mldsa44.PrivateKey)"},
		{new(eddilithium2.PrivateKey), "zero key (*eddilithium2.PrivateKey)"},
		{slhdsa.PublicKey{}, "zero key (slhdsa.PublicKey)"},
		{slhdsa.PrivateKey{ID: 99}, "key: a method panics: sign/slhdsa: invalid SLH-DSA parameter"},
		{struct{ sign.PrivateKey }{}, "zero key (struct { sign.PrivateKey })"},
		{ed25519.PublicKey(nil), "key of type ed25519.PublicKey has 0 bytes, expected 32"},
		{ed25519.PrivateKey{1}, "key of type ed25519.PrivateKey has 1 bytes, expected 64"},
		{circled25519.PrivateKey{1}, "key of type ed25519.PrivateKey has 1 bytes, expected 64"},
		{circled25519.PrivateKey(nil), "zero key (ed25519.PrivateKey)"},
		{ed448.PublicKey(make([]byte, 56)), "key of type ed448.PublicKey has 56 bytes, expected 57"},
		{ed448.PrivateKey(make([]byte, 115)), "key of type ed448.PrivateKey has 115 bytes, expected 114"},
		{public, ""}, {private, ""}, {&stateless{}, ""}, {stateless{}, ""}, {"any value", ""},
		{ed448.PublicKey(make([]byte, 57)), ""}, {ed25519.PrivateKey(make([]byte, 64)), ""},
	} {
		err := Check(c.key)
		if got := text(err); got != c.want {
			t.Errorf("%T: error %q, want %q", c.key, got, c.want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestCall(t *testing.T) {
	failure := errors.New("x")
	if n, err := Call("what", func() (int, error) { return 7, failure }); n != 7 || err != failure {
		t.Errorf("%d, %v", n, err)
	}
	n, err := Call("what", func() (int, error) { panic(failure) })
	if n != 0 || text(err) != "what: a method panics: x" {
		t.Errorf("%d, %v", n, err)
	}
}

func TestPublic(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	if public, err := Public("what", key); err != nil || !key.Public().(ed25519.PublicKey).Equal(public) {
		t.Errorf("%v, %v", public, err)
	}
	for want, key := range map[string]crypto.Signer{
		"what: nil key (<nil>)": nil,
		"what: key of type ed25519.PrivateKey has 63 bytes, expected 64": key[:63],
		"what: a method panics: no device":                               stateless{},
	} {
		if public, err := Public("what", key); public != nil || text(err) != want {
			t.Errorf("%v, error %v, want %s", public, err, want)
		}
	}
}
