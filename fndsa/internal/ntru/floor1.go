package ntru

// coarseBits splits the quotient at depth 1 between two rounds.
const coarseBits = 13

// reduceFirst returns F_1, reduced by f = f_1, for a given F_2; integers are small enough for an int64 here. It returns
// false if F_2 is over 40 bits, or if a coefficient of round(F_1/f_1) does not fit an int32. This second limit, too,
// belongs to what a seed means: n > 4 stays far below it, while for n = 4, where F_2 comes unreduced from the gcd, it
// drops most candidates.
func (s *solver) reduceFirst(F2, f, g bigPoly) ([]int64, bool) {
	n := f.n
	high := s.longs.take(F2.n)
	var overflow int64
	for i := range F2.n {
		c := F2.at(i)
		high[i] = int64(c[0]) + int64(c[1])<<wordBits
		overflow |= (high[i] ^ high[i]>>63) >> 40
	}
	// F_1 = F_2(x^2) g(-x): its even coefficients are F_2 times the even ones of g(-x), taken as polynomials of half the
	// degree, and so the odd ones. A coefficient has at most 256 terms below 2^40*16823, since |g_1| is at most |g|^2; the
	// sum is below 2^63.
	F := s.longs.take(n)
	part, turned := s.words.take(n/2), s.words.take(2*n)
	for odd := range 2 {
		for j := range part {
			part[j] = g.words[2*j+odd] * int32(1-2*odd)
		}
		turn(turned[:n], part)
		for i := range part {
			var sum int64
			for j, x := range turned[n/2-1-i : n-1-i] {
				sum += int64(x) * high[j]
			}
			F[2*i+odd] = sum
		}
	}

	rf := s.rowsOf(f)
	length := rf.bitLength(0) // at most 15
	inv := s.reciprocal(rf, 0, 3, length)
	x, k := s.reals.take(n), s.words.take(n)
	quotient := s.longs.take(n)
	for _, shift := range []int{coarseBits, 0} {
		for i, c := range F {
			x[i] = fixed(c << uint(32-shift-length))
		}
		forward(x)
		multiply(x, inv)
		inverse(x)
		for i, v := range x {
			k[i] = v.round()
			quotient[i] += int64(k[i]) << shift
		}
		turn(turned, k)
		width := min(n, 4)
		for i := 0; i < n; i += width {
			a, b, c, d := dot(f.words, turned[n-width-i:2*n-1-i])
			F[i] -= a << shift
			F[i+1] -= b << shift
			if width == 4 {
				F[i+2] -= c << shift
				F[i+3] -= d << shift
			}
		}
	}
	for _, v := range quotient {
		overflow |= (v ^ v>>63) >> 31
	}
	return F, overflow == 0
}
