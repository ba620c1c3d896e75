package core

import (
	"sync"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/sampler"
)

// latticeKey samples lattice points near a target with the basis of one key.
// It holds the expanded key (the LDL tree of Falcon v1.2, Algorithm 9
// ffLDL*), made by the first signature, unless the key is compact: then every
// signature goes through the same computation again and keeps nothing. Both
// give the same points.
type latticeKey struct {
	backend fpr.Backend
	base    sampler.Base
	compact bool
	once    sync.Once
	tree    *sampler.Tree
	err     error
}

func (l *latticeKey) init(set *profile.Set) {
	l.backend = Backend()
	l.base = sampler.Falcon
	if set.Format == profile.FNDSA {
		l.base = sampler.FNDSA
	}
}

// sample sets w.z0 and w.z1 to coordinates of a lattice point near (w.c, 0),
// with randomness from w.stream. The error says that the basis is not one
// that key generation makes.
func (l *latticeKey) sample(logn uint, b *basis, w *signScratch) error {
	if l.compact {
		return sampler.Dynamic(logn, b.f, b.g, b.bF, b.bG, l.backend, &w.leaves, w.c, &w.stream, l.base, w.z0, w.z1)
	}
	l.once.Do(func() {
		l.tree, l.err = sampler.Expand(logn, b.f, b.g, b.bF, b.bG, l.backend)
	})
	if l.err != nil {
		return l.err
	}
	l.tree.Sample(&w.leaves, w.c, &w.stream, l.base, w.z0, w.z1)
	return nil
}

// Compact returns the same key in its small form.
func (sk *PrivateKey) Compact() *PrivateKey {
	small := &PrivateKey{pub: sk.pub, basis: sk.basis, f: sk.f, bF: sk.bF, hedge: sk.hedge}
	small.lattice.backend, small.lattice.base, small.lattice.compact = sk.lattice.backend, sk.lattice.base, true
	return small
}
