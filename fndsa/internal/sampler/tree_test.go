package sampler

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

var backends = []fpr.Backend{fpr.Native, fpr.Emulated}

// testKey returns the first known-answer key of a degree.
func testKey(t testing.TB, logn uint) (*vector, basis) {
	t.Helper()
	vectors := readVectors(t, "fndsa-2026-kat.json.gz")
	for i := range vectors {
		if v := &vectors[i]; v.Logn == logn {
			return v, v.readKey(t)
		}
	}
	t.Fatalf("no vector for logn %d", logn)
	return nil, basis{}
}

func expand(t testing.TB, b *basis, backend fpr.Backend) *Tree {
	t.Helper()
	tree, err := Expand(b.logn, b.f, b.g, b.F, b.G, backend)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestZeroHash signs the all-zero point, whose centres are zeros of both signs on the way.
func TestZeroHash(t *testing.T) {
	for logn := uint(MinLogn); logn <= MaxLogn; logn++ {
		_, b := testKey(t, logn)
		n := 1 << logn
		var reference *traceHash
		for _, backend := range backends {
			h := newTraceHash()
			scratch := Scratch{Trace: h.trace}
			z0, z1 := make([]int32, n), make([]int32, n)
			expand(t, &b, backend).Sample(&scratch, make([]uint16, n), started("zero"), FNDSA, z0, z1)
			if reference == nil {
				reference = h
			}
			h.compare(t, fmt.Sprintf("logn %d, %v", logn, backend), reference)
		}
	}
}

// TestBadBasis gives bases whose leaves are out of range: too short, too long, singular. All are
// refused, without a panic or an endless loop.
func TestBadBasis(t *testing.T) {
	for _, logn := range []uint{2, 4, 9} {
		n := 1 << logn
		fill := func(first, rest int8) []int8 {
			p := make([]int8, n)
			for i := range p {
				p[i] = rest
			}
			p[0] = first
			return p
		}
		zero := fill(0, 0)
		for name, b := range map[string][4][]int8{
			"short":    {fill(1, 0), zero, zero, fill(100, 0)},
			"long":     {fill(-127, 127), fill(127, -127), fill(100, 3), fill(5, 90)},
			"zero":     {zero, zero, zero, zero},
			"singular": {fill(50, 0), fill(60, 0), fill(50, 0), fill(60, 0)},
		} {
			for _, backend := range backends {
				if _, err := Expand(logn, b[0], b[1], b[2], b[3], backend); !errors.Is(err, ErrBasis) {
					t.Errorf("logn %d, %s, %v: Expand gives %v", logn, name, backend, err)
				}
				var s Scratch
				z0, z1 := make([]int32, n), make([]int32, n)
				c := make([]uint16, n)
				c[1] = 5000
				if err := Dynamic(logn, b[0], b[1], b[2], b[3], backend, &s, c, started("bad"), FNDSA, z0, z1); !errors.Is(err, ErrBasis) {
					t.Errorf("logn %d, %s, %v: Dynamic gives %v", logn, name, backend, err)
				}
			}
		}
	}
}

func TestArguments(t *testing.T) {
	_, b := testKey(t, 4)
	p, q := b.f, b.f[:15]
	for name, c := range map[string]struct {
		logn       uint
		f, g, F, G []int8
		backend    fpr.Backend
		want       string
	}{
		"small degree": {1, p, p, p, p, fpr.Native, "logn is 1, want 2 to 10"},
		"large degree": {11, p, p, p, p, fpr.Native, "logn is 11, want 2 to 10"},
		"huge degree":  {200, p, p, p, p, fpr.Native, "logn is 200, want 2 to 10"},
		"backend":      {4, p, p, p, p, 0, "unknown backend"},
		"length":       {4, p, p, p, q, fpr.Native, "polynomial has 15 coefficients, want 16"},
	} {
		_, err := Expand(c.logn, c.f, c.g, c.F, c.G, c.backend)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Expand gives %v", name, err)
		}
		err = Dynamic(c.logn, c.f, c.g, c.F, c.G, c.backend, new(Scratch), make([]uint16, 16), started(""), FNDSA, make([]int32, 16), make([]int32, 16))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Dynamic gives %v", name, err)
		}
	}
}

