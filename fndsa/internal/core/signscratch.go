package core

import (
	"sync"

	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/sampler"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// signScratch is the memory of one signature. Everything in it but the
// signature itself is secret.
type signScratch struct {
	mu     representative
	seed   [hedgeSize]byte // hedged seed of all attempts
	prng   keccak.SHAKE256
	stream sampler.Stream
	c      zq.Poly
	z0, z1 []int32
	a, b   zq.NTT
	s1, s2 []int16
	sig    []byte
	leaves sampler.Scratch
}

var signPools [profile.FNDSA2025 + 1][profile.MaxLogn + 1]sync.Pool

func getSignScratch(set *profile.Set) *signScratch {
	if w, ok := signPools[set.Format][set.Logn].Get().(*signScratch); ok {
		return w
	}
	n := set.N
	z, u, s := make([]int32, 2*n), make([]uint16, 3*n), make([]int16, 2*n)
	return &signScratch{
		c: u[:n], a: u[n : 2*n], b: u[2*n:],
		z0: z[:n], z1: z[n:],
		s1: s[:n], s2: s[n:],
		sig: make([]byte, set.SignatureSize),
	}
}

// putSignScratch wipes and returns the memory.
func putSignScratch(set *profile.Set, w *signScratch) {
	ct.WipeValue(&w.mu)
	ct.Wipe(w.seed[:])
	w.prng.Wipe()
	w.stream.Wipe()
	ct.Wipe(w.c)
	ct.Wipe(w.z0)
	ct.Wipe(w.z1)
	ct.Wipe(w.a)
	ct.Wipe(w.b)
	ct.Wipe(w.s1)
	ct.Wipe(w.s2)
	ct.Wipe(w.sig)
	w.leaves.Wipe()
	signPools[set.Format][set.Logn].Put(w)
}
