package ntru

// The tower of rings. f_0 = f, and f_(d+1), of half the degree, is the relative norm of f_d: f_(d+1)(x^2) = f_d(x)
// f_d(-x). A solution F_(d+1), G_(d+1) one floor up gives F_d = F_(d+1)(x^2) g_d(-x), and G_d likewise, which the
// reduction then makes small. (Falcon v1.2, section 3.8.2 and Algorithm 6 NTRUSolve.)

// floor holds the sizes, in 31-bit words, of the integers at one depth of the tower. They are about the mean plus some
// deviations of what the polynomials of a Falcon basis need, whatever the degree at the top; a candidate that needs more is
// dropped, so they are part of what a seed means.
type floor struct {
	stored int // f_d as this package keeps it
	small  int // f_d, and F_d once reduced
	large  int // F_d before its reduction
	window int // top part of f_d that the reduction looks at
}

var floors = [...]floor{
	{}, {}, // depths 0 and 1 have fixed sizes
	{1, 2, 3, 2},
	{2, 3, 6, 2},
	{4, 4, 11, 2},
	{8, 8, 21, 3},
	{14, 14, 40, 3},
	{27, 27, 78, 4},
	{53, 53, 155, 5},
	{104, 104, 308, 7},
	{207, 207, 0, 0},
}

// reflected is a(-x) followed by -a(-x), so that coefficient k of x^s a(-x) modulo x^n+1 is entry (k-s) mod 2n.
func (s *solver) reflected(a bigPoly) (bigPoly, uint32) {
	e := s.poly(2*a.n, a.size)
	var overflow uint32
	for k := range a.n {
		same, other := e.at(k), e.at(a.n+k)
		if k&1 == 1 {
			same, other = other, same
		}
		copy(same, a.at(k))
		overflow |= negate(other, a.at(k))
	}
	return e, overflow
}

// norm writes the relative norm of a to dst, of half the degree. Coefficient i is the sum of (-1)^k a[j] a[k] over all
// j + k = 2i, less that over j + k = 2i + n. It is symmetric in j and k, so products of different coefficients are
// computed once, and doubled.
func (s *solver) norm(dst, a bigPoly) (overflow uint32) {
	defer s.release(s.mark())
	e, overflow := s.reflected(a)
	acc := s.longs.take(2*a.size + 1)
	for i := range dst.n {
		for j := range a.n {
			if k := (2*i - j) & (a.n - 1); j < k {
				addProduct(acc, a.at(j), e.at((2*i-j)&(e.n-1)))
			}
		}
		for k := range acc {
			acc[k] *= 2
		}
		addProduct(acc, a.at(i), e.at(i))
		addProduct(acc, a.at(i+dst.n), e.at((i-dst.n)&(e.n-1)))
		overflow |= normalise(dst.at(i), acc)
	}
	return overflow
}

// lift writes a(x^2) b(-x) to the rows of dst, where e is reflected(b) and dst and b have twice the degree of a.
func (s *solver) lift(dst *rows, a, e bigPoly) (overflow uint32) {
	acc := s.longs.take(a.size + e.size + 1)
	coefficient := s.words.take(dst.size)
	for i := range dst.n {
		for j := range a.n {
			addProduct(acc, a.at(j), e.at((i-2*j)&(e.n-1)))
		}
		overflow |= normalise(coefficient, acc)
		dst.set(i, coefficient)
	}
	return overflow
}

// climb fills fs[d] with the d-fold norm of f, for d from 1 to logn, at the sizes floors[d].stored.
func (s *solver) climb(fs *[maxLogn + 1]bigPoly, f []int8) (overflow uint32) {
	// The first two norms are products of neighbouring values modulo p. Their coefficients, of about 13 and 25 bits, are far
	// below p/2; a polynomial for which they were not would fail the exact check of the result.
	v := s.residues(f)
	ntt(v)
	for d := 1; d <= 2; d++ {
		for i := range len(v) / 2 {
			v[i] = mulP(v[2*i], v[2*i+1])
		}
		v = v[:len(v)/2]
		fs[d] = s.poly(len(v), 1)
		plain := s.resid.take(len(v))
		copy(plain, v)
		inverseNTT(plain)
		for i, x := range plain {
			fs[d].words[i] = fromP(x)
		}
	}
	for d := 3; d <= log2(len(f)); d++ {
		fs[d] = s.poly(fs[d-1].n/2, floors[d].stored)
		overflow |= s.norm(fs[d], fs[d-1])
	}
	return overflow
}
