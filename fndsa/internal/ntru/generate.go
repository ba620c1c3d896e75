package ntru

import (
	"errors"
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// SeedSize is the number of bytes of a seed.
const SeedSize = 32

// Generate fills f, g, F and G, of n = 2^logn elements each, with the basis that the seed stands for: f and g short and
// with odd sums, f invertible modulo q, fG - gF = q in Z[X]/(X^n+1), all coefficients within [-127,127]. (Falcon v1.2,
// Algorithm 5 NTRUGen, in the variant of FN-DSA, which uses integers only.) It fails only for arguments of wrong sizes.
func Generate(logn uint, seed []byte, f, g, F, G []int8) error {
	var (
		random stream
		s      solver
	)
	return s.generate(logn, seed, &random, f, g, F, G, func(error) {})
}

// Reasons for which a candidate is given up before its equation is tried; for the others see Solve.
var (
	errNotInvertible = fmt.Errorf("ntru: f is not invertible modulo %d", q)
	errNorm          = fmt.Errorf("ntru: norm of f and g is not below %d", normBound)
	errOrthogonal    = errors.New("ntru: orthogonalised norm of f and g is too large")
)

// generate is Generate in given working memory, which it clears, and with a function that is told the reason for each
// restart.
func (s *solver) generate(logn uint, seed []byte, random *stream, f, g, F, G []int8, restart func(error)) error {
	if err := checkSizes(logn, f, g, F, G); err != nil {
		return err
	}
	if len(seed) != SeedSize {
		return fmt.Errorf("ntru: seed: found %d bytes, expected %d", len(seed), SeedSize)
	}
	defer ct.WipeValue(random)
	defer s.wipe()
	random.init(seed)
	for {
		// Which candidates fail, and at which step, is no secret: they are independent of the one that succeeds.
		err := s.candidate(random, f, g, F, G)
		if err == nil {
			return nil
		}
		restart(err)
	}
}

// candidate draws f and g and tries to complete them to a basis.
func (s *solver) candidate(random *stream, f, g, F, G []int8) error {
	draw(f, random)
	if !isInvertible(f) {
		return errNotInvertible
	}
	draw(g, random)
	if !isShort(f, g) {
		return errNorm
	}
	if !s.isOrthogonalShort(f, g, orthogonalBound) {
		return errOrthogonal
	}
	return s.solve(f, g, F, G)
}

// isInvertible reports whether f has no root in common with X^n+1 modulo q.
func isInvertible(f []int8) bool {
	var buffer [zq.MaxDegree]uint16
	defer ct.Wipe(buffer[:])
	a := buffer[:len(f)]
	zq.FromSigned8(a, f)
	zq.ToNTT(a, a)
	nonZero := uint32(1)
	for _, x := range a {
		nonZero &= ct.NonZero32(uint32(x))
	}
	return nonZero == 1
}
