package core

import (
	"github.com/saker-pq/saker/fndsa/internal/codec"
	"github.com/saker-pq/saker/fndsa/internal/hashtopoint"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// Verify checks a signature (Falcon v1.2, Algorithm 16 Verify), which has
// exactly one encoding. in has been checked. All inputs are public and time
// depends on them.
func (pk *PublicKey) Verify(in *Input, sig []byte) error {
	set := pk.set
	if len(sig) > set.SignatureSize || set.Fixed && len(sig) != set.SignatureSize {
		return ErrInvalidSignature
	}
	if len(sig) < 1+profile.NonceSize || sig[0] != set.SignatureHeader() {
		return ErrInvalidSignature
	}
	nonce, body := sig[1:1+profile.NonceSize], sig[1+profile.NonceSize:]

	w := getVerifyScratch(set.Logn)
	defer putVerifyScratch(set.Logn, w)
	used, ok := codec.Decompress(w.s2, body, set.MaxS2, order(set))
	if !ok || !set.Fixed && used != len(body) {
		return ErrInvalidSignature
	}
	var mu representative
	if set.Format == profile.FNDSA {
		mu = pk.mu(in)
	}
	pk.hashToPoint(w.c, nonce, &mu, in)

	// s1 = c - s2*h
	zq.FromSigned16(w.t, w.s2)
	zq.ToNTT(zq.NTT(w.t), w.t)
	zq.Mul(zq.NTT(w.t), zq.NTT(w.t), pk.h)
	zq.FromNTT(w.t, zq.NTT(w.t))
	if !shortEnough(set, w.s1, w.s2, w.c, w.t) {
		return ErrInvalidSignature
	}
	return nil
}

// hashToPoint sets c to the point of a nonce and an input (Falcon v1.2,
// Algorithm 3 HashToPoint).
func (pk *PublicKey) hashToPoint(c zq.Poly, nonce []byte, mu *representative, in *Input) {
	var x keccak.SHAKE256
	pk.writeHashInput(&x, nonce, mu, in)
	if pk.set.Format == profile.FNDSA {
		hashtopoint.LittleEndian(c, &x)
	} else {
		hashtopoint.BigEndian(c, &x)
	}
}

// shortEnough sets s1 to c - t, centred, and reports whether (s1, s2) is a
// vector that a signature may hold. |s2[i]| is at most 2047, so that its
// squared norm fits 32 bits.
func shortEnough(set *profile.Set, s1, s2 []int16, c, t zq.Poly) bool {
	norm := uint64(zq.SubNorm(s1, c, t)) + uint64(zq.SquaredNorm(s2))
	if norm > uint64(set.SquaredNormBound) {
		return false
	}
	return set.MaxS1 == 0 || zq.MaxAbs(s1) <= uint16(set.MaxS1)
}
