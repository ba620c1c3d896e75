package keyexchange

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// The sizes of draft-ietf-tls-ecdhe-mlkem, section 4, and RFC 8446, section 4.2.8.2.
var sizes = map[*Group]struct{ client, server, secret int }{
	P256: {65, 65, 32}, P384: {97, 97, 48}, X25519: {32, 32, 32},
	SecP256r1MLKEM768: {1249, 1153, 64}, X25519MLKEM768: {1216, 1120, 64},
}

func TestAgreement(t *testing.T) {
	for _, g := range All {
		k, err := Generate(g, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		server, secret, err := Respond(g, rand.Reader, k.Share())
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.Secret(server)
		if err != nil || !bytes.Equal(got, secret) {
			t.Errorf("%s: secrets differ, %v", g.Name, err)
		}
		want := sizes[g]
		if len(k.Share()) != want.client || len(server) != want.server || len(secret) != want.secret {
			t.Errorf("%s: sizes %d, %d, %d", g.Name, len(k.Share()), len(server), len(secret))
		}
		for _, n := range []int{0, 1, len(server) - 1, len(server) + 1} {
			if _, err := k.Secret(make([]byte, n)); !ErrShare(err) {
				t.Errorf("%s: server share of %d bytes: %v", g.Name, n, err)
			}
		}
		for _, n := range []int{0, 1, len(k.Share()) - 1, len(k.Share()) + 1} {
			if _, _, err := Respond(g, rand.Reader, make([]byte, n)); !ErrShare(err) {
				t.Errorf("%s: client share of %d bytes: %v", g.Name, n, err)
			}
		}
	}
}

// TestClassicalHalf: the curve offered beside a hybrid is the same key.
func TestClassicalHalf(t *testing.T) {
	for _, g := range All {
		k, err := Generate(g, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		c := k.Classical()
		if (c != nil) != g.IsHybrid() {
			t.Fatalf("%s: classical half is %v", g.Name, c)
		}
		if c == nil {
			continue
		}
		if !bytes.Contains(k.Share(), c.Share()) || ByID(c.Group.ID) != c.Group {
			t.Errorf("%s: the half is another key", g.Name)
		}
		server, secret, err := Respond(c.Group, rand.Reader, c.Share())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.Secret(server); err != nil || !bytes.Equal(got, secret) {
			t.Errorf("%s: half does not agree: %v", g.Name, err)
		}
	}
}

func TestRandomFails(t *testing.T) {
	failure := errors.New("no entropy")
	for _, g := range All {
		for n := range 100 {
			src := io.MultiReader(io.LimitReader(rand.Reader, int64(n)), iotest.ErrReader(failure))
			if _, err := Generate(g, src); err != nil && (!errors.Is(err, failure) || ErrShare(err)) {
				t.Errorf("%s after %d bytes: %v", g.Name, n, err)
			} else if err == nil && n < 32 {
				t.Errorf("%s: a key from %d random bytes", g.Name, n)
			}
		}
	}
	ones := bytes.NewReader(bytes.Repeat([]byte{255}, 1000))
	if _, err := Generate(P256, ones); err == nil || ErrShare(err) {
		t.Errorf("scalars out of range: %v", err)
	}
}
