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

// testKey returns the n-th test key of a scheme, made once per run and derived
// from a fixed seed, but for its RSA half.
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
	if seed := bytes.Repeat([]byte{n}, deriveSeedSize); s.SeedSize() == 0 {
		key, err := s.newPrivateKey(s.construct.derivePQ(s.pq, seed), rsaTestKey(t, n))
		if err != nil {
			t.Fatal(err)
		}
		public, private = key.public, key
	} else {
		public, private = s.DeriveKey(seed)
	}
	pair := keyPair{public.(*PublicKey), private.(*PrivateKey)}
	if keys[s.name] == nil {
		keys[s.name] = map[byte]keyPair{}
	}
	keys[s.name][n] = pair
	return pair
}

var rsaKeys = map[byte]classicalPrivate{} // behind keysLock

// rsaTestKey makes the n-th RSA key: seconds of work that all schemes share.
func rsaTestKey(t testing.TB, n byte) classicalPrivate {
	t.Helper()
	if key, ok := rsaKeys[n]; ok {
		return key
	}
	key, err := rsaHalf{}.generate()
	if err != nil {
		t.Fatal(err)
	}
	rsaKeys[n] = key
	return key
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
