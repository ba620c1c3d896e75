package fndsa

import (
	"errors"

	"github.com/saker-pq/saker/fndsa/internal/core"
)

var (
	// ErrInvalidSignature is the one error of a signature that does not
	// verify, whatever the reason.
	ErrInvalidSignature = core.ErrInvalidSignature

	// ErrKeyEncoding is wrapped by every error about the bytes of a key.
	ErrKeyEncoding = core.ErrKeyEncoding

	// ErrContextTooLong is returned for a context of more than
	// MaxContextLength bytes, by signing and by verification.
	ErrContextTooLong = core.ErrContextTooLong

	// ErrRandom is wrapped by every error of a random source.
	ErrRandom = errors.New("fndsa: random source failed")

	// ErrUnsupportedAlgorithm is wrapped by errors about zero Parameters,
	// zero keys, keys of another type, and options a parameter set lacks.
	ErrUnsupportedAlgorithm = core.ErrUnsupported
)
