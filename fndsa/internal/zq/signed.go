package zq

// FromSigned8 sets dst to src modulo q.
func FromSigned8(dst Poly, src []int8) { fromSigned8(dst, src) }

func fromSigned8Generic(dst []uint16, src []int8) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] = uint16(int16(v) + Q&(int16(v)>>15))
	}
}

// FromSigned16 sets dst to src modulo q, for any src.
func FromSigned16(dst Poly, src []int16) { fromSigned16(dst, src) }

func fromSigned16Generic(dst []uint16, src []int16) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] = uint16(mulFraction(uint32(int32(v)+3*Q), one)) // the sum is in [0,6q)
	}
}

// FromSigned32 sets dst to src modulo q, for any src.
func FromSigned32(dst Poly, src []int32) { fromSigned32(dst, src) }

// fromSigned32Generic reduces sums that are a multiple of q more than src, in [0,2^33).
func fromSigned32Generic(dst []uint16, src []int32) {
	const shift = (1<<31 + Q - 1) / Q * Q
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] = reduce(uint64(int64(v) + shift))
	}
}

// Centered sets dst to the representatives of src in (-q/2, q/2], which as q is odd are -(q-1)/2 to (q-1)/2.
func Centered(dst []int16, src Poly) { centre(dst, src) }

func centreGeneric(dst []int16, src []uint16) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] = centered(int16(v))
	}
}

// centered takes q from v if v > q/2. v is in [0,q).
func centered(v int16) int16 { return v - Q&((Q/2-v)>>15) }
