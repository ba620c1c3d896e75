package x509ext

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"sync"
)

// Creating anything is done in two steps: crypto/x509 builds the object with a
// throwaway Ed25519 key, so that every standard rule and encoding is its own;
// then the few elements that name keys and algorithms are replaced and the
// result is sealed with the real signer. What the throwaway key has signed
// never leaves the package.
var throwaway = sync.OnceValue(func() ed25519.PrivateKey {
	// GenerateKey with crypto/rand does not fail: since Go 1.24 the process ends instead.
	_, key, _ := ed25519.GenerateKey(rand.Reader)
	return key
})

// tbsOf returns the first element of a signed object.
func tbsOf(der []byte) ([]byte, error) {
	list, ok := elements(der)
	if !ok || len(list) != 3 {
		return nil, errors.New("x509ext: internal error: the standard library built an object of another shape")
	}
	return list[0], nil
}

// replaceInTBS replaces whole elements of a TBS by position.
func replaceInTBS(tbs []byte, replacement map[int][]byte) ([]byte, error) {
	list, ok := elements(tbs)
	if !ok {
		return nil, errors.New("x509ext: internal error: malformed TBS")
	}
	for position, element := range replacement {
		if position >= len(list) {
			return nil, errors.New("x509ext: internal error: short TBS")
		}
		list[position] = element
	}
	return joinElements(list)
}
