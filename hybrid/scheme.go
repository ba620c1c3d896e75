package hybrid

import (
	"crypto/sha3"
	"encoding/asn1"
	"fmt"
	"io"
	"slices"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/identifiers"
)

// deriveSeedSize is the seed of DeriveKey: 256 bits, for either level.
const deriveSeedSize = 32

// Scheme is a signature scheme of two halves. It implements CIRCL's
// [sign.Scheme] and its certificate and TLS interfaces. The predefined schemes
// are singletons: compare them with ==. The zero value and nil are no schemes:
// their sizes are 0, and what returns errors returns [ErrInvalidScheme].
type Scheme struct {
	name string
	oid  asn1.ObjectIdentifier // nil: see the table of identifiers, which an application can change
	tls  uint

	pq        sign.Scheme
	classical Classical
	construct construction
}

var _ sign.Scheme = (*Scheme)(nil)

// valid reports whether s is a scheme at all.
func (s *Scheme) valid() bool { return s != nil && s.construct != nil }

// Name returns the canonical name.
func (s *Scheme) Name() string {
	if !s.valid() {
		return ""
	}
	return s.name
}

// String returns the name.
func (s *Scheme) String() string { return s.Name() }

// Oid returns the object identifier of keys and signatures.
func (s *Scheme) Oid() asn1.ObjectIdentifier {
	if !s.valid() {
		return nil
	}
	if s.oid == nil {
		return identifiers.Get(s.name).OID
	}
	return slices.Clone(s.oid)
}

// TLSIdentifier returns the SignatureScheme of TLS 1.3, or 0 if there is none.
func (s *Scheme) TLSIdentifier() uint {
	if !s.valid() {
		return 0
	}
	if s.oid == nil {
		return identifiers.Get(s.name).TLS
	}
	return s.tls
}

// PublicKeySize returns the exact size of an encoded public key.
func (s *Scheme) PublicKeySize() int {
	if !s.valid() {
		return 0
	}
	return s.construct.overhead() + s.pq.PublicKeySize() + s.classical.publicSize()
}

// PrivateKeySize returns the size of an encoded private key. With an RSA half
// it is the largest size, as RSA private keys vary by some bytes.
func (s *Scheme) PrivateKeySize() int {
	if !s.valid() {
		return 0
	}
	return s.construct.overhead() + s.construct.pqPrivateSize(s.pq) + s.classical.privateSize()
}

// SignatureSize returns the largest size of a signature. Falcon signatures and
// the DER of ECDSA vary in length, and nothing is padded.
func (s *Scheme) SignatureSize() int {
	if !s.valid() {
		return 0
	}
	return s.construct.overhead() + s.pq.SignatureSize() + s.classical.signatureSize()
}

// SupportsContext reports whether signatures can be bound to a context.
func (s *Scheme) SupportsContext() bool { return s.valid() && s.construct.supportsContext() }

// SeedSize returns the size of the seed of DeriveKey, 0 if it is not supported.
func (s *Scheme) SeedSize() int {
	if !s.valid() {
		return 0
	}
	if _, isRSA := s.classical.(rsaHalf); isRSA {
		return 0
	}
	return deriveSeedSize
}

// GenerateKey makes two fresh keys from crypto/rand.
func (s *Scheme) GenerateKey() (sign.PublicKey, sign.PrivateKey, error) {
	if !s.valid() {
		return nil, nil, ErrInvalidScheme
	}
	pq, err := s.construct.generatePQ(s.pq)
	if err != nil {
		return nil, nil, fmt.Errorf("hybrid: %s: post-quantum half: %w", s.name, err)
	}
	classical, err := s.classical.generate()
	if err != nil {
		return nil, nil, fmt.Errorf("hybrid: %s: classical half: %w", s.name, err)
	}
	key, err := s.newPrivateKey(pq, classical)
	if err != nil {
		return nil, nil, err
	}
	return key.public, key, nil
}