func TestWipe(t *testing.T) {
	v, b := testKey(t, 6)
	for _, backend := range backends {
		tree := expand(t, &b, backend)
		if tree.Backend() != backend {
			t.Errorf("backend is %v, want %v", tree.Backend(), backend)
		}
		var s Scratch
		_, c, stream, base := v.attempt(t, 0)
		tree.Sample(&s, c, stream, base, make([]int32, 64), make([]int32, 64))
		if allZero(s.native) && allZero(s.emulated) || allZero(tree.native) && allZero(tree.emulated) {
			t.Fatal("nothing to wipe")
		}
		s.Wipe()
		tree.Wipe()
		if !allZero(s.native) || !allZero(s.emulated) {
			t.Errorf("%v: scratch is not wiped", backend)
		}
		if !allZero(tree.native) || !allZero(tree.emulated) {
			t.Errorf("%v: tree is not wiped", backend)
		}
	}
	// Growing wipes what it leaves behind.
	old := []float64{1, 2, 3}
	if grown := grow(old, 100); len(grown) != 100 || !allZero(old) {
		t.Error("grow left the old memory")
	}
	if same := grow(old, 2); len(same) != 2 || &same[0] != &old[0] {
		t.Error("grow replaced memory that was large enough")
	}
	// A smaller degree after a larger one still leaves all memory reachable for Wipe.
	var s Scratch
	s.native = grow(s.native, 100)
	s.native[99] = 1
	memory := s.native
	s.native = grow(s.native, 10)
	s.Wipe()
	if !allZero(memory) {
		t.Error("Wipe missed memory beyond the last use")
	}
}

func allZero[T float64 | fpr.Float](s []T) bool {
	for _, v := range s {
		if v != 0 {
			return false
		}
	}
	return true
}

func TestAllocations(t *testing.T) {
	for _, logn := range []uint{9, 10} {
		v, b := testKey(t, logn)
		n := 1 << logn
		for _, backend := range backends {
			tree := expand(t, &b, backend)
			var s Scratch
			_, c, stream, base := v.attempt(t, 0)
			z0, z1 := make([]int32, n), make([]int32, n)
			if a := testing.AllocsPerRun(3, func() { tree.Sample(&s, c, stream, base, z0, z1) }); a != 0 {
				t.Errorf("logn %d, %v: Sample allocates %v times", logn, backend, a)
			}
			if a := testing.AllocsPerRun(3, func() {
				if err := Dynamic(b.logn, b.f, b.g, b.F, b.G, backend, &s, c, stream, base, z0, z1); err != nil {
					t.Error(err)
				}
			}); a != 0 {
				t.Errorf("logn %d, %v: Dynamic allocates %v times", logn, backend, a)
			}
		}
	}
	if got := TreeBytes(9); got != 48<<10 {
		t.Errorf("TreeBytes(9) = %d", got)
	}
	if got := TreeBytes(10); got != 104<<10 {
		t.Errorf("TreeBytes(10) = %d", got)
	}
}

// TestSharedTree samples from one tree in several goroutines and expects the results of one.
func TestSharedTree(t *testing.T) {
	v, b := testKey(t, 8)
	tree := expand(t, &b, fpr.Native)
	sample := func() (z [512]int32) {
		var s Scratch
		_, c, stream, base := v.attempt(t, 0)
		tree.Sample(&s, c, stream, base, z[:256], z[256:])
		return z
	}
	want := sample()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 5 {
				if sample() != want {
					t.Error("a concurrent sample differs")
				}
			}
		})
	}
	wait.Wait()
}
