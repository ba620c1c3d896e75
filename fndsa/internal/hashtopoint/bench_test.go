package hashtopoint

import (
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

func BenchmarkHashToPoint(b *testing.B) {
	impltest.Bench(b, "hashtopoint", func(b *testing.B) {
		for _, o := range orders {
			for _, n := range []int{512, 1024} {
				b.Run(fmt.Sprintf("order=%s/n=%d", o.name, n), func(b *testing.B) {
					b.ReportAllocs()
					c, salt := make(zq.Poly, n), make([]byte, 104)
					for b.Loop() {
						salt[0]++
						var x keccak.SHAKE256
						x.Write(salt)
						o.hash(c, &x)
					}
				})
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	impltest.Bench(b, "hashtopoint", func(b *testing.B) {
		var x keccak.SHAKE256
		var blocks [64][keccak.Rate]byte
		for i := range blocks {
			x.ReadBlock(&blocks[i])
		}
		var dst [keccak.Rate / 2]uint16
		for _, o := range orders {
			b.Run("order="+o.name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					o.parse(dst[:], &blocks[i%len(blocks)])
					i++
				}
			})
		}
	})
}
