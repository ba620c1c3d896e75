package hybrid

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
)

// PublicKey holds the public keys of both halves. It is immutable and safe for
// concurrent use; the zero value verifies nothing.
type PublicKey struct {
	scheme    *Scheme
	pq        sign.PublicKey
	classical classicalPublic
	encoding  []byte
}

// PrivateKey holds the private keys of both halves. It is immutable and safe
// for concurrent use; the zero value signs nothing. It implements
// [crypto.Signer], whose Sign reports errors where [Scheme.Sign] panics.
type PrivateKey struct {
	public    *PublicKey
	pq        pqKey
	classical classicalPrivate
}

// Options are the options of signing and verifying. The zero value and nil mean
// an empty context.
type Options struct {
	// Context is application data bound to the signature, at most 255 bytes.
	// The OQS hybrids take none.
	Context string
}

// HashFunc returns 0: messages are given whole. It makes *Options a
// [crypto.SignerOpts].
func (*Options) HashFunc() crypto.Hash { return 0 }

// Scheme returns the scheme of the key, nil for the zero key.
func (k *PublicKey) Scheme() sign.Scheme {
	if k == nil || k.scheme == nil {
		return nil
	}
	return k.scheme
}

// MarshalBinary returns the encoding that an X.509 BIT STRING holds.
func (k *PublicKey) MarshalBinary() ([]byte, error) {
	if k == nil || k.scheme == nil {
		return nil, ErrInvalidKey
	}
	return bytes.Clone(k.encoding), nil
}

// Equal reports whether other is the same key of the same scheme.
func (k *PublicKey) Equal(other crypto.PublicKey) bool {
	o, ok := other.(*PublicKey)
	return ok && k != nil && o != nil && k.scheme != nil && k.scheme == o.scheme && bytes.Equal(k.encoding, o.encoding)
}

// Verify checks both halves of a signature and returns [ErrInvalidSignature]
// unless both are good. Other errors speak of the key or the options.
func (k *PublicKey) Verify(message, signature []byte, opts *Options) error {
	if k == nil || k.scheme == nil {
		return ErrInvalidKey
	}
	context := ""
	if opts != nil {
		context = opts.Context
	}
	if err := k.scheme.checkContext(context); err != nil {
		return err
	}
	s := k.scheme
	pqSignature, classicalSignature, err := s.construct.split(signature, s.pq.SignatureSize())
	if err != nil {
		return ErrInvalidSignature
	}
	toSign, pqContext := s.construct.prepare(message, context)
	pqValid := s.pq.Verify(k.pq, toSign, pqSignature, &sign.SignatureOpts{Context: pqContext})
	classicalValid := k.classical.verify(toSign, classicalSignature)
	if !pqValid || !classicalValid {
		return ErrInvalidSignature
	}
	return nil
}

// Scheme returns the scheme of the key, nil for the zero key.
func (k *PrivateKey) Scheme() sign.Scheme {
	if k == nil {
		return nil
	}
	return k.public.Scheme()
}

// Public returns the *[PublicKey], nil for the zero key.
func (k *PrivateKey) Public() crypto.PublicKey {
	if k.Scheme() == nil {
		return nil
	}
	return k.public
}

// MarshalBinary returns the private key as its construction writes it; see
// [MarshalPKCS8Content] for what PKCS#8 wraps around it.
func (k *PrivateKey) MarshalBinary() ([]byte, error) {
	if k.Scheme() == nil {
		return nil, ErrInvalidKey
	}
	construct := k.public.scheme.construct
	pq, err := construct.encodePQ(k)
	if err != nil {
		return nil, fmt.Errorf("hybrid: post-quantum private key: %w", err)
	}
	defer clear(pq)
	classical, err := k.classical.encode()
	if err != nil {
		return nil, fmt.Errorf("hybrid: classical private key: %w", err)
	}
	defer clear(classical)
	return construct.join(pq, classical), nil
}

// Equal reports whether other is the same key of the same scheme. The time it
// takes depends on neither key.
func (k *PrivateKey) Equal(other crypto.PrivateKey) bool {
	o, ok := other.(*PrivateKey)
	if !ok || k.Scheme() == nil || k.Scheme() != o.Scheme() {
		return false
	}
	a, err := k.MarshalBinary()
	if err != nil {
		return false
	}
	defer clear(a)
	b, err := o.MarshalBinary()
	if err != nil {
		return false
	}
	defer clear(b)
	return subtle.ConstantTimeCompare(a, b) == 1
}

// Sign signs message, which is the whole message and not a digest, with both
// halves. A nil random source stands for crypto/rand. opts may be nil, an
// *[Options], or anything whose HashFunc is 0; an *fndsa.Options that asks for
// something is refused, as it would mean something else here.
func (k *PrivateKey) Sign(random io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	if k.Scheme() == nil {
		return nil, ErrInvalidKey
	}
	context, err := signingContext(opts)
	if err != nil {
		return nil, err
	}
	if err := k.public.scheme.checkContext(context); err != nil {
		return nil, err
	}
	if random == nil {
		random = rand.Reader
	}
	construct := k.public.scheme.construct
	toSign, pqContext := construct.prepare(message, context)
	pq, err := signPQ(random, k.pq.private, toSign, pqContext)
	if err != nil {
		return nil, fmt.Errorf("hybrid: post-quantum half: %w", err)
	}
	classical, err := k.classical.sign(random, toSign)
	if err != nil {
		return nil, fmt.Errorf("hybrid: classical half: %w", err)
	}
	return construct.join(pq, classical), nil
}

func signingContext(opts crypto.SignerOpts) (string, error) {
	switch o := opts.(type) {
	case nil:
		return "", nil
	case *Options:
		if o == nil {
			return "", nil
		}
		return o.Context, nil
	case *fndsa.Options:
		if o != nil && *o != (fndsa.Options{}) {
			return "", fmt.Errorf("hybrid: options of type %T (expected %T)", o, &Options{})
		}
		return "", nil
	}
	if hash := opts.HashFunc(); hash != 0 {
		return "", fmt.Errorf("hybrid: the message must not be hashed beforehand (found %v)", hash)
	}
	return "", nil
}
