package fndsa_test

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/sha256"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

var long = flag.Bool("long", false, "run 10 000 round trips and make 1 000 keys per parameter set")

// TestRoundTrips signs and verifies many messages. Run with -long for 10 000
// per parameter set.
func TestRoundTrips(t *testing.T) {
	count := 100
	if *long {
		count = 10_000
	}
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		t.Parallel()
		key := keyOf(t, p)
		rng := rand.NewChaCha8([32]byte{1})
		shortest, longest := p.SignatureSize(), 0
		for i := range count {
			msg := make([]byte, i%300)
			rng.Read(msg)
			sig, err := key.SignMessage(rng, msg, nil)
			if err != nil {
				t.Fatalf("signature %d: %v", i, err)
			}
			shortest, longest = min(shortest, len(sig)), max(longest, len(sig))
			if err := fndsa.Verify(key.PublicKey(), msg, sig, nil); err != nil {
				t.Fatalf("signature %d: %v", i, err)
			}
			if err := fndsa.Verify(key.PublicKey(), append(msg, 1), sig, nil); err != fndsa.ErrInvalidSignature {
				t.Fatalf("signature %d, another message: %v", i, err)
			}
		}
		if longest > p.SignatureSize() || p.HasFixedSignatureSize() && shortest != p.SignatureSize() {
			t.Errorf("signatures of %d to %d bytes, SignatureSize is %d", shortest, longest, p.SignatureSize())
		}
		t.Logf("%d signatures of %d to %d bytes", count, shortest, longest)
	})
}

// TestManyKeys makes keys and uses each once; making one proves the NTRU
// equation, and decoding proves it again. Run with -long for 1 000 per set.
func TestManyKeys(t *testing.T) {
	count := 5
	if *long {
		count = 1000
	}
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		t.Parallel()
		rng := rand.NewChaCha8([32]byte{2})
		for i := range count {
			key, err := fndsa.GenerateKey(p, rng)
			if err != nil {
				t.Fatal(err)
			}
			again, err := fndsa.NewPrivateKey(p, key.Bytes())
			if err != nil {
				t.Fatalf("key %d: %v", i, err)
			}
			if !again.Equal(key) || !again.PublicKey().Equal(key.Public()) {
				t.Fatalf("key %d: decoding gives another key", i)
			}
			sig, err := again.SignMessage(rng, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := fndsa.Verify(key.PublicKey(), nil, sig, nil); err != nil {
				t.Fatalf("key %d: %v", i, err)
			}
		}
		t.Logf("%d keys", count)
	})
}

func TestOptions(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	pk := key.PublicKey()
	msg := []byte("message")
	all := []*fndsa.Options{nil, {Context: "a"}, {Context: "b"}, {Context: strings.Repeat("x", 255)}}
	for _, h := range fndsa.Prehashes() {
		all = append(all, &fndsa.Options{Prehash: h}, &fndsa.Options{Prehash: h, Context: "a"})
	}
	for i, o := range all {
		sig, err := key.AppendSignature(nil, nil, msg, o)
		if err != nil {
			t.Fatalf("options %d: %v", i, err)
		}
		for j, other := range all {
			want := error(fndsa.ErrInvalidSignature)
			if i == j {
				want = nil
			}
			if err := fndsa.Verify(pk, msg, sig, other); err != want {
				t.Errorf("signed with options %d, verified with %d: %v", i, j, err)
			}
		}
	}
}

