package core

import (
	"crypto/subtle"
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/codec"
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/ntru"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// PrivateKey is a private key with everything that signing needs of it. It is
// immutable but for the expanded form, which is computed once, on demand.
type PrivateKey struct {
	pub     *PublicKey
	basis   basis
	f, bF   zq.NTT          // f and F modulo q
	hedge   [hedgeSize]byte // SHAKE256 of the encoded f and g
	lattice latticeKey
}

// basis is the secret basis [[g, -f], [G, -F]] (Falcon v1.2, Algorithm 4 Keygen).
type basis struct {
	f, g, bF, bG []int8
}

const hedgeSize = 40

func newBasis(n int) basis {
	b := make([]int8, 4*n)
	return basis{f: b[:n:n], g: b[n : 2*n : 2*n], bF: b[2*n : 3*n : 3*n], bG: b[3*n:]}
}

func (b *basis) wipe() {
	ct.Wipe(b.f)
	ct.Wipe(b.g)
	ct.Wipe(b.bF)
	ct.Wipe(b.bG)
}

// Set returns the parameter set.
func (sk *PrivateKey) Set() *profile.Set { return sk.pub.set }

// PublicKey returns the public key, which holds no reference to sk.
func (sk *PrivateKey) PublicKey() *PublicKey { return sk.pub }

// GenerateKey makes the key a seed stands for (Falcon v1.2, Algorithm 4
// Keygen, with the integer procedure of package ntru).
func GenerateKey(set *profile.Set, seed []byte) (*PrivateKey, error) {
	b := newBasis(set.N)
	if err := ntru.Generate(set.Logn, seed, b.f, b.g, b.bF, b.bG); err != nil {
		b.wipe()
		return nil, err
	}
	sk, h, err := newPrivateKey(set, b)
	if err != nil {
		b.wipe()
		return nil, err
	}
	sk.pub = newPublicKey(set, h)
	return sk, nil
}

// DecodePrivateKey decodes f, g and F (Falcon v1.2, section 3.11.5), derives
// G and the public key, and proves the key. The key is refused unless all
// values are in range, f is invertible modulo q, G is small, fG - gF = q
// holds over the integers, and the basis is as short as key generation makes
// it; a longer one would make the sampler leave its proven range.
func DecodePrivateKey(set *profile.Set, enc []byte) (*PrivateKey, error) {
	fail := func(format string, args ...any) (*PrivateKey, error) {
		return nil, fmt.Errorf("%w: %s private key: %s", ErrKeyEncoding, set.Name(), fmt.Sprintf(format, args...))
	}
	if len(enc) != set.PrivateKeySize {
		return fail("found %d bytes, expected %d", len(enc), set.PrivateKeySize)
	}
	if enc[0] != set.PrivateKeyHeader() {
		return fail("begins with 0x%02x, expected 0x%02x", enc[0], set.PrivateKeyHeader())
	}
	b := newBasis(set.N)
	size := codec.SmallSize(set.N, set.BasisBits)
	rest := enc[1:]
	okf := codec.DecodeSmall(b.f, rest[:size], set.BasisBits, order(set))
	okg := codec.DecodeSmall(b.g, rest[size:2*size], set.BasisBits, order(set))
	okF := codec.DecodeSmall(b.bF, rest[2*size:2*size+set.N], 8, order(set))
	storedHash := rest[2*size+set.N:]
	if !okf || !okg || !okF {
		b.wipe()
		return fail("coefficient out of range in f (%t), g (%t) or F (%t)", !okf, !okg, !okF)
	}
	if !ntru.RecoverG(set.Logn, b.f, b.g, b.bF, b.bG) {
		b.wipe()
		return fail("f is not invertible or G is not small")
	}
	if !ntru.VerifyEquation(set.Logn, b.f, b.g, b.bF, b.bG) {
		b.wipe()
		return fail("fG - gF is not q")
	}
	if !ntru.ShortBasis(set.Logn, b.f, b.g) {
		b.wipe()
		return fail("f and g are too long")
	}
	sk, h, err := newPrivateKey(set, b)
	if err != nil {
		b.wipe()
		return nil, err
	}
	sk.pub = newPublicKey(set, h)
	if set.StoresHash && subtle.ConstantTimeCompare(storedHash, sk.pub.hash[:]) != 1 {
		sk.wipe()
		return fail("stored hash is not that of the public key")
	}
	return sk, nil
}

// newPrivateKey derives from the basis what signing needs, and h in NTT form.
func newPrivateKey(set *profile.Set, b basis) (*PrivateKey, zq.NTT, error) {
	sk := &PrivateKey{basis: b, f: make(zq.NTT, set.N), bF: make(zq.NTT, set.N)}
	h, g := make(zq.NTT, set.N), make(zq.NTT, set.N)
	toNTT(sk.f, b.f)
	toNTT(sk.bF, b.bF)
	toNTT(g, b.g)
	ok := zq.Divide(h, g, sk.f)
	ct.Wipe(g)
	if !ok {
		sk.wipe()
		return nil, nil, fmt.Errorf("%w: %s private key: f is not invertible", ErrKeyEncoding, set.Name())
	}
	fg := make([]byte, 2*codec.SmallSize(set.N, set.BasisBits))
	encodeBasis(set, fg, b.f, b.g)
	keccak.Sum256(sk.hedge[:], fg)
	ct.Wipe(fg)
	sk.lattice.init(set)
	return sk, h, nil
}

// wipe clears a key that was refused. Keys that were handed out may be in use.
func (sk *PrivateKey) wipe() {
	sk.basis.wipe()
	ct.Wipe(sk.f)
	ct.Wipe(sk.bF)
	ct.Wipe(sk.hedge[:])
}

func toNTT(dst zq.NTT, src []int8) {
	zq.FromSigned8(zq.Poly(dst), src)
	zq.ToNTT(dst, zq.Poly(dst))
}

// encodeBasis writes f and g, in that order.
func encodeBasis(set *profile.Set, dst []byte, f, g []int8) {
	size := codec.SmallSize(set.N, set.BasisBits)
	codec.EncodeSmall(dst[:size], f, set.BasisBits, order(set))
	codec.EncodeSmall(dst[size:2*size], g, set.BasisBits, order(set))
}

// AppendBytes appends the encoded key to dst.
func (sk *PrivateKey) AppendBytes(dst []byte) []byte {
	set := sk.pub.set
	start := len(dst)
	dst = append(dst, make([]byte, set.PrivateKeySize)...)
	enc := dst[start:]
	enc[0] = set.PrivateKeyHeader()
	size := 2 * codec.SmallSize(set.N, set.BasisBits)
	encodeBasis(set, enc[1:], sk.basis.f, sk.basis.g)
	codec.EncodeSmall(enc[1+size:1+size+set.N], sk.basis.bF, 8, order(set))
	if set.StoresHash {
		copy(enc[1+size+set.N:], sk.pub.hash[:])
	}
	return dst
}
