//go:build !amd64 || purego

package sampler

const useAVX2 = false

// window is not used.
type window struct{}

func (w *window) forget() {}

func (l *leafNative) trialsAhead(src *Stream, base Base, centre float64) int64 {
	return l.trials(src, base, centre)
}

func (l *leafNative) pairAhead(src *Stream, base Base, centreRe, centreIm float64) (re, im int64) {
	return l.trials(src, base, centreRe), l.trials(src, base, centreIm)
}
