//go:build !amd64 || purego

package sampler

const useAVX2 = false

// window is not used.
type window struct{}

func (w *window) forget() {}

func (l *leafNative) trialsAhead(src *Stream, base Base, centre float64) int64 {
	return l.trials(src, base, centre)
}
