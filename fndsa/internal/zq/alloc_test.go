package zq

import (
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

var sinkBool bool

func TestNoAllocation(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		var (
			poly   = make(Poly, MaxDegree)
			values = make(NTT, MaxDegree)
			s8     = make([]int8, MaxDegree)
			s16    = make([]int16, MaxDegree)
			s32    = make([]int32, MaxDegree)
		)
		for name, f := range map[string]func(){
			"ToNTT":        func() { ToNTT(values, poly) },
			"FromNTT":      func() { FromNTT(poly, values) },
			"Mul":          func() { Mul(values, values, values) },
			"MulAdd":       func() { MulAdd(values, values, values, values, values) },
			"Add":          func() { Add(poly, poly, poly) },
			"Sub":          func() { Sub(values, values, values) },
			"Invert":       func() { sinkBool = Invert(values, values) },
			"Divide":       func() { sinkBool = Divide(values, values, values) },
			"FromSigned8":  func() { FromSigned8(poly, s8) },
			"FromSigned16": func() { FromSigned16(poly, s16) },
			"FromSigned32": func() { FromSigned32(poly, s32) },
			"Centered":     func() { Centered(s16, poly) },
			"SquaredNorm":  func() { sinkBool = SquaredNorm(s16) > 0 },
			"SubNorm":      func() { sinkBool = SubNorm(s16, poly, poly) > 0 },
			"MaxAbs":       func() { sinkBool = MaxAbs(s16) > 0 },
		} {
			if got := testing.AllocsPerRun(10, f); got != 0 {
				t.Errorf("%s allocates %v times", name, got)
			}
		}
	})
}
