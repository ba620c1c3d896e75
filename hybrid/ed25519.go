package hybrid

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
)

// ed25519Half is Ed25519 in its pure form (RFC 8032, section 5.1).
type ed25519Half struct{}

// Ed25519 returns pure Ed25519.
func Ed25519() Classical { return ed25519Half{} }

func (ed25519Half) publicSize() int    { return ed25519.PublicKeySize }
func (ed25519Half) privateSize() int   { return ed25519.SeedSize }
func (ed25519Half) signatureSize() int { return ed25519.SignatureSize }

func (ed25519Half) generate() (classicalPrivate, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return ed25519Private(key), nil
}

func (ed25519Half) derive(stream io.Reader) (classicalPrivate, bool) {
	var seed [ed25519.SeedSize]byte
	defer clear(seed[:])
	if _, err := io.ReadFull(stream, seed[:]); err != nil {
		return nil, false
	}
	return ed25519Private(ed25519.NewKeyFromSeed(seed[:])), true
}

// parsePublic checks the length only. A string that is not a point verifies
// nothing, as crypto/ed25519 decodes it at each verification.
func (ed25519Half) parsePublic(data []byte) (classicalPublic, error) {
	if len(data) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("Ed25519 public key: %d bytes, expected %d", len(data), ed25519.PublicKeySize)
	}
	return ed25519Public(bytes.Clone(data)), nil
}

func (ed25519Half) parsePrivate(data []byte) (classicalPrivate, error) {
	if len(data) != ed25519.SeedSize {
		return nil, fmt.Errorf("Ed25519 seed: %d bytes, expected %d", len(data), ed25519.SeedSize)
	}
	return ed25519Private(ed25519.NewKeyFromSeed(data)), nil
}

type ed25519Public ed25519.PublicKey

func (p ed25519Public) encode() []byte { return p }

func (p ed25519Public) verify(message, signature []byte) bool {
	return ed25519.Verify(ed25519.PublicKey(p), message, signature)
}

type ed25519Private ed25519.PrivateKey

func (k ed25519Private) public() classicalPublic {
	return ed25519Public(bytes.Clone(k[ed25519.SeedSize:]))
}

func (k ed25519Private) encode() ([]byte, error) {
	return ed25519.PrivateKey(k).Seed(), nil
}

func (k ed25519Private) sign(_ io.Reader, message []byte) ([]byte, error) {
	return ed25519.Sign(ed25519.PrivateKey(k), message), nil
}
