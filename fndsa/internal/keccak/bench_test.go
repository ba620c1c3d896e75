package keccak

import (
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

func BenchmarkPermute(b *testing.B) {
	impltest.Bench(b, "keccak", func(b *testing.B) {
		var a [25]uint64
		for b.Loop() {
			permute(&a)
		}
	})
}

func BenchmarkReadBlock(b *testing.B) {
	impltest.Bench(b, "keccak", func(b *testing.B) {
		var s SHAKE256
		var block [Rate]byte
		b.SetBytes(Rate)
		b.ReportAllocs()
		for b.Loop() {
			s.ReadBlock(&block)
		}
	})
}

// BenchmarkSum256 hashes public keys of the two sizes into 64 bytes.
func BenchmarkSum256(b *testing.B) {
	for _, n := range []int{897, 1793} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			impltest.Bench(b, "keccak", func(b *testing.B) {
				p, out := input(n), make([]byte, 64)
				b.SetBytes(int64(n))
				b.ReportAllocs()
				for b.Loop() {
					Sum256(out, p)
				}
			})
		})
	}
}
