//go:build !purego

package sampler

import (
	"math/bits"

	"github.com/saker-pq/saker/fndsa/internal/cpufeat"
	"github.com/saker-pq/saker/fndsa/internal/impl"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

//go:generate go -C ../../_asm/sampler run sampler.go -out ../../internal/sampler/kernels_amd64.s -stubs ../../internal/sampler/kernels_amd64.go -pkg sampler

var useAVX2 = cpufeat.AVX2

func init() { impl.Register("sampler", "avx2", &useAVX2) }

const (
	// together is the number of trials that are decided at the same time, of which the first one accepted counts.
	together = 4

	// windowSize is the number of trials made ahead.
	windowSize = 24

	// stride is what a trial takes of the stream if one byte decides it: in 255 of 256 cases. After one of the others the trials made
	// ahead are not those of the stream, and are made again.
	stride = 11

	// windowBytes is what the trials of a window may take.
	windowBytes = (windowSize-1)*stride + reserve
)

// window holds trials that have been made before the centre is known: the stream is cut as if each took stride bytes.
type window struct {
	z     [windowSize]float64 // the trial: z0 + 1 or -z0 for a base sample z0
	bias  [windowSize]float64 // z0^2/(2*1.8205^2)
	first [windowSize]float64 // the first byte of the decision
	left  int                 // this many at the end have not been used
	at    int                 // where the next trial begins in the buffer of the stream
	base  Base
}

// forget makes the window empty.
func (w *window) forget() { w.left = 0 }

// lookAhead makes a window of trials from the present position of the stream on.
func (s *Stream) lookAhead(base Base) {
	left := copy(s.buf[:], s.buf[s.pos:s.end])
	for left < windowBytes {
		s.xof.ReadBlock((*[keccak.Rate]byte)(s.buf[left:]))
		left += keccak.Rate
	}
	s.pos, s.end = 0, left
	w := &s.window
	w.left, w.at, w.base = windowSize, 0, base
	makeTrialsAVX2(&w.z[0], &s.buf[0], int(base))
}

// trialsAhead is trials with look-ahead. It decides trials as accept does: the first byte of a decision and an estimate of the bound settle
// nearly all, in an order that does not depend on them; for the rest the bound is computed. Trials behind one that is accepted
// or left open have no influence on anything, so that nothing more is revealed.
func (l *leafNative) trialsAhead(src *Stream, base Base, centre float64) int64 {
	s, r := floorAndRestNative(centre)
	w := &src.window
	for {
		if w.left < together || w.at != src.pos || w.base != base {
			src.lookAhead(base)
		}
		next := (windowSize - w.left) % windowSize
		settled := decideAVX2(&w.z[next], r, l.half, l.ratio)
		t := bits.TrailingZeros64(^settled | 1<<together) // the first trial that is not rejected
		if t == together {
			src.pos += together * stride
			w.at, w.left = src.pos, w.left-together
			continue
		}
		z := int64(w.z[(next+t)%windowSize])
		src.pos += (t + 1) * stride
		w.at, w.left = src.pos, w.left-t-1
		if settled>>(together+t)&1 == 0 || l.open(src, z, r) {
			return s + z
		}
	}
}

// pairAhead is trialsAhead for two centres, which it looks at together: the trials for the second are those behind the first's, wherever
// these end.
func (l *leafNative) pairAhead(src *Stream, base Base, centreRe, centreIm float64) (re, im int64) {
	sRe, rRe := floorAndRestNative(centreRe)
	sIm, rIm := floorAndRestNative(centreIm)
	w := &src.window
	if w.left <= 2*together || w.at != src.pos || w.base != base {
		src.lookAhead(base)
	}
	next := (windowSize - w.left) % windowSize
	settled := decidePairAVX2(&w.z[next], rRe, rIm, l.half, l.ratio)
	t := bits.TrailingZeros64(^settled | 1<<together)
	if t == together || settled>>(together+t)&1 != 0 {
		return l.trialsAhead(src, base, centreRe), l.trialsAhead(src, base, centreIm)
	}
	re = sRe + int64(w.z[(next+t)%windowSize])
	u := t + bits.TrailingZeros64(^(settled>>8)&0xff>>t|1<<(2*together-t))
	if u == 2*together || settled>>(16+u)&1 != 0 {
		src.pos += (t + 1) * stride
		w.at, w.left = src.pos, w.left-t-1
		return re, l.trialsAhead(src, base, centreIm)
	}
	src.pos += (u + 2) * stride
	w.at, w.left = src.pos, w.left-u-2
	return re, sIm + int64(w.z[(next+u+1)%windowSize])
}

// open decides the trial z, whose decision begins a byte back.
func (l *leafNative) open(src *Stream, z int64, r float64) bool {
	src.pos--
	z0 := (z - 1) ^ (z-1)>>63 // z - 1 or -z
	x, k := l.exponent(z, z0, r)
	return src.below(acceptance(x, l.scale, k))
}
