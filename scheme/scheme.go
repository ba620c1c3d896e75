package scheme

import (
	"crypto/rand"
	"encoding/asn1"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/internal/identifiers"
)

// fndsaScheme is one parameter set of package fndsa. There is one value of it per set, so that comparing
// pointers compares schemes.
type fndsaScheme struct {
	params fndsa.Parameters
}

var (
	fndsa512         = &fndsaScheme{fndsa.FNDSA512()}
	fndsa1024        = &fndsaScheme{fndsa.FNDSA1024()}
	falcon512        = &fndsaScheme{fndsa.Falcon512()}
	falcon1024       = &fndsaScheme{fndsa.Falcon1024()}
	falconPadded512  = &fndsaScheme{fndsa.FalconPadded512()}
	falconPadded1024 = &fndsaScheme{fndsa.FalconPadded1024()}

	all = []*fndsaScheme{fndsa512, fndsa1024, falcon512, falcon1024, falconPadded512, falconPadded1024}
)

// FNDSA512 is FN-DSA-512.
func FNDSA512() sign.Scheme { return fndsa512 }

// FNDSA1024 is FN-DSA-1024.
func FNDSA1024() sign.Scheme { return fndsa1024 }

// Falcon512 is Falcon-512 of round 3. Its signatures vary in length.
func Falcon512() sign.Scheme { return falcon512 }

// Falcon1024 is Falcon-1024 of round 3. Its signatures vary in length.
func Falcon1024() sign.Scheme { return falcon1024 }

// FalconPadded512 is Falcon-512 of round 3 with signatures padded to 666 bytes.
func FalconPadded512() sign.Scheme { return falconPadded512 }

// FalconPadded1024 is Falcon-1024 of round 3 with signatures padded to 1280 bytes.
func FalconPadded1024() sign.Scheme { return falconPadded1024 }

// All returns the schemes of this package, FN-DSA first.
func All() []sign.Scheme {
	list := make([]sign.Scheme, len(all))
	for i, s := range all {
		list[i] = s
	}
	return list
}

// of returns the scheme of a parameter set, nil for the zero set.
func of(params fndsa.Parameters) *fndsaScheme {
	for _, s := range all {
		if s.params == params {
			return s
		}
	}
	return nil
}

func (s *fndsaScheme) Name() string          { return s.params.String() }
func (s *fndsaScheme) String() string        { return s.Name() }
func (s *fndsaScheme) PublicKeySize() int    { return s.params.PublicKeySize() }
func (s *fndsaScheme) PrivateKeySize() int   { return s.params.PrivateKeySize() }
func (s *fndsaScheme) SeedSize() int         { return fndsa.SeedSize }
func (s *fndsaScheme) SupportsContext() bool { return !s.params.IsFalcon() }

// SignatureSize is the exact size of a signature, or the maximum where the size varies.
func (s *fndsaScheme) SignatureSize() int { return s.params.SignatureSize() }

// Oid is the object identifier of keys and signatures (CertificateScheme of circl/pki).
func (s *fndsaScheme) Oid() asn1.ObjectIdentifier { return identifiers.Get(s.Name()).OID }

// TLSIdentifier is the TLS 1.3 SignatureScheme (TLSScheme of circl/pki).
func (s *fndsaScheme) TLSIdentifier() uint { return identifiers.Get(s.Name()).TLS }

func (s *fndsaScheme) GenerateKey() (sign.PublicKey, sign.PrivateKey, error) {
	key, err := fndsa.GenerateKey(s.params, rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	pk, sk := s.pair(key)
	return pk, sk, nil
}

func (s *fndsaScheme) DeriveKey(seed []byte) (sign.PublicKey, sign.PrivateKey) {
	if len(seed) != s.SeedSize() {
		panic(sign.ErrSeedSize)
	}
	key, err := fndsa.NewPrivateKeyFromSeed(s.params, seed)
	if err != nil {
		panic(err) // every seed of the right length gives a key
	}
	return s.pair(key)
}

// pair wraps a key of s, which is known to be whole.
func (s *fndsaScheme) pair(key *fndsa.PrivateKey) (*PublicKey, *PrivateKey) {
	public := &PublicKey{scheme: s, key: key.PublicKey()}
	return public, &PrivateKey{scheme: s, key: key, public: public}
}

func (s *fndsaScheme) Sign(sk sign.PrivateKey, message []byte, opts *sign.SignatureOpts) []byte {
	key, ok := sk.(*PrivateKey)
	if !ok || key == nil || key.scheme != s {
		panic(sign.ErrTypeMismatch)
	}
	signature, err := key.key.AppendSignature(nil, nil, message, s.options(opts))
	if errors.Is(err, fndsa.ErrContextTooLong) {
		panic(sign.ErrContextTooLong)
	}
	if err != nil {
		panic(err) // CIRCL's interface leaves no other way
	}
	return signature
}

func (s *fndsaScheme) Verify(pk sign.PublicKey, message, signature []byte, opts *sign.SignatureOpts) bool {
	key, ok := pk.(*PublicKey)
	if !ok || key == nil || key.scheme != s {
		panic(sign.ErrTypeMismatch)
	}
	return fndsa.Verify(key.key, message, signature, s.options(opts)) == nil
}

// options translates CIRCL's options. It panics if there is a context and the scheme has none.
func (s *fndsaScheme) options(opts *sign.SignatureOpts) *fndsa.Options {
	if opts == nil || opts.Context == "" {
		return nil
	}
	if !s.SupportsContext() {
		panic(sign.ErrContextNotSupported)
	}
	return &fndsa.Options{Context: opts.Context}
}

func (s *fndsaScheme) UnmarshalBinaryPublicKey(data []byte) (sign.PublicKey, error) {
	if len(data) != s.PublicKeySize() {
		return nil, fmt.Errorf("scheme: %w: %d bytes, expected %d", sign.ErrPubKeySize, len(data), s.PublicKeySize())
	}
	key, err := fndsa.NewPublicKey(s.params, data)
	if err != nil {
		return nil, err
	}
	return &PublicKey{scheme: s, key: key}, nil
}

func (s *fndsaScheme) UnmarshalBinaryPrivateKey(data []byte) (sign.PrivateKey, error) {
	if len(data) != s.PrivateKeySize() {
		return nil, fmt.Errorf("scheme: %w: %d bytes, expected %d", sign.ErrPrivKeySize, len(data), s.PrivateKeySize())
	}
	key, err := fndsa.NewPrivateKey(s.params, data)
	if err != nil {
		return nil, err
	}
	_, sk := s.pair(key)
	return sk, nil
}
