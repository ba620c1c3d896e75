package fpr

import "math"

// FloorFloat64 is Floor for the native form: the largest integer not above x, |x| < 2^53, without a
// floating-point comparison.
//
// The conversion truncates towards zero, so the result is one too large exactly when the difference
// e is positive. As an integer, the pattern of a positive e lies in (0, 2^63), of a negative one
// below 0, and e is never -0 because float64(t) never is; so -pattern is negative if and only if e
// > 0. (Subtracting the other way round would take -0 for a negative number when x is -0.)
func FloorFloat64(x float64) int64 {
	t := int64(x)
	e := int64(math.Float64bits(float64(t) - x))
	return t + -e>>63
}
