package sampler

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

const bigPrecision = 300

func newFloat(x float64) *big.Float { return new(big.Float).SetPrec(bigPrecision).SetFloat64(x) }

// bigExp returns exp(x): the power series of x/2^k, squared k times.
func bigExp(x *big.Float) *big.Float {
	const k = 20
	y := new(big.Float).SetMantExp(x, -k)
	sum, term := newFloat(1), newFloat(1)
	for i := 1; i < 40; i++ {
		term.Mul(term, y)
		term.Quo(term, newFloat(float64(i)))
		sum.Add(sum, term)
	}
	for range k {
		sum.Mul(sum, sum)
	}
	return sum
}

// log2 returns the base-2 logarithm of a positive x to double precision.
func log2(x *big.Float) float64 {
	mantissa := new(big.Float)
	e := x.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return float64(e) + math.Log2(m)
}

// renyi returns log2(R - 1) for the Renyi divergence of order 513 of p from ideal, both normalised:
// R^512 = sum p^513/ideal^512. The sum is taken as 1 + sum over ideal*(x^513 - 1 - 513*(x-1)), x =
// p/ideal, whose linear part vanishes because both add up to 1.
func renyi(p, ideal []*big.Float) float64 {
	sum := newFloat(0)
	for i := range p {
		x := new(big.Float).Quo(p[i], ideal[i])
		power := newFloat(1)
		square := new(big.Float).Set(x)
		for e := 513; e > 0; e >>= 1 {
			if e&1 == 1 {
				power.Mul(power, square)
			}
			square.Mul(square, square)
		}
		x.Sub(x, newFloat(1))
		power.Sub(power, newFloat(1))
		power.Sub(power, x.Mul(x, newFloat(513)))
		sum.Add(sum, power.Mul(power, ideal[i]))
	}
	if sum.Sign() <= 0 {
		return math.Inf(-1)
	}
	return log2(sum) - 9 // R = (1 + sum)^(1/512)
}

// TestConstants recomputes the constants that have a formula.
func TestConstants(t *testing.T) {
	// ln 2 is the number whose exponential is 2: one Newton step from a good start.
	start := newFloat(math.Ln2)
	e := bigExp(start)
	correction := new(big.Float).Quo(new(big.Float).Sub(newFloat(2), e), e)
	logarithm := new(big.Float).Add(start, correction)
	for name, c := range map[string]struct {
		got  float64
		want *big.Float
	}{
		"ln2":                {ln2, logarithm},
		"inverseLn2":         {inverseLn2, new(big.Float).Quo(newFloat(1), logarithm)},
		"inverseTwiceSquare": {inverseTwiceSquare, new(big.Float).Quo(newFloat(1), twiceSquare())},
		"sqrtHalf":           {sqrtHalf, new(big.Float).Sqrt(newFloat(0.5))},
		"inverseSigmaMax":    {inverseSigmaMax, new(big.Float).Quo(newFloat(10000), newFloat(18205))},
	} {
		if want, _ := c.want.Float64(); c.got != want {
			t.Errorf("%s is %x, want %x", name, c.got, want)
		}
	}
	// sigma = 1.17*sqrt(q)*sigmaMin: 1.17*sqrt(q) bounds the Gram-Schmidt norm of a basis.
	for logn := 1; logn <= MaxLogn; logn++ {
		product := 1 / inverseSigma[logn] / sigmaMin[logn]
		if want := 1.17 * math.Sqrt(q); math.Abs(product-want) > 1e-12*want {
			t.Errorf("logn %d: sigma/sigmaMin is %v, want %v", logn, product, want)
		}
		if got := fpr.FromFloat64(inverseSigma[logn]); got != inverseSigmaEmulated[logn] {
			t.Errorf("logn %d: emulated 1/sigma is %#x, want %#x", logn, inverseSigmaEmulated[logn], got)
		}
		if got := fpr.FromFloat64(sigmaMin[logn]); got != sigmaMinEmulated[logn] {
			t.Errorf("logn %d: emulated sigmaMin is %#x, want %#x", logn, sigmaMinEmulated[logn], got)
		}
	}
}

