package sampler

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// benchmarkKeys returns the first key of degrees 512 and 1024.
func benchmarkKeys(b *testing.B) (list []*vector) {
	vectors := readVectors(b, "fndsa-2026-kat.json.gz")
	for i := range vectors {
		if v := &vectors[i]; v.Logn >= 9 && v.Index == 0 {
			list = append(list, v)
		}
	}
	return list
}

func BenchmarkSample(b *testing.B) {
	for _, v := range benchmarkKeys(b) {
		key := v.readKey(b)
		n := 1 << v.Logn
		z0, z1 := make([]int32, n), make([]int32, n)
		for _, backend := range []fpr.Backend{fpr.Native, fpr.Emulated} {
			tree, err := Expand(v.Logn, key.f, key.g, key.F, key.G, backend)
			if err != nil {
				b.Fatal(err)
			}
			var scratch Scratch
			_, c, stream, base := v.attempt(b, 0)
			b.Run(fmt.Sprintf("path=tree/n=%d/backend=%v", n, backend), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					tree.Sample(&scratch, c, stream, base, z0, z1)
				}
			})
			b.Run(fmt.Sprintf("path=dynamic/n=%d/backend=%v", n, backend), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := Dynamic(v.Logn, key.f, key.g, key.F, key.G, backend, &scratch, c, stream, base, z0, z1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkExpand(b *testing.B) {
	for _, v := range benchmarkKeys(b) {
		key := v.readKey(b)
		for _, backend := range []fpr.Backend{fpr.Native, fpr.Emulated} {
			b.Run(fmt.Sprintf("n=%d/backend=%v", 1<<v.Logn, backend), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Expand(v.Logn, key.f, key.g, key.F, key.G, backend); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkDraw measures one base sample with its bytes from the stream.
func BenchmarkDraw(b *testing.B) {
	for _, base := range []Base{FNDSA, Falcon} {
		b.Run(fmt.Sprintf("base=%d", base), func(b *testing.B) {
			var stream Stream
			for b.Loop() {
				stream.draw(base)
			}
		})
	}
}

// BenchmarkLeaf measures one integer with its rejections, the bytes being there already.
func BenchmarkLeaf(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 1<<16)
	centres := make([]float64, 1<<10)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	for i := range centres {
		centres[i] = 100 * (r.Float64() - 0.5)
	}
	b.Run("backend=native", func(b *testing.B) {
		leaf := newLeafNative(1/1.5, sigmaMin[9])
		var stream Stream // the trials of a window are made anew each time
		i := 0
		for b.Loop() {
			copy(stream.buf[:], random[i*29%(len(random)-len(stream.buf)):])
			stream.pos, stream.end = 0, len(stream.buf)
			leaf.sample(&stream, FNDSA, centres[i%len(centres)])
			i++
		}
	})
	b.Run("backend=emulated", func(b *testing.B) {
		leaf := newLeafEmulated(fpr.FromFloat64(1/1.5), sigmaMinEmulated[9])
		var stream Stream
		i := 0
		for b.Loop() {
			copy(stream.buf[:], random[i*29%(len(random)-len(stream.buf)):])
			stream.pos, stream.end = 0, len(stream.buf)
			leaf.sample(&stream, FNDSA, fpr.FromFloat64(centres[i%len(centres)]))
			i++
		}
	})
}
