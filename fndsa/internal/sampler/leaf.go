package sampler

import "github.com/saker-pq/saker/fndsa/internal/fpr"

// pair samples two integers, first around one centre, then around the other, |centre| < 2^53, with the
// deviation of the leaf. The number of trials says nothing about them: each is accepted with nearly
// the same probability whatever they are. (Falcon v1.2, Algorithm 15 SamplerZ.)
func (l *leafNative) pair(src *Stream, base Base, centreRe, centreIm float64) (re, im int64) {
	if useAVX2 {
		return l.pairAhead(src, base, centreRe, centreIm)
	}
	re = l.trials(src, base, centreRe)
	return re, l.trials(src, base, centreIm)
}

// pair is pair of leafNative.
func (l *leafEmulated) pair(src *Stream, base Base, centreRe, centreIm fpr.Float) (re, im int64) {
	re = l.trials(src, base, centreRe)
	return re, l.trials(src, base, centreIm)
}
