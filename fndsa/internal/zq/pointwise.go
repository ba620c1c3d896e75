package zq

// mulGeneric multiplies value by value. A product is below q^2 < 2^28.
func mulGeneric(dst, a, b []uint16) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		dst[i] = reduce(uint64(a[i]) * uint64(b[i]))
	}
}

// mulAddGeneric sums two products, below 2^29, before the one reduction.
func mulAddGeneric(dst, a, b, c, d []uint16) {
	a, b, c, d = a[:len(dst)], b[:len(dst)], c[:len(dst)], d[:len(dst)]
	for i := range dst {
		dst[i] = reduce(uint64(a[i])*uint64(b[i]) + uint64(c[i])*uint64(d[i]))
	}
}

// Add sets dst to a + b.
func Add[S Poly | NTT](dst, a, b S) {
	a, b = a[:len(dst)], b[:len(dst)]
	i := 0
	for ; i < len(dst)-3; i += 4 {
		store4(dst[i:i+4], correct4(load4(a[i:i+4])+load4(b[i:i+4]), Q))
	}
	for ; i < len(dst); i++ {
		dst[i] = uint16(correct4(uint64(a[i])+uint64(b[i]), Q))
	}
}

// Sub sets dst to a - b.
func Sub[S Poly | NTT](dst, a, b S) {
	a, b = a[:len(dst)], b[:len(dst)]
	i := 0
	for ; i < len(dst)-3; i += 4 {
		store4(dst[i:i+4], correct4(load4(a[i:i+4])+Q*ones4-load4(b[i:i+4]), Q))
	}
	for ; i < len(dst); i++ {
		dst[i] = uint16(correct4(uint64(a[i])+Q-uint64(b[i]), Q))
	}
}
