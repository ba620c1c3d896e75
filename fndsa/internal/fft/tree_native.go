package fft

// splitGeneric splits f, n >= 4, into its even and odd parts, f(X) = f0(X^2) + X f1(X^2):
// f0 = (a + b)/2 and f1 = (a - b)*conj(s)/2, where a and b are the values of f at s and -s.
// (Falcon v1.2, Algorithm 1 splitfft.)
func splitGeneric(f0, f1, f []float64) {
	q := len(f) / 4
	fRe, fIm := f[:2*q], f[2*q:]
	f0Re, f0Im := f0[:q], f0[q:][:q]
	f1Re, f1Im := f1[:q], f1[q:][:q]
	sRe, sIm := rootRe[q:][:q], rootIm[q:][:q]
	for u := range sRe {
		bRe, bIm := fRe[2*u+1], fIm[2*u+1]
		aRe, aIm := fRe[2*u], fIm[2*u]
		f0Re[u], f0Im[u] = float64((aRe+bRe)*0.5), float64((aIm+bIm)*0.5)
		dRe, dIm := aRe-bRe, aIm-bIm
		f1Re[u] = float64((float64(dRe*sRe[u]) + float64(dIm*sIm[u])) * 0.5)
		f1Im[u] = float64((float64(dIm*sRe[u]) - float64(dRe*sIm[u])) * 0.5)
	}
}

// mergeGeneric undoes splitGeneric: f takes the values f0 + s*f1 and f0 - s*f1. (Falcon v1.2,
// Algorithm 2 mergefft.)
func mergeGeneric(f, f0, f1 []float64) {
	q := len(f) / 4
	fRe, fIm := f[:2*q], f[2*q:]
	f0Re, f0Im := f0[:q], f0[q:][:q]
	f1Re, f1Im := f1[:q], f1[q:][:q]
	sRe, sIm := rootRe[q:][:q], rootIm[q:][:q]
	for u := range sRe {
		bRe := float64(f1Re[u]*sRe[u]) - float64(f1Im[u]*sIm[u])
		bIm := float64(f1Re[u]*sIm[u]) + float64(f1Im[u]*sRe[u])
		fRe[2*u+1], fIm[2*u+1] = f0Re[u]-bRe, f0Im[u]-bIm
		fRe[2*u], fIm[2*u] = f0Re[u]+bRe, f0Im[u]+bIm
	}
}

// turnGeneric does all the work of a tree node between its two children, n >= 4. On entry (a0, a1)
// holds the two halves of z1, the result of the right child. It merges them, moves the target of
// the left child by what the right one left over, and splits that:
//
//	z1 = merge(a0, a1);  (a0, a1) = split(t0 + (t1 - z1)*l10);  t1 = z1
//
// The moved target itself is needed nowhere else, so t0 is only read.
// (Falcon v1.2, Algorithm 11 ffSampling.)
func turnGeneric(a0, a1, t0, t1, l10 []float64) {
	q := len(t0) / 4
	t0Re, t0Im := t0[:2*q], t0[2*q:]
	t1Re, t1Im := t1[:2*q], t1[2*q:]
	lRe, lIm := l10[:2*q], l10[2*q:]
	a0Re, a0Im := a0[:q], a0[q:][:q]
	a1Re, a1Im := a1[:q], a1[q:][:q]
	sRe, sIm := rootRe[q:][:q], rootIm[q:][:q]
	for u := range sRe {
		bRe := float64(a1Re[u]*sRe[u]) - float64(a1Im[u]*sIm[u])
		bIm := float64(a1Re[u]*sIm[u]) + float64(a1Im[u]*sRe[u])

		zRe, zIm := a0Re[u]-bRe, a0Im[u]-bIm
		dRe, dIm := t1Re[2*u+1]-zRe, t1Im[2*u+1]-zIm
		t1Re[2*u+1], t1Im[2*u+1] = zRe, zIm
		yRe := t0Re[2*u+1] + (float64(dRe*lRe[2*u+1]) - float64(dIm*lIm[2*u+1]))
		yIm := t0Im[2*u+1] + (float64(dRe*lIm[2*u+1]) + float64(dIm*lRe[2*u+1]))

		zRe, zIm = a0Re[u]+bRe, a0Im[u]+bIm
		dRe, dIm = t1Re[2*u]-zRe, t1Im[2*u]-zIm
		t1Re[2*u], t1Im[2*u] = zRe, zIm
		xRe := t0Re[2*u] + (float64(dRe*lRe[2*u]) - float64(dIm*lIm[2*u]))
		xIm := t0Im[2*u] + (float64(dRe*lIm[2*u]) + float64(dIm*lRe[2*u]))

		a0Re[u], a0Im[u] = float64((xRe+yRe)*0.5), float64((xIm+yIm)*0.5)
		dRe, dIm = xRe-yRe, xIm-yIm
		a1Re[u] = float64((float64(dRe*sRe[u]) + float64(dIm*sIm[u])) * 0.5)
		a1Im[u] = float64((float64(dIm*sRe[u]) - float64(dRe*sIm[u])) * 0.5)
	}
}
