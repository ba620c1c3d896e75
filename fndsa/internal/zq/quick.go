package zq

import "math/bits"

var zetas = func() (z [1024]uint16) {
	var pow [1024]uint32
	pow[0] = 1
	for i := 1; i < 1024; i++ {
		pow[i] = pow[i-1] * 7 % Q
	}
	for i := range z {
		z[i] = uint16(pow[bits.Reverse16(uint16(i))>>6])
	}
	return
}()

func mulq(a, b uint16) uint16 { return uint16(uint32(a) * uint32(b) % Q) }
func addq(a, b uint16) uint16 { return uint16((uint32(a) + uint32(b)) % Q) }
func subq(a, b uint16) uint16 { return uint16((uint32(a) + Q - uint32(b)) % Q) }

// ToNTT sets dst to the NTT form of src.
func ToNTT(dst NTT, src Poly) {
	copy(dst, src)
	n := len(src)
	k := 1
	for l := n / 2; l >= 1; l /= 2 {
		for o := 0; o < n; o += 2 * l {
			for j := o; j < o+l; j++ {
				t := mulq(dst[j+l], zetas[k])
				dst[j], dst[j+l] = addq(dst[j], t), subq(dst[j], t)
			}
			k++
		}
	}
}

func powq(a uint16, e int) uint16 {
	r := uint16(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mulq(r, a)
		}
		a = mulq(a, a)
	}
	return r
}

// FromNTT sets dst to the coefficients of src.
func FromNTT(dst Poly, src NTT) {
	copy(dst, src)
	n := len(src)
	for l := 1; l < n; l *= 2 {
		k := n / l / 2
		for o := 0; o < n; o += 2 * l {
			z := powq(zetas[k], Q-2)
			for j := o; j < o+l; j++ {
				dst[j], dst[j+l] = addq(dst[j], dst[j+l]), mulq(subq(dst[j], dst[j+l]), z)
			}
			k++
		}
	}
	ni := powq(uint16(n), Q-2)
	for i := range dst {
		dst[i] = mulq(dst[i], ni)
	}
}

// Mul sets dst to the product of a and b.
func Mul(dst, a, b NTT) {
	for i := range dst {
		dst[i] = mulq(a[i], b[i])
	}
}

// MulAdd sets dst to a*b + c*d.
func MulAdd(dst, a, b, c, d NTT) {
	for i := range dst {
		dst[i] = addq(mulq(a[i], b[i]), mulq(c[i], d[i]))
	}
}

// Add sets dst to a + b.
func Add[S Poly | NTT](dst, a, b S) {
	for i := range dst {
		dst[i] = addq(a[i], b[i])
	}
}

// Sub sets dst to a - b.
func Sub[S Poly | NTT](dst, a, b S) {
	for i := range dst {
		dst[i] = subq(a[i], b[i])
	}
}

// Invert sets dst to the inverse of a, entry by entry. If an entry is 0 then so is its result, and Invert returns false.
func Invert(dst, a NTT) (ok bool) {
	ok = true
	for i := range dst {
		ok = ok && a[i] != 0
		dst[i] = powq(a[i], Q-2)
	}
	return ok
}

// Divide sets dst to a/b. If an entry of b is 0 then so is the result there, and Divide returns false.
func Divide(dst, a, b NTT) (ok bool) {
	var t [1024]uint16
	ok = Invert(t[:len(dst)], b)
	Mul(dst, a, t[:len(dst)])
	return ok
}

func fromSigned[T int8 | int16 | int32](dst Poly, src []T) {
	for i := range dst {
		dst[i] = uint16((int64(src[i])%Q + Q) % Q)
	}
}

// FromSigned8 sets dst to src modulo q.
func FromSigned8(dst Poly, src []int8) { fromSigned(dst, src) }

// FromSigned16 sets dst to src modulo q.
func FromSigned16(dst Poly, src []int16) { fromSigned(dst, src) }

// FromSigned32 sets dst to src modulo q.
func FromSigned32(dst Poly, src []int32) { fromSigned(dst, src) }

// Centered sets dst to the representatives of src in (-q/2, q/2].
func Centered(dst []int16, src Poly) {
	for i := range dst {
		v := int16(src[i])
		if v > Q/2 {
			v -= Q
		}
		dst[i] = v
	}
}

// SquaredNorm returns the sum of the squares of a, or 2^32-1 if that is less.
func SquaredNorm(a []int16) uint32 {
	var s uint64
	for _, v := range a {
		s += uint64(int64(v) * int64(v))
	}
	return uint32(min(s, 1<<32-1))
}

// SubNorm sets dst to a - b, centred, and returns its squared norm as SquaredNorm does.
func SubNorm(dst []int16, a, b Poly) uint32 {
	var t [1024]uint16
	Sub(Poly(t[:len(dst)]), a, b)
	Centered(dst, t[:len(dst)])
	return SquaredNorm(dst)
}

// MaxAbs returns the largest absolute value in a, 0 if a is empty.
func MaxAbs(a []int16) uint16 {
	var m uint16
	for _, v := range a {
		m = max(m, uint16(max(v, -v)))
	}
	return m
}
