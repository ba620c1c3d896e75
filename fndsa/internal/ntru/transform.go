package ntru

// A real polynomial of degree below n is held either by its n coefficients or by its values at half the roots of X^n+1,
// one of each conjugate pair. Values are n/2 real parts followed by n/2 imaginary parts, in the order in which the
// transform below leaves them: neighbouring values 2i, 2i+1 belong to roots that differ in sign.

// complexFixed is a number of the unit circle.
type complexFixed struct{ re, im fixed }

// circle[k] is exp(i*e*pi/1024) where e is 256 for k = 1, and e(2k) = e(k)/2, e(2k+1) = e(k)/2 + 512. The step that
// splits a polynomial modulo X^2t - w^2 into one modulo X^t - w and one modulo X^t + w uses w = circle[m+j] for part j
// of m; splitting starts at X^(n/2) - i, whose root is circle[1].
var circle = makeCircle()

// makeCircle computes the table with integers only: the powers of exp(i*pi/1024) with 62 bits after the point by binary
// splitting of the exponent, each with an error below 2^-50, then rounded to 32 bits.
func makeCircle() (table [512]complexFixed) {
	const fraction = 62
	type point struct{ re, im int64 }
	scaled := func(x, y int64) int64 { // x*y/2^62; |x|, |y| <= 2^62
		return int64(fixed(x).mulShift(fixed(y), fraction))
	}
	times := func(a, b point) point {
		return point{scaled(a.re, b.re) - scaled(a.im, b.im), scaled(a.re, b.im) + scaled(a.im, b.re)}
	}
	powers := [1024]point{0: {1 << fraction, 0}}
	step := point{4611664314954810277, 14148453308909941} // 2^62 * (cos, sin)(pi/1024)
	for size := 1; size < 1024; size *= 2 {
		for k := range size {
			powers[size+k] = times(powers[k], step)
		}
		step = times(step, step)
	}
	exponent := [512]int{1: 256}
	for k := 1; k < 512; k++ {
		if 2*k < 512 {
			exponent[2*k] = exponent[k] / 2
			exponent[2*k+1] = exponent[k]/2 + 512
		}
		p := powers[exponent[k]]
		const drop = fraction - 32
		table[k] = complexFixed{fixed(p.re+1<<(drop-1)) >> drop, fixed(p.im+1<<(drop-1)) >> drop}
	}
	return table
}

// times returns the product of x and y by three multiplications.
func (x complexFixed) times(y complexFixed) complexFixed {
	a, b := x.re.mul(y.re), x.im.mul(y.im)
	return complexFixed{a - b, (x.re + x.im).mul(y.re+y.im) - a - b}
}

// forward replaces the coefficients in a by the values. The values must stay below 2^30 so that sums of two parts fit.
func forward(a []fixed) {
	h := len(a) / 2
	re, im := a[:h], a[h:]
	for m, t := 1, h/2; t > 0; m, t = 2*m, t/2 {
		for j := range m {
			w := circle[m+j]
			at := 2 * t * j
			re0, re1 := re[at:at+t], re[at+t:at+2*t]
			im0, im1 := im[at:at+t], im[at+t:at+2*t]
			re1, im0, im1 = re1[:len(re0)], im0[:len(re0)], im1[:len(re0)]
			for i := range re0 {
				x := complexFixed{re0[i], im0[i]}
				y := complexFixed{re1[i], im1[i]}.times(w)
				re0[i], im0[i] = x.re+y.re, x.im+y.im
				re1[i], im1[i] = x.re-y.re, x.im-y.im
			}
		}
	}
}

// inverse is the inverse of forward. Each step halves, so nothing grows.
func inverse(a []fixed) {
	h := len(a) / 2
	re, im := a[:h], a[h:]
	for m, t := h/2, 1; m > 0; m, t = m/2, 2*t {
		for j := range m {
			w := complexFixed{circle[m+j].re, -circle[m+j].im}
			at := 2 * t * j
			re0, re1 := re[at:at+t], re[at+t:at+2*t]
			im0, im1 := im[at:at+t], im[at+t:at+2*t]
			re1, im0, im1 = re1[:len(re0)], im0[:len(re0)], im1[:len(re0)]
			for i := range re0 {
				x, y := complexFixed{re0[i], im0[i]}, complexFixed{re1[i], im1[i]}
				re0[i], im0[i] = (x.re + y.re).half(), (x.im + y.im).half()
				d := complexFixed{(x.re - y.re).half(), (x.im - y.im).half()}.times(w)
				re1[i], im1[i] = d.re, d.im
			}
		}
	}
}

// multiply replaces the values a by a*b, point by point.
func multiply(a, b []fixed) {
	h := len(a) / 2
	for i := range h {
		p := complexFixed{a[i], a[i+h]}.times(complexFixed{b[i], b[i+h]})
		a[i], a[i+h] = p.re, p.im
	}
}