// TestExpMinus measures the fixed-point exponential: its relative error is about 2^-51.
func TestExpMinus(t *testing.T) {
	worst := -1000.0
	limit := math.Ln2 * 0x1p64
	for i := range 2001 {
		x := uint64(float64(i) / 2000 * (limit - 1e5))
		got := newFloat(0).SetUint64(expMinus(x, math.MaxUint64))
		exponent := new(big.Float).SetMantExp(newFloat(0).SetUint64(x), -64)
		want := bigExp(exponent.Neg(exponent))
		relative := new(big.Float).Quo(new(big.Float).SetMantExp(got, -63), want)
		relative.Sub(relative, newFloat(1)).Abs(relative)
		if relative.Sign() > 0 {
			worst = max(worst, log2(relative))
		}
	}
	if worst > -50.5 {
		t.Errorf("relative error 2^%.2f", worst)
	}
	t.Logf("relative error 2^%.2f", worst)
}

func TestAcceptance(t *testing.T) {
	const almostOne = math.MaxUint64
	if got := acceptance(0, almostOne, 0); got>>32 != math.MaxUint32 {
		t.Errorf("acceptance at 0 is %#x", got)
	}
	whole := acceptance(1<<60, almostOne, 0)
	for k := range int64(1100) {
		if got, want := acceptance(1<<60, almostOne, k), whole>>min(k, 63); got != want {
			t.Fatalf("acceptance with k = %d is %#x, want %#x", k, got, want)
		}
	}
}

// TestEstimate checks the claimed error over the whole range of x, also between ln 2 and 1.
func TestEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 200_000 {
		x := r.Uint64()
		switch i {
		case 0:
			x = 0
		case 1:
			x = math.MaxUint64
		}
		scale := r.Uint64() | 1<<63
		k := int64(r.IntN(80))
		if i%2 == 0 {
			k = 0
		}
		low, exact := estimate(x, scale, k), acceptance(x, scale, k)
		if exact < low || exact-low >= estimateError {
			t.Fatalf("x = %#x, scale = %#x, k = %d: estimate %#x, exact %#x", x, scale, k, low, exact)
		}
	}
}

// TestAccept compares the decision by estimate with its definition, for first bytes at and around
// that of the bound and for all lengths of agreement.
func TestAccept(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var decisions [2]int
	for range 200_000 {
		x, scale, k := r.Uint64()>>r.IntN(8), r.Uint64()|1<<63, int64(r.IntN(12))
		bound := acceptance(x, scale, k)
		number := bound ^ r.Uint64()>>r.IntN(64) // agrees with the bound for a while
		if r.IntN(2) == 0 {
			number = bound + uint64(r.IntN(7)-3)<<56
		}
		script := binary.BigEndian.AppendUint64(nil, number)
		quick, plain := scripted(script...), scripted(script...)
		got, want := quick.accept(x, scale, k), plain.below(bound)
		if got != want || want != (number < bound) || quick.pos != plain.pos {
			t.Fatalf("bound %#x, number %#x: %v after %d bytes, want %v after %d", bound, number, got, quick.pos, want, plain.pos)
		}
		if want {
			decisions[1]++
		} else {
			decisions[0]++
		}
	}
	if decisions[0] < 20_000 || decisions[1] < 20_000 {
		t.Errorf("decisions are one-sided: %v", decisions)
	}
}

// TestNearIsIndependent checks that the number of first bytes that need the exact comparison is the
// same wherever the bound lies.
func TestNearIsIndependent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 100_000 {
		low := r.Uint64() >> r.IntN(64)
		if i < 255 {
			low = uint64(i) << 56
		}
		want := 2
		if low >= 255<<56 {
			want = 1
		}
		got := 0
		for first := range 256 {
			if _, near := compareFirst(byte(first), low); near {
				got++
			}
		}
		if got != want {
			t.Fatalf("low = %#x: %d first bytes are near, want %d", low, got, want)
		}
	}
}

