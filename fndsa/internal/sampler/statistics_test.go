package sampler

import (
	"fmt"
	"math"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// The statistical tests have fixed seeds: they pass or fail for ever, until the code changes.
// Thresholds are in standard deviations, and each test shows on a defective sampler that it can
// fail.

// normalScore turns a chi-square value into a nearly standard normal one (Wilson and Hilferty).
func normalScore(chi2, degrees float64) float64 {
	return (math.Cbrt(chi2/degrees) - (1 - 2/(9*degrees))) / math.Sqrt(2/(9*degrees))
}

// gaussianScore draws count integers and compares their frequencies with the discrete Gaussian of
// the given centre and deviation, the tails merged until at least 10 are expected: a normal score
// of the chi-square statistic.
func gaussianScore(count int, centre, deviation float64, draw func() int64) float64 {
	const reach = 30
	floor := math.Floor(centre)
	observed := make([]float64, 2*reach)
	for range count {
		observed[int(draw()-int64(floor))+reach]++
	}
	ideal := make([]float64, 2*reach)
	total := 0.0
	for i := range ideal {
		d := (float64(i-reach) + floor - centre) / deviation
		ideal[i] = math.Exp(-d * d / 2)
		total += ideal[i]
	}
	chi2, cells := 0.0, 0
	o, e := 0.0, 0.0
	remaining := float64(count)
	for i := range ideal {
		o += observed[i]
		e += ideal[i] / total * float64(count)
		if remaining-e < 10 || e < 10 {
			continue // grow the cell; the last one takes the upper tail
		}
		chi2 += (o - e) * (o - e) / e
		cells++
		remaining -= e
		o, e = 0, 0
	}
	if e > 0 {
		chi2 += (o - e) * (o - e) / e
		cells++
	}
	return normalScore(chi2, float64(cells-1))
}

// TestLeafStatistics tests frequencies for many centres and deviations. For a correct sampler the
// scores are standard normal: none above 5 (probability 3e-7 each), and their mean within 4
// standard errors of 0. With the deviation wrong by 2.5 percent or the centre by 0.07, most scores
// are far off.
func TestLeafStatistics(t *testing.T) {
	const count = 40_000
	for _, base := range []Base{FNDSA, Falcon} {
		stream := started("leaf statistics")
		var sum float64
		var tests, badDeviation, badCentre int
		for _, centre := range []float64{0, 0.25, 0.5, -0.999, 17.3, -1e6 - 0.7} {
			for _, deviation := range []float64{1.2781, 1.5, 1.749} {
				leaf := newLeafNative(1/deviation, sigmaMin[9])
				draw := func() int64 { return leaf.sample(stream, base, centre) }
				score := gaussianScore(count, centre, deviation, draw)
				if score > 5 {
					t.Errorf("base %d, centre %v, deviation %v: score %.2f", base, centre, deviation, score)
				}
				sum += score
				tests++
				if gaussianScore(count, centre, deviation*1.025, draw) > 3 {
					badDeviation++
				}
				if gaussianScore(count, centre+0.07, deviation, draw) > 3 {
					badCentre++
				}
			}
		}
		if mean := sum / math.Sqrt(float64(tests)); math.Abs(mean) > 4 {
			t.Errorf("base %d: mean score off by %.2f standard errors", base, mean)
		}
		if badDeviation < tests*9/10 || badCentre < tests*9/10 {
			t.Errorf("base %d: the test would find a wrong deviation in %d and a wrong centre in %d of %d cases", base, badDeviation, badCentre, tests)
		}
	}
}

// TestTrialsAreIndependent counts trials per sample for bins of the fractional part of the centre
// and of the deviation. Their distribution is geometric with the acceptance rate 0.575745 in every
// bin: this is what makes the running time say nothing about the key.
func TestTrialsAreIndependent(t *testing.T) {
	const rate, bins, most, count = 0.575745, 8, 6, 12_000
	stream := started("trials")
	for name, sampleBin := range map[string]func(bin, i int) (centre, deviation float64){
		"centre":    func(bin, i int) (float64, float64) { return (float64(bin) + float64(i)/count) / bins, 1.5 },
		"deviation": func(bin, i int) (float64, float64) { return float64(i) * math.Phi, 1.2779 + 0.471*float64(bin)/bins },
	} {
		chi2 := 0.0
		for bin := range bins {
			var observed [most]float64
			for i := range count {
				centre, deviation := sampleBin(bin, i)
				leaf := newLeafNative(1/deviation, sigmaMin[9])
				left := stream.end - stream.pos
				leaf.sample(stream, FNDSA, centre)
				used := left - (stream.end - stream.pos)
				for used < 11 { // a block was added, or more than one
					used += 136
				}
				observed[min(used/11, most)-1]++
			}
			p := 1.0
			for k := range most {
				e := p * rate * count
				if k == most-1 {
					e = p * count
				}
				chi2 += (observed[k] - e) * (observed[k] - e) / e
				p *= 1 - rate
			}
		}
		score := normalScore(chi2, bins*(most-1))
		t.Logf("%s: score %.2f", name, score)
		if math.Abs(score) > 4 {
			t.Errorf("trials against %s: score %.2f", name, score)
		}
	}
}

// covarianceScore signs count random points with the tree and tests that s = (s1, s2) has the
// covariance sigma^2 times the identity: a score for the sum of squares, and one for the sums along
// all diagonals of the blocks s1 with s1, s2 with s2, s1 with s2.
func covarianceScore(b *basis, tree *Tree, count int) (variance, correlation float64) {
	n := 1 << b.logn
	sigma := 1 / inverseSigma[b.logn]
	stream := started("covariance")
	var scratch Scratch
	z0, z1 := make([]int32, n), make([]int32, n)
	diagonals := make([]float64, 4*n-3)
	squares := 0.0
	for i := range count {
		c := hashToPoint(n, shakeOf(fmt.Sprint("point ", i)), false)
		tree.Sample(&scratch, c, stream, FNDSA, z0, z1)
		s1, s2 := b.latticePoint(c, z0, z1)
		for i := range n {
			squares += float64(s1[i]*s1[i] + s2[i]*s2[i])
			for j := range n {
				diagonals[2*(n-1)+n-1+j-i] += float64(s1[i] * s2[j])
				if k := j - i; k > 0 {
					diagonals[k-1] += float64(s1[i] * s1[j])
					diagonals[n-1+k-1] += float64(s2[i] * s2[j])
				}
			}
		}
	}
	total := float64(2 * n * count)
	variance = (squares/(sigma*sigma) - total) / math.Sqrt(2*total)
	chi2 := 0.0
	for d, sum := range diagonals {
		length := 0
		switch {
		case d < n-1:
			length = n - 1 - d
		case d < 2*(n-1):
			length = 2*(n-1) - d
		default:
			length = n - max(d-3*(n-1), 3*(n-1)-d)
		}
		chi2 += sum * sum / (float64(length*count) * sigma * sigma * sigma * sigma)
	}
	return variance, normalScore(chi2, float64(len(diagonals)))
}

// TestSignatureCovariance tests whole lattice vectors, and that a tree with the L10 of one node set
// to zero, at any of the upper levels, is noticed.
func TestSignatureCovariance(t *testing.T) {
	const logn, count = 6, 1500
	_, b := testKey(t, logn)
	tree := expand(t, &b, fpr.Native)
	variance, correlation := covarianceScore(&b, tree, count)
	t.Logf("variance %.2f, correlation %.2f", variance, correlation)
	if math.Abs(variance) > 4 || math.Abs(correlation) > 4 {
		t.Errorf("scores are %.2f for the variance, %.2f for the correlations", variance, correlation)
	}
	node := tree.native[2<<logn:]
	for level := range 3 {
		n := 1 << (logn - level)
		right, l10, _ := cutNative(node, n)
		saved := append([]float64(nil), l10...)
		clear(l10)
		variance, correlation := covarianceScore(&b, tree, count)
		t.Logf("without L10 at level %d: variance %.2f, correlation %.2f", level, variance, correlation)
		if variance < 6 && correlation < 6 {
			t.Errorf("no L10 at level %d goes unnoticed", level)
		}
		copy(l10, saved)
		node = right
	}
}
