package scheme

import (
	"crypto"
	"errors"
	"io"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
)

// PublicKey is a public key of a scheme of this package. It is safe for concurrent use. The zero value is not
// a key: its methods return nil, false or an error.
type PublicKey struct {
	scheme *fndsaScheme
	key    *fndsa.PublicKey
}

// PrivateKey is a private key of a scheme of this package. It implements crypto.Signer and
// crypto.MessageSigner, and retains its seed where that is known (sign.Seeded). It is safe for concurrent
// use. The zero value is not a key.
type PrivateKey struct {
	scheme *fndsaScheme
	key    *fndsa.PrivateKey
	public *PublicKey
}

var (
	_ sign.PublicKey       = (*PublicKey)(nil)
	_ sign.PrivateKey      = (*PrivateKey)(nil)
	_ sign.Seeded          = (*PrivateKey)(nil)
	_ crypto.MessageSigner = (*PrivateKey)(nil)
)

var (
	errNoPublicKey  = errors.New("scheme: nil or zero public key")
	errNoPrivateKey = errors.New("scheme: nil or zero private key")
)

// NewPublicKey gives a key of package fndsa the face of CIRCL.
func NewPublicKey(key *fndsa.PublicKey) (*PublicKey, error) {
	s := of(key.Parameters())
	if s == nil {
		return nil, errNoPublicKey
	}
	return &PublicKey{scheme: s, key: key}, nil
}

// NewPrivateKey gives a key of package fndsa the face of CIRCL.
func NewPrivateKey(key *fndsa.PrivateKey) (*PrivateKey, error) {
	s := of(key.Parameters())
	if s == nil {
		return nil, errNoPrivateKey
	}
	_, sk := s.pair(key)
	return sk, nil
}

// FNDSA returns the key as package fndsa knows it, nil for a zero key.
func (k *PublicKey) FNDSA() *fndsa.PublicKey {
	if k == nil {
		return nil
	}
	return k.key
}

// Scheme returns the scheme of the key, nil for a zero key.
func (k *PublicKey) Scheme() sign.Scheme {
	if k == nil || k.scheme == nil {
		return nil
	}
	return k.scheme
}

// Equal reports whether x is a *PublicKey of the same scheme with the same bytes.
func (k *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && k.FNDSA().Equal(other.FNDSA())
}

// MarshalBinary returns the encoding of PublicKeySize bytes.
func (k *PublicKey) MarshalBinary() ([]byte, error) {
	if k.Scheme() == nil {
		return nil, errNoPublicKey
	}
	return k.key.Bytes(), nil
}

// FNDSA returns the key as package fndsa knows it, nil for a zero key.
func (k *PrivateKey) FNDSA() *fndsa.PrivateKey {
	if k == nil {
		return nil
	}
	return k.key
}

// Scheme returns the scheme of the key, nil for a zero key.
func (k *PrivateKey) Scheme() sign.Scheme {
	if k == nil || k.scheme == nil {
		return nil
	}
	return k.scheme
}

// Public returns the *PublicKey, nil for a zero key.
func (k *PrivateKey) Public() crypto.PublicKey {
	if k == nil || k.public == nil {
		return nil
	}
	return k.public
}

// Equal reports, in constant time, whether x is a *PrivateKey of the same scheme with the same bytes.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	return ok && k.FNDSA().Equal(other.FNDSA())
}

// MarshalBinary returns the encoding of PrivateKeySize bytes, without the seed. The caller wipes it.
func (k *PrivateKey) MarshalBinary() ([]byte, error) {
	if k.Scheme() == nil {
		return nil, errNoPrivateKey
	}
	return k.key.Bytes(), nil
}

// Seed returns a copy of the key generation seed, nil if it is not known. The caller wipes it.
func (k *PrivateKey) Seed() []byte { return k.FNDSA().Seed() }

// Sign implements crypto.Signer as package fndsa does: in pure mode (opts nil, crypto.Hash(0), or an
// *fndsa.Options without pre-hashing) digest is the message itself. A nil rand is crypto/rand.
func (k *PrivateKey) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	return k.FNDSA().Sign(rand, digest, opts)
}

// SignMessage implements crypto.MessageSigner: it hashes the message itself when opts ask for pre-hashing.
func (k *PrivateKey) SignMessage(rand io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	return k.FNDSA().SignMessage(rand, message, opts)
}
