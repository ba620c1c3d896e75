package ntru

import "github.com/saker-pq/saker/fndsa/internal/ct"

// rows is a polynomial of n coefficients with large integers like bigPoly, but word by word: row k holds word k of all
// coefficients. This is the better order for multiplying by a polynomial of small coefficients.
type rows struct {
	n, size int
	words   []int32
}

func (a *rows) row(k int) []int32 { return a.words[k*a.n : (k+1)*a.n : (k+1)*a.n] }

// set stores coefficient i.
func (a *rows) set(i int, coefficient []int32) {
	for k, w := range coefficient {
		a.words[k*a.n+i] = w
	}
}

// rows leaves room for one more row on top.
func (s *solver) rows(n, size int) *rows { return &rows{n, size, s.words.take(n * (size + 1))} }

// rowsOf copies a word by word.
func (s *solver) rowsOf(a bigPoly) *rows {
	r := s.rows(a.n, a.size)
	for i := range a.n {
		r.set(i, a.at(i))
	}
	return r
}

// polyOf is the reverse of rowsOf.
func (s *solver) polyOf(a *rows) bigPoly {
	r := s.poly(a.n, a.size)
	for k := range a.size {
		for i, w := range a.row(k) {
			r.words[i*a.size+k] = w
		}
	}
	return r
}

// fits returns 0 if all coefficients fit in the rows below the top one.
func (a *rows) fits() (overflow uint32) {
	top, below := a.row(a.size-1), a.row(a.size-2)
	for i, w := range top {
		overflow |= uint32(w ^ signedWord(below[i])>>31)
	}
	return overflow
}

// shorten drops the top row; fits must have returned 0.
func (a *rows) shorten() {
	a.size--
	top := a.row(a.size - 1)
	for i, w := range top {
		top[i] = signedWord(w)
	}
}

// extend adds a row on top, for which there must be room.
func (a *rows) extend() {
	a.size++
	top, below := a.row(a.size-1), a.row(a.size-2)
	for i, w := range below {
		top[i] = w >> 31
		below[i] = w & wordMask
	}
}

// bitLength returns the bit length, without the sign, of the largest coefficient divided by 2^(31*from).
func (a *rows) bitLength(from int) int {
	length := 0
	sign := a.row(a.size - 1)
	for k := from; k < a.size; k++ {
		var bits uint32
		for i, w := range a.row(k) {
			bits |= uint32(w ^ sign[i]>>31)
		}
		bits &= wordMask
		for b := range wordBits {
			set := -int(ct.NonZero32(bits >> b))
			length += (wordBits*(k-from) + b + 1 - length) & set
		}
	}
	return length
}

// toFixed writes the coefficients divided by 2^(31*from+scale), as seen in the count words from `from` up, to dst;
// words above the top are signs. 31*count is at least scale+32, so that the last word read ends above the top of dst.
// The shift distances may depend on a secret (scale): in Go shifts of 64 and more give 0, in the same time as others.
func (a *rows) toFixed(dst []fixed, from, count, scale int) {
	clear(dst)
	sign := a.row(a.size - 1)
	dst = dst[:len(sign)]
	for k := range count {
		left := wordBits*k + 32 - scale
		up, down := uint(left), uint(-left)
		if from+k < a.size {
			for i, w := range a.row(from + k) {
				x := uint64(w & wordMask)
				dst[i] |= fixed(x<<up | x>>down)
			}
			continue
		}
		for i, w := range sign {
			x := uint64(w>>31) & wordMask
			dst[i] |= fixed(x<<up | x>>down)
		}
	}
}
