package fndsa

import "fmt"

// Verify checks the signature sig of message under pk. It returns nil if the
// signature is valid and ErrInvalidSignature if it is not, whatever the
// reason; any other error says that the question made no sense, such as a
// zero key or a context that is too long. nil opts mean pure mode with an
// empty context. With Options.ExternalMu, message is the 64-byte mu.
//
// It runs in time that depends on its inputs, which are public, and does not
// allocate.
func Verify(pk *PublicKey, message, sig []byte, opts *Options) error {
	return verify(pk, message, sig, opts, false)
}

// VerifyDigest is Verify for what PrivateKey.Sign signs: with
// Options.Prehash, digest is the hash value of the message.
func VerifyDigest(pk *PublicKey, digest, sig []byte, opts *Options) error {
	return verify(pk, digest, sig, opts, true)
}

func verify(pk *PublicKey, data, sig []byte, opts *Options, isDigest bool) error {
	if pk == nil || pk.core == nil {
		return fmt.Errorf("%w: verifying with a zero PublicKey", ErrUnsupportedAlgorithm)
	}
	in, err := opts.input(pk.core.Set(), data, isDigest)
	if err != nil {
		return err
	}
	return pk.core.Verify(&in, sig)
}
