package fndsa_test

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// keyOf returns one fixed key per parameter set, made once per test binary.
func keyOf(t testing.TB, p fndsa.Parameters) *fndsa.PrivateKey {
	t.Helper()
	keysMu.Lock()
	defer keysMu.Unlock()
	if keys[p] == nil {
		k, err := fndsa.NewPrivateKeyFromSeed(p, bytes.Repeat([]byte{7}, fndsa.SeedSize))
		if err != nil {
			t.Fatal(err)
		}
		keys[p] = k
	}
	return keys[p]
}

var (
	keysMu sync.Mutex
	keys   = map[fndsa.Parameters]*fndsa.PrivateKey{}
)

// forEachSet runs f as a subtest for every parameter set.
func forEachSet(t *testing.T, f func(t *testing.T, p fndsa.Parameters)) {
	for _, p := range fndsa.AllParameters() {
		t.Run(p.String(), func(t *testing.T) { f(t, p) })
	}
}

var errBroken = errors.New("broken source")

// counter is a random source that fails at the given byte, and counts.
type counter struct {
	left int
	read int
}

func (c *counter) Read(p []byte) (int, error) {
	n := min(len(p), c.left)
	for i := range p[:n] {
		c.read++
		p[i] = byte(c.read)
	}
	c.left -= n
	if n < len(p) {
		return n, errBroken
	}
	return n, nil
}
