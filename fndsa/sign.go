package fndsa

import (
	"crypto"
	"fmt"
	"io"

	"github.com/saker-pq/saker/fndsa/internal/core"
)

// Sign signs digest, reading 40 bytes from rand (crypto/rand if nil); it
// implements crypto.Signer. opts is an *Options, nil or crypto.Hash(0). digest
// is the message itself in pure mode, the hash value if Options.Prehash is
// set, and the 64-byte mu with Options.ExternalMu.
//
// A signature is hedged: a rand that repeats or is known to an attacker costs
// no security as long as the messages differ.
func (k *PrivateKey) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, err := resolve(opts)
	if err != nil {
		return nil, err
	}
	return k.sign(nil, rand, digest, o, true)
}

// SignMessage signs msg and hashes it first if Options.Prehash is set. It
// implements crypto.MessageSigner and is otherwise like Sign.
func (k *PrivateKey) SignMessage(rand io.Reader, msg []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, err := resolve(opts)
	if err != nil {
		return nil, err
	}
	return k.sign(nil, rand, msg, o, false)
}

// AppendSignature is SignMessage with the signature appended to dst. It does
// not allocate if dst has room for Parameters.SignatureSize more bytes. On
// error it returns nil and leaves the bytes of dst as they were.
func (k *PrivateKey) AppendSignature(dst []byte, rand io.Reader, msg []byte, opts *Options) ([]byte, error) {
	return k.sign(dst, rand, msg, opts, false)
}

func (k *PrivateKey) sign(dst []byte, rand io.Reader, data []byte, o *Options, isDigest bool) ([]byte, error) {
	if k == nil || k.core == nil {
		return nil, fmt.Errorf("%w: signing with a zero PrivateKey", ErrUnsupportedAlgorithm)
	}
	in, err := o.input(k.core.Set(), data, isDigest)
	if err != nil {
		return nil, err
	}
	random := core.GetRandom()
	defer core.PutRandom(random)
	if err := readRandom(rand, random[:]); err != nil {
		return nil, err
	}
	return k.core.AppendSignature(dst, random, &in, nil)
}
