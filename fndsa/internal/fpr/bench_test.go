package fpr

import "testing"

func BenchmarkEmulated(b *testing.B) {
	x, y := FromFloat64(1.2345678), FromFloat64(-3.4567)
	for _, op := range []struct {
		name string
		f    func(x, y Float) Float
	}{
		{"Add", Add},
		{"Mul", Mul},
		{"Div", Div},
		{"Sqrt", func(x, y Float) Float { return Sqrt(x) }},
		{"Floor", func(x, y Float) Float { return Float(Floor(y)) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			z := y
			for b.Loop() {
				z ^= op.f(x, z|1) & 1
			}
		})
	}
}
