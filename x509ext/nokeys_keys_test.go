package x509ext_test

import (
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"strings"
	"sync"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/slhdsa"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/provider"
)

// A noKey is a value in the place of a key that is none: nil, zero, of the wrong length, half filled, or of a type
// that is no key at all.
type noKey struct {
	name  string
	value any
}

// noKeys lists them for every type of key of the registered schemes and of the standard library.
var noKeys = sync.OnceValue(func() []noKey {
	list := []noKey{
		{"nil", nil}, {"a string", "a key"}, {"bytes", []byte{1}}, {"a struct", struct{}{}},
		{"a nil scheme", (*hybrid.Scheme)(nil)}, {"a zero scheme", new(hybrid.Scheme)}, {"a wrapped nil scheme", struct{ sign.Scheme }{}},
	}
	seen := map[reflect.Type]bool{}
	for _, sample := range sampleKeys() {
		if t := reflect.TypeOf(sample); !seen[t] {
			seen[t] = true
			list = append(list, emptyValues(t)...)
		}
	}
	for id := slhdsa.ID(0); id < 14; id++ { // beyond the last one too
		list = append(list, noKey{fmt.Sprintf("slhdsa.PublicKey of %d", id), slhdsa.PublicKey{ID: id}},
			noKey{fmt.Sprintf("slhdsa.PrivateKey of %d", id), slhdsa.PrivateKey{ID: id}})
	}
	return append(list, halfFilledKeys()...)
})

// sampleKeys has a key of every type. Where a scheme derives none, another scheme has the type; those of SLH-DSA are
// slow to derive, and of two types that noKeys knows.
func sampleKeys() []any {
	samples := []any{
		new(fndsa.PublicKey), new(fndsa.PrivateKey), new(rsa.PublicKey), new(rsa.PrivateKey), new(ecdsa.PublicKey), new(ecdsa.PrivateKey),
		ed25519.PublicKey{}, ed25519.PrivateKey{}, new(ecdh.PublicKey), new(ecdh.PrivateKey),
	}
	for _, s := range provider.All() {
		if s.SeedSize() > 0 && !strings.HasPrefix(s.Name(), "SLH-DSA") {
			public, private := s.DeriveKey(make([]byte, s.SeedSize()))
			samples = append(samples, public, private)
		}
	}
	return samples
}

// emptyValues returns what can be made of a type without knowing it.
func emptyValues(t reflect.Type) []noKey {
	named := func(what string, v reflect.Value) noKey { return noKey{what + " " + t.String(), v.Interface()} }
	list := []noKey{named("zero", reflect.Zero(t))}
	switch t.Kind() {
	case reflect.Pointer:
		list = append(list, named("pointer to zero", reflect.New(t.Elem())))
	case reflect.Slice:
		size := 64
		if s, ok := reflect.Zero(t).Interface().(interface{ Scheme() sign.Scheme }); ok {
			size = s.Scheme().PrivateKeySize()
		}
		for _, n := range []int{0, 1, 20, 31, 33, 40, 56, 58, size - 1, size + 1} {
			list = append(list, named(fmt.Sprintf("%d bytes of", n), reflect.MakeSlice(t, n, n)))
		}
	}
	return list
}

// halfFilledKeys are keys of the standard library with fields missing, and signers whose methods misbehave.
func halfFilledKeys() []noKey {
	ec, err := ecdsa.GenerateKey(elliptic.P256(), nil)
	if err != nil {
		panic(err)
	}
	one, huge := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 300)
	half := func(x, y, d *big.Int) *ecdsa.PrivateKey {
		//lint:ignore SA1019 the fields exist, so that they can be filled in badly
		return &ecdsa.PrivateKey{PublicKey: ecdsa.PublicKey{Curve: elliptic.P256(), X: x, Y: y}, D: d}
	}
	x, y := ec.X, ec.Y
	noCurve := half(x, y, one)
	noCurve.Curve = nil
	rsaPublic := rsa.PublicKey{N: new(big.Int).Sub(new(big.Int).Lsh(one, 2048), one), E: 65537}
	return []noKey{
		{"ECDSA without point", &half(nil, nil, one).PublicKey}, {"ECDSA at infinity", &half(new(big.Int), new(big.Int), one).PublicKey},
		{"ECDSA off the curve", &half(one, one, one).PublicKey}, {"ECDSA of negative x", &half(new(big.Int).Neg(x), y, one).PublicKey},
		{"ECDSA of huge x", &half(huge, y, one).PublicKey}, {"ECDSA without curve", &noCurve.PublicKey},
		{"ECDSA key without point", half(nil, nil, one)}, {"ECDSA key without scalar", half(x, y, nil)}, {"ECDSA key 0", half(x, y, new(big.Int))},
		{"ECDSA key of negative scalar", half(x, y, big.NewInt(-1))}, {"ECDSA key of huge scalar", half(x, y, huge)},
		{"ECDSA key of another point", half(x, y, one)},
		{"RSA without modulus", &rsa.PublicKey{E: 65537}}, {"RSA modulo 0", &rsa.PublicKey{N: new(big.Int), E: 65537}},
		{"RSA without exponent", &rsa.PublicKey{N: rsaPublic.N}}, {"RSA of negative modulus", &rsa.PublicKey{N: big.NewInt(-15), E: 3}},
		{"RSA key of a public key", &rsa.PrivateKey{PublicKey: rsaPublic}}, {"RSA key without primes", &rsa.PrivateKey{PublicKey: rsaPublic, D: one}},
		{"RSA key of primes nil", &rsa.PrivateKey{PublicKey: rsaPublic, D: one, Primes: []*big.Int{nil, nil}}},
		{"RSA key of primes 0", &rsa.PrivateKey{PublicKey: rsaPublic, D: one, Primes: []*big.Int{new(big.Int), new(big.Int)}}},
		{"64 zeros as Ed25519", ed25519.PrivateKey(make([]byte, 64))},
		{"a wrapped nil signer", struct{ crypto.Signer }{}}, {"a pointer to it", &struct{ crypto.Signer }{}},
		{"a wrapped nil private key", struct{ sign.PrivateKey }{}}, {"a wrapped nil public key", struct{ sign.PublicKey }{}},
		{"a signer without public key", strangeSigner{}}, {"a signer with a string", strangeSigner{"a key"}},
		{"a signer with a private key", strangeSigner{ec}}, {"a signer with a nil key", strangeSigner{(*ecdsa.PublicKey)(nil)}},
		{"a signer that panics", strangeSigner{&ec.PublicKey}},
	}
}

// A strangeSigner has any value as public key and panics when it is to sign.
type strangeSigner struct{ public crypto.PublicKey }

func (s strangeSigner) Public() crypto.PublicKey { return s.public }

func (s strangeSigner) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) {
	panic("a strange signer cannot sign")
}
