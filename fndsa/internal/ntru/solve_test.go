package ntru

import (
	"errors"
	"strings"
	"testing"
)

func isZero[T int8 | int32 | int64 | uint32 | fixed](a []T) bool {
	for _, x := range a {
		if x != 0 {
			return false
		}
	}
	return true
}

// used counts the blocks of working memory, and those that are not cleared.
func (s *solver) used() (blocks, dirty int) {
	count := func(zero bool) {
		blocks++
		if !zero {
			dirty++
		}
	}
	for _, b := range s.words.blocks {
		count(isZero(b))
	}
	for _, b := range s.longs.blocks {
		count(isZero(b))
	}
	for _, b := range s.resid.blocks {
		count(isZero(b))
	}
	for _, b := range s.reals.blocks {
		count(isZero(b))
	}
	return blocks, dirty
}

func TestWiping(t *testing.T) {
	for _, logn := range []uint{3, 6, 9} {
		b := newBasis(logn)
		var (
			s      solver
			random stream
			dirty  int
		)
		for seed := 0; dirty == 0; seed++ {
			// The working memory must be dirty at some restart for the test to mean something.
			err := s.generate(logn, seedOf(5, seed), &random, b.f, b.g, b.F, b.G, func(error) { _, dirty = s.used() })
			if err != nil {
				t.Fatal(err)
			}
		}
		if blocks, dirty := s.used(); blocks < 4 || dirty != 0 {
			t.Errorf("degree %d: %d of %d blocks hold values afterwards", 1<<logn, dirty, blocks)
		}
		if random != (stream{}) {
			t.Errorf("degree %d: random stream is not cleared", 1<<logn)
		}
		if err := s.solve(b.f, b.g, b.F, b.G); err != nil {
			t.Fatal(err)
		}
		if _, dirty := s.used(); dirty == 0 {
			t.Error("solve leaves nothing to wipe: the test looks in the wrong place")
		}
	}
}

// TestSolveFailures gives Solve pairs without a solution.
func TestSolveFailures(t *testing.T) {
	f, g := []int8{5, 1, -3, 4, 0, 2, 1, 1}, []int8{5, 1, -3, 4, 0, 2, 1, 1}
	F, G := []int8{1, 1, 1, 1, 1, 1, 1, 1}, []int8{1, 1, 1, 1, 1, 1, 1, 1}
	if err := Solve(3, f, g, F, G); !errors.Is(err, errNotCoprime) {
		t.Errorf("f = g: got error %v, expected %v", err, errNotCoprime)
	}
	if !isZero(F) || !isZero(G) {
		t.Error("F and G are not cleared on failure")
	}
	// f = 1 makes F = 0, G = q: far beyond the limit.
	f = []int8{1, 0, 0, 0, 0, 0, 0, 0}
	if err := Solve(3, f, g, F, G); !errors.Is(err, errLimit) {
		t.Errorf("f = 1: got error %v, expected %v", err, errLimit)
	}
	if !isZero(F) || !isZero(G) {
		t.Error("F and G are not cleared on failure")
	}
}

func TestArguments(t *testing.T) {
	n8 := func() []int8 { return make([]int8, 8) }
	odd := func(x int8) []int8 { a := n8(); a[0] = x; return a }
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"degree 2", Solve(1, n8(), n8(), n8(), n8()), "degree"},
		{"degree 2048", Generate(11, make([]byte, 32), n8(), n8(), n8(), n8()), "degree"},
		{"short F", Solve(3, odd(1), odd(1), make([]int8, 7), n8()), "length of a polynomial: found 7, expected 8"},
		{"nil G", Generate(3, make([]byte, 32), n8(), n8(), n8(), nil), "length of a polynomial: found 0, expected 8"},
		{"short seed", Generate(3, make([]byte, 31), n8(), n8(), n8(), n8()), "seed: found 31 bytes, expected 32"},
		{"long f", Solve(3, odd(127), odd(27), n8(), n8()), "norm of f and g: found 16858"},
		{"even g", Solve(3, odd(1), odd(2), n8(), n8()), "even"},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), "ntru: ") || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: got error %v, expected one with %q", c.name, c.err, c.want)
		}
	}
	if VerifyEquation(3, n8(), n8(), n8(), n8()[:7]) || RecoverG(3, n8(), nil, n8(), n8()) || ShortBasis(2, n8(), n8()) {
		t.Error("slices of a wrong length are accepted")
	}
}

// TestProofs changes one coefficient of a good basis at a time.
func TestProofs(t *testing.T) {
	for logn := uint(2); logn <= 10; logn++ {
		b := newBasis(logn)
		if err := Generate(logn, seedOf(6, int(logn)), b.f, b.g, b.F, b.G); err != nil {
			t.Fatal(err)
		}
		for k, a := range [][]int8{b.f, b.g, b.F, b.G} {
			for _, i := range []int{0, len(a) / 2, len(a) - 1} {
				a[i]++
				if VerifyEquation(logn, b.f, b.g, b.F, b.G) {
					t.Errorf("degree %d: polynomial %d, coefficient %d: a change goes unnoticed", 1<<logn, k, i)
				}
				a[i]--
			}
		}
		// A wrong F gives a G that is not small, but for degrees so small that this happens by chance.
		G := make([]int8, len(b.G))
		b.F[1]++
		if logn > 3 && RecoverG(logn, b.f, b.g, b.F, G) {
			t.Errorf("degree %d: G is found for a wrong F", 1<<logn)
		}
		b.F[1]--
		if zero := make([]int8, len(b.f)); RecoverG(logn, zero, b.g, b.F, G) || !isZero(G) {
			t.Errorf("degree %d: G is found for f = 0", 1<<logn)
		}
	}
}

// TestShortBasis checks both conditions, on the edges of the first.
func TestShortBasis(t *testing.T) {
	f, g := []int8{127, 25, 8, 2}, make([]int8, 4) // 16129 + 625 + 64 + 4 = 16822
	if squaredNorm(f, g) != 16822 {
		t.Fatalf("norm of the example: %d", squaredNorm(f, g))
	}
	if !ShortBasis(2, f, g) {
		t.Error("norm 16822 is refused")
	}
	g[0] = 1
	if ShortBasis(2, f, g) {
		t.Error("norm 16823 is accepted")
	}
	// A short f makes the other vector long; f = g = 0 has no other vector.
	if ShortBasis(2, []int8{1, 0, 0, 0}, []int8{0, 1, 0, 0}) || ShortBasis(2, make([]int8, 4), make([]int8, 4)) {
		t.Error("too short a basis is accepted")
	}
}
