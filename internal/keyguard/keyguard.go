// Package keyguard stands between this project and the methods of keys that come from elsewhere. The interfaces of
// package crypto and of CIRCL have no place for the answer "this is no key": methods of nil, zero and truncated keys
// panic or, which is worse, go on with zeros in place of a key.
//
// Status: it depends on no algorithm and on no identifier.
package keyguard

import (
	"crypto"
	"crypto/ed25519"
	"fmt"
	"reflect"

	"github.com/cloudflare/circl/sign"
)

// Check returns an error for what cannot be a key: nil, a zero value of a type with CIRCL's interfaces, and a slice
// of another length than the keys of its algorithm have. What passes can still be a bad key.
func Check(key any) error {
	v := reflect.ValueOf(key)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return fmt.Errorf("nil key (%T)", key)
	}
	_, err := Call("key", func() (struct{}, error) { return struct{}{}, check(key, v) })
	return err
}

func check(key any, v reflect.Value) error {
	size := 0
	switch k := key.(type) {
	case ed25519.PublicKey:
		size = ed25519.PublicKeySize
	case ed25519.PrivateKey:
		size = ed25519.PrivateKeySize
	case sign.PublicKey:
		if isZero(v) {
			return fmt.Errorf("zero key (%T)", key)
		}
		size = k.Scheme().PublicKeySize()
	case sign.PrivateKey:
		if isZero(v) {
			return fmt.Errorf("zero key (%T)", key)
		}
		size = k.Scheme().PrivateKeySize()
	default:
		return nil
	}
	if v.Kind() == reflect.Slice && v.Len() != size {
		return fmt.Errorf("key of type %T has %d bytes, expected %d", key, v.Len(), size)
	}
	return nil
}

// isZero reports whether v, or what it points to, is the zero value of a type that has others.
func isZero(v reflect.Value) bool {
	v = reflect.Indirect(v)
	return v.Type().Size() > 0 && v.IsZero()
}

// Call calls f, which calls methods of a key, and makes an error of a panic. what begins the text of that error.
func Call[T any](what string, f func() (T, error)) (result T, err error) {
	defer func() {
		if r := recover(); r != nil {
			var none T
			result, err = none, fmt.Errorf("%s: a method panics: %v", what, r)
		}
	}()
	return f()
}

// Public checks a private key and returns its public key. what begins the text of errors.
func Public(what string, key crypto.Signer) (crypto.PublicKey, error) {
	if err := Check(key); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return Call(what, func() (crypto.PublicKey, error) { return key.Public(), nil })
}
