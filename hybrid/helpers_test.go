package hybrid

import (
	"bytes"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"
)

type keyPair struct {
	public  *PublicKey
	private *PrivateKey
}

var (
	keysLock sync.Mutex
	keys     = map[string]map[byte]keyPair{}
)

// testKey returns the n-th test key of a scheme, made once per run: derived
// from a fixed seed where the scheme can do so.
func testKey(t testing.TB, s *Scheme, n byte) keyPair {
	t.Helper()
	keysLock.Lock()
	defer keysLock.Unlock()
	if pair, ok := keys[s.name][n]; ok {
		return pair
	}
	var (
		public  sign.PublicKey
		private sign.PrivateKey
	)
	if s.SeedSize() == 0 {
		var err error
		if public, private, err = s.GenerateKey(); err != nil {
			t.Fatal(err)
		}
	} else {
		public, private = s.DeriveKey(bytes.Repeat([]byte{n}, s.SeedSize()))
	}
	pair := keyPair{public.(*PublicKey), private.(*PrivateKey)}
	if keys[s.name] == nil {
		keys[s.name] = map[byte]keyPair{}
	}
	keys[s.name][n] = pair
	return pair
}

func encodePublic(t testing.TB, k *PublicKey) []byte {
	t.Helper()
	data, err := k.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func encodePrivate(t testing.TB, k *PrivateKey) []byte {
	t.Helper()
	data, err := k.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func mustSign(t testing.TB, k *PrivateKey, message []byte, opts *Options) []byte {
	t.Helper()
	signature, err := k.Sign(nil, message, opts)
	if err != nil {
		t.Fatal(err)
	}
	return signature
}

// split takes an object of a scheme apart, pqSize as in construction.split.
func split(t testing.TB, s *Scheme, object []byte, pqSize int) (pq, classical []byte) {
	t.Helper()
	pq, classical, err := s.construct.split(object, pqSize)
	if err != nil {
		t.Fatal(err)
	}
	return pq, classical
}

// eachScheme runs a test for every predefined scheme.
func eachScheme(t *testing.T, run func(t *testing.T, s *Scheme)) {
	t.Helper()
	for _, s := range All() {
		t.Run(s.Name(), func(t *testing.T) { run(t, s.(*Scheme)) })
	}
}

func panicValue(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}
