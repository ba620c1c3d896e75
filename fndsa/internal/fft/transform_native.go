package fft

// forwardGeneric transforms f, n coefficients in their natural order, into Fourier form in place.
//
// The first layer, from n real coefficients to n/2 complex numbers modulo X^(n/2) - i, is nothing
// but a change of reading: entry j and entry j+n/2 are the parts of one number. Each later layer
// splits blocks in two: x + s*y and x - s*y, s the square root of the block's constant.
func forwardGeneric(f []float64) {
	h := len(f) / 2
	re, im := f[:h], f[h:]
	for m, t := 1, h/2; t > 0; m, t = 2*m, t/2 {
		for i := range m {
			sRe, sIm := rootRe[m+i], rootIm[m+i]
			at := 2 * t * i
			xRe, xIm := re[at:at+t], im[at:at+t]
			yRe, yIm := re[at+t:at+2*t], im[at+t:at+2*t]
			yRe, yIm, xIm = yRe[:len(xRe)], yIm[:len(xRe)], xIm[:len(xRe)]
			for j := range xRe {
				aRe, aIm := xRe[j], xIm[j]
				bRe := float64(yRe[j]*sRe) - float64(yIm[j]*sIm)
				bIm := float64(yRe[j]*sIm) + float64(yIm[j]*sRe)
				xRe[j], xIm[j] = aRe+bRe, aIm+bIm
				yRe[j], yIm[j] = aRe-bRe, aIm-bIm
			}
		}
	}
}

// inverseGeneric undoes forwardGeneric up to rounding: the same layers backwards with conjugate
// roots, each leaving its result doubled, and one exact scaling by 2/n at the end.
func inverseGeneric(f []float64) {
	h := len(f) / 2
	re, im := f[:h], f[h:]
	scale := 1.0
	for m, t := h/2, 1; m > 0; m, t = m/2, 2*t {
		scale = float64(scale * 0.5)
		for i := range m {
			sRe, sIm := rootRe[m+i], rootIm[m+i]
			at := 2 * t * i
			xRe, xIm := re[at:at+t], im[at:at+t]
			yRe, yIm := re[at+t:at+2*t], im[at+t:at+2*t]
			yRe, yIm, xIm = yRe[:len(xRe)], yIm[:len(xRe)], xIm[:len(xRe)]
			for j := range xRe {
				aRe, aIm := xRe[j], xIm[j]
				bRe, bIm := yRe[j], yIm[j]
				xRe[j], xIm[j] = aRe+bRe, aIm+bIm
				dRe, dIm := aRe-bRe, aIm-bIm
				yRe[j] = float64(dRe*sRe) + float64(dIm*sIm)
				yIm[j] = float64(dIm*sRe) - float64(dRe*sIm)
			}
		}
	}
	for j := range f {
		f[j] = float64(f[j] * scale)
	}
}

// fromSmallGeneric sets dst to the coefficients src.
func fromSmallGeneric(dst []float64, src []int8) {
	dst = dst[:len(src)]
	for i, c := range src {
		dst[i] = float64(c)
	}
}

// fromSmallNegatedGeneric sets dst to the negated coefficients -src.
func fromSmallNegatedGeneric(dst []float64, src []int8) {
	dst = dst[:len(src)]
	for i, c := range src {
		dst[i] = float64(-int(c))
	}
}

// fromResiduesGeneric sets dst to the coefficients src, residues modulo q in [0, q).
func fromResiduesGeneric(dst []float64, src []uint16) {
	dst = dst[:len(src)]
	for i, c := range src {
		dst[i] = float64(c)
	}
}
