package ntru

import (
	"errors"
	"fmt"
)

const (
	q       = 12289
	minLogn = 2
	maxLogn = 10
)

// Reasons for which a pair (f,g) is given up.
var (
	errNotCoprime = errors.New("ntru: resultants of f and g are not coprime")
	errReduction  = errors.New("ntru: reduction of F did not converge")
	errLimit      = errors.New("ntru: a coefficient of F or G exceeds 127")
)

// Solve writes to F and G the solution of fG - gF = q in Z[X]/(X^n+1), n = 2^logn, that Babai's rounding makes small
// (Falcon v1.2, Algorithm 6 NTRUSolve), or returns an error if there is none with coefficients within [-127,127] or the
// procedure, whose precision is limited, does not find it. All slices have n elements. f and g must have an odd sum of
// coefficients and satisfy |f|^2 + |g|^2 < 16823; it is an error otherwise.
func Solve(logn uint, f, g, F, G []int8) error {
	if err := checkSizes(logn, f, g, F, G); err != nil {
		return err
	}
	if !isShort(f, g) {
		return fmt.Errorf("ntru: norm of f and g: found %d, expected less than %d", squaredNorm(f, g), normBound)
	}
	if parity(f)&parity(g) == 0 {
		return errors.New("ntru: sum of the coefficients of f or g: found an even number, expected an odd one")
	}
	var s solver
	defer s.wipe()
	return s.solve(f, g, F, G)
}

func checkSizes(logn uint, polys ...[]int8) error {
	if logn < minLogn || logn > maxLogn {
		return fmt.Errorf("ntru: degree: found 2^%d, expected 2^%d to 2^%d", logn, minLogn, maxLogn)
	}
	for _, a := range polys {
		if len(a) != 1<<logn {
			return fmt.Errorf("ntru: length of a polynomial: found %d, expected %d", len(a), 1<<logn)
		}
	}
	return nil
}

// solve is Solve without checks of the arguments. F and G are cleared if it fails.
func (s *solver) solve(f, g, F, G []int8) error {
	defer s.release(s.mark())
	err := s.search(f, g, F, G)
	if err != nil {
		clear(F)
		clear(G)
	}
	return err
}

func (s *solver) search(f, g, F, G []int8) error {
	logn := log2(len(f))
	var fs, gs [maxLogn + 1]bigPoly
	if s.climb(&fs, f)|s.climb(&gs, g) != 0 {
		return errReduction
	}
	F1, err := s.descend(&fs, &gs, logn)
	if err != nil {
		return err
	}
	if !s.finish(F, G, f, g, F1) {
		return errLimit
	}
	if !VerifyEquation(uint(logn), f, g, F, G) {
		return errReduction
	}
	return nil
}

// descend solves the equation at the top of the tower and brings the solution down to depth 1.
func (s *solver) descend(fs, gs *[maxLogn + 1]bigPoly, logn int) ([]int64, error) {
	high, err := s.top(fs[logn], gs[logn], logn)
	if err != nil {
		return nil, err
	}
	for d := logn - 1; d > 1; d-- {
		F := s.rows(fs[d].n, floors[d].large)
		e, overflow := s.reflected(gs[d])
		if overflow|s.lift(F, high, e) != 0 || !s.reduce(d, fs[d], F) {
			return nil, errReduction
		}
		high = s.polyOf(F)
	}
	F1, ok := s.reduceFirst(high, fs[1], gs[1])
	if !ok {
		return nil, errReduction
	}
	return F1, nil
}

// top returns, of all F in Z with fG - gF = q for some G, the one in [0,q*f).
func (s *solver) top(f, g bigPoly, logn int) (bigPoly, error) {
	F := s.poly(1, floors[logn].small)
	inv := s.words.take(f.size)
	if !s.inverseModulo(inv, f.words, g.words) {
		return F, errNotCoprime
	}
	acc := s.longs.take(f.size + 2)
	addProduct(acc, inv, []int32{q})
	if normalise(F.words, acc) != 0 {
		return F, errReduction
	}
	return F, nil
}
