package zq

import "testing"

func TestInvertEveryValue(t *testing.T) {
	for _, n := range degrees(2) {
		a, dst := make(NTT, n), make(NTT, n)
		for x := 1; x < Q; x += n {
			if n < 32 && x > 100*n && x < Q-100*n { // the kernel does not know n, only its remainders
				continue
			}
			for i := range a {
				a[i] = uint16(min(x+i, Q-1))
			}
			if !Invert(dst, a) {
				t.Fatalf("n %d: Invert from %d reports a zero", n, x)
			}
			for i := range a {
				if int(dst[i])*int(a[i])%Q != 1 {
					t.Fatalf("n %d: inverse of %d is %d", n, a[i], dst[i])
				}
			}
		}
	}
}

func TestInvertZeros(t *testing.T) {
	r := newRand(t)
	for _, n := range degrees(2) {
		for trial := range 40 {
			a, num, dst, quotient := make(NTT, n), NTT(randomValues(r, n)), make(NTT, n), make(NTT, n)
			zeros := 0
			for i := range a {
				a[i] = uint16(1 + r.IntN(Q-1))
				if trial == 0 || r.IntN(n) < trial%8 {
					a[i] = 0
					zeros++
				}
			}
			if got, want := Invert(dst, a), zeros == 0; got != want {
				t.Fatalf("n %d: Invert of %d zeros = %v", n, zeros, got)
			}
			if got, want := Divide(quotient, num, a), zeros == 0; got != want {
				t.Fatalf("n %d: Divide by %d zeros = %v", n, zeros, got)
			}
			for i := range a {
				if a[i] == 0 && (dst[i] != 0 || quotient[i] != 0) {
					t.Fatalf("n %d entry %d: 1/0 = %d, %d/0 = %d, want 0", n, i, dst[i], num[i], quotient[i])
				}
				if a[i] != 0 && (int(dst[i])*int(a[i])%Q != 1 || int(quotient[i])*int(a[i])%Q != int(num[i])) {
					t.Fatalf("n %d entry %d: 1/%d = %d, %d/%d = %d", n, i, a[i], dst[i], num[i], a[i], quotient[i])
				}
			}
		}
	}
}
