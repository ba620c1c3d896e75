package keyexchange

import (
	"crypto/ecdh"
	"crypto/mlkem"
	"fmt"
	"io"
)

// curve is an elliptic curve (RFC 8446, section 7.4.2): the secret is the x-coordinate,
// or the output of X25519, which crypto/ecdh refuses when it is all zero.
type curve struct {
	ecdh.Curve
	size int
}

func (c curve) clientSize() int { return c.size }
func (c curve) serverSize() int { return c.size }

type curveKey struct {
	curve ecdh.Curve
	key   *ecdh.PrivateKey
}

// newKey draws a scalar. crypto/ecdh no longer reads the caller's random source, so the
// bytes are drawn here; a scalar out of range has probability below 2^-32 on every curve
// and is drawn again.
func (c curve) newKey(rand io.Reader) (*ecdh.PrivateKey, error) {
	size := 32
	if c.Curve == ecdh.P384() {
		size = 48
	}
	b := make([]byte, size)
	defer clear(b)
	const attempts = 8
	for range attempts {
		if _, err := io.ReadFull(rand, b); err != nil {
			return nil, fmt.Errorf("drawing a %v key: %w", c.Curve, err)
		}
		if k, err := c.NewPrivateKey(b); err == nil {
			return k, nil
		}
	}
	return nil, fmt.Errorf("drawing a %v key: the random source gave %d scalars out of range", c.Curve, attempts)
}

func (c curve) generate(rand io.Reader) (private, error) {
	k, err := c.newKey(rand)
	if err != nil {
		return nil, err
	}
	return curveKey{c.Curve, k}, nil
}

func (c curve) respond(rand io.Reader, client []byte) (server, secret []byte, err error) {
	k, err := c.newKey(rand)
	if err != nil {
		return nil, nil, err
	}
	secret, err = curveKey{c.Curve, k}.secret(client)
	return k.PublicKey().Bytes(), secret, err
}

func (k curveKey) share() []byte { return k.key.PublicKey().Bytes() }

func (k curveKey) secret(peer []byte) ([]byte, error) {
	pub, err := k.curve.NewPublicKey(peer)
	if err != nil {
		return nil, errShare
	}
	s, err := k.key.ECDH(pub)
	if err != nil {
		return nil, errShare
	}
	return s, nil
}

// kem is ML-KEM-768 (FIPS 203): the client sends an encapsulation key, the server a
// ciphertext. NewEncapsulationKey768 makes the check of section 7.2, which the draft
// demands of servers.
type kem struct{}

func (kem) clientSize() int { return mlkem.EncapsulationKeySize768 }
func (kem) serverSize() int { return mlkem.CiphertextSize768 }

type kemKey struct{ key *mlkem.DecapsulationKey768 }

func (kem) generate(rand io.Reader) (private, error) {
	seed := make([]byte, mlkem.SeedSize)
	defer clear(seed)
	if _, err := io.ReadFull(rand, seed); err != nil {
		return nil, fmt.Errorf("drawing an ML-KEM-768 key: %w", err)
	}
	k, err := mlkem.NewDecapsulationKey768(seed)
	if err != nil {
		return nil, err
	}
	return kemKey{k}, nil
}

// respond encapsulates. crypto/mlkem takes no random source: this is the one value a
// Config.Rand does not reach.
func (kem) respond(_ io.Reader, client []byte) (server, secret []byte, err error) {
	ek, err := mlkem.NewEncapsulationKey768(client)
	if err != nil {
		return nil, nil, errShare
	}
	secret, server = ek.Encapsulate()
	return server, secret, nil
}

func (k kemKey) share() []byte { return k.key.EncapsulationKey().Bytes() }

func (k kemKey) secret(server []byte) ([]byte, error) {
	s, err := k.key.Decapsulate(server)
	if err != nil {
		return nil, errShare
	}
	return s, nil
}
