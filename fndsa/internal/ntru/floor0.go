package ntru

// limit bounds the coefficients of F and G (FN-DSA keys store F in 8 bits and have no use for -128).
const limit = 127

// finish computes F and G from f, g and F_1, or returns false if a coefficient exceeds limit or f has no inverse modulo
// p. Here q is no longer small beside f, and the rounding is Babai's with both rows: k = round((F f* + G g*)/(f f* + g
// g*)). It is exact up to 2^-20, so that the result does not depend on how the floors above did their work.
func (s *solver) finish(F, G, f, g []int8, F1 []int64) bool {
	n := len(f)
	fp, gp := s.residues(f), s.residues(g)
	Fp, Gp, high := s.resid.take(n), s.resid.take(n), s.resid.take(n/2)
	for i, x := range F1 {
		high[i] = toP(int32(x))
	}
	ntt(fp)
	ntt(gp)
	ntt(high)
	for i, x := range high { // g(-x) exchanges neighbouring values
		x = montgomery(x, pR2)
		Fp[2*i], Fp[2*i+1] = montgomery(x, gp[2*i+1]), montgomery(x, gp[2*i])
	}
	// From here on f and g are in Montgomery form.
	for i := range fp {
		fp[i], gp[i] = montgomery(fp[i], pR2), montgomery(gp[i], pR2)
	}
	if !s.divideP(Gp, fp, func(i int) uint32 { return addP(q, montgomery(gp[i], Fp[i])) }) {
		return false
	}

	h := n / 2
	fv, gv, norm := s.values(f), s.values(g), s.reals.take(h)
	for i := range h {
		norm[i] = fv[i].mul(fv[i]) + fv[i+h].mul(fv[i+h]) + gv[i].mul(gv[i]) + gv[i+h].mul(gv[i+h])
	}
	x, y := s.reals.take(n), s.reals.take(n)
	k, residue := s.resid.take(n), s.resid.take(n)
	// F and G start below 2^24. In the first round they are scaled down so that products with f and g stay below 2^31.
	for _, scale := range []uint{8, 0} {
		s.fixedOf(x, Fp, residue, scale)
		s.fixedOf(y, Gp, residue, scale)
		for i := range h {
			a := complexFixed{x[i], x[i+h]}.times(complexFixed{fv[i], -fv[i+h]})
			b := complexFixed{y[i], y[i+h]}.times(complexFixed{gv[i], -gv[i+h]})
			x[i], x[i+h] = divide(a.re+b.re, norm[i], a.im+b.im, norm[i])
		}
		inverse(x)
		for i, v := range x {
			k[i] = toP(int32((v + 1<<(31-scale)) >> (32 - scale)))
		}
		ntt(k)
		for i, v := range k {
			Fp[i] = subP(Fp[i], montgomery(v, fp[i]))
			Gp[i] = subP(Gp[i], montgomery(v, gp[i]))
		}
	}
	return store(F, Fp)&store(G, Gp) == 1
}

// store writes the polynomial with values a modulo p to dst, and returns 1 if its coefficients are within limit.
func store(dst []int8, a []uint32) (ok uint32) {
	inverseNTT(a)
	var beyond int32
	for i, v := range a {
		x := fromP(v)
		beyond |= (limit - x) | (limit + x)
		dst[i] = int8(x)
	}
	return 1 ^ uint32(beyond)>>31
}

// fixedOf writes to dst the values of the polynomial that has the values a modulo p, divided by 2^scale.
func (s *solver) fixedOf(dst []fixed, a, residue []uint32, scale uint) {
	copy(residue, a)
	inverseNTT(residue)
	for i, v := range residue {
		dst[i] = fixed(fromP(v)) << (32 - scale)
	}
	forward(dst)
}

// values returns the values of a small polynomial.
func (s *solver) values(a []int8) []fixed {
	v := s.reals.take(len(a))
	for i, x := range a {
		v[i] = fixed(x) << 32
	}
	forward(v)
	return v
}

// divideP writes numerator(i)*2^32/d[i] to dst, or returns false if some d[i] is 0. One inversion serves for all:
// dst[i] first takes the product of d[0..i-1].
func (s *solver) divideP(dst, d []uint32, numerator func(int) uint32) bool {
	product := uint32(1)
	for i, x := range d {
		dst[i] = product
		product = mulP(product, x)
	}
	inv := invertP(product)
	for i := len(d) - 1; i >= 0; i-- {
		quotient := mulP(mulP(dst[i], inv), numerator(i))
		dst[i] = montgomery(quotient, pR2)
		inv = mulP(inv, d[i])
	}
	return product != 0
}
