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
	// buf[pos:end] is squeezed and not yet used. Refilling moves at most reserve-1 bytes to the
	// front and adds a block.
	buf      [reserve - 1 + keccak.Rate]byte
	pos, end int
}

// Start makes s the output of x from its first byte. All input must have been written to x and
// nothing read.
func (s *Stream) Start(x *keccak.SHAKE256) {
	s.xof = *x
	s.pos, s.end = 0, 0
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
}

// accept decides a trial, with probability acceptance(x, scale, k)/2^64: it compares that with a
// uniform 64-bit number, drawn byte by byte from the most significant end as far as needed (below).
// In all but 1.5 of 256 cases the first byte and an estimate settle it.
//
// The branches reveal how many leading bytes of the secret bound agree, or nearly agree, with fresh
// random bytes that are used for nothing else.
// (Falcon v1.2, Algorithm 14 BerExp.)
func (s *Stream) accept(x, scale uint64, k int64) bool {
	// The number is in [first, first+2^56), the bound in [low, low+estimateError). Halved, their
	// difference has room for a sign.
	first, low := uint64(s.buf[s.pos])<<56, estimate(x, scale, k)
	d := int64(low>>1) - int64(first>>1)
	if uint64(d+estimateError/2) < estimateError/2+1<<55 {
		return s.below(acceptance(x, scale, k))
	}
	s.pos++
	return d > 0
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
