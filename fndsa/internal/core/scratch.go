package core

import (
	"sync"

	"github.com/saker-pq/saker/fndsa/internal/profile"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// verifyScratch is the memory of one verification. It holds nothing secret.
type verifyScratch struct {
	c, t   zq.Poly
	s1, s2 []int16
}

var verifyPools [profile.MaxLogn + 1]sync.Pool

func getVerifyScratch(logn uint) *verifyScratch {
	if w, ok := verifyPools[logn].Get().(*verifyScratch); ok {
		return w
	}
	n := 1 << logn
	u, s := make([]uint16, 2*n), make([]int16, 2*n)
	return &verifyScratch{c: u[:n], t: u[n:], s1: s[:n], s2: s[n:]}
}

func putVerifyScratch(logn uint, w *verifyScratch) { verifyPools[logn].Put(w) }
