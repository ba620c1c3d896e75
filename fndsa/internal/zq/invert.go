package zq

import "github.com/saker-pq/saker/fndsa/internal/ct"

// chains is the number of products that Invert builds side by side, so that one does not wait for the other.
const chains = 4

// Invert sets dst to the inverses of the values of a. Where a value is 0 the result is 0, and Invert returns false.
func Invert(dst, a NTT) (ok bool) { return invert(dst, a) }

// invertGeneric inverts products and unfolds them (Montgomery's trick): three multiplications a value, the same for every input. A zero
// takes part as 1, chosen without a branch.
func invertGeneric(dst, a []uint16) (ok bool) {
	n := len(dst)
	a = a[:n]
	s := min(chains, n)

	// prefix[i] is the product of a[i], a[i-s], a[i-2s], ...
	var buf [MaxDegree]uint16
	prefix := buf[:n]
	defer ct.Wipe(prefix)
	zeros := uint32(0)
	for i, v := range a {
		zero := 1 - ct.NonZero32(uint32(v))
		zeros |= zero
		prefix[i] = v | uint16(zero)
	}
	for i := s; i < n; i++ {
		prefix[i] = reduce(uint64(prefix[i]) * uint64(prefix[i-s]))
	}

	// suffix[j] is the inverse of the product of the part of chain j not yet unfolded: at first the whole chain.
	var suffix [chains]uint64
	defer ct.WipeValue(&suffix)
	for j := range s {
		suffix[j] = uint64(inverse1(prefix[n-s+j]))
	}
	for i := n - 1; i >= 0; i-- {
		j := i % chains
		zero := 1 - ct.NonZero32(uint32(a[i]))
		v := uint64(a[i]) | uint64(zero)
		r := suffix[j]
		if i >= s {
			r = uint64(reduce(r * uint64(prefix[i-s])))
		}
		suffix[j] = uint64(reduce(suffix[j] * v))
		dst[i] = uint16(r) &^ uint16(-zero)
	}
	return zeros == 0
}

// inverse1 returns 1/a, and 0 for 0, as the power q-2.
func inverse1(a uint16) uint16 {
	r := uint64(a)
	for bit := 12; bit >= 0; bit-- { // q-2 has 14 bits, the top one is spent
		r = uint64(reduce(r * r))
		if (Q-2)>>bit&1 == 1 {
			r = uint64(reduce(r * uint64(a)))
		}
	}
	return uint16(r)
}

// Divide sets dst to a/b. Where a value of b is 0 the result is 0, and Divide returns false.
func Divide(dst, a, b NTT) (ok bool) {
	var buf [MaxDegree]uint16
	inverse := NTT(buf[:len(dst)])
	defer ct.Wipe(inverse)
	ok = Invert(inverse, b)
	Mul(dst, a, inverse)
	return ok
}
