package sampler

import (
	"math"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// leafNative samples the integers of one leaf: everything that depends on its deviation sigma'
// alone.
type leafNative struct {
	half  float64 // 1/(2*sigma'^2)
	ratio float64 // sigmaMin/sigma'
	scale uint64  // 2^64 * ratio
}

// newLeafNative prepares a leaf from 1/sigma', which must have passed outOfRange: then
// sigmaMin/sigma' is below 1.
func newLeafNative(inverse, sigmaMin float64) leafNative {
	ratio := float64(inverse * sigmaMin)
	return leafNative{
		half:  float64(float64(inverse*inverse) * 0.5),
		ratio: ratio,
		scale: uint64(int64(float64(ratio*two63))) << 1,
	}
}

// floorAndRest returns s and r in [0, 1] with centre = s + r.
func floorAndRestNative(centre float64) (s int64, r float64) {
	s = fpr.FloorFloat64(centre)
	return s, centre - float64(s)
}

// trials makes trials, one after the other, until one is accepted. It is the definition of sample.
func (l *leafNative) trials(src *Stream, base Base, centre float64) int64 {
	s, r := floorAndRestNative(centre)
	for {
		z0, bit := src.draw(base)
		m := bit - 1
		z := int64(bit + (z0 ^ m) - m) // 1 + z0 or -z0
		x, k := l.exponent(z, int64(z0), r)
		if src.accept(x, l.scale, k) {
			return s + z
		}
	}
}

// exponent says how likely a trial z made from the base sample z0 is accepted, for a fractional
// part r of the centre: with probability sigmaMin/sigma' * exp(-x), x = (z-r)^2/(2*sigma'^2) -
// z0^2/(2*1.8205^2) = k*ln2 + e. It returns 2^64*e and k.
//
// x >= 0, because |z-r| >= z0 and sigma' < 1.8205 by outOfRange, and x < 2^10. Rounding of x/ln2 up
// to an integer can make e negative, by at most 2^-43 and for about one x in 2^50; it is then read
// as a number just below 1.
func (l *leafNative) exponent(z, z0 int64, r float64) (e uint64, k int64) {
	d := float64(z) - r
	x := float64(float64(d*d)*l.half) - float64(float64(z0*z0)*inverseTwiceSquare)
	k = int64(float64(x * inverseLn2))
	return uint64(int64(float64((x-float64(float64(k)*ln2))*two63))) << 1, k
}

// leafValueNative turns a diagonal entry of the LDL decomposition into the 1/sigma' = sqrt(d)/sigma
// a leaf stores.
func leafValueNative(d, inverseSigma float64) float64 {
	return float64(math.Sqrt(d) * inverseSigma)
}

// outOfRangeNative returns 0 if 1/sigma' is within (1/1.8205, 1/sigmaMin), where the sampler's
// proof holds and its loop ends, and 1 if not, NaN included. Positive numbers are ordered as their
// bit patterns. For a basis of the quality that key generation asks for it is always 0, so
// branching on it reveals nothing but that.
func outOfRangeNative(inverse, sigmaMin float64) uint64 {
	b := math.Float64bits(inverse)
	product := math.Float64bits(float64(inverse * sigmaMin))
	return (b | (b - math.Float64bits(inverseSigmaMax)) | (math.Float64bits(1) - 1 - product)) >> 63
}
