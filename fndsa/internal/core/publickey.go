package core

import (
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/codec"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// PublicKey is a public key with everything that verification needs of it.
// It is immutable.
type PublicKey struct {
	set     *profile.Set
	encoded []byte
	h       zq.NTT
	hash    [profile.HashSize]byte // SHAKE256 of encoded
}

// Set returns the parameter set.
func (pk *PublicKey) Set() *profile.Set { return pk.set }

// Bytes returns the encoded key, not to be changed.
func (pk *PublicKey) Bytes() []byte { return pk.encoded }

// order returns the bit order of a set's packed fields.
func order(set *profile.Set) codec.Order { return codec.Order(set.LSBFirst) }

// DecodePublicKey decodes a public key (Falcon v1.2, section 3.11.4; FN-DSA
// packs the NTT form of h instead, lowest bit first).
func DecodePublicKey(set *profile.Set, enc []byte) (*PublicKey, error) {
	if len(enc) != set.PublicKeySize {
		return nil, fmt.Errorf("%w: %s public key has %d bytes, expected %d", ErrKeyEncoding, set.Name(), len(enc), set.PublicKeySize)
	}
	if enc[0] != set.PublicKeyHeader() {
		return nil, fmt.Errorf("%w: %s public key begins with 0x%02x, expected 0x%02x", ErrKeyEncoding, set.Name(), enc[0], set.PublicKeyHeader())
	}
	h := make([]uint16, set.N)
	if !codec.DecodeModQ(h, enc[1:], order(set)) {
		for i, x := range h {
			if x >= zq.Q {
				return nil, fmt.Errorf("%w: %s public key: coefficient %d is %d, not below %d", ErrKeyEncoding, set.Name(), i, x, zq.Q)
			}
		}
	}
	if !set.NTTPublicKey {
		zq.ToNTT(h, zq.Poly(h))
	}
	pk := &PublicKey{set: set, encoded: append([]byte(nil), enc...), h: h}
	keccak.Sum256(pk.hash[:], pk.encoded)
	return pk, nil
}

// newPublicKey encodes the public key whose polynomial has the NTT form h.
func newPublicKey(set *profile.Set, h zq.NTT) *PublicKey {
	pk := &PublicKey{set: set, encoded: make([]byte, set.PublicKeySize), h: h}
	pk.encoded[0] = set.PublicKeyHeader()
	values := []uint16(h)
	if !set.NTTPublicKey {
		values = make([]uint16, set.N)
		zq.FromNTT(values, h)
	}
	codec.EncodeModQ(pk.encoded[1:], values, order(set))
	keccak.Sum256(pk.hash[:], pk.encoded)
	return pk
}
