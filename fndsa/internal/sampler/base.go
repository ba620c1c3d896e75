package sampler

import (
	"encoding/binary"
	"math/bits"
)

// Base chooses the base sampler, which fixes how a trial reads the stream.
type Base uint8

const (
	FNDSA  Base = iota // 80 bits: the lowest is the sign, the other 79 select the value
	Falcon             // 72 bits select the value, then the lowest bit of one more byte is the sign (Falcon and FNDSA-2025)
)

// draw takes a sample z0 >= 0 of half a Gaussian of deviation 1.8205 and a uniform bit. Both kinds
// read ten bytes, as a little-endian number. It also makes sure that the bytes of the rest of the
// trial are there.
func (s *Stream) draw(base Base) (z0, bit uint64) {
	if s.end-s.pos < reserve {
		s.refill()
	}
	p := s.buf[s.pos:][:10]
	s.pos += 10
	lo, hi := binary.LittleEndian.Uint64(p), uint64(binary.LittleEndian.Uint16(p[8:]))
	if base == FNDSA {
		return halfGaussian79(lo>>1|hi<<63, hi>>1), lo & 1
	}
	return halfGaussian72(lo, hi&0xff), hi >> 8 & 1
}

// less2 returns the bit (hi, lo) < (thi, tlo) of two-word numbers.
func less2(lo, hi, tlo, thi uint64) uint64 {
	_, borrow := bits.Sub64(lo, tlo, 0)
	_, borrow = bits.Sub64(hi, thi, borrow)
	return borrow
}

// less1 returns the bit w < t.
func less1(w, t uint64) uint64 {
	_, borrow := bits.Sub64(w, t, 0)
	return borrow
}

// oneWord returns min((hi, lo), 2^64-1), which compares with entries below 2^64 as the whole number
// does.
func oneWord(lo, hi uint64) uint64 { return lo | -((hi | -hi) >> 63) }

// halfGaussian79 returns the number of table entries greater than the 79-bit number (hi, lo),
// always comparing with all 18: entry j is 2^79 times the probability that |x| > j, rounded, for x
// half Gaussian. (FN-DSA; the test holds the table in the 31-24-24-bit limbs of the reference.)
func halfGaussian79(lo, hi uint64) uint64 {
	w := oneWord(lo, hi)
	z := less2(lo, hi, 0xfa1769d61c8c051a, 0x51fb)
	z += less2(lo, hi, 0x958c0f9fbeedc4f7, 0x2a69)
	z += less2(lo, hi, 0xe6e849a414e10303, 0x113e)
	z += less2(lo, hi, 0xbaa1bbe3cca57519, 0x0568)
	z += less2(lo, hi, 0xc23657799f8fba96, 0x014a)
	z += less2(lo, hi, 0xa563aa76ba5eb23a, 0x003b)
	z += less2(lo, hi, 0x126eaa15bbb574b0, 0x0008)
	z += less1(w, 0xd0ffee32d6b1ef7c)
	z += less1(w, 0x0fc06c453db21633)
	z += less1(w, 0x00e1fed90206364e)
	z += less1(w, 0x000967926818ff3c)
	z += less1(w, 0x00004a4fc58490ce)
	z += less1(w, 0x000001b32ed4ccd9)
	z += less1(w, 0x000000075fb75e32)
	z += less1(w, 0x0000000017aebf7d)
	z += less1(w, 0x0000000000384c6b)
	z += less1(w, 0x000000000000630a)
	z += less1(w, 0x0000000000000081)
	return z
}

// halfGaussian72 is halfGaussian79 for a 72-bit number and the table of round 3, 2^72 times the
// same probabilities.
// (Falcon v1.2, Algorithm 12 BaseSampler and Table 3.1.)
func halfGaussian72(lo, hi uint64) uint64 {
	w := oneWord(lo, hi)
	z := less2(lo, hi, 0xf7f42ed3ac391802, 0xa3)
	z += less2(lo, hi, 0xd32b181f3f7ddb82, 0x54)
	z += less2(lo, hi, 0x7dcdd0934829c1ff, 0x22)
	z += less2(lo, hi, 0xd1754377c7994ae4, 0x0a)
	z += less2(lo, hi, 0x95846caef33f1f6f, 0x02)
	z += less1(w, 0x774ac754ed74bd5f)
	z += less1(w, 0x1024dd542b776ae4)
	z += less1(w, 0x01a1ffdc65ad63da)
	z += less1(w, 0x001f80d88a7b6428)
	z += less1(w, 0x0001c3fdb2040c69)
	z += less1(w, 0x000012cf24d031fb)
	z += less1(w, 0x000000949f8b091f)
	z += less1(w, 0x00000003665da998)
	z += less1(w, 0x000000000ebf6ebb)
	z += less1(w, 0x00000000002f5d7e)
	z += less1(w, 0x0000000000007098)
	z += less1(w, 0x00000000000000c6)
	z += less1(w, 0x0000000000000001)
	return z
}
