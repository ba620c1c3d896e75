package measure

import "slices"

// Stat sums up the samples of one operation.
type Stat struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// statOf sums up samples in any order; without samples it is zero.
func statOf(samples []float64) Stat {
	n := len(samples)
	if n == 0 {
		return Stat{}
	}
	s := slices.Sorted(slices.Values(samples))
	return Stat{Min: s[0], Median: (s[(n-1)/2] + s[n/2]) / 2, Max: s[n-1]}
}
