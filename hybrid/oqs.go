package hybrid

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cloudflare/circl/sign"
)

// oqs is the construction of oqs-provider 0.12 for OpenSSL: every object is the
// classical part behind its length in four bytes, big-endian, then the
// post-quantum part. Both halves sign the message as it is, so each half of a
// signature is also a plain signature of the message: nothing binds them but
// the algorithm identifier.
type oqs struct{}

const lengthSize = 4

func (oqs) prepare(message []byte, _ string) ([]byte, string) { return message, "" }

func (oqs) supportsContext() bool { return false }

func (oqs) join(pq, classical []byte) []byte {
	length := binary.BigEndian.AppendUint32(nil, uint32(len(classical)))
	return slices.Concat(length, classical, pq)
}

// split ignores pqSize, which Falcon signatures do not have: the length says
// where the classical part ends, and the parser of each half checks its size.
func (oqs) split(object []byte, _ int) (pq, classical []byte, err error) {
	if len(object) < lengthSize {
		return nil, nil, fmt.Errorf("%d bytes, expected a length of %d bytes", len(object), lengthSize)
	}
	n, rest := binary.BigEndian.Uint32(object), object[lengthSize:]
	if uint64(n) >= uint64(len(rest)) {
		return nil, nil, fmt.Errorf("classical part of %d bytes leaves nothing of %d", n, len(rest))
	}
	return rest[n:], rest[:n:n], nil
}

func (oqs) overhead() int { return lengthSize }

// The private key carries the post-quantum public key behind the private one.

func (oqs) pqPrivateSize(pq sign.Scheme) int { return pq.PrivateKeySize() + pq.PublicKeySize() }

func (oqs) encodePQ(k *PrivateKey) ([]byte, error) {
	private, err := k.pq.private.MarshalBinary()
	if err != nil {
		return nil, err
	}
	defer clear(private)
	public, err := k.pq.public.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return slices.Concat(private, public), nil
}

func (o oqs) parsePQ(pq sign.Scheme, data []byte) (pqKey, error) {
	if len(data) != o.pqPrivateSize(pq) {
		return pqKey{}, fmt.Errorf("%s private and public key: %d bytes, expected %d", pq.Name(), len(data), o.pqPrivateSize(pq))
	}
	n := pq.PrivateKeySize()
	private, err := pq.UnmarshalBinaryPrivateKey(data[:n])
	if err != nil {
		return pqKey{}, err
	}
	public, ok := private.Public().(sign.PublicKey)
	if !ok {
		return pqKey{}, fmt.Errorf("%s public key: type %T", pq.Name(), private.Public())
	}
	computed, err := public.MarshalBinary()
	if err != nil {
		return pqKey{}, err
	}
	if !bytes.Equal(computed, data[n:]) {
		return pqKey{}, fmt.Errorf("%s public key: not that of the private key", pq.Name())
	}
	return pqKey{public: public, private: private}, nil
}

func (oqs) generatePQ(pq sign.Scheme) (pqKey, error) {
	public, private, err := pq.GenerateKey()
	return pqKey{public: public, private: private}, err
}

func (oqs) derivePQ(pq sign.Scheme, seed []byte) pqKey {
	public, private := pq.DeriveKey(seed)
	return pqKey{public: public, private: private}
}

func (oqs) wrapped() bool { return true }

func (oqs) domain(s *Scheme) string { return s.name }
