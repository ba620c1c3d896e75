package fft

// gramGeneric computes the Gram matrix B*adj(B) of the basis B = [[b00, b01], [b10, b11]]:
//
//	g00 = |b00|^2 + |b01|^2,  g01 = b00*adj(b10) + b01*adj(b11),  g11 = |b10|^2 + |b11|^2
//
// g00 and g11 are self-adjoint, n/2 values. (Falcon v1.2, Algorithm 4 Keygen.)
func gramGeneric(g00, g01, g11, b00, b01, b10, b11 []float64) {
	h := len(g01) / 2
	g00, g11 = g00[:h], g11[:h]
	g01Re, g01Im := g01[:h], g01[h:][:h]
	b00Re, b00Im := b00[:h], b00[h:][:h]
	b01Re, b01Im := b01[:h], b01[h:][:h]
	b10Re, b10Im := b10[:h], b10[h:][:h]
	b11Re, b11Im := b11[:h], b11[h:][:h]
	for u := range g00 {
		g00[u] = (float64(b00Re[u]*b00Re[u]) + float64(b00Im[u]*b00Im[u])) +
			(float64(b01Re[u]*b01Re[u]) + float64(b01Im[u]*b01Im[u]))
		g11[u] = (float64(b10Re[u]*b10Re[u]) + float64(b10Im[u]*b10Im[u])) +
			(float64(b11Re[u]*b11Re[u]) + float64(b11Im[u]*b11Im[u]))
		g01Re[u] = (float64(b00Re[u]*b10Re[u]) + float64(b00Im[u]*b10Im[u])) +
			(float64(b01Re[u]*b11Re[u]) + float64(b01Im[u]*b11Im[u]))
		g01Im[u] = (float64(b00Im[u]*b10Re[u]) - float64(b00Re[u]*b10Im[u])) +
			(float64(b01Im[u]*b11Re[u]) - float64(b01Re[u]*b11Im[u]))
	}
}

// decomposeGeneric decomposes a Gram matrix [[g00, g01], [adj(g01), g11]] as L*D*adj(L) in place:
// g01 becomes L10 = adj(g01/g00), g11 becomes D11 = g11 - |g01|^2/g00, and g00 is D00. (Falcon
// v1.2, Algorithm 8 LDL*.)
func decomposeGeneric(g00, g01, g11 []float64) {
	h := len(g01) / 2
	g00, g11 = g00[:h], g11[:h]
	g01Re, g01Im := g01[:h], g01[h:][:h]
	for u := range g00 {
		inverse := 1 / g00[u]
		re, im := g01Re[u], g01Im[u]
		muRe, muIm := float64(re*inverse), float64(im*inverse)
		g11[u] -= float64(muRe*re) + float64(muIm*im)
		g01Re[u], g01Im[u] = muRe, -muIm
	}
}

// childGramGeneric makes the Gram matrix of the child of a node whose diagonal entry is d, n/2 >= 2
// values of a self-adjoint polynomial:
// (g00, g01, g11) = (d0, d1, d0), d0 and d1 the even and odd parts of d. As d is real, so is d0.
// (Falcon v1.2, Algorithm 9 ffLDL*.)
func childGramGeneric(g00, g01, g11, d []float64) {
	q := len(d) / 2
	g00, g11 = g00[:q], g11[:q]
	g01Re, g01Im := g01[:q], g01[q:][:q]
	sRe, sIm := rootRe[q:][:q], rootIm[q:][:q]
	for u := range sRe {
		b := d[2*u+1]
		a := d[2*u]
		g00[u] = float64((a + b) * 0.5)
		g11[u] = g00[u]
		half := float64((a - b) * 0.5)
		g01Re[u] = float64(half * sRe[u])
		g01Im[u] = -float64(half * sIm[u])
	}
}

// targetGeneric computes the centre (t0, t1) = (c, 0)*B^-1 of a signature from c in Fourier form
// and the right column of the basis, whose determinant is q: t0 = c*b11/q and t1 = -c*b01/q.
// (Falcon v1.2, Algorithm 10 Sign.)
func targetGeneric(t0, t1, c, b01, b11 []float64) {
	h := len(c) / 2
	t0Re, t0Im := t0[:h], t0[h:][:h]
	t1Re, t1Im := t1[:h], t1[h:][:h]
	b01Re, b01Im := b01[:h], b01[h:][:h]
	b11Re, b11Im := b11[:h], b11[h:][:h]
	cRe, cIm := c[:h], c[h:][:h]
	for u := range cRe {
		re, im := cRe[u], cIm[u]
		pRe := float64(re*b01Re[u]) - float64(im*b01Im[u])
		pIm := float64(re*b01Im[u]) + float64(im*b01Re[u])
		qRe := float64(re*b11Re[u]) - float64(im*b11Im[u])
		qIm := float64(re*b11Im[u]) + float64(im*b11Re[u])
		t1Re[u], t1Im[u] = float64(pRe*-inverseQ), float64(pIm*-inverseQ)
		t0Re[u], t0Im[u] = float64(qRe*inverseQ), float64(qIm*inverseQ)
	}
}
