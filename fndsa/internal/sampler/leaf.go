package sampler

import "github.com/saker-pq/saker/fndsa/internal/fpr"

// sample returns an integer from the Gaussian of the given centre, |centre| < 2^53, and the
// deviation of the leaf. The number of trials says nothing about them: each is accepted with nearly
// the same probability whatever they are. (Falcon v1.2, Algorithm 15 SamplerZ.)
func (l *leafNative) sample(src *Stream, base Base, centre float64) int64 {
	if useAVX2 {
		return l.trialsAhead(src, base, centre)
	}
	return l.trials(src, base, centre)
}

// sample is sample of leafNative.
func (l *leafEmulated) sample(src *Stream, base Base, centre fpr.Float) int64 {
	return l.trials(src, base, centre)
}
