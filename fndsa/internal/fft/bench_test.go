package fft

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkNative(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{4, 8, 32, 512, 1024} {
		h := n / 2
		f, g, c, d, e := random(r, n), random(r, n), random(r, n), random(r, n), random(r, n)
		f0, f1, g00, g11 := random(r, h), random(r, h), random(r, h), random(r, h)
		saved := append([]float64(nil), f...)
		for _, k := range []struct {
			name string
			run  func()
		}{
			{"Forward", func() { copy(f, saved); Forward(f) }},
			{"Split", func() { Split(f0, f1, g) }},
			{"Merge", func() { Merge(e, f0, f1) }},
			{"Turn", func() { Turn(f0, f1, c, d, g) }},
			{"Gram", func() { Gram(g00, e, g11, f, g, c, d) }},
			{"Decompose", func() { copy(e, saved); Decompose(g00, e, g11) }},
			{"ChildGram", func() { ChildGram(f0[:h/2], f1, f0[h/2:], g00) }},
		} {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", k.name, n), func(b *testing.B) {
				for b.Loop() {
					k.run()
				}
			})
		}
	}
}
