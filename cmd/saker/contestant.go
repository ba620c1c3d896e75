package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"errors"

	"github.com/cloudflare/circl/sign"
)

// contestant is one algorithm of the speed and demo tables: a scheme of
// provider, or a classical one of the standard library to compare with.
type contestant struct {
	name     string
	generate func() (crypto.Signer, error)
	sign     func(key crypto.Signer, message []byte) ([]byte, error)
	verify   func(pub crypto.PublicKey, message, sig []byte) error

	publicKeySize func(pub crypto.PublicKey) (int, error)
}

var errRefused = errors.New("a signature just made does not verify")

func schemeContestant(s sign.Scheme) contestant {
	return contestant{
		name: s.Name(),
		generate: func() (crypto.Signer, error) {
			_, key, err := s.GenerateKey()
			return key, err
		},
		sign: func(key crypto.Signer, message []byte) ([]byte, error) {
			return key.Sign(rand.Reader, message, crypto.Hash(0))
		},
		verify: func(pub crypto.PublicKey, message, sig []byte) error {
			if !s.Verify(pub.(sign.PublicKey), message, sig, nil) {
				return errRefused
			}
			return nil
		},
		publicKeySize: func(crypto.PublicKey) (int, error) { return s.PublicKeySize(), nil },
	}
}

func ecdsaP256() contestant {
	return contestant{
		name:     "ECDSA P-256",
		generate: func() (crypto.Signer, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) },
		sign: func(key crypto.Signer, message []byte) ([]byte, error) {
			digest := sha256.Sum256(message)
			return key.Sign(rand.Reader, digest[:], crypto.SHA256)
		},
		verify: func(pub crypto.PublicKey, message, sig []byte) error {
			digest := sha256.Sum256(message)
			if !ecdsa.VerifyASN1(pub.(*ecdsa.PublicKey), digest[:], sig) {
				return errRefused
			}
			return nil
		},
		publicKeySize: func(pub crypto.PublicKey) (int, error) {
			point, err := pub.(*ecdsa.PublicKey).Bytes()
			return len(point), err
		},
	}
}

func ed25519Contestant() contestant {
	return contestant{
		name: "Ed25519",
		generate: func() (crypto.Signer, error) {
			_, key, err := ed25519.GenerateKey(rand.Reader)
			return key, err
		},
		sign: func(key crypto.Signer, message []byte) ([]byte, error) {
			return key.Sign(nil, message, crypto.Hash(0))
		},
		verify: func(pub crypto.PublicKey, message, sig []byte) error {
			if !ed25519.Verify(pub.(ed25519.PublicKey), message, sig) {
				return errRefused
			}
			return nil
		},
		publicKeySize: func(crypto.PublicKey) (int, error) { return ed25519.PublicKeySize, nil },
	}
}
