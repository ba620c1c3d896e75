package keccak

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/ct"
)

// Rate is the number of bytes that SHAKE256 absorbs or squeezes per permutation: the 1600 bits of the state less twice 256.
const Rate = 136

// domain is the suffix 1111 of SHAKE followed by the first 1 of the padding (FIPS 202, section 6.2 and Algorithm 9 pad10*1), lowest bit
// first.
const domain = 0x1f

// SHAKE256 is the state of one computation of SHAKE256. The zero value is ready to absorb. It holds no pointers:
// assigning it copies the whole computation, and a local variable stays on the stack.
type SHAKE256 struct {
	a         [25]uint64
	pos       int  // bytes of the current block absorbed (below Rate) or read (up to Rate)
	squeezing bool // the input has been padded
}

// Reset makes s ready to absorb a new input, whatever it held.
func (s *SHAKE256) Reset() { *s = SHAKE256{} }

// Wipe clears s for good: it is Reset with stores that the compiler cannot drop.
func (s *SHAKE256) Wipe() { ct.WipeValue(s) }

// Write absorbs p and returns len(p), nil. It panics after a Read, an error in the calling code.
func (s *SHAKE256) Write(p []byte) (int, error) {
	if s.squeezing {
		panic("keccak: write after read")
	}
	n := len(p)
	for s.pos+len(p) >= Rate {
		k := Rate - s.pos
		if k == Rate {
			xorBlock(&s.a, (*[Rate]byte)(p))
		} else {
			xorBytes(&s.a, s.pos, p[:k])
		}
		permute(&s.a)
		s.pos, p = 0, p[k:]
	}
	xorBytes(&s.a, s.pos, p)
	s.pos += len(p)
	return n, nil
}

// Read squeezes len(p) bytes and returns len(p), nil. The first Read ends the input.
func (s *SHAKE256) Read(p []byte) (int, error) {
	s.beginSqueezing()
	n := len(p)
	for len(p) > 0 {
		if s.pos == Rate {
			permute(&s.a)
			s.pos = 0
		}
		k := min(len(p), Rate-s.pos)
		if k == Rate {
			storeBlock((*[Rate]byte)(p), &s.a)
		} else {
			storeBytes(p[:k], &s.a, s.pos)
		}
		s.pos, p = s.pos+k, p[k:]
	}
	return n, nil
}

// ReadBlock squeezes the next Rate bytes, for the price of the permutation and one copy. It ends the input if
// nothing has been read yet, and panics unless the bytes read before are a multiple of Rate.
func (s *SHAKE256) ReadBlock(dst *[Rate]byte) {
	s.beginSqueezing()
	if s.pos == Rate {
		permute(&s.a)
		s.pos = 0
	}
	if s.pos != 0 {
		panic("keccak: block read away from a block edge")
	}
	storeBlock(dst, &s.a)
	s.pos = Rate
}

// beginSqueezing pads the input and makes the first block of output ready, once.
func (s *SHAKE256) beginSqueezing() {
	if s.squeezing {
		return
	}
	s.a[s.pos/8] ^= domain << (8 * (s.pos % 8))
	s.a[Rate/8-1] ^= 1 << 63
	permute(&s.a)
	s.pos, s.squeezing = 0, true
}

// Sum256 fills out with SHAKE256 of the concatenation of parts.
func Sum256(out []byte, parts ...[]byte) {
	var s SHAKE256
	for _, p := range parts {
		s.Write(p)
	}
	s.Read(out)
	s.Wipe()
}

// xorBlock adds a block of input to the state.
func xorBlock(a *[25]uint64, p *[Rate]byte) {
	for i := range Rate / 8 {
		a[i] ^= binary.LittleEndian.Uint64(p[8*i : 8*i+8])
	}
}

// xorBytes adds p to the state from byte pos on: single bytes up to a lane, whole lanes, and the rest. p does not reach past the block.
func xorBytes(a *[25]uint64, pos int, p []byte) {
	for ; pos%8 != 0 && len(p) > 0; pos, p = pos+1, p[1:] {
		a[pos/8] ^= uint64(p[0]) << (8 * (pos % 8))
	}
	for ; len(p) >= 8; pos, p = pos+8, p[8:] {
		a[pos/8] ^= binary.LittleEndian.Uint64(p)
	}
	for i, v := range p {
		a[pos/8] ^= uint64(v) << (8 * i)
	}
}

// storeBlock copies a block of output from the state.
func storeBlock(p *[Rate]byte, a *[25]uint64) {
	for i := range Rate / 8 {
		binary.LittleEndian.PutUint64(p[8*i:8*i+8], a[i])
	}
}

// storeBytes is the counterpart of xorBytes: it fills p from the state from byte pos on.
func storeBytes(p []byte, a *[25]uint64, pos int) {
	for ; pos%8 != 0 && len(p) > 0; pos, p = pos+1, p[1:] {
		p[0] = byte(a[pos/8] >> (8 * (pos % 8)))
	}
	for ; len(p) >= 8; pos, p = pos+8, p[8:] {
		binary.LittleEndian.PutUint64(p, a[pos/8])
	}
	for i := range p {
		p[i] = byte(a[pos/8] >> (8 * i))
	}
}