// TestExactDistribution computes the output distribution of the leaf sampler instead of sampling
// it. An integer z fixes the base sample and the bit it came from, so its probability is that of
// the base sample times one half times acceptance/2^64, both of which are integers the production
// code computes. Over a grid of centres and deviations it demands of the binary64 sampler: Renyi
// divergence of order 513 from the discrete Gaussian, minus 1, below 2^-81.5 over probabilities
// above 2^-76; relative error below 2^-44 over probabilities above 2^-32; and an acceptance rate
// that is the same everywhere to 2^-44.
func TestExactDistribution(t *testing.T) {
	sigma := sigmaMin[9]
	for _, c := range []struct {
		bits  int
		table []*big.Int
	}{{79, table79}, {72, table72}} {
		worstDivergence, worstError := math.Inf(-1), math.Inf(-1)
		var lowest, highest *big.Float
		for _, r := range []float64{0, 0x1p-53, 0x1p-20, 0.25, 0.5, 0.75, 0.9, 1 - 0x1p-53} {
			for _, deviation := range []float64{sigma * (1 + 0x1p-40), 1.3, 1.4, 1.5, 1.6, 1.7, 1.749, 1.78} {
				p, ideal, rate := leafDistribution(c.bits, c.table, r, 1/deviation, sigma)
				var cut, cutIdeal []*big.Float
				for i := range p {
					if log2(ideal[i]) > -76 {
						cut, cutIdeal = append(cut, p[i]), append(cutIdeal, ideal[i])
					}
					if log2(ideal[i]) > -32 {
						e := new(big.Float).Quo(p[i], ideal[i])
						if e.Sub(e, newFloat(1)).Sign() != 0 {
							worstError = max(worstError, log2(e.Abs(e)))
						}
					}
				}
				worstDivergence = max(worstDivergence, renyi(cut, cutIdeal))
				if lowest == nil || rate.Cmp(lowest) < 0 {
					lowest = rate
				}
				if highest == nil || rate.Cmp(highest) > 0 {
					highest = rate
				}
			}
		}
		spread := new(big.Float).Quo(highest, lowest)
		spread.Sub(spread, newFloat(1))
		t.Logf("%d bits: divergence 2^%.1f, relative error 2^%.1f, acceptance %.6f with spread 2^%.1f", c.bits, worstDivergence, worstError, lowest, log2(spread))
		if worstDivergence > -81.5 {
			t.Errorf("%d bits: divergence 2^%.1f", c.bits, worstDivergence)
		}
		if worstError > -44 {
			t.Errorf("%d bits: relative error 2^%.1f", c.bits, worstError)
		}
		if rate, _ := lowest.Float64(); math.Abs(rate-0.575745) > 1e-6 {
			t.Errorf("%d bits: acceptance rate %v", c.bits, rate)
		}
		if log2(spread) > -44 {
			t.Errorf("%d bits: acceptance rates differ by 2^%.1f", c.bits, log2(spread))
		}
	}
}

// leafDistribution returns, for each z the sampler can return around a centre r, its probability
// given acceptance and the ideal one, and the probability that a trial is accepted.
func leafDistribution(bits int, table []*big.Int, r, inverse, sigma float64) (p, ideal []*big.Float, rate *big.Float) {
	leaf := newLeafNative(inverse, sigma)
	rate, total := newFloat(0), newFloat(0)
	scale := newFloat(inverse)
	scale.Mul(scale, scale)
	previous := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	for z0 := range int64(len(table) + 1) {
		next := new(big.Int)
		if int(z0) < len(table) {
			next = table[z0]
		}
		base := new(big.Float).SetMantExp(newFloat(0).SetInt(new(big.Int).Sub(previous, next)), -bits-1)
		previous = next
		for _, z := range []int64{-z0, z0 + 1} {
			x, k := leaf.exponent(z, z0, r)
			probability := new(big.Float).SetMantExp(newFloat(0).SetUint64(acceptance(x, leaf.scale, k)), -64)
			probability.Mul(probability, base)
			rate.Add(rate, probability)
			d := new(big.Float).Sub(newFloat(float64(z)), newFloat(r))
			d.Mul(d, d).Mul(d, scale).Quo(d, newFloat(-2))
			weight := bigExp(d)
			total.Add(total, weight)
			p, ideal = append(p, probability), append(ideal, weight)
		}
	}
	for i := range p {
		p[i].Quo(p[i], rate)
		ideal[i].Quo(ideal[i], total)
	}
	return p, ideal, rate
}
