package ntru

import (
	"math/big"
	"testing"
)

// bigRing is a polynomial with coefficients of any size, modulo x^n+1.
type bigRing []*big.Int

func (a bigRing) mul(b bigRing) bigRing {
	n := len(a)
	c := make(bigRing, n)
	for i := range c {
		c[i] = new(big.Int)
	}
	for i, x := range a {
		for j, y := range b {
			v := new(big.Int).Mul(x, y)
			if i+j < n {
				c[i+j].Add(c[i+j], v)
			} else {
				c[i+j-n].Sub(c[i+j-n], v)
			}
		}
	}
	return c
}

// conjugate is a(-x).
func (a bigRing) conjugate() bigRing {
	c := make(bigRing, len(a))
	for i, x := range a {
		c[i] = new(big.Int).Set(x)
		if i&1 == 1 {
			c[i].Neg(x)
		}
	}
	return c
}

// norm is b with b(x^2) = a(x) a(-x).
func (a bigRing) norm() bigRing {
	c := a.mul(a.conjugate())
	b := make(bigRing, len(a)/2)
	for i := range b {
		b[i] = c[2*i]
	}
	return b
}

// dividedBy returns a/b, or nil if that has fractions: a b(-x) divided by the norm of b, which has half the degree.
func (a bigRing) dividedBy(b bigRing) bigRing {
	if len(a) == 1 {
		quotient, rest := new(big.Int).QuoRem(a[0], b[0], new(big.Int))
		if rest.Sign() != 0 {
			return nil
		}
		return bigRing{quotient}
	}
	a = a.mul(b.conjugate())
	norm := b.norm()
	c := make(bigRing, len(a))
	for odd := range 2 {
		part := make(bigRing, len(norm))
		for i := range part {
			part[i] = a[2*i+odd]
		}
		part = part.dividedBy(norm)
		if part == nil {
			return nil
		}
		for i, x := range part {
			c[2*i+odd] = x
		}
	}
	return c
}

func (a bigRing) bitLength() int {
	length := 0
	for _, x := range a {
		length = max(length, x.BitLen())
	}
	return length
}

func bigOf(a bigPoly) bigRing {
	b := make(bigRing, a.n)
	for i := range b {
		b[i] = toBig(a.at(i))
	}
	return b
}

func bigOfSmall(a []int8) bigRing {
	b := make(bigRing, len(a))
	for i, x := range a {
		b[i] = big.NewInt(int64(x))
	}
	return b
}

func equal(a, b bigRing) bool {
	for i := range a {
		if a[i].Cmp(b[i]) != 0 {
			return false
		}
	}
	return len(a) == len(b)
}

// TestFloors follows one solution through all depths: norms, gcd, lifting and reduction against big integers. After
// each reduction there must be a G_d with f_d G_d - g_d F_d = q, and F_d must be about as small as f_d.
func TestFloors(t *testing.T) {
	for logn := 3; logn <= 7; logn++ {
		b := newBasis(uint(logn))
		if err := Generate(uint(logn), seedOf(3, logn), b.f, b.g, b.F, b.G); err != nil {
			t.Fatal(err)
		}
		var s solver
		var fs, gs [maxLogn + 1]bigPoly
		if s.climb(&fs, b.f)|s.climb(&gs, b.g) != 0 {
			t.Fatal("norms overflow")
		}
		f, g := bigOfSmall(b.f), bigOfSmall(b.g)
		var bigF, bigG [maxLogn + 1]bigRing
		for d := 1; d <= logn; d++ {
			f, g = f.norm(), g.norm()
			bigF[d], bigG[d] = f, g
			if !equal(f, bigOf(fs[d])) || !equal(g, bigOf(gs[d])) {
				t.Fatalf("degree %d: norm at depth %d is wrong", 1<<logn, d)
			}
		}
		high, err := s.top(fs[logn], gs[logn], logn)
		if err != nil {
			t.Fatal(err)
		}
		solves := func(d int, F bigRing) bool {
			c := bigG[d].mul(F)
			c[0].Add(c[0], big.NewInt(q))
			return c.dividedBy(bigF[d]) != nil
		}
		if !solves(logn, bigOf(high)) {
			t.Fatalf("degree %d: no solution at the top", 1<<logn)
		}
		for d := logn - 1; d > 1; d-- {
			F := s.rows(fs[d].n, floors[d].large)
			e, overflow := s.reflected(gs[d])
			if overflow|s.lift(F, high, e) != 0 {
				t.Fatal("overflow")
			}
			before := bigOf(s.polyOf(F))
			spread := make(bigRing, fs[d].n)
			for i := range spread {
				spread[i] = new(big.Int)
				if i&1 == 0 {
					spread[i] = toBig(high.at(i / 2))
				}
			}
			if !equal(before, spread.mul(bigG[d].conjugate())) {
				t.Fatalf("degree %d: lift to depth %d is wrong", 1<<logn, d)
			}
			if !s.reduce(d, fs[d], F) {
				t.Fatalf("degree %d: reduction at depth %d fails", 1<<logn, d)
			}
			high = s.polyOf(F)
			after := bigOf(high)
			if !solves(d, after) {
				t.Fatalf("degree %d: reduction at depth %d leaves the solutions", 1<<logn, d)
			}
			// F_d/f_d has coefficients up to 1/2: F_d is at most n/2 times as large as f_d.
			if limit := bigF[d].bitLength() + logn - d; after.bitLength() > limit || before.bitLength() <= limit {
				t.Fatalf("degree %d: reduction at depth %d from %d to %d bits, expected at most %d", 1<<logn, d,
					before.bitLength(), after.bitLength(), limit)
			}
		}
		F1, ok := s.reduceFirst(high, fs[1], gs[1])
		first := make(bigRing, len(F1))
		for i, x := range F1 {
			first[i] = big.NewInt(x)
		}
		if limit := bigF[1].bitLength() + logn - 1; !ok || !solves(1, first) || first.bitLength() > limit {
			t.Fatalf("degree %d: F_1 is wrong: %t, %d bits", 1<<logn, ok, first.bitLength())
		}
	}
}

