package keccak

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/ct"
)

// Rate is the number of bytes SHAKE256 absorbs or squeezes per permutation: 1600 bits less twice the security level of 256.
const Rate = 136

// domain is the SHAKE suffix 1111 followed by the first bit of the padding 10*1 (FIPS 202, sections 6.2 and 5.1), least
// significant bit first.
const domain = 0x1f

// SHAKE256 is the state of one computation of SHAKE256. The zero value is ready to absorb. It holds no pointers:
// assigning it copies the whole computation, and a local variable of this type stays on the stack.
type SHAKE256 struct {
	a         [25]uint64
	pos       int  // bytes absorbed into, or read from, the current block: 0..Rate
	squeezing bool // the padding is in, only reading is allowed
}

// Reset makes s ready to absorb a new input. It does not matter what s held.
func (s *SHAKE256) Reset() { *s = SHAKE256{} }

// Wipe clears s. It is Reset under a promise that the compiler keeps the stores.
func (s *SHAKE256) Wipe() { ct.WipeValue(s) }

// Write absorbs p. It never fails, and panics when called after the first Read, which no input can cause.
func (s *SHAKE256) Write(p []byte) (int, error) {
	if s.squeezing {
		panic("keccak: write after read")
	}
	n := len(p)
	for len(p) > 0 {
		if s.pos == 0 && len(p) >= Rate {
			xorBlock(&s.a, (*[Rate]byte)(p))
			permute(&s.a)
			p = p[Rate:]
			continue
		}
		if s.pos%8 == 0 && s.pos+8 < Rate && len(p) >= 8 {
			s.a[s.pos/8] ^= binary.LittleEndian.Uint64(p)
			s.pos += 8
			p = p[8:]
			continue
		}
		s.a[s.pos/8] ^= uint64(p[0]) << (8 * (s.pos % 8))
		s.pos++
		p = p[1:]
		if s.pos == Rate {
			permute(&s.a)
			s.pos = 0
		}
	}
	return n, nil
}

// Read squeezes len(p) bytes. The first Read ends the input. It never fails.
func (s *SHAKE256) Read(p []byte) (int, error) {
	if !s.squeezing {
		s.pad()
	}
	n := len(p)
	for len(p) > 0 {
		if s.pos == Rate {
			permute(&s.a)
			s.pos = 0
		}
		if s.pos%8 == 0 && len(p) >= 8 {
			binary.LittleEndian.PutUint64(p, s.a[s.pos/8])
			s.pos += 8
			p = p[8:]
			continue
		}
		p[0] = byte(s.a[s.pos/8] >> (8 * (s.pos % 8)))
		s.pos++
		p = p[1:]
	}
	return n, nil
}

// ReadBlock squeezes the next Rate bytes, which must be a whole block of the output: it panics if the number of bytes
// read so far is not a multiple of Rate. The first ReadBlock ends the input.
func (s *SHAKE256) ReadBlock(dst *[Rate]byte) {
	if !s.squeezing {
		s.pad()
	}
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

// pad ends the input and makes the first block of output ready.
func (s *SHAKE256) pad() {
	s.a[s.pos/8] ^= domain << (8 * (s.pos % 8))
	s.a[Rate/8-1] ^= 1 << 63
	permute(&s.a)
	s.pos, s.squeezing = 0, true
}

// xorBlock adds a block of input to the state.
func xorBlock(a *[25]uint64, p *[Rate]byte) {
	for i := range Rate / 8 {
		a[i] ^= binary.LittleEndian.Uint64(p[8*i:])
	}
}

// storeBlock copies the outer part of the state to dst.
func storeBlock(dst *[Rate]byte, a *[25]uint64) {
	for i := range Rate / 8 {
		binary.LittleEndian.PutUint64(dst[8*i:], a[i])
	}
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
