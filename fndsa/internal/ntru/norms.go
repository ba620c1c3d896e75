package ntru

// normBound is the integer above (1.17^2)*q = 16822.4: |f|^2 + |g|^2 must be less.
const normBound = 16823

// orthogonalBound is 2^32*(0.999*1.17)^2*q, the bound on the squared norm of the second vector of the orthogonalised basis,
// lowered a little to be on the safe side of rounding.
const orthogonalBound = 72107278641426

// loadBound is the integer above 2^32*1.17^2*q = 72251709809334.3, the bound without that margin (Falcon v1.2, Algorithm 5
// NTRUGen). Keys of other implementations may lie between the two.
const loadBound = 72251709809335

// squaredNorm returns |f|^2 + |g|^2, at most 2*1024*128^2 = 2^25.
func squaredNorm(f, g []int8) (sum uint32) {
	for i, x := range f {
		sum += uint32(int32(x)*int32(x)) + uint32(int32(g[i])*int32(g[i]))
	}
	return sum
}

func isShort(f, g []int8) bool { return squaredNorm(f, g) < normBound }

// parity returns the sum of the coefficients modulo 2.
func parity(f []int8) (sum int8) {
	for _, x := range f {
		sum ^= x
	}
	return sum & 1
}

// ShortBasis reports whether f and g make a basis short enough to sign with: |f|^2 + |g|^2 < 16823, and the same for
// the other vector of the orthogonalised basis, (q f*/(f f* + g g*), q g*/(f f* + g g*)) (Falcon v1.2, Algorithm 5
// NTRUGen). It is false for slices that are not of n = 2^logn elements.
func ShortBasis(logn uint, f, g []int8) bool {
	if checkSizes(logn, f, g) != nil || !isShort(f, g) {
		return false
	}
	var s solver
	defer s.wipe()
	return s.isOrthogonalShort(f, g, loadBound)
}

// isOrthogonalShort is the second condition of ShortBasis; the first must hold. The norm is 2/n times the sum of
// q^2/(|f|^2 + |g|^2) over half the roots of X^n+1. |f|^2 is at most n*normBound < 2^25 at a root.
func (s *solver) isOrthogonalShort(f, g []int8, bound uint64) bool {
	defer s.release(s.mark())
	n := len(f)
	h := n / 2
	fv, gv := s.values(f), s.values(g)
	for i := range h {
		fv[i] = fv[i].mul(fv[i]) + fv[i+h].mul(fv[i+h]) + gv[i].mul(gv[i]) + gv[i+h].mul(gv[i+h])
	}
	var sum uint64
	for i := 0; i < h; i += 2 {
		// A term over q^2/8 exceeds the bound by itself, so smaller denominators may count as 8. Terms are then below 2^25,
		// and their sum with 28 bits after the point below 2^62.
		a, b := atLeast(fv[i], 8*one), atLeast(fv[i+1], 8*one)
		x, y := divide(q*q*one, a, q*q*one, b)
		sum += uint64(x>>4) + uint64(y>>4)
	}
	return sum < bound<<log2(n)>>5
}

// atLeast returns the larger of x and y, which may not differ by 2^31.
func atLeast(x, y fixed) fixed { return x + (y-x)&^((y-x)>>63) }
