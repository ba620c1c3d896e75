package zq

// nttGeneric replaces the coefficients in a by their NTT form. The layers go from distance n/2 down to 1; the block j of
// the layer with m blocks is a set of butterflies (u, v) -> (u + z*v, u - z*v) with z = psi^bitrev(m+j).
func nttGeneric(a []uint16) {
	n := len(a)
	if n < 16 {
		nttSmall(a)
		return
	}
	k := 1
	for l := n / 2; l >= 8; l /= 2 {
		for o := 0; o < n; o += 2 * l {
			forward(a[o:o+2*l], zetas[k])
			k++
		}
	}
	forwardLast(a)
}

// forward is one block of a layer, len(a)/2 being a multiple of 4. Input and output are any 16-bit values: u is below 2^15, or 2q are
// taken from it, which leaves at most 2^16-1-2q; the product is below 2q; so both u+t and u+2q-t are below 2^16.
func forward(a []uint16, z uint32) {
	w, f := factor(z)
	x, y := a[:len(a)/2], a[len(a)/2:]
	y = y[:len(x)]
	for i := 0; i < len(x)-3; i += 4 {
		u, t := load4(x[i:i+4]), mul4(load4(y[i:i+4]), w, f)
		u -= (u >> 15 & ones4) * (2 * Q)
		store4(x[i:i+4], u+t)
		store4(y[i:i+4], u+2*Q*ones4-t)
	}
}

// forwardLast is the last three layers, on eight consecutive coefficients at a time. Input below 2^16, output below q.
func forwardLast(a []uint16) {
	for i, k := 0, len(a)/8; i < len(a)-7; i, k = i+8, k+1 {
		w, f := factor(zetas[k&255])
		u, v := load4(a[i:i+4]), load4(a[i+4:i+8])
		u0, v0 := u&lanes2, mulLanes(v&lanes2, w, f)
		u1, v1 := u>>16&lanes2, mulLanes(v>>16&lanes2, w, f)

		// Distance 2 in the first half, where the low lanes hold coefficients 0 and 1, the high lanes 2 and 3. Input below 2^16+2q < 8q.
		z, s, t := zetas[2*k&511], u0+v0, u1+v1
		b0, b1 := uint32(s), uint32(t)
		b2, b3 := mulFraction(uint32(s>>32), z), mulFraction(uint32(t>>32), z)
		a[i], a[i+1] = lastButterfly(b0+b2, b1+b3, zetas[4*k&1023])
		a[i+2], a[i+3] = lastButterfly(b0+Q-b2, b1+Q-b3, zetas[(4*k+1)&1023])

		// The same in the second half.
		z, s, t = zetas[(2*k+1)&511], u0+2*Q*ones2-v0, u1+2*Q*ones2-v1
		b0, b1 = uint32(s), uint32(t)
		b2, b3 = mulFraction(uint32(s>>32), z), mulFraction(uint32(t>>32), z)
		a[i+4], a[i+5] = lastButterfly(b0+b2, b1+b3, zetas[(4*k+2)&1023])
		a[i+6], a[i+7] = lastButterfly(b0+Q-b2, b1+Q-b3, zetas[(4*k+3)&1023])
	}
}

// lastButterfly returns u + z*v and u - z*v in [0,q), for u and v below 9q and the fraction z.
//
// It is mulFraction with two products summed before the second multiplication: with q*one = 2^32 + e, q*z = 2^32*w + e',
// the sum's error is u*e + 9*q*q +- v*e', which lies between 0 and 27*q*q < 2^32, as the proof there asks.
func lastButterfly(u, v, z uint32) (uint16, uint16) {
	s, t := u*one+9*Q, v*z
	return uint16(uint64(s+t) * Q >> 32), uint16(uint64(s-t) * Q >> 32)
}

// nttSmall is nttGeneric for any n, one butterfly at a time.
func nttSmall(a []uint16) {
	for l, k := len(a)/2, 1; l > 0; l /= 2 {
		for o := 0; o < len(a); o += 2 * l {
			for j := o; j < o+l; j++ {
				a[j], a[j+l] = lastButterfly(uint32(a[j]), uint32(a[j+l]), zetas[k])
			}
			k++
		}
	}
}
