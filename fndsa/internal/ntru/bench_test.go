package ntru

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkGenerate makes the keys of 100 fixed seeds and reports the median time, since the number of restarts, and so
// the time, varies widely with the seed.
func BenchmarkGenerate(b *testing.B) {
	for _, logn := range []uint{9, 10} {
		b.Run(fmt.Sprint(1<<logn), func(b *testing.B) {
			key := newBasis(logn)
			var times []float64
			for b.Loop() {
				for i := range 100 {
					seed := seedOf(0, i)
					start := time.Now()
					if err := Generate(logn, seed, key.f, key.g, key.F, key.G); err != nil {
						b.Fatal(err)
					}
					times = append(times, float64(time.Since(start).Microseconds())/1000)
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2], "ms/key-median")
			b.ReportMetric(0, "ns/op")
		})
	}
}
