package ntru

import "math/bits"

// stepBits is by how many bits each round of the reduction is taken to shrink F/f. integerBits limits f's fixed-point
// image: its coefficients stay below 2^(integerBits-logn).
const (
	stepBits    = 8
	integerBits = 15
)

// reduce makes F, of floors[d].large words and of the size of f = f_d, fit floors[d].small words by subtracting
// multiples of f. It returns false if it cannot.
//
// This is Babai's rounding with f and F alone: while q is small beside them, F/f and G/g are nearly equal, so that G
// need not be known (Pornin, ePrint 2025/1239). Each round computes k = round(F/f/2^shift) from the top bits of F and
// f, subtracts 2^shift*k*f, and lowers shift by stepBits, down to 0.
//
// With 32 bits after the point, 1/f comes out too coarse for stepBits bits a round if f is very small at some root of
// X^n+1 (by a factor of about 2^-23 against its coefficients). F then outgrows its words and the candidate is dropped:
// about one in ten at n = 512, four or five in ten at n = 1024. Which ones belongs to what a seed means. stepBits, integerBits and the sizes in
// floors are such that exactly those candidates are dropped that the known answers of FN-DSA skip; see the package
// comment.
func (s *solver) reduce(d int, f bigPoly, F *rows) bool {
	defer s.release(s.mark())
	size := floors[d]
	base := size.small - size.window
	rf := s.rowsOf(f)
	length := rf.bitLength(base)
	inv := s.reciprocal(rf, base, size.window+3, length)

	k := s.words.take(f.n)
	x := s.reals.take(f.n)
	F.extend()
	for shift := wordBits * (size.large - base); ; shift = max(shift-stepBits, 0) {
		for n := F.size - 1; n > size.small && wordBits*(n-size.small) > shift+30; n-- {
			if F.fits() != 0 {
				return false
			}
			F.shorten()
		}
		F.toFixed(x, base+shift/wordBits, size.window+3, length+shift%wordBits)
		forward(x)
		multiply(x, inv)
		inverse(x)
		for i, v := range x {
			k[i] = v.round()
		}
		s.subtract(F, rf, k, shift)
		if F.fits() != 0 {
			return false
		}
		if shift == 0 {
			F.shorten()
			return true
		}
	}
}

// reciprocal returns the values of 2^scale/f', where f' is f/2^(31*base) scaled from the given length to a length of
// scale bits, the most that fits.
func (s *solver) reciprocal(f *rows, base, count, length int) []fixed {
	scale := integerBits - log2(f.n)
	scale += (length - scale) & ((length - scale) >> (bits.UintSize - 1))
	v := s.reals.take(f.n)
	f.toFixed(v, base, count, length-scale)
	forward(v)
	h := f.n / 2
	for i := range h {
		re, im := v[i], v[i+h]
		norm := re.mul(re) + im.mul(im)
		v[i], v[i+h] = divide(re<<uint(scale), norm, -im<<uint(scale), norm)
	}
	return v
}

func log2(n int) int { return bits.Len(uint(n)) - 1 }

// subtract takes 2^shift*k*f from F, four coefficients at a time, or both where there are two. Sums of n products fit
// an int64 for |k| < 2^32/n; a larger k occurs only in candidates that are beyond rescue.
func (s *solver) subtract(F, f *rows, k []int32, shift int) {
	defer s.release(s.mark())
	n := f.n
	turned := s.words.take(2 * n)
	turn(turned, k)
	word, bit := shift/wordBits, uint(shift%wordBits)
	width := min(n, 4)
	for i := 0; i < n; i += width {
		t := turned[n-width-i : 2*n-1-i]
		var l0, l1, l2, l3 lane
		at := word*n + i
		for r := range F.size - word {
			var p0, p1, p2, p3 int64
			if r < f.size {
				p0, p1, p2, p3 = dot(f.words[r*n:(r+1)*n], t)
			}
			to := F.words[at : at+width]
			at += n
			l0, to[0] = l0.step(p0, to[0], bit)
			l1, to[1] = l1.step(p1, to[1], bit)
			if len(to) == 4 {
				l2, to[2] = l2.step(p2, to[2], bit)
				l3, to[3] = l3.step(p3, to[3], bit)
			}
		}
	}
	top := F.row(F.size - 1)
	for i, w := range top {
		top[i] = signedWord(w)
	}
}

// lane carries one coefficient of the product, and of the difference, from word to word.
type lane struct {
	carry    int64 // of the product
	previous int64 // word of the product, whose upper bits go into this word when shifted
	borrow   int64 // of the difference
}

// step subtracts a word of the product, shifted by bit places, from the word w.
func (l lane) step(product int64, w int32, bit uint) (lane, int32) {
	x := l.carry + product
	digit := x & wordMask
	y := l.borrow + int64(w) - (digit<<(bit&31)|l.previous>>((wordBits-bit)&31))&wordMask
	return lane{x >> wordBits, digit, y >> wordBits}, int32(y & wordMask)
}

// turn lays k, of n elements, out so that coefficient i of f*k is the sum of f[j]*turned[n-1-i+j] over j, for any f.
func turn(turned, k []int32) {
	n := len(k)
	for i, x := range k {
		turned[n-1-i] = x
		turned[2*n-1-i] = -x // for i = 0 this is never read
	}
}

// dot returns four neighbouring coefficients of a product, or two if f has but two: the last is the sum of f[j]*t[j]
// over j, the one before that of f[j]*t[j+1], and so on.
func dot(f, t []int32) (a, b, c, d int64) {
	z, y, x := int64(t[0]), int64(t[1]), int64(t[2])
	if len(f) == 2 {
		u, v := int64(f[0]), int64(f[1])
		return u*y + v*x, u*z + v*y, 0, 0
	}
	t = t[3:]
	for len(f) >= 4 && len(t) >= 4 {
		w, u := int64(t[0]), int64(f[0])
		a, b, c, d = a+u*w, b+u*x, c+u*y, d+u*z
		z, u = int64(t[1]), int64(f[1])
		a, b, c, d = a+u*z, b+u*w, c+u*x, d+u*y
		y, u = int64(t[2]), int64(f[2])
		a, b, c, d = a+u*y, b+u*z, c+u*w, d+u*x
		x, u = int64(t[3]), int64(f[3])
		a, b, c, d = a+u*x, b+u*y, c+u*z, d+u*w
		f, t = f[4:], t[4:]
	}
	return a, b, c, d
}
