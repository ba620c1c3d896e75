package ops

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
)

// Backends of the peers: the library each comes from.
const (
	GoLibrary = "go"
	CIRCL     = "circl"
	Filippo   = "filippo"
)

// Reference is the yardstick E: one verification by crypto/ed25519.
const Reference = GoLibrary + "/Ed25519/" + Verify

// Peers lists the operations of the schemes Saker is compared with.
func Peers() []Operation {
	list := ed25519Operations()
	list = append(list, ecdsaOperations()...)
	list = append(list, rsaOperations()...)
	list = append(list, circlOperations()...)
	return append(list, filippoOperations()...)
}

func ed25519Operations() []Operation {
	c := &catalogue{backend: GoLibrary, scheme: "Ed25519"}
	c.add(Keygen, func() (Call, error) {
		return func(int) error {
			_, _, err := ed25519.GenerateKey(rand.Reader)
			return err
		}, nil
	})
	c.add(Sign, func() (Call, error) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		return func(i int) error {
			ed25519.Sign(key, message(i))
			return nil
		}, err
	})
	c.add(Verify, func() (Call, error) {
		pub, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		msg := message(0)
		sig := ed25519.Sign(key, msg)
		return func(int) error {
			if !ed25519.Verify(pub, msg, sig) {
				return refused("Ed25519")
			}
			return nil
		}, nil
	})
	return c.list
}

func ecdsaOperations() []Operation {
	newKey := func() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }
	c := &catalogue{backend: GoLibrary, scheme: "ECDSA-P-256"}
	c.add(Keygen, func() (Call, error) {
		return func(int) error {
			_, err := newKey()
			return err
		}, nil
	})
	c.add(Sign, func() (Call, error) {
		key, err := newKey()
		return func(i int) error {
			digest := sha256.Sum256(message(i))
			_, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
			return err
		}, err
	})
	c.add(Verify, func() (Call, error) {
		key, err := newKey()
		if err != nil {
			return nil, err
		}
		msg := message(0)
		digest := sha256.Sum256(msg)
		sig, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
		return func(int) error {
			digest := sha256.Sum256(msg)
			if !ecdsa.VerifyASN1(&key.PublicKey, digest[:], sig) {
				return refused("ECDSA")
			}
			return nil
		}, err
	})
	return c.list
}

func rsaOperations() []Operation {
	newKey := func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) }
	sign := func(key *rsa.PrivateKey, msg []byte) ([]byte, error) {
		digest := sha256.Sum256(msg)
		return rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	}
	c := &catalogue{backend: GoLibrary, scheme: "RSA-2048"}
	c.add(Keygen, func() (Call, error) {
		return func(int) error {
			_, err := newKey()
			return err
		}, nil
	})
	c.add(Sign, func() (Call, error) {
		key, err := newKey()
		return func(i int) error {
			_, err := sign(key, message(i))
			return err
		}, err
	})
	c.add(Verify, func() (Call, error) {
		key, err := newKey()
		if err != nil {
			return nil, err
		}
		msg := message(0)
		sig, err := sign(key, msg)
		return func(int) error {
			digest := sha256.Sum256(msg)
			return rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], sig)
		}, err
	})
	return c.list
}
