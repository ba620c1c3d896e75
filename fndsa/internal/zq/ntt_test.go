package zq

import (
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

func TestNTTAgainstDefinition(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		r := newRand(t)
		for _, n := range degrees(2) {
			for i, in := range extremes(r, n) {
				if n == MaxDegree && i%2 == 0 && testing.Short() {
					continue
				}
				got := make(NTT, n)
				ToNTT(got, in)
				check(t, fmt.Sprintf("n %d input %d", n, i), got, nttRef(in))
			}
		}
	})
}

// The NTT is linear, so the images of X^j determine it.
func TestNTTMonomials(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		for _, n := range degrees(2) {
			logn := log2(n)
			psi := make([]int, 2*n) // powers of psi
			psi[0] = 1
			for i := 1; i < 2*n; i++ {
				psi[i] = psi[i-1] * powRef(7, 1024/n) % Q
			}
			in, got, want := make(Poly, n), make(NTT, n), make(NTT, n)
			for j := 0; j < n; j += max(1, n/128) {
				clear(in)
				in[j] = Q - 1
				for i := range want {
					want[i] = uint16(Q - psi[(2*bitrev(i, logn)+1)*j%(2*n)])
				}
				ToNTT(got, in)
				check(t, fmt.Sprintf("n %d, -X^%d", n, j), got, want)
			}
		}
	})
}

func TestFromNTTInverts(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		r := newRand(t)
		for _, n := range degrees(2) {
			for range 20 {
				for i, in := range extremes(r, n) {
					a, b := make(NTT, n), make(Poly, n)
					ToNTT(a, in)
					FromNTT(b, a)
					check(t, fmt.Sprintf("n %d input %d", n, i), b, in)
					FromNTT(b, in) // the other way round, so that extreme values enter the inverse
					ToNTT(a, b)
					check(t, fmt.Sprintf("n %d input %d", n, i), a, in)
				}
			}
		}
	})
}

func TestTransformsInPlaceAndUnaligned(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		r := newRand(t)
		for _, n := range degrees(2) {
			in := randomValues(r, n)
			want := make(NTT, n)
			ToNTT(want, in)
			for offset := range 5 {
				buf := make([]uint16, n+16)
				for i := range buf {
					buf[i] = 0xbeef
				}
				a := buf[offset : offset+n]
				copy(a, in)
				ToNTT(a, Poly(a))
				check(t, "in place", a, want)
				FromNTT(a, NTT(a))
				check(t, "and back", a, in)
				for i, v := range buf {
					if (i < offset || i >= offset+n) && v != 0xbeef {
						t.Fatalf("n %d offset %d: wrote outside, at %d", n, offset, i-offset)
					}
				}
			}
		}
	})
}

func TestProductsAgainstSchoolbook(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		r := newRand(t)
		for _, n := range degrees(2) {
			ins := extremes(r, n)
			for i := range ins {
				a, b := Poly(ins[i]), Poly(ins[(i+3)%len(ins)])
				x, y, got := make(NTT, n), make(NTT, n), make(Poly, n)
				ToNTT(x, a)
				ToNTT(y, b)
				Mul(x, x, y)
				FromNTT(got, x)
				check(t, fmt.Sprintf("n %d input %d", n, i), got, mulRef(a, b))
			}
		}
	})
}
