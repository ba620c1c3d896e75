package fndsa

import (
	"bytes"
	"crypto"
	cryptorand "crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"

	"github.com/saker-pq/saker/fndsa/internal/core"
)

// PublicKey is a public key, prepared for verification. It is safe for
// concurrent use. The zero value is not a key.
type PublicKey struct {
	core *core.PublicKey
}

// PrivateKey is a private key. Its expanded form is computed by the first
// signature and kept. It is safe for concurrent use. The zero value is not a
// key. It implements crypto.Signer and crypto.MessageSigner.
type PrivateKey struct {
	core *core.PrivateKey
	seed []byte // SeedSize bytes, or nil if unknown
}

var (
	_ crypto.Signer        = (*PrivateKey)(nil)
	_ crypto.MessageSigner = (*PrivateKey)(nil)
)

// GenerateKey makes a private key from SeedSize bytes of rand, or of
// crypto/rand if rand is nil.
func GenerateKey(params Parameters, rand io.Reader) (*PrivateKey, error) {
	if params.set == nil {
		return nil, errNoParameters("generating a key")
	}
	var seed [SeedSize]byte
	defer clear(seed[:])
	if err := readRandom(rand, seed[:]); err != nil {
		return nil, err
	}
	return NewPrivateKeyFromSeed(params, seed[:])
}

// NewPrivateKeyFromSeed makes the private key that a seed of SeedSize bytes
// stands for. The same seed gives the same key on every machine. Falcon
// defines no seeds: for its sets this is Saker's own convention.
func NewPrivateKeyFromSeed(params Parameters, seed []byte) (*PrivateKey, error) {
	if params.set == nil {
		return nil, errNoParameters("generating a key")
	}
	if len(seed) != SeedSize {
		return nil, fmt.Errorf("%w: seed has %d bytes, expected %d", ErrKeyEncoding, len(seed), SeedSize)
	}
	k, err := core.GenerateKey(params.set, seed)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{core: k, seed: bytes.Clone(seed)}, nil
}

// NewPrivateKey decodes a private key of PrivateKeySize bytes and proves it:
// all ranges hold, the NTRU equation fG - gF = q holds, and the hash of the
// public key, where the format stores one, is that of the recomputed key.
func NewPrivateKey(params Parameters, encoding []byte) (*PrivateKey, error) {
	if params.set == nil {
		return nil, errNoParameters("decoding a private key")
	}
	k, err := core.DecodePrivateKey(params.set, encoding)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{core: k}, nil
}

// NewPublicKey decodes a public key of PublicKeySize bytes.
func NewPublicKey(params Parameters, encoding []byte) (*PublicKey, error) {
	if params.set == nil {
		return nil, errNoParameters("decoding a public key")
	}
	k, err := core.DecodePublicKey(params.set, encoding)
	if err != nil {
		return nil, err
	}
	return &PublicKey{core: k}, nil
}

// Parameters returns the parameter set of the key, zero for a zero key.
func (k *PublicKey) Parameters() Parameters {
	if k == nil || k.core == nil {
		return Parameters{}
	}
	return Parameters{k.core.Set()}
}

// Bytes returns a copy of the encoded key, nil for a zero key.
func (k *PublicKey) Bytes() []byte {
	if k == nil || k.core == nil {
		return nil
	}
	return bytes.Clone(k.core.Bytes())
}

// Equal reports whether x is a *PublicKey with the same parameters and bytes.
func (k *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	if !ok || k == nil || other == nil || k.core == nil || other.core == nil {
		return false
	}
	return k.core.Set() == other.core.Set() && bytes.Equal(k.core.Bytes(), other.core.Bytes())
}

// Format prints the parameter set and nothing secret, for every verb.
func (k PrivateKey) Format(w fmt.State, verb rune) {
	fmt.Fprintf(w, "%v private key", k.Parameters())
}

// Parameters returns the parameter set of the key, zero for a zero key.
func (k *PrivateKey) Parameters() Parameters {
	if k == nil || k.core == nil {
		return Parameters{}
	}
	return Parameters{k.core.Set()}
}

// Bytes returns the encoded key, nil for a zero key. The caller owns the
// bytes and the duty to wipe them.
func (k *PrivateKey) Bytes() []byte {
	if k == nil || k.core == nil {
		return nil
	}
	return k.core.AppendBytes(nil)
}

// Seed returns a copy of the seed the key was made from, or nil if the key
// was decoded from its expanded encoding.
func (k *PrivateKey) Seed() []byte {
	if k == nil {
		return nil
	}
	return bytes.Clone(k.seed)
}

// PublicKey returns the public key, nil for a zero key. It holds no
// reference to the private key.
func (k *PrivateKey) PublicKey() *PublicKey {
	if k == nil || k.core == nil {
		return nil
	}
	return &PublicKey{core: k.core.PublicKey()}
}

// Public returns PublicKey, to implement crypto.Signer.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// Equal reports, in constant time, whether x is a *PrivateKey with the same
// parameters and bytes.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	if !ok || k == nil || other == nil || k.core == nil || other.core == nil || k.core.Set() != other.core.Set() {
		return false
	}
	a, b := k.Bytes(), other.Bytes()
	defer clear(a)
	defer clear(b)
	return subtle.ConstantTimeCompare(a, b) == 1
}

// Compact returns the same key without its expanded form: about 6 KB instead
// of 55 KB at n = 512, with slower signing. For the same random bytes both
// give the same signatures.
func (k *PrivateKey) Compact() *PrivateKey {
	if k == nil || k.core == nil {
		return k
	}
	return &PrivateKey{core: k.core.Compact(), seed: k.seed}
}

func errNoParameters(doing string) error {
	return fmt.Errorf("%w: %s with zero Parameters", ErrUnsupportedAlgorithm, doing)
}

// readRandom fills p from rand, or from crypto/rand if rand is nil.
func readRandom(rand io.Reader, p []byte) error {
	if rand == nil {
		rand = cryptorand.Reader
	}
	if _, err := io.ReadFull(rand, p); err != nil {
		clear(p)
		return fmt.Errorf("%w: %w", ErrRandom, err)
	}
	return nil
}
