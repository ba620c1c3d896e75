package zq

import "math/bits"

// inttGeneric replaces the NTT form in a by the coefficients: nttGeneric backwards. Its butterflies are (u, v) -> (u+v, (v-u)*z'):
// since psi^n = -1, the constant 1/z of block j among m is the negative of the forward constant of block m-1-j, and the
// sign is in the difference. The factor 1/n goes into the last layer.
func inttGeneric(a []uint16) {
	n := len(a)
	logn := bits.Len(uint(n)) - 1
	if n < 16 {
		inttSmall(a, logn)
		return
	}
	inverseFirst(a)
	for l := 8; l < n/2; l *= 2 {
		k := n/l - 1
		for o := 0; o < n; o += 2 * l {
			inverse(a[o:o+2*l], zetas[k])
			k--
		}
	}
	inverseLast(a, inverseDegree[logn], inverseDegreeZ[logn])
}

// inverseFirst is the first three layers, on eight consecutive values at a time. Input below q, output below 2q.
func inverseFirst(a []uint16) {
	for i, k := 0, len(a)/4-1; i < len(a)-7; i, k = i+8, k-1 {
		// Distances 1 and 2 in the first half: b0 to b3 end below 4q, 2q, q, q.
		z, z0, z1 := zetas[(2*k+1)&511], zetas[(4*k+3)&1023], zetas[(4*k+2)&1023]
		a0, a1, a2, a3 := uint32(a[i]), uint32(a[i+1]), uint32(a[i+2]), uint32(a[i+3])
		s, t := a0+a1, a2+a3
		b0, b2 := s+t, mulFraction(t+2*Q-s, z)
		s, t = mulFraction(a1+Q-a0, z0), mulFraction(a3+Q-a2, z1)
		b1, b3 := s+t, mulFraction(t+Q-s, z)

		// The same in the second half.
		z, z0, z1 = zetas[2*k&511], zetas[(4*k+1)&1023], zetas[4*k&1023]
		a0, a1, a2, a3 = uint32(a[i+4]), uint32(a[i+5]), uint32(a[i+6]), uint32(a[i+7])
		s, t = a0+a1, a2+a3
		b4, b6 := s+t, mulFraction(t+2*Q-s, z)
		s, t = mulFraction(a1+Q-a0, z0), mulFraction(a3+Q-a2, z1)
		b5, b7 := s+t, mulFraction(t+Q-s, z)

		// Distance 4.
		z = zetas[k&255]
		a[i], a[i+4] = uint16(mulFraction(b0+b4, one)), uint16(mulFraction(b4+4*Q-b0, z))
		a[i+1], a[i+5] = uint16(mulFraction(b1+b5, one)), uint16(mulFraction(b5+2*Q-b1, z))
		a[i+2], a[i+6] = uint16(b2+b6), uint16(mulFraction(b6+Q-b2, z))
		a[i+3], a[i+7] = uint16(b3+b7), uint16(mulFraction(b7+Q-b3, z))
	}
}

// inverse is one block of a layer. Input and output are below 2q, the sum and the difference below 4q < 2^16.
func inverse(a []uint16, z uint32) {
	w, f := factor(z)
	x, y := a[:len(a)/2], a[len(a)/2:]
	y = y[:len(x)]
	for i := 0; i < len(x)-3; i += 4 {
		u, v := load4(x[i:i+4]), load4(y[i:i+4])
		store4(x[i:i+4], correct4(u+v, 2*Q))
		store4(y[i:i+4], mul4(v+2*Q*ones4-u, w, f))
	}
}

// inverseLast is the outermost layer with the factor 1/n, whose fraction is s. Input below 2q, output below q.
func inverseLast(a []uint16, s, z uint32) {
	g, h := factor(s)
	w, f := factor(z)
	x, y := a[:len(a)/2], a[len(a)/2:]
	y = y[:len(x)]
	for i := 0; i < len(x)-3; i += 4 {
		u, v := load4(x[i:i+4]), load4(y[i:i+4])
		store4(x[i:i+4], correct4(mul4(u+v, g, h), Q))
		store4(y[i:i+4], correct4(mul4(v+2*Q*ones4-u, w, f), Q))
	}
}

// inttSmall is inttGeneric for any n, one butterfly at a time.
func inttSmall(a []uint16, logn int) {
	for l, k := 1, len(a)-1; l < len(a); l *= 2 {
		for o := 0; o < len(a); o += 2 * l {
			for j := o; j < o+l; j++ {
				u, v := uint32(a[j]), uint32(a[j+l])
				a[j], a[j+l] = uint16(mulFraction(u+v, one)), uint16(mulFraction(v+Q-u, zetas[k]))
			}
			k--
		}
	}
	for i, v := range a {
		a[i] = uint16(mulFraction(uint32(v), inverseDegree[logn]))
	}
}
