package fpr

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// normal says whether x is inside the contract: a zero or a normal number.
func normal(x float64) bool {
	e := math.Float64bits(x) >> 52 & exponentMask
	return x == 0 || e != 0 && e != exponentMask
}

// interesting are significands and exponents at which rounding, alignment and conversion change
// behaviour.
var interesting = func() (list []float64) {
	fractions := []uint64{0, 1, 2, 3, fraction, fraction - 1, fraction - 2, 1 << 51, 1<<51 - 1, 1<<51 + 1, 0x5555555555555, 0x6a09e667f3bcc, 0xaaaaaaaaaaaaa}
	exponents := []uint64{1, 2, 3, 500, 511, 512, 962, 963, 1021, 1022, 1023, 1024, 1025, 1074, 1075, 1076, 1084, 1085, 1086, 1536, 2044, 2045, 2046}
	for _, sign := range []uint64{0, signBit} {
		list = append(list, math.Float64frombits(sign))
		for _, e := range exponents {
			for _, f := range fractions {
				list = append(list, math.Float64frombits(sign|e<<52|f))
			}
		}
	}
	return list
}()

// pairs calls f on all pairs of interesting values, then on random pairs whose exponents are near
// each other, and on products of short significands, which make ties.
func pairs(f func(x, y float64)) {
	for _, x := range interesting {
		for _, y := range interesting {
			f(x, y)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300_000 {
		a, b := r.Uint64(), r.Uint64()
		e := 400 + r.Uint64N(1200)
		a = a&^(exponentMask<<52) | e<<52
		b = b&^(exponentMask<<52) | (e-70+r.Uint64N(140))<<52
		f(math.Float64frombits(a), math.Float64frombits(b))
		mask := uint64(fraction) << r.UintN(53)
		f(math.Float64frombits(a&(mask|^uint64(fraction))), math.Float64frombits(b&(mask|^uint64(fraction))))
	}
}

func TestArithmeticEqualsHardware(t *testing.T) {
	operations := []struct {
		name     string
		native   func(x, y float64) float64
		emulated func(x, y Float) Float
	}{
		{"add", func(x, y float64) float64 { return x + y }, Add},
		{"sub", func(x, y float64) float64 { return x - y }, Sub},
		{"mul", func(x, y float64) float64 { return float64(x * y) }, Mul},
		{"div", func(x, y float64) float64 { return x / y }, Div},
		{"sqrt", func(x, y float64) float64 { return math.Sqrt(x) }, func(x, y Float) Float { return Sqrt(x) }},
		{"neg", func(x, y float64) float64 { return -x }, func(x, y Float) Float { return Neg(x) }},
		{"half", func(x, y float64) float64 { return x * 0.5 }, func(x, y Float) Float { return Half(x) }},
		{"scale", func(x, y float64) float64 { return float64(x * (1 << 63)) }, func(x, y Float) Float { return Scale(x, 63) }},
	}
	for _, op := range operations {
		checked, skipped := 0, 0
		pairs(func(x, y float64) {
			if op.name == "div" && y == 0 || op.name == "sqrt" && math.Signbit(x) && x != 0 {
				return
			}
			want := op.native(x, y)
			// Hardware rounds a product just below 2^-1022 up to it from the denormal grid.
			underflow := math.Abs(want) <= 0x1p-1022 && x != 0 && (op.name == "mul" && y != 0 || op.name == "div" || op.name == "half")
			if !normal(want) || underflow {
				skipped++
				return
			}
			checked++
			if got := op.emulated(FromFloat64(x), FromFloat64(y)); got != FromFloat64(want) {
				t.Fatalf("%s(%x, %x) = %x, hardware %x", op.name, x, y, got.Float64(), want)
			}
		})
		if checked < 400_000 {
			t.Errorf("%s: only %d pairs inside the contract, %d outside", op.name, checked, skipped)
		}
	}
}

// TestDenormalsAreZero pins what the package comment says about operands and results below the
// normal range.
func TestDenormalsAreZero(t *testing.T) {
	tiny, below := FromFloat64(0x1p-1022), FromFloat64(0x1.8p-1022)
	if got := Sub(tiny, below); got != signBit {
		t.Errorf("2^-1022 - 1.5*2^-1022 = %#x", got)
	}
	for _, y := range []float64{0x1p-1022, 0x1p-500, 0x1p-1, 0x1.8p-1} {
		if got := Mul(tiny, FromFloat64(-y)); got != signBit {
			t.Errorf("2^-1022 * %x = %#x", -y, got)
		}
		if got := Div(tiny, FromFloat64(1/y)); got != 0 {
			t.Errorf("2^-1022 / %x = %#x", 1/y, got)
		}
	}
	for _, d := range []Float{1, fraction, signBit | 1, signBit | fraction} {
		one := FromFloat64(1)
		zero := d & signBit
		if got := Add(d, one); got != one {
			t.Errorf("%#x + 1 = %#x", d, got)
		}
		if got := Mul(d, one); got != zero {
			t.Errorf("%#x * 1 = %#x", d, got)
		}
		if got := Div(d, one); got != zero {
			t.Errorf("%#x / 1 = %#x", d, got)
		}
		if got := Sqrt(d); got != zero {
			t.Errorf("sqrt %#x = %#x", d, got)
		}
		if got := Floor(d); got != 0 {
			t.Errorf("floor %#x = %d", d, got)
		}
	}
}

func TestFromInteger(t *testing.T) {
	check := func(i int64) {
		if got, want := FromInt64(i), FromFloat64(float64(i)); got != want {
			t.Fatalf("FromInt64(%d) = %#x, hardware %#x", i, got, want)
		}
		for _, k := range []int{-60, -1, 1, 63} {
			if got, want := Scaled(i, k), FromFloat64(math.Ldexp(float64(i), k)); got != want {
				t.Fatalf("Scaled(%d, %d) = %#x, hardware %#x", i, k, got, want)
			}
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	for s := range 64 {
		for d := int64(-3); d <= 3; d++ {
			check(1<<s + d)
			check(-1<<s + d)
		}
		for range 2000 {
			check(int64(r.Uint64()) >> s)
		}
	}
}

// TestToInteger compares with big.Float rather than with hardware conversions, whose out-of-range
// behaviour differs.
func TestToInteger(t *testing.T) {
	check := func(x float64) {
		if math.Abs(x) >= 1<<62 || !normal(x) {
			return
		}
		trunc, _ := new(big.Float).SetFloat64(x).Int64()
		floor, round := int64(math.Floor(x)), int64(math.RoundToEven(x))
		f := FromFloat64(x)
		if got := Trunc(f); got != trunc {
			t.Fatalf("Trunc(%x) = %d, want %d", x, got, trunc)
		}
		if got := Floor(f); got != floor {
			t.Fatalf("Floor(%x) = %d, want %d", x, got, floor)
		}
		if got := Round(f); got != round {
			t.Fatalf("Round(%x) = %d, want %d", x, got, round)
		}
		if math.Abs(x) < 1<<53 {
			if got := FloorFloat64(x); got != floor {
				t.Fatalf("FloorFloat64(%x) = %d, want %d", x, got, floor)
			}
		}
	}
	for _, x := range interesting {
		check(x)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		x := math.Float64frombits(r.Uint64()&^(exponentMask<<52) | (940+r.Uint64N(150))<<52)
		check(x)
		check(math.Floor(x))
		check(math.Floor(x) + 0.5)
		check(math.Nextafter(math.Floor(x), -1e300))
		check(math.Nextafter(math.Floor(x), 1e300))
	}
	// The ends of the range of Trunc and Floor.
	for _, x := range []float64{1<<63 - 1024, -(1<<63 - 1024)} {
		if f := FromFloat64(x); Trunc(f) != int64(x) || Floor(f) != int64(x) {
			t.Errorf("conversion of %x: %d, %d", x, Trunc(f), Floor(f))
		}
	}
}

func TestBackend(t *testing.T) {
	if Native.String() != "native" || Emulated.String() != "emulated" || Backend(0).String() != "unknown" {
		t.Errorf("names are %v, %v, %v", Native, Emulated, Backend(0))
	}
	if d := Default(); d != Native && d != Emulated {
		t.Errorf("default backend is %v", d)
	}
}
