package ntru

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

func newRand(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 0)) }

func TestFixedMul(t *testing.T) {
	r := newRand(1)
	values := []fixed{0, 1, -1, one, -one, one / 2, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
	for range 100 {
		values = append(values, fixed(r.Uint64()), fixed(r.Uint64())>>r.UintN(64))
	}
	for _, x := range values {
		for _, y := range values {
			for _, shift := range []uint{32, 62} {
				z := new(big.Int).Mul(big.NewInt(int64(x)), big.NewInt(int64(y)))
				z.Rsh(z, shift)
				want := fixed(new(big.Int).And(z, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
				if got := x.mulShift(y, shift); got != want {
					t.Fatalf("%d * %d / 2^%d = %d, expected %d", x, y, shift, got, want)
				}
				if shift == 32 && x.mul(y) != want {
					t.Fatalf("%d * %d = %d, expected %d", x, y, x.mul(y), want)
				}
			}
		}
	}
}

func TestFixedDivide(t *testing.T) {
	r := newRand(2)
	// want is the quotient to the nearest, halves away from 0.
	want := func(x, y fixed) fixed {
		a := new(big.Int).Abs(big.NewInt(int64(x)))
		a.Lsh(a, 33).Quo(a, big.NewInt(int64(y))).Add(a, big.NewInt(1)).Rsh(a, 1)
		if x < 0 {
			a.Neg(a)
		}
		return fixed(a.Int64())
	}
	next := func() (fixed, fixed) {
		for {
			x, y := fixed(r.Uint64())>>r.UintN(63), fixed(r.Uint64()>>1)>>r.UintN(63)
			if y > 0 && math.Abs(float64(x)/float64(y)) < 1<<31-1 {
				return x, y
			}
		}
	}
	for range 20000 {
		x, y := next()
		z, w := next()
		a, b := divide(x, y, z, w)
		if a != want(x, y) || b != want(z, w) {
			t.Fatalf("%d/%d, %d/%d: got %d, %d, expected %d, %d", x, y, z, w, a, b, want(x, y), want(z, w))
		}
	}
	if a, b := divide(3, 2*one, -3, 2*one); a != 2 || b != -2 {
		t.Errorf("halves: got %d, %d, expected 2, -2", a, b)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct {
		x    fixed
		want int32
	}{{0, 0}, {one / 2, 1}, {one/2 - 1, 0}, {-one / 2, 0}, {-one/2 - 1, -1}, {-7 * one, -7}} {
		if got := c.x.round(); got != c.want {
			t.Errorf("round(%d): got %d, expected %d", c.x, got, c.want)
		}
	}
}

// angleOf is the argument of entry k of circle, by its definition.
func angleOf(k int) float64 {
	e := 256
	path := []int{}
	for ; k > 1; k /= 2 {
		path = append(path, k&1)
	}
	for i := len(path) - 1; i >= 0; i-- {
		e = e/2 + 512*path[i]
	}
	return float64(e) * math.Pi / 1024
}

func TestCircle(t *testing.T) {
	for k := 1; k < len(circle); k++ {
		re, im := math.Cos(angleOf(k))*(1<<32), math.Sin(angleOf(k))*(1<<32)
		if math.Abs(float64(circle[k].re)-re) > 0.5001 || math.Abs(float64(circle[k].im)-im) > 0.5001 {
			t.Errorf("entry %d: got %d, %d, expected %f, %f", k, circle[k].re, circle[k].im, re, im)
		}
	}
}

func TestTransform(t *testing.T) {
	r := newRand(3)
	for n := 2; n <= 1024; n *= 2 {
		a := make([]fixed, n)
		for i := range a {
			a[i] = fixed(r.Int64N(1<<36)) - 1<<35
		}
		v := append([]fixed(nil), a...)
		forward(v)
		for j := range n / 2 {
			root := cmplx.Exp(complex(0, leafAngle(j, n/2)))
			var want complex128
			for i := n - 1; i >= 0; i-- {
				want = want*root + complex(float64(a[i]), 0)
			}
			got := complex(float64(v[j]), float64(v[j+n/2]))
			if cmplx.Abs(got-want) > 100*math.Sqrt(float64(n)) {
				t.Fatalf("n = %d, value %d: got %v, expected %v", n, j, got, want)
			}
		}
		inverse(v)
		for i := range a {
			if d := v[i] - a[i]; d < -64 || d > 64 {
				t.Fatalf("n = %d: inverse is off by %d at %d", n, d, i)
			}
		}
	}
}

// leafAngle is the argument of the root of value j of h: splitting X^h - i leaves X - root.
func leafAngle(j, h int) float64 {
	if h == 1 {
		return math.Pi / 2
	}
	return angleOf(h/2+j/2) + math.Pi*float64(j&1)
}

// TestTransformCatchesError makes sure that the tolerance above is below the effect of a wrong root.
func TestTransformCatchesError(t *testing.T) {
	a := make([]fixed, 8)
	a[2] = 1 << 35
	b := append([]fixed(nil), a...)
	forward(a)
	saved := circle
	defer func() { circle = saved }()
	circle[1].re += 1 << 12
	forward(b)
	worst := fixed(0)
	for i := range a {
		worst = max(worst, a[i]-b[i], b[i]-a[i])
	}
	if worst < 1000 {
		t.Errorf("a root wrong by 2^-20 changes values by %d only", worst)
	}
}

func TestMultiply(t *testing.T) {
	// (1+x)(2-x^3) = 2 + 2x - x^3 - x^4 = 3 + 2x - x^3 modulo x^4+1.
	a, b := []fixed{one, one, 0, 0}, []fixed{2 * one, 0, 0, -one}
	forward(a)
	forward(b)
	multiply(a, b)
	inverse(a)
	for i, want := range []int32{3, 2, 0, -1} {
		if a[i].round() != want {
			t.Errorf("coefficient %d: got %d, expected %d", i, a[i].round(), want)
		}
	}
}
