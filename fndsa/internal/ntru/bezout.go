package ntru

// inverseModulo writes -1/g modulo f, in [0,f), to dst and reports whether f and g are coprime; if not, dst is
// meaningless. f and g are odd, positive and have as many words as dst. It runs the division steps of Bernstein and
// Yang (Fast constant-time gcd computation and modular inversion, CHES 2019, section 8), 31 at a time, as many as their
// Theorem 11.2 asks for the length.
func (s *solver) inverseModulo(dst, f, g []int32) bool {
	n := len(f)
	mark := s.mark()
	defer s.release(mark)
	// Invariant: u*g = a and v*g = b modulo f.
	a, b := s.words.take(n), s.words.take(n)
	u, v := s.words.take(n+1), s.words.take(n+1)
	modulus := s.words.take(n + 1)
	copy(a, f)
	copy(b, g)
	copy(modulus, f)
	v[0] = 1
	inv := inverseOfWord(uint32(f[0]))
	delta := int64(1)
	for steps := (49*wordBits*n + 80) / 17; steps > 0; steps -= wordBits {
		var m matrix
		delta, m = divisionSteps(delta, int64(a[0]), int64(b[0]))
		m.apply(a, b)
		m.applyModulo(u, v, modulus, inv)
	}
	// Now b = 0 and a = +-gcd. If a = 1, then -u is wanted, if a = -1, then u.
	negative := a[n-1] >> 31
	negateIf(a, negative)
	negateIf(u, ^negative)
	rest := a[0] ^ 1
	for _, w := range a[1:] {
		rest |= w
	}
	reduceInto(dst, u, modulus)
	return rest == 0 // whether a candidate is dropped is no secret
}

// matrix maps a pair (a,b) to (aa*a+ab*b, ba*a+bb*b)/2^31. The magnitudes of each row add up to at most 2^31.
type matrix struct{ aa, ab, ba, bb int64 }

// divisionSteps returns the matrix of 31 steps and the new delta. A step looks only at delta and the lowest bits, so the
// lowest words of a and b suffice: after k steps their 31-k lowest bits are right.
func divisionSteps(delta, a, b int64) (int64, matrix) {
	m := matrix{aa: 1, bb: 1}
	for range wordBits {
		odd := -(b & 1)
		positive := ^((delta - 1) >> 63)
		swap := odd & positive
		b += ((a ^ positive) - positive) & odd
		m.ba += ((m.aa ^ positive) - positive) & odd
		m.bb += ((m.ab ^ positive) - positive) & odd
		// Where the new b is b-a, adding it to a gives the old b.
		a += b & swap
		m.aa += m.ba & swap
		m.ab += m.bb & swap
		delta = (delta ^ swap) - swap + 1
		b >>= 1
		m.aa <<= 1
		m.ab <<= 1
	}
	return delta, m
}

// apply replaces (a,b). The division by 2^31 is exact, and no magnitude grows, so the lengths suffice.
func (m *matrix) apply(a, b []int32) {
	var carryA, carryB int64
	b = b[:len(a)]
	for k, w := range a {
		x, y := int64(w), int64(b[k])
		carryA += m.aa*x + m.ab*y // magnitude at most 2^62 + 2^32
		carryB += m.ba*x + m.bb*y
		if k > 0 {
			a[k-1], b[k-1] = int32(carryA&wordMask), int32(carryB&wordMask)
		}
		carryA >>= wordBits
		carryB >>= wordBits
	}
	a[len(a)-1], b[len(a)-1] = int32(carryA), int32(carryB)
}

// applyModulo replaces (u,v) modulo f: a multiple of f in [-2^30*f,2^30*f) makes the division exact. It adds at most f/2 to
// the larger magnitude. inv is 1/f modulo 2^31.
func (m *matrix) applyModulo(u, v, f []int32, inv uint32) {
	x, y := int64(u[0]), int64(v[0])
	cu := int64(signedWord(-int32(uint32(m.aa*x+m.ab*y) * inv)))
	cv := int64(signedWord(-int32(uint32(m.ba*x+m.bb*y) * inv)))
	var carryU, carryV int64
	v, f = v[:len(u)], f[:len(u)]
	for k, w := range u {
		x, y, z := int64(w), int64(v[k]), int64(f[k])
		carryU += m.aa*x + m.ab*y + cu*z // magnitude at most 2^62 + 2^61 + 2^33
		carryV += m.ba*x + m.bb*y + cv*z
		if k > 0 {
			u[k-1], v[k-1] = int32(carryU&wordMask), int32(carryV&wordMask)
		}
		carryU >>= wordBits
		carryV >>= wordBits
	}
	u[len(u)-1], v[len(u)-1] = int32(carryU), int32(carryV)
}

// inverseOfWord returns 1/x modulo 2^32 for odd x: x is right to 3 bits, and each step doubles that.
func inverseOfWord(x uint32) uint32 {
	y := x
	for range 4 {
		y *= 2 - x*y
	}
	return y
}

// negateIf replaces x by -x where mask is -1 and leaves it where mask is 0.
func negateIf(x []int32, mask int32) {
	carry := int64(mask & 1)
	top := len(x) - 1
	for k, w := range x[:top] {
		carry += int64((w ^ mask) & wordMask)
		x[k] = int32(carry & wordMask)
		carry >>= wordBits
	}
	x[top] = int32(carry + int64(x[top]^mask))
}

// reduceInto writes u modulo f to dst, which is one word shorter than both. |u| is at most (1+B/2)*f after B batches of
// steps; B is under 600 for 207 words, hence u+512f is in [0,1024f).
func reduceInto(dst, u, f []int32) {
	addShifted(u, f, 9, 1, -1)
	for shift := 9; shift >= 0; shift-- {
		addShifted(u, f, shift, -1, -1)
		addShifted(u, f, shift, 1, u[len(u)-1]>>31)
	}
	copy(dst, u)
}

// addShifted adds sign*2^shift*f to u where mask is -1, for shift < 31.
func addShifted(u, f []int32, shift int, sign int64, mask int32) {
	factor := sign << shift & int64(mask)
	var carry int64
	top := len(u) - 1
	for k := range u[:top] {
		carry += int64(u[k]) + factor*int64(f[k])
		u[k] = int32(carry & wordMask)
		carry >>= wordBits
	}
	u[top] = int32(carry + int64(u[top]) + factor*int64(f[top]))
}
