package ntru

// Large integers are slices of 31-bit words, lowest first: the value is the sum of w[k]*2^(31k), where all words but
// the last are in [0,2^31) and the last, which carries the sign, is in [-2^30,2^30). Products of two words plus a carry
// fit an int64.

const (
	wordBits = 31
	wordMask = 1<<wordBits - 1
)

// bigPoly is a polynomial of n coefficients of size words each, one coefficient after the other.
type bigPoly struct {
	n, size int
	words   []int32
}

func (a bigPoly) at(i int) []int32 { return a.words[i*a.size : (i+1)*a.size : (i+1)*a.size] }

// signedWord reads the low 31 bits of x as a signed number.
func signedWord(x int32) int32 { return x << 1 >> 1 }

// addProduct adds x*y to the columns acc, column k counting 2^(31k). len(acc) > len(x)+len(y). Each column takes at
// most one number below 2^32 per word of x, so thousands of products fit.
func addProduct(acc []int64, x, y []int32) {
	for u, v := range x {
		f := int64(v)
		row := acc[u : u+len(y)+1]
		var carry int64
		for k, w := range y {
			t := f*int64(w) + carry // |t| < 2^62 + 2^32
			row[k] += t & wordMask
			carry = t >> wordBits
		}
		row[len(y)] += carry
	}
}

// normalise writes the integer held by the columns acc to dst, and returns 0 if it fits; acc is cleared.
func normalise(dst []int32, acc []int64) (overflow uint32) {
	var carry int64
	n := min(len(dst), len(acc))
	for k := range n {
		carry += acc[k]
		acc[k] = 0
		dst[k] = int32(carry & wordMask)
		carry >>= wordBits
	}
	for k := n; k < len(dst); k++ {
		dst[k] = int32(carry & wordMask)
		carry >>= wordBits
	}
	top := signedWord(dst[len(dst)-1])
	dst[len(dst)-1] = top
	sign := int64(top >> 31)
	for k := n; k < len(acc); k++ {
		carry += acc[k]
		acc[k] = 0
		overflow |= uint32((carry ^ sign) & wordMask)
		carry >>= wordBits
	}
	diff := uint64(carry ^ sign)
	return overflow | uint32(diff) | uint32(diff>>32)
}

// negate writes -x to dst.
func negate(dst, x []int32) (overflow uint32) {
	var carry int64
	for k, w := range x {
		carry -= int64(w)
		dst[k] = int32(carry & wordMask)
		carry >>= wordBits
	}
	top := signedWord(dst[len(dst)-1])
	dst[len(dst)-1] = top
	return uint32(carry ^ int64(top>>31))
}
