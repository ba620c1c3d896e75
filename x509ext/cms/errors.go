package cms

import (
	"errors"
	"fmt"
)

// ErrInvalidSignature is in the chain of every error that means: the signature
// was checked, or cannot be one of this content by this signer, and it is not
// valid. An altered content is reported so too.
var ErrInvalidSignature = errors.New("cms: invalid signature")

// ErrNoSignerCertificate is in the chain of the error about a signer whose
// certificate is neither in the message nor in the pools.
var ErrNoSignerCertificate = errors.New("cms: no certificate of the signer")

var errNilMessage = errors.New("cms: nil message; use Parse")

// A SignerError says which signer of a message was not accepted, and why.
type SignerError struct {
	Index int // in SignedData.Signers
	Err   error
}

func (e *SignerError) Error() string {
	return fmt.Sprintf("cms: signer %d: %v", e.Index+1, e.Err)
}

// Unwrap returns the reason.
func (e *SignerError) Unwrap() error { return e.Err }

// invalid is an ErrInvalidSignature with a reason.
func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrInvalidSignature, fmt.Errorf(format, args...))
}
