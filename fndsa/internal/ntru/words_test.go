package ntru

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// toBig is the value of a slice of words.
func toBig(x []int32) *big.Int {
	v := new(big.Int)
	for k := len(x) - 1; k >= 0; k-- {
		v.Lsh(v, wordBits).Add(v, big.NewInt(int64(x[k])))
	}
	return v
}

// fromBig is the reverse of toBig; it reports whether v fits.
func fromBig(x []int32, v *big.Int) bool {
	v = new(big.Int).Set(v)
	for k := range x {
		x[k] = int32(new(big.Int).And(v, big.NewInt(wordMask)).Int64())
		v.Rsh(v, wordBits)
	}
	top := len(x) - 1
	x[top] = signedWord(x[top])
	return v.Cmp(big.NewInt(int64(x[top]>>31))) == 0
}

// randomBig is a number of at most the given bits, negative half the time, often near the ends of the range.
func randomBig(r *rand.Rand, bits int) *big.Int {
	v := new(big.Int)
	for v.BitLen() < bits {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()|1<<63))
	}
	v.Rsh(v, uint(v.BitLen()-bits))
	switch r.UintN(4) {
	case 0:
		v.Lsh(big.NewInt(1), uint(bits)).Sub(v, big.NewInt(1))
	case 1:
		v.Rsh(v, r.UintN(uint(bits)))
	}
	if r.UintN(2) == 0 {
		v.Not(v)
	}
	return v
}

func TestWords(t *testing.T) {
	r := newRand(6)
	for range 2000 {
		x, y := make([]int32, 1+r.IntN(6)), make([]int32, 1+r.IntN(6))
		a, b := randomBig(r, wordBits*len(x)-1), randomBig(r, wordBits*len(y)-1)
		fromBig(x, a)
		fromBig(y, b)
		acc := make([]int64, len(x)+len(y)+1)
		want := new(big.Int)
		for range 1 + r.IntN(20) {
			addProduct(acc, x, y)
			want.Add(want, new(big.Int).Mul(a, b))
		}
		dst := make([]int32, 1+r.IntN(14))
		fits := normalise(dst, acc) == 0
		model := make([]int32, len(dst))
		if fromBig(model, want) != fits {
			t.Fatalf("%d words for %d: fits = %t", len(dst), want, fits)
		}
		if fits && toBig(dst).Cmp(want) != 0 {
			t.Fatalf("got %d, expected %d", toBig(dst), want)
		}
		for _, c := range acc {
			if c != 0 {
				t.Fatal("columns are not cleared")
			}
		}
		minus := make([]int32, len(x))
		fits = negate(minus, x) == 0
		if want := new(big.Int).Neg(a); fromBig(make([]int32, len(x)), want) != fits || fits && toBig(minus).Cmp(want) != 0 {
			t.Fatalf("-(%d): got %d, fits = %t", a, toBig(minus), fits)
		}
		copy(minus, x)
		negateIf(minus, 0)
		if toBig(minus).Cmp(a) != 0 {
			t.Fatal("negateIf(x, 0) changes x")
		}
		negateIf(minus, -1)
		if fits && toBig(minus).Cmp(new(big.Int).Neg(a)) != 0 {
			t.Fatalf("negateIf(%d, -1): got %d", a, toBig(minus))
		}
	}
}

func TestRows(t *testing.T) {
	r := newRand(7)
	for range 300 {
		var s solver
		a := s.poly(4, 1+r.IntN(6))
		bits := wordBits*a.size - 1
		for i := range a.n {
			fromBig(a.at(i), randomBig(r, 1+r.IntN(bits)))
		}
		rows := s.rowsOf(a)
		from := r.IntN(a.size)
		length := 0
		for i := range a.n {
			v := new(big.Int).Rsh(toBig(a.at(i)), uint(wordBits*from))
			if v.Sign() < 0 {
				v.Not(v)
			}
			length = max(length, v.BitLen())
		}
		if got := rows.bitLength(from); got != length {
			t.Fatalf("bit length from word %d: got %d, expected %d", from, got, length)
		}
		if r.IntN(2) == 0 {
			rows.extend()
		}
		scale := r.IntN(length + wordBits)
		x := make([]fixed, a.n)
		rows.toFixed(x, from, (scale+32)/wordBits+1+r.IntN(3), scale)
		for i := range a.n {
			v := new(big.Int).Rsh(toBig(a.at(i)), uint(wordBits*from))
			v.Lsh(v, 32).Rsh(v, uint(scale))
			if low := new(big.Int).And(v, new(big.Int).SetUint64(1<<64-1)).Uint64(); uint64(x[i]) != low {
				t.Fatalf("%d/2^(31*%d+%d): got %x, expected %x", toBig(a.at(i)), from, scale, x[i], low)
			}
		}
		if rows.size > a.size {
			if rows.fits() != 0 {
				t.Fatal("extended number does not fit its old length")
			}
			rows.row(a.size)[0] ^= 1
			if rows.fits() == 0 {
				t.Fatal("wrong sign word goes unnoticed")
			}
			rows.row(a.size)[0] ^= 1
			rows.shorten()
		}
		b := s.polyOf(rows)
		for i := range a.n {
			if toBig(a.at(i)).Cmp(toBig(b.at(i))) != 0 {
				t.Fatal("coefficient changes on the way to rows and back")
			}
		}
	}
}

func TestInverseModulo(t *testing.T) {
	r := newRand(8)
	coprime, not := 0, 0
	for n := 1; n <= 207; n += 1 + n/4 {
		for range 40 {
			f, g := make([]int32, n), make([]int32, n)
			bits := wordBits*n - 1
			a, b := randomBig(r, bits), randomBig(r, bits)
			a.Abs(a).SetBit(a, 0, 1)
			b.Abs(b).SetBit(b, 0, 1)
			if a.BitLen() > bits || b.BitLen() > bits {
				continue
			}
			fromBig(f, a)
			fromBig(g, b)
			var s solver
			got := make([]int32, n)
			ok := s.inverseModulo(got, f, g)
			if want := new(big.Int).GCD(nil, nil, a, b).Cmp(big.NewInt(1)) == 0; ok != want {
				t.Fatalf("%d and %d: coprime = %t, expected %t", a, b, ok, want)
			}
			if !ok {
				not++
				continue
			}
			coprime++
			want := new(big.Int)
			if a.Cmp(big.NewInt(1)) != 0 {
				want.ModInverse(b, a).Sub(a, want)
			}
			if toBig(got).Cmp(want) != 0 {
				t.Fatalf("-1/%d modulo %d: got %d, expected %d", b, a, toBig(got), want)
			}
		}
	}
	if coprime < 50 || not < 20 {
		t.Errorf("only %d coprime and %d other pairs tried", coprime, not)
	}
}
