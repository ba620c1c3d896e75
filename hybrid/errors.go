package hybrid

import "errors"

var (
	// ErrInvalidSignature is the one answer to a signature that does not
	// verify, whichever half failed and for whatever reason.
	ErrInvalidSignature = errors.New("hybrid: invalid signature")

	// ErrKeyEncoding is wrapped by every error about the bytes of a key.
	ErrKeyEncoding = errors.New("hybrid: invalid key encoding")

	// ErrInvalidKey is returned by operations on a nil or zero key.
	ErrInvalidKey = errors.New("hybrid: nil or zero key")

	// ErrInvalidScheme is returned by operations on a nil or zero scheme.
	ErrInvalidScheme = errors.New("hybrid: nil or zero scheme")

	// ErrNoDeriveKey is the panic value of DeriveKey in the schemes with an
	// RSA half, whose SeedSize is 0, and in the zero scheme.
	ErrNoDeriveKey = errors.New("hybrid: keys with an RSA half cannot be derived from a seed")
)
