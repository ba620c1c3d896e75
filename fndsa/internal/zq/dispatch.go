package zq

// ntt replaces the coefficients in a, n of them, by their NTT form.
func ntt(a []uint16) { nttGeneric(a) }

// intt replaces the NTT form in a by the coefficients.
func intt(a []uint16) { inttGeneric(a) }

// mul sets dst to a*b, value by value.
func mul(dst, a, b []uint16) { mulGeneric(dst, a, b) }

// mulAdd sets dst to a*b + c*d, value by value.
func mulAdd(dst, a, b, c, d []uint16) { mulAddGeneric(dst, a, b, c, d) }

// subNorm sets dst to a - b in (-q/2, q/2] and returns the sum of the squares.
func subNorm(dst []int16, a, b []uint16) uint64 { return subNormGeneric(dst, a, b) }
