package core

import (
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/codec"
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// Hooks let tests take the rare paths of signing. A nil *Hooks does nothing.
type Hooks struct {
	// Reject is asked after each attempt that succeeded and may fail it.
	Reject func(attempt int) bool
	// Attempts counts the attempts made.
	Attempts int
	// Seed2025 replaces the hedged seed of the FNDSA-2025 format.
	Seed2025 []byte
}

// AppendSignature appends to dst a signature of in, which has been checked
// (Falcon v1.2, Algorithm 10 Sign, hedged as FN-DSA does it). dst is written
// once, at the end, so that it may overlap the message. On error the result
// is nil.
func (sk *PrivateKey) AppendSignature(dst []byte, random *[RandomSize]byte, in *Input, hooks *Hooks) ([]byte, error) {
	set := sk.pub.set
	w := getSignScratch(set)
	defer putSignScratch(set, w)

	w.mu = sk.pub.mu(in)
	keccak.Sum256(w.seed[:], sk.hedge[:], w.mu[:], random[:])
	w.sig[0] = set.SignatureHeader()
	nonce, body := w.sig[1:1+profile.NonceSize], w.sig[1+profile.NonceSize:]
	for attempt := range profile.MaxAttempts {
		w.startAttempt(nonce, attempt, hooks)
		sk.pub.hashToPoint(w.c, nonce, &w.mu, in)
		if err := sk.lattice.sample(set.Logn, &sk.basis, w); err != nil {
			return nil, fmt.Errorf("%w: %s private key: %w", ErrKeyEncoding, set.Name(), err)
		}
		used, ok := 0, sk.closePoint(w)
		if ok {
			clear(body)
			used, ok = codec.Compress(body, w.s2, order(set))
		}
		if hooks != nil {
			hooks.Attempts++
			ok = ok && (hooks.Reject == nil || !hooks.Reject(attempt))
		}
		if !ok {
			continue
		}
		if set.Fixed {
			used = len(body)
		}
		return append(dst, w.sig[:1+profile.NonceSize+used]...), nil
	}
	return nil, ErrTooManyAttempts
}

// startAttempt starts the stream of one attempt and draws its nonce, which no
// other attempt shares.
func (w *signScratch) startAttempt(nonce []byte, attempt int, hooks *Hooks) {
	w.prng.Reset()
	if hooks != nil && hooks.Seed2025 != nil {
		w.startAttempt2025(nonce, hooks.Seed2025, uint32(attempt))
		return
	}
	w.prng.Write(w.seed[:])
	w.prng.Write([]byte{byte(attempt)})
	w.stream.Start(&w.prng)
	w.stream.Read(nonce)
}

// startAttempt2025 is startAttempt in the manner of FNDSA-2025, which is not
// hedged and gives the stream a seed of its own.
func (w *signScratch) startAttempt2025(nonce, seed []byte, attempt uint32) {
	var sub [56]byte
	w.prng.Write(seed)
	w.prng.Write([]byte{byte(attempt), byte(attempt >> 8), byte(attempt >> 16), byte(attempt >> 24)})
	w.prng.Read(nonce)
	w.prng.Read(sub[:])
	w.prng.Reset()
	w.prng.Write(sub[:])
	w.stream.Start(&w.prng)
	ct.Wipe(sub[:])
}

// closePoint turns the sampled lattice coordinates z into the short vector
// s = (c, 0) - z*B, modulo q: s2 = z0*f + z1*F and s1 = c - s2*h. It reports
// whether s may be a signature. Every |s[i]| that is acceptable is below q/2,
// so that nothing is lost by working modulo q. The test doubles as a check
// against faults: a wrong z gives a long vector.
func (sk *PrivateKey) closePoint(w *signScratch) bool {
	set := sk.pub.set
	zq.FromSigned32(zq.Poly(w.a), w.z0)
	zq.FromSigned32(zq.Poly(w.b), w.z1)
	zq.ToNTT(w.a, zq.Poly(w.a))
	zq.ToNTT(w.b, zq.Poly(w.b))
	zq.MulAdd(w.a, w.a, sk.f, w.b, sk.bF)
	zq.Mul(w.b, w.a, sk.pub.h)
	zq.FromNTT(zq.Poly(w.a), w.a)
	zq.FromNTT(zq.Poly(w.b), w.b)
	zq.Centered(w.s2, zq.Poly(w.a))
	return zq.MaxAbs(w.s2) <= uint16(set.MaxS2) && shortEnough(set, w.s1, w.s2, w.c, zq.Poly(w.b))
}
