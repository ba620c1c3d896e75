package fndsa

import (
	"crypto"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/core"
	"github.com/saker-pq/saker/fndsa/internal/profile"
)

// Options says how a message is signed. The zero value, and a nil *Options,
// mean pure mode with an empty context. It is a crypto.SignerOpts.
type Options struct {
	// Context binds a signature to an application: at most 255 bytes, the
	// same for signing and verification. Falcon sets have no context.
	Context string

	// Prehash selects the pre-hash mode: what is signed is the hash value of
	// the message together with the name of the hash function.
	Prehash Prehash

	// ExternalMu says that the message given is the 64-byte representative
	// mu, computed elsewhere. The context is inside mu, so Context is empty.
	ExternalMu bool
}

// HashFunc returns the hash function a caller of crypto.Signer applies first:
// that of Prehash, or 0 if there is none or package crypto has no number for
// it (SHAKE128 and SHAKE256).
func (o *Options) HashFunc() crypto.Hash {
	if o == nil || o.Prehash >= Prehash(len(hashes)) {
		return 0
	}
	return hashes[o.Prehash].number
}

// Prehash is a hash function of the pre-hash mode.
type Prehash uint8

// The hash functions of the pre-hash mode. SHAKE128 gives 32 bytes and
// SHAKE256 gives 64.
const (
	PrehashNone Prehash = iota
	PrehashSHA256
	PrehashSHA384
	PrehashSHA512
	PrehashSHA512_256
	PrehashSHA3_256
	PrehashSHA3_384
	PrehashSHA3_512
	PrehashSHAKE128
	PrehashSHAKE256
)

// hashes is indexed by Prehash.
var hashes = [...]struct {
	name   string
	number crypto.Hash
	id     profile.Prehash
	size   int
	sum    func(message []byte) []byte
}{
	PrehashNone:       {name: "none"},
	PrehashSHA256:     {"SHA-256", crypto.SHA256, profile.SHA256, 32, func(m []byte) []byte { h := sha256.Sum256(m); return h[:] }},
	PrehashSHA384:     {"SHA-384", crypto.SHA384, profile.SHA384, 48, func(m []byte) []byte { h := sha512.Sum384(m); return h[:] }},
	PrehashSHA512:     {"SHA-512", crypto.SHA512, profile.SHA512, 64, func(m []byte) []byte { h := sha512.Sum512(m); return h[:] }},
	PrehashSHA512_256: {"SHA-512/256", crypto.SHA512_256, profile.SHA512_256, 32, func(m []byte) []byte { h := sha512.Sum512_256(m); return h[:] }},
	PrehashSHA3_256:   {"SHA3-256", crypto.SHA3_256, profile.SHA3_256, 32, func(m []byte) []byte { h := sha3.Sum256(m); return h[:] }},
	PrehashSHA3_384:   {"SHA3-384", crypto.SHA3_384, profile.SHA3_384, 48, func(m []byte) []byte { h := sha3.Sum384(m); return h[:] }},
	PrehashSHA3_512:   {"SHA3-512", crypto.SHA3_512, profile.SHA3_512, 64, func(m []byte) []byte { h := sha3.Sum512(m); return h[:] }},
	PrehashSHAKE128:   {"SHAKE128", 0, profile.SHAKE128, 32, func(m []byte) []byte { return sha3.SumSHAKE128(m, 32) }},
	PrehashSHAKE256:   {"SHAKE256", 0, profile.SHAKE256, 64, func(m []byte) []byte { return sha3.SumSHAKE256(m, 64) }},
}

// String returns the name of the hash function, for example "SHA3-256".
func (p Prehash) String() string {
	if int(p) >= len(hashes) {
		return fmt.Sprintf("Prehash(%d)", uint8(p))
	}
	return hashes[p].name
}

// Size returns the length of the hash value in bytes, 0 for PrehashNone and
// for unknown values.
func (p Prehash) Size() int {
	if int(p) >= len(hashes) {
		return 0
	}
	return hashes[p].size
}

// Prehashes lists the hash functions of the pre-hash mode.
func Prehashes() []Prehash {
	var list []Prehash
	for p := PrehashSHA256; int(p) < len(hashes); p++ {
		list = append(list, p)
	}
	return list
}

// resolve turns the options of a crypto.Signer call into ours. Those of other
// packages are refused: what they ask for would be lost.
func resolve(opts crypto.SignerOpts) (*Options, error) {
	switch o := opts.(type) {
	case nil:
		return nil, nil
	case *Options:
		return o, nil
	case crypto.Hash:
		if o == 0 {
			return nil, nil
		}
		return nil, fmt.Errorf("%w: pure mode signs the message, found the hash option %v; use Options.Prehash",
			ErrUnsupportedAlgorithm, o)
	}
	return nil, fmt.Errorf("%w: options are %T, expected *fndsa.Options, crypto.Hash(0) or nil", ErrUnsupportedAlgorithm, opts)
}

// input checks o against the parameter set and turns it and the message into
// what core hashes. With isDigest, data is the hash value in pre-hash mode.
func (o *Options) input(set *profile.Set, data []byte, isDigest bool) (core.Input, error) {
	in := core.Input{Data: data}
	if o == nil {
		return in, nil
	}
	if o.Prehash != PrehashNone {
		if int(o.Prehash) >= len(hashes) {
			return in, fmt.Errorf("%w: unknown pre-hash function %d", ErrUnsupportedAlgorithm, o.Prehash)
		}
		h := &hashes[o.Prehash]
		if !isDigest {
			in.Data = h.sum(data)
		} else if len(data) != h.size {
			return in, fmt.Errorf("fndsa: hash value has %d bytes, %s gives %d", len(data), h.name, h.size)
		}
		in.Prehash = h.id
	}
	in.Context = o.Context
	in.ExternalMu = o.ExternalMu
	return in, in.Check(set)
}
