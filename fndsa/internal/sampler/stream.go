package sampler

import (
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// reserve is the largest number of bytes one trial of the leaf sampler can take: 10 for the base
// sample and 8 for the decision.
const reserve = 18

// Stream is the random bytes of one signature, the output of SHAKE256 in its order, bought in whole
// blocks. The zero value must be given an input with Start. A Stream holds no pointers.
//
// How many bytes have been used is not secret: it depends on the numbers of rejections, whose
// distribution is the same for all keys and centres, and on bytes drawn to decide them.
type Stream struct {
	xof keccak.SHAKE256
	// buf[pos:end] is squeezed and not yet used. Refilling moves the rest to the front and adds a
	// block, or several for a window.
	buf      [bufferSize]byte
	pos, end int
	window   window // trials made ahead, where kernels do that
}

// bufferSize is enough for less than a window and a block more. Without windows, reserve would do.
const bufferSize = 23*11 + reserve - 1 + keccak.Rate

// Start makes s the output of x from its first byte. All input must have been written to x and
// nothing read.
func (s *Stream) Start(x *keccak.SHAKE256) {
	s.xof = *x
	s.pos, s.end = 0, 0
	s.window.forget()
}

// Read fills p with the next bytes of the stream. It never fails. The salt of a signature is read
// like this, before sampling begins.
func (s *Stream) Read(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if s.pos == s.end {
			s.refill()
		}
		k := copy(p, s.buf[s.pos:s.end])
		s.pos += k
		p = p[k:]
	}
	return n, nil
}

// Wipe clears s.
func (s *Stream) Wipe() { ct.WipeValue(s) }

// refill appends a block to the fewer than reserve bytes that are left.
func (s *Stream) refill() {
	left := copy(s.buf[:reserve-1], s.buf[s.pos:s.end])
	s.xof.ReadBlock((*[keccak.Rate]byte)(s.buf[left:]))
	s.pos, s.end = 0, left+keccak.Rate
	s.window.forget()
}

// accept decides a trial, with probability acceptance(x, scale, k)/2^64: it compares that with a
// uniform 64-bit number, drawn byte by byte from the most significant end as far as needed (below).
// In all but 2 of 256 cases the first byte and an estimate settle it.
//
// The branches reveal that the secret bound is near fresh random bytes that are used for nothing
// else. How often they do must not depend on the bound: the window is two byte values wide wherever
// the bound lies, except for a bound of 255/256 and more, where the upper one does not exist.
// (Falcon v1.2, Algorithm 14 BerExp.)
func (s *Stream) accept(x, scale uint64, k int64) bool {
	less, near := compareFirst(s.buf[s.pos], estimate(x, scale, k))
	if near {
		return s.below(acceptance(x, scale, k))
	}
	s.pos++
	return less
}

// compareFirst says whether a number whose first byte is given is less than a bound in
// [low, low+estimateError), or that they are too near to tell.
func compareFirst(first byte, low uint64) (less, near bool) {
	// With the number in [first*2^56, (first+1)*2^56), they are told apart for differences
	// low - first*2^56 >= 2^56 and <= -estimateError, so also outside of [-2^56, 2^56). Halved, the
	// difference has room for a sign.
	d := int64(low>>1) - int64(first)<<55
	return d > 0, uint64(d+1<<55) < 1<<56
}

// below says whether a uniform 64-bit number is smaller than bound. It draws a byte at a time from
// the most significant end, stops at the first that differs, and so takes 1 to 8 bytes. (Falcon
// v1.2, Algorithm 14 BerExp.)
func (s *Stream) below(bound uint64) bool {
	for shift := 56; ; shift -= 8 {
		d := int(s.buf[s.pos]) - int(bound>>(shift&63)&0xff)
		s.pos++
		if d != 0 || shift == 0 {
			return d < 0
		}
	}
}
