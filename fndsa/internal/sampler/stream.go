package sampler

import (
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// reserve is the largest number of bytes one trial of the leaf sampler can take: 10 for the base sample and 8 for the
// decision.
const reserve = 18

// Stream is the random bytes of one signature, the output of SHAKE256 in its order, bought in whole blocks. The zero value must be
// given an input with Start. A Stream holds no pointers.
//
// How many bytes have been used is not secret: it depends on the numbers of rejections, whose distribution is the same for
// all keys and centres, and on bytes drawn to decide them.
type Stream struct {
	xof keccak.SHAKE256
	// buf[pos:end] is squeezed and not yet used. Refilling moves at most reserve-1 bytes to the front and adds a block.
	buf      [reserve - 1 + keccak.Rate]byte
	pos, end int
}

// Start makes s the output of x from its first byte. All input must have been written to x and nothing read.
func (s *Stream) Start(x *keccak.SHAKE256) {
	s.xof = *x
	s.pos, s.end = 0, 0
}

// Read fills p with the next bytes of the stream. It never fails. The salt of a signature is read like this, before sampling begins.
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

// below decides a trial: it compares a uniform 64-bit number, drawn byte by byte from the most significant end, with bound, and says
// whether it is smaller. It stops at the first differing byte, so it usually takes one byte and at most 8.
//
// The branch reveals how many leading bytes of the bound equal fresh random bytes, which are used for nothing else.
// (Falcon v1.2, Algorithm 14 BerExp, lines 6 to 9.)
func (s *Stream) below(bound uint64) bool {
	for shift := 56; ; shift -= 8 {
		d := int(s.buf[s.pos]) - int(bound>>(shift&63)&0xff)
		s.pos++
		if d != 0 || shift == 0 {
			return d < 0
		}
	}
}