// TestSubtract compares F - 2^shift*k*f with big integers.
func TestSubtract(t *testing.T) {
	r := newRand(9)
	for range 300 {
		var s solver
		n := 2 << r.IntN(5)
		f := s.poly(n, 1+r.IntN(4))
		F := s.poly(n, f.size+1+r.IntN(4))
		k := make([]int32, n)
		small := make(bigRing, n)
		for i := range n {
			fromBig(f.at(i), randomBig(r, wordBits*f.size-1))
			fromBig(F.at(i), randomBig(r, wordBits*F.size-1))
			k[i] = int32(r.Uint32()) >> 7 // 25 bits and sign, for n = 32
			small[i] = big.NewInt(int64(k[i]))
		}
		shift := r.IntN(wordBits * (F.size - f.size))
		rows := s.rowsOf(F)
		rows.extend()
		s.subtract(rows, s.rowsOf(f), k, shift)
		product := bigOf(f).mul(small)
		for i, x := range bigOf(F) {
			x.Sub(x, product[i].Lsh(product[i], uint(shift)))
			want := make([]int32, rows.size)
			fromBig(want, x) // modulo 2^(31*size)
			if got := s.polyOf(rows).at(i); toBig(got).Cmp(toBig(want)) != 0 {
				t.Fatalf("coefficient %d of %d, shift %d: got %d, expected %d", i, n, shift, toBig(got), toBig(want))
			}
		}
	}
}

// TestLastRounding checks that F and G are reduced for good: the exact quotients (F f* + G g*)/(f f* + g g*) are at
// most 1/2, and a basis moved away by a multiple of (f,g) comes back.
func TestLastRounding(t *testing.T) {
	r := newRand(10)
	for logn := uint(2); logn <= 10; logn++ {
		b := newBasis(logn)
		if err := Generate(logn, seedOf(4, int(logn)), b.f, b.g, b.F, b.G); err != nil {
			t.Fatal(err)
		}
		// F_1 with F_1(x^2) g(-x) = F + k f for some k is not at hand; instead finish must undo changes of F_1 by
		// multiples of f_1.
		var s solver
		var fs, gs [maxLogn + 1]bigPoly
		s.climb(&fs, b.f)
		s.climb(&gs, b.g)
		F1, err := s.descend(&fs, &gs, int(logn))
		if err != nil {
			t.Fatal(err)
		}
		n := len(F1)
		for i := range n {
			k := r.Int64N(7) - 3
			for j, x := range fs[1].words {
				if i+j < n {
					F1[i+j] += k * int64(x)
				} else {
					F1[i+j-n] -= k * int64(x)
				}
			}
		}
		again := newBasis(logn)
		if !s.finish(again.F, again.G, b.f, b.g, F1) {
			t.Fatalf("degree %d: reduction fails", 1<<logn)
		}
		for i := range b.F {
			if again.F[i] != b.F[i] || again.G[i] != b.G[i] {
				t.Fatalf("degree %d: another F or G for another F_1", 1<<logn)
			}
		}
	}
}
