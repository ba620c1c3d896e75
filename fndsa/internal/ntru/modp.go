package ntru

// Arithmetic modulo the prime p, the largest below 2^31 that is 1 modulo 2048, so that X^n+1 splits completely for n up
// to 1024. Integers below p/2 in magnitude are recovered exactly from their residues. Residues are plain integers in
// [0,p); the roots of unity are in Montgomery form (times 2^32), which the product montgomery takes off again.

const (
	p       = 2147473409
	pNegInv = 2042615807 // -1/p modulo 2^32
	pR2     = 419348484  // 2^64 modulo p
	pRoot   = 383167813  // 3^((p-1)/2048), of order 2048
)

// addP returns x+y. The difference below is in [-p,p).
func addP(x, y uint32) uint32 {
	s := x + y - p
	return s + p&-(s>>31)
}

// subP returns x-y.
func subP(x, y uint32) uint32 {
	d := x - y
	return d + p&-(d>>31)
}

// montgomery returns x*y/2^32 for x*y < 2^32*p. The sum below is under 2^33*p < 2^64, so one subtraction reduces.
func montgomery(x, y uint32) uint32 {
	t := uint64(x) * uint64(y)
	m := uint32(t) * pNegInv
	r := uint32((t+uint64(m)*p)>>32) - p
	return r + p&-(r>>31)
}

// mulP returns x*y.
func mulP(x, y uint32) uint32 { return montgomery(montgomery(x, pR2), y) }

// toP returns the residue of x, for |x| < p.
func toP(x int32) uint32 { return uint32(x) + p&uint32(x>>31) }

// fromP returns the integer in (-p/2,p/2) with the residue x.
func fromP(x uint32) int32 {
	above := (p/2 - x) >> 31 // 1 when x > p/2
	return int32(x - p&-above)
}

// invertP returns 1/x, or 0 for 0, as x^(p-2). The exponent is public.
func invertP(x uint32) uint32 {
	r, square := uint32(1), montgomery(x, pR2)
	for e := uint32(p - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			r = montgomery(r, square)
		}
		square = montgomery(square, square)
	}
	return r
}

// nttRoots[k] is pRoot^e(k) and nttInverse[k] its inverse, in Montgomery form, for the exponents e(1) = 512, e(2k) =
// e(k)/2, e(2k+1) = e(k)/2 + 512: the splitting of circle, from X^n+1 down.
var nttRoots, nttInverse = makeNTTRoots()

func makeNTTRoots() (roots, inverse [1024]uint32) {
	var powers [2048]uint32
	powers[0] = montgomery(1, pR2)
	step := montgomery(pRoot, pR2)
	for i := 1; i < len(powers); i++ {
		powers[i] = montgomery(powers[i-1], step)
	}
	exponent := [1024]int{1: 512}
	for k := 1; k < 1024; k++ {
		if k > 1 {
			exponent[k] = exponent[k/2]/2 + 512*(k&1)
		}
		roots[k] = powers[exponent[k]]
		inverse[k] = powers[(2048-exponent[k])%2048]
	}
	return roots, inverse
}

// ntt replaces coefficients by values, in the order of forward: entries 2i and 2i+1 belong to roots that differ in sign.
func ntt(a []uint32) {
	for m, t := 1, len(a)/2; t > 0; m, t = 2*m, t/2 {
		for j := range m {
			w := nttRoots[m+j]
			lo, hi := a[2*t*j:2*t*j+t], a[2*t*j+t:2*t*j+2*t]
			hi = hi[:len(lo)]
			for i, x := range lo {
				y := montgomery(hi[i], w)
				lo[i], hi[i] = addP(x, y), subP(x, y)
			}
		}
	}
}

// inverseNTT is the inverse of ntt.
func inverseNTT(a []uint32) {
	scale := uint32(1)
	for m, t := len(a)/2, 1; m > 0; m, t = m/2, 2*t {
		scale = (scale + p&-(scale&1)) >> 1 // scale/2; scale + p < 2^32
		for j := range m {
			w := nttInverse[m+j]
			lo, hi := a[2*t*j:2*t*j+t], a[2*t*j+t:2*t*j+2*t]
			hi = hi[:len(lo)]
			for i, x := range lo {
				y := hi[i]
				lo[i], hi[i] = addP(x, y), montgomery(subP(x, y), w)
			}
		}
	}
	scale = montgomery(scale, pR2)
	for i, x := range a {
		a[i] = montgomery(x, scale)
	}
}
