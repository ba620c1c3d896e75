package sampler

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// MinLogn and MaxLogn bound the degrees n = 2^logn. Degrees below 512 are for tests.
const (
	MinLogn = 2
	MaxLogn = 10
)

// ErrBasis means that a basis is too long, or so ill-conditioned, that some leaf deviation leaves
// the range the sampler is proved for. No basis that meets the bound of key generation does that.
var ErrBasis = errors.New("sampler: leaf deviation of the basis is outside (sigmaMin, 1.8205)")

// treeSize is the number of values of the tree of a node of size n: for each of its log2(n) levels
// n values of L10, and n leaves.
func treeSize(n int) int { return bits.Len(uint(n)) * n }

// Tree is an expanded key: the second column of the basis in Fourier form and the LDL tree. It is
// as secret as the key. It is not changed by sampling, so several goroutines may use it, each with
// its own Scratch and Stream.
//
// The tree is one flat slice in the order of use: right subtree, L10, left subtree; at size 2 the
// leaf of D11, L10, the leaf of D00.
type Tree struct {
	logn     uint
	native   []float64 // one of the two is nil
	emulated []fpr.Float
}

// TreeBytes is the memory of the tree of degree 2^logn: 48 KiB at n = 512, 104 KiB at n = 1024.
func TreeBytes(logn uint) int { return 8 * keySize(1<<logn) }

func keySize(n int) int { return 2*n + treeSize(n) }

// Expand computes the tree of the basis [[g, -f], [G, -F]], with coefficients in natural order.
func Expand(logn uint, f, g, F, G []int8, backend fpr.Backend) (*Tree, error) {
	n := 1 << logn
	if err := check(logn, backend, len(f), len(g), len(F), len(G)); err != nil {
		return nil, err
	}
	t := &Tree{logn: logn}
	var bad uint64
	if backend == fpr.Native {
		t.native = make([]float64, keySize(n))
		tmp := make([]float64, 4*n)
		bad = expandNative(t.native, tmp, f, g, F, G, logn)
		ct.Wipe(tmp)
	} else {
		t.emulated = make([]fpr.Float, keySize(n))
		tmp := make([]fpr.Float, 4*n)
		bad = expandEmulated(t.emulated, tmp, f, g, F, G, logn)
		ct.Wipe(tmp)
	}
	if bad != 0 {
		t.Wipe()
		return nil, ErrBasis
	}
	return t, nil
}

// check refuses arguments that no caller of this package passes.
func check(logn uint, backend fpr.Backend, lengths ...int) error {
	if logn < MinLogn || logn > MaxLogn {
		return fmt.Errorf("sampler: logn is %d, want %d to %d", logn, MinLogn, MaxLogn)
	}
	if backend != fpr.Native && backend != fpr.Emulated {
		return fmt.Errorf("sampler: unknown backend %v", backend)
	}
	for _, l := range lengths {
		if l != 1<<logn {
			return fmt.Errorf("sampler: polynomial has %d coefficients, want %d", l, 1<<logn)
		}
	}
	return nil
}

// Backend returns the arithmetic the tree was made for.
func (t *Tree) Backend() fpr.Backend {
	if t.native != nil {
		return fpr.Native
	}
	return fpr.Emulated
}

// Sample samples a lattice vector near (c, 0): integer polynomials z0 and z1 such that (c, 0) -
// (z0, z1)*B is short. c holds residues modulo q. All polynomials have n coefficients. It uses prng
// from its present position and does not allocate once s has been used with this degree and
// backend.
func (t *Tree) Sample(s *Scratch, c []uint16, prng *Stream, base Base, z0, z1 []int32) {
	n := 1 << t.logn
	c, z0, z1 = c[:n], z0[:n], z1[:n]
	if t.native != nil {
		s.native = grow(s.native, 4*n)
		w := walkNative{prng, base, t.logn, s.Trace}
		w.sample(t.native, s.native, c, z0, z1)
	} else {
		s.emulated = grow(s.emulated, 4*n)
		w := walkEmulated{prng, base, t.logn, s.Trace}
		w.sample(t.emulated, s.emulated, c, z0, z1)
	}
}

// Wipe clears the tree, which is of no use afterwards.
func (t *Tree) Wipe() {
	ct.Wipe(t.native)
	ct.Wipe(t.emulated)
}

// Dynamic is Expand and Sample in one, without memory for the tree: it computes each level when it
// gets there, about doubling the work outside the leaves. Its values, and so its result for the
// same stream, are those of a tree. The error is ErrBasis or about the arguments; z0 and z1 are
// then unspecified.
func Dynamic(logn uint, f, g, F, G []int8, backend fpr.Backend, s *Scratch, c []uint16, prng *Stream, base Base, z0, z1 []int32) error {
	n := 1 << logn
	if err := check(logn, backend, len(f), len(g), len(F), len(G), len(c), len(z0), len(z1)); err != nil {
		return err
	}
	var bad uint64
	if backend == fpr.Native {
		s.native = grow(s.native, 8*n+dynamicSlack)
		w := walkNative{prng, base, logn, s.Trace}
		bad = w.dynamic(s.native, f, g, F, G, c, z0, z1)
	} else {
		s.emulated = grow(s.emulated, 8*n+dynamicSlack)
		w := walkEmulated{prng, base, logn, s.Trace}
		bad = w.dynamic(s.emulated, f, g, F, G, c, z0, z1)
	}
	if bad != 0 {
		return ErrBasis
	}
	return nil
}