// DeriveKey makes a key from a seed, for tests and for vectors: the stream
// SHAKE256(label || seed) gives first the seed of the post-quantum half, then
// the Ed25519 seed or, repeated until it lies in [1, order-1], the ECDSA scalar
// (big-endian, surplus top bits cleared). The label is that of the composite,
// or the name of the scheme for the OQS hybrids. No document defines this
// derivation.
//
// It panics if the seed is not of SeedSize bytes, and always, with
// [ErrNoDeriveKey], for the schemes with an RSA half and for the zero scheme.
func (s *Scheme) DeriveKey(seed []byte) (sign.PublicKey, sign.PrivateKey) {
	if s.SeedSize() == 0 {
		panic(ErrNoDeriveKey)
	}
	if len(seed) != s.SeedSize() {
		panic(sign.ErrSeedSize)
	}
	stream := sha3.NewSHAKE256()
	defer stream.Reset()
	io.WriteString(stream, s.construct.domain(s))
	stream.Write(seed)

	pqSeed := make([]byte, s.pq.SeedSize())
	defer clear(pqSeed)
	io.ReadFull(stream, pqSeed) // a SHAKE stream neither fails nor ends
	classical, ok := s.classical.derive(stream)
	if !ok {
		panic(ErrNoDeriveKey)
	}
	key, err := s.newPrivateKey(s.construct.derivePQ(s.pq, pqSeed), classical)
	if err != nil {
		panic(err)
	}
	return key.public, key
}

// Sign signs with both halves and crypto/rand. As CIRCL asks, it panics if the
// key is not of this scheme, if the context is not supported or too long, and
// if a half fails; [PrivateKey.Sign] returns an error instead.
func (s *Scheme) Sign(key sign.PrivateKey, message []byte, opts *sign.SignatureOpts) []byte {
	k, ok := key.(*PrivateKey)
	if !ok || k.Scheme() != sign.Scheme(s) {
		panic(sign.ErrTypeMismatch)
	}
	signature, err := k.Sign(nil, message, fromCIRCL(opts))
	if err != nil {
		panic(err)
	}
	return signature
}

// Verify reports whether both halves of the signature are good. As CIRCL asks,
// it panics if the key is not of this scheme or if contexts are not supported
// and one is given; [PublicKey.Verify] returns an error instead.
func (s *Scheme) Verify(key sign.PublicKey, message, signature []byte, opts *sign.SignatureOpts) bool {
	k, ok := key.(*PublicKey)
	if !ok || k.Scheme() != sign.Scheme(s) {
		panic(sign.ErrTypeMismatch)
	}
	if opts != nil && opts.Context != "" && !s.SupportsContext() {
		panic(sign.ErrContextNotSupported)
	}
	return k.Verify(message, signature, fromCIRCL(opts)) == nil
}

func fromCIRCL(opts *sign.SignatureOpts) *Options {
	if opts == nil {
		return nil
	}
	return &Options{Context: opts.Context}
}

func (s *Scheme) checkContext(context string) error {
	if context != "" && !s.SupportsContext() {
		return fmt.Errorf("hybrid: %s: %w", s.name, sign.ErrContextNotSupported)
	}
	if len(context) > maxContextLength {
		return fmt.Errorf("hybrid: %s: %w: %d bytes, at most %d", s.name, sign.ErrContextTooLong, len(context), maxContextLength)
	}
	return nil
}

// UnmarshalBinaryPublicKey reads a public key. Every key has one encoding.
func (s *Scheme) UnmarshalBinaryPublicKey(data []byte) (sign.PublicKey, error) {
	if !s.valid() {
		return nil, ErrInvalidScheme
	}
	key, err := s.parsePublic(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %s public key: %w", ErrKeyEncoding, s.name, err)
	}
	return key, nil
}

// UnmarshalBinaryPrivateKey reads a private key and proves that its parts
// belong together. Every key has one encoding.
func (s *Scheme) UnmarshalBinaryPrivateKey(data []byte) (sign.PrivateKey, error) {
	if !s.valid() {
		return nil, ErrInvalidScheme
	}
	key, err := s.parsePrivate(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %s private key: %w", ErrKeyEncoding, s.name, err)
	}
	return key, nil
}