func TestSignerOfHashValue(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	msg := []byte("message")
	o := &fndsa.Options{Prehash: fndsa.PrehashSHA256}
	if o.HashFunc() != crypto.SHA256 {
		t.Fatalf("HashFunc is %v", o.HashFunc())
	}
	digest := sha256.Sum256(msg)
	sig, err := key.Sign(nil, digest[:], o)
	if err != nil {
		t.Fatal(err)
	}
	if err := fndsa.Verify(key.PublicKey(), msg, sig, o); err != nil {
		t.Error(err)
	}
	if err := fndsa.VerifyDigest(key.PublicKey(), digest[:], sig, o); err != nil {
		t.Error(err)
	}
	if _, err := key.Sign(nil, digest[:31], o); err == nil {
		t.Error("a hash value of 31 bytes was signed as SHA-256")
	}
	sig, err = crypto.SignMessage(key, nil, msg, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := fndsa.Verify(key.PublicKey(), msg, sig, o); err != nil {
		t.Error(err)
	}
}

// TestExternalMu computes mu outside, from its definition.
func TestExternalMu(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	msg, ctx := []byte("message"), "context"
	mu := shake256(64, shake256(64, key.PublicKey().Bytes()), []byte{0, byte(len(ctx))}, []byte(ctx), msg)
	sig, err := key.AppendSignature(nil, nil, mu, &fndsa.Options{ExternalMu: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := fndsa.Verify(key.PublicKey(), msg, sig, &fndsa.Options{Context: ctx}); err != nil {
		t.Error(err)
	}
	if err := fndsa.Verify(key.PublicKey(), mu, sig, &fndsa.Options{ExternalMu: true}); err != nil {
		t.Error(err)
	}
}

func TestRefusedOptions(t *testing.T) {
	fn, falcon := keyOf(t, fndsa.FNDSA512()), keyOf(t, fndsa.Falcon512())
	mu := make([]byte, fndsa.MuSize)
	for _, c := range []struct {
		name string
		key  *fndsa.PrivateKey
		data []byte
		opts crypto.SignerOpts
		want error
	}{
		{"hash in pure mode", fn, mu[:32], crypto.SHA256, fndsa.ErrUnsupportedAlgorithm},
		{"options of Ed25519", fn, nil, &ed25519.Options{Context: "a"}, fndsa.ErrUnsupportedAlgorithm},
		{"nil options of Ed25519", fn, nil, (*ed25519.Options)(nil), fndsa.ErrUnsupportedAlgorithm},
		{"nil options of RSA", falcon, nil, (*rsa.PSSOptions)(nil), fndsa.ErrUnsupportedAlgorithm},
		{"long context", fn, nil, &fndsa.Options{Context: strings.Repeat("x", 256)}, fndsa.ErrContextTooLong},
		{"unknown pre-hash", fn, nil, &fndsa.Options{Prehash: 200}, fndsa.ErrUnsupportedAlgorithm},
		{"mu and context", fn, mu, &fndsa.Options{ExternalMu: true, Context: "a"}, fndsa.ErrUnsupportedAlgorithm},
		{"mu and pre-hash", fn, mu, &fndsa.Options{ExternalMu: true, Prehash: fndsa.PrehashSHA512}, fndsa.ErrUnsupportedAlgorithm},
		{"short mu", fn, mu[:63], &fndsa.Options{ExternalMu: true}, nil},
		{"Falcon with context", falcon, nil, &fndsa.Options{Context: "a"}, fndsa.ErrUnsupportedAlgorithm},
		{"Falcon with pre-hash", falcon, mu[:32], &fndsa.Options{Prehash: fndsa.PrehashSHA256}, fndsa.ErrUnsupportedAlgorithm},
		{"Falcon with mu", falcon, mu, &fndsa.Options{ExternalMu: true}, fndsa.ErrUnsupportedAlgorithm},
		{"hash with Falcon", falcon, mu[:32], crypto.SHA256, fndsa.ErrUnsupportedAlgorithm},
	} {
		sig, err := c.key.Sign(nil, c.data, c.opts)
		if err == nil || sig != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: signature of %d bytes, error %v", c.name, len(sig), err)
		}
		if o, ok := c.opts.(*fndsa.Options); ok {
			err := fndsa.VerifyDigest(c.key.PublicKey(), c.data, make([]byte, 666), o)
			if err == nil || err == fndsa.ErrInvalidSignature || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s: verification: %v", c.name, err)
			}
		}
	}
	if _, err := fn.Sign(nil, mu, crypto.Hash(0)); err != nil {
		t.Errorf("crypto.Hash(0) in pure mode: %v", err)
	}
}

// TestRandomSourceFails lets the source fail after every number of bytes, for
// every operation that reads one.
func TestRandomSourceFails(t *testing.T) {
	p := fndsa.FNDSA512()
	key := keyOf(t, p)
	for name, c := range map[string]struct {
		bytes int
		do    func(r io.Reader) (any, error)
	}{
		"GenerateKey": {32, func(r io.Reader) (any, error) {
			k, err := fndsa.GenerateKey(p, r)
			if k == nil {
				return nil, err
			}
			return k, err
		}},
		"Sign": {40, func(r io.Reader) (any, error) {
			sig, err := key.Sign(r, nil, nil)
			if sig == nil {
				return nil, err
			}
			return sig, err
		}},
		"SignBatch": {120, func(r io.Reader) (any, error) {
			sigs, err := key.SignBatch(t.Context(), r, make([][]byte, 3), nil)
			if sigs == nil {
				return nil, err
			}
			return sigs, err
		}},
	} {
		for k := range c.bytes + 1 {
			source := &counter{left: k}
			out, err := c.do(source)
			if k == c.bytes {
				if err != nil || out == nil {
					t.Errorf("%s with %d bytes: %v", name, k, err)
				}
				continue
			}
			if out != nil || !errors.Is(err, fndsa.ErrRandom) || !errors.Is(err, errBroken) {
				t.Errorf("%s with %d bytes: output %v, error %v", name, k, out != nil, err)
			}
		}
	}
}

// TestOverlap signs a message into its own memory.
func TestOverlap(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		key := keyOf(t, p)
		buf := make([]byte, 2000)
		msg := bytes.Clone(buf[:100])
		sig, err := key.AppendSignature(buf[:0], nil, buf[:100], nil)
		if err != nil {
			t.Fatal(err)
		}
		if &sig[0] != &buf[0] {
			t.Error("the signature was not appended in place")
		}
		if err := fndsa.Verify(key.PublicKey(), msg, sig, nil); err != nil {
			t.Error(err)
		}
	})
}

func TestSameRandomnessSameSignature(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		key := keyOf(t, p)
		first, err := key.SignMessage(&counter{left: 40}, []byte("m"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, k := range map[string]*fndsa.PrivateKey{"again": key, "compact": key.Compact()} {
			sig, err := k.SignMessage(&counter{left: 40}, []byte("m"), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(sig, first) {
				t.Errorf("%s: another signature", name)
			}
		}
		other, _ := key.SignMessage(&counter{left: 40}, []byte("n"), nil)
		if bytes.Equal(other[1:41], first[1:41]) {
			t.Error("two messages, one nonce: the randomness is not hedged")
		}
	})
}
