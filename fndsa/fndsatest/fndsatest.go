// Package fndsatest opens what package fndsa keeps shut: fixed randomness,
// the degrees below 512, the FNDSA-2025 format, forced restarts. It exists to
// check known answers.
//
// Never use it in production: a signature made with randomness that repeats
// can give the private key away, and the small degrees give no security.
package fndsatest

import (
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/core"
	"github.com/saker-pq/saker/fndsa/internal/profile"
)

// Format is a byte profile.
type Format = profile.Format

// The four byte profiles.
const (
	FNDSA        = profile.FNDSA
	Falcon       = profile.Falcon
	FalconPadded = profile.FalconPadded
	FNDSA2025    = profile.FNDSA2025
)

// Degrees are 1 << logn for logn from MinLogn to MaxLogn.
const (
	MinLogn = profile.MinLogn
	MaxLogn = profile.MaxLogn
)

// Message is what a signature covers. Data is the raw message if Prehash is
// empty, and otherwise the hash value, taken as it is.
type Message struct {
	Context string
	Prehash string // "", or "sha256", "sha3-256", "shake128" ...
	Data    []byte
}

var prehashes = map[string]profile.Prehash{
	"": 0, "raw": 0,
	"sha256": profile.SHA256, "sha384": profile.SHA384, "sha512": profile.SHA512, "sha512-256": profile.SHA512_256,
	"sha3-256": profile.SHA3_256, "sha3-384": profile.SHA3_384, "sha3-512": profile.SHA3_512,
	"shake128": profile.SHAKE128, "shake256": profile.SHAKE256,
}

func (m Message) input(set *profile.Set) (*core.Input, error) {
	id, ok := prehashes[m.Prehash]
	if !ok {
		return nil, fmt.Errorf("fndsatest: unknown pre-hash function %q", m.Prehash)
	}
	in := &core.Input{Context: m.Context, Prehash: id, Data: m.Data}
	return in, in.Check(set)
}

// Key is a private key of any format and degree.
type Key struct {
	sk *core.PrivateKey
}

func lookup(f Format, logn uint) (*profile.Set, error) {
	set := profile.Lookup(f, logn)
	if set == nil {
		return nil, fmt.Errorf("fndsatest: no parameter set %v with logn %d", f, logn)
	}
	return set, nil
}

// GenerateKey makes the key a 32-byte seed stands for.
func GenerateKey(f Format, logn uint, seed []byte) (*Key, error) {
	set, err := lookup(f, logn)
	if err != nil {
		return nil, err
	}
	sk, err := core.GenerateKey(set, seed)
	if err != nil {
		return nil, err
	}
	return &Key{sk}, nil
}

// NewKey decodes a private key.
func NewKey(f Format, logn uint, encoding []byte) (*Key, error) {
	set, err := lookup(f, logn)
	if err != nil {
		return nil, err
	}
	sk, err := core.DecodePrivateKey(set, encoding)
	if err != nil {
		return nil, err
	}
	return &Key{sk}, nil
}

// Bytes returns the encoded private key.
func (k *Key) Bytes() []byte { return k.sk.AppendBytes(nil) }

// PublicKey returns the encoded public key.
func (k *Key) PublicKey() []byte { return append([]byte(nil), k.sk.PublicKey().Bytes()...) }

// Compact returns the key without its expanded form.
func (k *Key) Compact() *Key { return &Key{k.sk.Compact()} }

// Sign signs m with 40 bytes of randomness, or in the FNDSA-2025 format with
// a seed of any length. reject, if not nil, is asked after each successful
// attempt and may fail it. attempts is how many were made.
func (k *Key) Sign(random []byte, m Message, reject func(attempt int) bool) (sig []byte, attempts int, err error) {
	set := k.sk.Set()
	in, err := m.input(set)
	if err != nil {
		return nil, 0, err
	}
	hooks := &core.Hooks{Reject: reject}
	fresh := new([core.RandomSize]byte)
	if set.Format == profile.FNDSA2025 {
		hooks.Seed2025 = random
	} else if copy(fresh[:], random) != core.RandomSize || len(random) != core.RandomSize {
		return nil, 0, fmt.Errorf("fndsatest: %d random bytes, expected %d", len(random), core.RandomSize)
	}
	sig, err = k.sk.AppendSignature(nil, fresh, in, hooks)
	return sig, hooks.Attempts, err
}

// Verify checks a signature under an encoded public key.
func Verify(f Format, logn uint, publicKey []byte, m Message, sig []byte) error {
	set, err := lookup(f, logn)
	if err != nil {
		return err
	}
	pk, err := core.DecodePublicKey(set, publicKey)
	if err != nil {
		return err
	}
	in, err := m.input(set)
	if err != nil {
		return err
	}
	return pk.Verify(in, sig)
}
