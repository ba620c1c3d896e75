package fndsa_test

import (
	"bytes"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// TestEverySingleChange holds one signature against all headers, all lengths,
// all single-bit flips of signature and message, and a sample of those of the
// public key.
func TestEverySingleChange(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		t.Parallel()
		key := keyOf(t, p)
		pk, msg := key.PublicKey(), []byte("one signature")
		sig, err := key.SignMessage(&counter{left: 40}, msg, nil)
		if err != nil {
			t.Fatal(err)
		}
		refuse := func(what string, at int, sig []byte) {
			t.Helper()
			if err := fndsa.Verify(pk, msg, sig, nil); err != fndsa.ErrInvalidSignature {
				t.Errorf("%s %d: %v", what, at, err)
			}
		}
		if err := fndsa.Verify(pk, msg, sig, nil); err != nil {
			t.Fatal(err)
		}
		for n := range p.SignatureSize() + 3 {
			if n == len(sig) {
				continue
			}
			longer := append(bytes.Clone(sig), make([]byte, p.SignatureSize())...)
			refuse("length", n, longer[:n])
		}
		for h := range 256 {
			if byte(h) != sig[0] {
				refuse("header", h, append([]byte{byte(h)}, sig[1:]...))
			}
		}
		for bit := range 8 * len(sig) {
			flipped := bytes.Clone(sig)
			flipped[bit/8] ^= 1 << (bit % 8)
			refuse("bit", bit, flipped)
		}
		for bit := range 8 * len(msg) {
			other := bytes.Clone(msg)
			other[bit/8] ^= 1 << (bit % 8)
			if err := fndsa.Verify(pk, other, sig, nil); err != fndsa.ErrInvalidSignature {
				t.Errorf("bit %d of the message: %v", bit, err)
			}
		}
		for bit := 8; bit < 8*len(pk.Bytes()); bit += 13 {
			enc := pk.Bytes()
			enc[bit/8] ^= 1 << (bit % 8)
			other, err := fndsa.NewPublicKey(p, enc)
			if err != nil {
				continue // a coefficient became q or more
			}
			if err := fndsa.Verify(other, msg, sig, nil); err != fndsa.ErrInvalidSignature {
				t.Errorf("bit %d of the public key: %v", bit, err)
			}
		}
		refuse("nothing", 0, nil)
		refuse("zeros", 0, make([]byte, len(sig)))
	})
}

// TestFormatsDoNotMix verifies each set's signature under the same key read
// as each other set of the degree.
func TestFormatsDoNotMix(t *testing.T) {
	for _, p := range fndsa.AllParameters() {
		key := keyOf(t, p)
		sig, err := key.SignMessage(nil, []byte("m"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range fndsa.AllParameters() {
			if q == p || q.PublicKeySize() != p.PublicKeySize() {
				continue
			}
			pk, err := fndsa.NewPublicKey(q, key.PublicKey().Bytes())
			if err != nil {
				continue // the other bit order makes coefficients of q or more
			}
			if err := fndsa.Verify(pk, []byte("m"), sig, nil); err != fndsa.ErrInvalidSignature {
				t.Errorf("%v signature as %v: %v", p, q, err)
			}
		}
	}
}
