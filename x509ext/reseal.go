package x509ext

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
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

// replaceElements returns the TBS of a signed object of the throwaway key with
// whole elements replaced by position.
func replaceElements(shadowed []byte, replacement map[int][]byte) ([]byte, error) {
	outer, ok := elements(shadowed)
	if !ok || len(outer) != 3 {
		return nil, errors.New("x509ext: internal error: the standard library built an object of another shape")
	}
	fields, ok := elements(outer[0])
	if !ok {
		return nil, errors.New("x509ext: internal error: malformed tbs")
	}
	for position, element := range replacement {
		if position >= len(fields) {
			return nil, errors.New("x509ext: internal error: short tbs")
		}
		fields[position] = element
	}
	return joinElements(fields)
}

// seal signs tbs. Before the key is used, accept has to parse the object as it
// will be, only without signature; after that the signature is verified.
func (s *sealer) seal(random io.Reader, tbs []byte, accept func(der []byte) error) ([]byte, error) {
	if err := s.consider(tbs, accept); err != nil {
		return nil, err
	}
	signature, err := s.sign(random, tbs)
	if err != nil {
		return nil, err
	}
	return assembleSigned(tbs, s.identifier, signature)
}

// consider lets accept judge the object that would be sealed.
func (s *sealer) consider(tbs []byte, accept func(der []byte) error) error {
	draft, err := assembleSigned(tbs, s.identifier, nil)
	if err != nil {
		return err
	}
	if err := accept(draft); err != nil {
		return fmt.Errorf("x509ext: refusing to sign: %w", err)
	}
	return nil
}
