package ntru

import (
	"math/big"
	"testing"
)

func TestConstantsModP(t *testing.T) {
	if !big.NewInt(p).ProbablyPrime(20) || p%2048 != 1 {
		t.Error("p is not a prime that is 1 modulo 2048")
	}
	if x := uint32(pNegInv); x*p != ^uint32(0) {
		t.Error("pNegInv is not -1/p modulo 2^32")
	}
	big2 := big.NewInt(2)
	if r := new(big.Int).Exp(big2, big.NewInt(64), big.NewInt(p)); r.Int64() != pR2 {
		t.Errorf("pR2 should be %d", r)
	}
	if r := new(big.Int).Exp(big.NewInt(3), big.NewInt((p-1)/2048), big.NewInt(p)); r.Int64() != pRoot {
		t.Errorf("pRoot should be %d", r)
	}
	if r := new(big.Int).Exp(big.NewInt(pRoot), big.NewInt(1024), big.NewInt(p)); r.Int64() != p-1 {
		t.Error("pRoot has not order 2048")
	}
}

func TestArithmeticModP(t *testing.T) {
	r := newRand(4)
	values := []uint32{0, 1, 2, p / 2, p/2 + 1, p - 2, p - 1}
	for range 200 {
		values = append(values, r.Uint32N(p))
	}
	for _, x := range values {
		if v := fromP(x); toP(v) != x || int64(v) > p/2 || int64(v) < -p/2 {
			t.Errorf("fromP(%d) = %d", x, v)
		}
		inv := invertP(x)
		if (x == 0 && inv != 0) || (x != 0 && mulP(x, inv) != 1) {
			t.Errorf("1/%d: got %d", x, inv)
		}
		for _, y := range values {
			if got := addP(x, y); got != uint32((uint64(x)+uint64(y))%p) {
				t.Fatalf("%d+%d: got %d", x, y, got)
			}
			if got := subP(x, y); got != uint32((uint64(x)+p-uint64(y))%p) {
				t.Fatalf("%d-%d: got %d", x, y, got)
			}
			if got := mulP(x, y); got != uint32(uint64(x)*uint64(y)%p) {
				t.Fatalf("%d*%d: got %d", x, y, got)
			}
		}
	}
	// montgomery takes one operand of any size.
	if got, want := mulP(montgomery(^uint32(0), p-1), 1<<16), mulP(mulP(uint32((1<<32-1)%p), p-1), invertP(1<<16)); got != want {
		t.Errorf("montgomery(2^32-1, p-1): got %d, expected %d", got, want)
	}
}

func TestNTT(t *testing.T) {
	r := newRand(5)
	for n := 1; n <= 1024; n *= 2 {
		a, b := make([]uint32, n), make([]uint32, n)
		want := make([]uint32, n)
		for i := range a {
			a[i], b[i] = r.Uint32N(p), r.Uint32N(p)
		}
		for i, x := range a {
			for j, y := range b {
				if v := mulP(x, y); i+j < n {
					want[i+j] = addP(want[i+j], v)
				} else {
					want[i+j-n] = subP(want[i+j-n], v)
				}
			}
		}
		turned := make([]uint32, n) // a(-x)
		for i, x := range a {
			turned[i] = x
			if i&1 == 1 {
				turned[i] = subP(0, x)
			}
		}
		ntt(a)
		ntt(b)
		ntt(turned)
		for i := range a {
			if n > 1 && a[i] != turned[i^1] {
				t.Fatalf("n = %d: value %d of a(x) is not value %d of a(-x)", n, i, i^1)
			}
			a[i] = mulP(a[i], b[i])
		}
		inverseNTT(a)
		for i := range a {
			if a[i] != want[i] {
				t.Fatalf("n = %d: coefficient %d: got %d, expected %d", n, i, a[i], want[i])
			}
		}
	}
}

func TestDivideP(t *testing.T) {
	var s solver
	d := []uint32{montgomery(3, pR2), montgomery(p-1, pR2), montgomery(12345, pR2)} // Montgomery form
	dst := make([]uint32, 3)
	if !s.divideP(dst, d, func(i int) uint32 { return uint32(100 + i) }) {
		t.Fatal("no inverse found")
	}
	for i, x := range []uint32{3, p - 1, 12345} {
		if got := mulP(dst[i], x); got != uint32(100+i) {
			t.Errorf("quotient %d times divisor: got %d, expected %d", i, got, 100+i)
		}
	}
	d[1] = 0
	if s.divideP(dst, d, func(int) uint32 { return 1 }) {
		t.Error("division by 0 goes unnoticed")
	}
}
