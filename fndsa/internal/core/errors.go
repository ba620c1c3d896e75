package core

import "errors"

// The texts carry the prefix of the public package, which returns them.
var (
	ErrInvalidSignature = errors.New("fndsa: invalid signature")
	ErrKeyEncoding      = errors.New("fndsa: invalid key encoding")
	ErrContextTooLong   = errors.New("fndsa: context longer than 255 bytes")
	ErrUnsupported      = errors.New("fndsa: unsupported algorithm or option")
	ErrTooManyAttempts  = errors.New("fndsa: no signature after 27 attempts")
)
