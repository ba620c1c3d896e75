package sampler

import (
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// dynamicSlack is what the expansion of a last subtree may need beyond the 4n of the general rule,
// which covers the tree: twice its size.
const dynamicSlack = 2 * subtree

// Scratch is the working memory of Sample and Dynamic. The zero value is ready; memory is allocated
// at first use. It serves one call at a time, of any degree and backend, and holds secrets until
// Wipe.
type Scratch struct {
	native   []float64
	emulated []fpr.Float

	// Trace, if not nil, receives the intermediate values. For tests.
	Trace Trace
}

// Wipe clears all of the memory, also what the last call did not use, and keeps it for the next
// one.
func (s *Scratch) Wipe() {
	ct.Wipe(s.native[:cap(s.native)])
	ct.Wipe(s.emulated[:cap(s.emulated)])
}

// grow returns a slice of length n, s itself if it has that capacity. A larger one replaces s,
// which is wiped.
func grow[T float64 | fpr.Float](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	ct.Wipe(s[:cap(s)])
	return make([]T, n)
}
