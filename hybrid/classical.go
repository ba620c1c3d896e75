package hybrid

import "io"

// Classical is the classical half of a scheme: an algorithm with its hash and
// its encodings. The values are those returned by [ECDSAP256], [ECDSAP384],
// [ECDSAP521] and [Ed25519]; other packages cannot add one.
type Classical interface {
	// publicSize is the exact size of the encoded public key; privateSize and
	// signatureSize are the largest sizes that occur.
	publicSize() int
	privateSize() int
	signatureSize() int

	generate() (classicalPrivate, error)

	// derive makes a key from an endless stream of uniform bytes. It returns
	// false, having read nothing, if the algorithm has no such derivation.
	derive(stream io.Reader) (classicalPrivate, bool)

	// The parsers accept exactly the bytes that the encoders below write.
	parsePublic(data []byte) (classicalPublic, error)
	parsePrivate(data []byte) (classicalPrivate, error)
}

// classicalPublic is the public key of a classical half.
type classicalPublic interface {
	encode() []byte
	verify(message, signature []byte) bool
}

// classicalPrivate is the private key of a classical half. The caller of encode
// owns the bytes and clears them.
type classicalPrivate interface {
	public() classicalPublic
	encode() ([]byte, error)
	sign(rand io.Reader, message []byte) ([]byte, error)
}
