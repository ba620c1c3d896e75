package ntru

import "math/bits"

// stepBits is by how many bits each round of the reduction is taken to shrink F/f. integerBits limits f's fixed-point image: its
// coefficients stay below 2^(integerBits-logn).
const (
	stepBits    = 8
	integerBits = 15
)

// reduce makes F, of floors[d].large words and of the size of f = f_d, fit floors[d].small words by subtracting multiples of f. It
// returns false if it cannot.
//
// This is Babai's rounding with f and F alone: while q is small beside them, F/f and G/g are nearly equal, so that G need not
// be known (Pornin, ePrint 2025/1239). Each round computes k = round(F/f/2^shift) from the top bits of F and f, subtracts
// 2^shift*k*f, and lowers shift by stepBits, down to 0.
//
// With 32 bits after the point, 1/f comes out too coarse for stepBits bits a round if f is very small at some root of X^n+1 (by a factor
// of about 2^-23 against its coefficients). F then outgrows its words and the candidate is dropped: a few in a hundred at n = 512,
// about four in ten at n = 1024. Which ones belongs to what a seed means. stepBits, integerBits and the sizes in floors are such that
// exactly those candidates are dropped that the known answers of FN-DSA skip.
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

// reciprocal returns the values of 2^scale/f', where f' is f/2^(31*base) scaled from the given length to a length of scale bits, the
// most that fits.
func (s *solver) reciprocal(f *rows, base, count, length int) []fixed {
	scale := integerBits - log2(f.n)
	scale += (length - scale) & ((length - scale) >> 63)
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

// subtract takes 2^shift*k*f from F. Sums of n products fit an int64 for |k| < 2^32/n; a larger k occurs only in candidates that are
// beyond rescue.
func (s *solver) subtract(F, f *rows, k []int32, shift int) {
	defer s.release(s.mark())
	n := f.n
	turned := s.words.take(2 * n)
	turn(turned, k)
	product := s.longs.take(n)
	carry, previous, borrow := s.longs.take(n), s.longs.take(n), s.longs.take(n)
	word, bit := shift/wordBits, shift%wordBits
	for r := 0; word+r < F.size; r++ {
		if r < f.size {
			convolve(product, f.row(r), turned)
		} else {
			clear(product)
		}
		row := F.row(word + r)
		last := word+r == F.size-1
		for i, x := range product {
			x += carry[i]
			digit := x & wordMask
			carry[i] = x >> wordBits
			shifted := (digit<<bit | previous[i]>>(wordBits-bit)) & wordMask
			previous[i] = digit
			t := int64(row[i]) - shifted + borrow[i]
			borrow[i] = t >> wordBits
			row[i] = int32(t & wordMask)
			if last {
				row[i] = signedWord(row[i])
			}
		}
	}
}

// turn lays k out so that coefficient i of k*f is the sum of f[j]*turned[n-1-i+j] over j.
func turn(turned, k []int32) {
	n := len(k)
	for i, x := range k {
		turned[n-1-i] = x
		turned[2*n-1-i] = -x // for i = 0 this is never read
	}
}

// convolve writes the coefficients of k*f to dst, for turned as turn makes it of k.
func convolve(dst []int64, f, turned []int32) {
	n := len(f)
	if n == 2 {
		a, b := int64(f[0]), int64(f[1])
		dst[0] = a*int64(turned[1]) + b*int64(turned[2])
		dst[1] = a*int64(turned[0]) + b*int64(turned[1])
		return
	}
	for i := 0; i < n; i += 4 {
		// Four neighbouring sums read the same entries of turned, each one later than the other.
		t := turned[n-4-i : 2*n-1-i]
		z, y, x := int64(t[0]), int64(t[1]), int64(t[2])
		t = t[3:]
		t = t[:len(f)]
		var a, b, c, d int64
		for j, v := range f {
			w, u := int64(t[j]), int64(v)
			a += u * w
			b += u * x
			c += u * y
			d += u * z
			z, y, x = y, x, w
		}
		dst[i], dst[i+1], dst[i+2], dst[i+3] = a, b, c, d
	}
}
