package ntru

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// stream is SHAKE256 of a seed, read as 16-bit little-endian words.
type stream struct {
	shake keccak.SHAKE256
	block [keccak.Rate]byte
	pos   int
}

func (s *stream) init(seed []byte) {
	s.shake.Reset()
	s.shake.Write(seed)
	s.pos = len(s.block)
}

func (s *stream) word() uint16 {
	if s.pos == len(s.block) {
		s.shake.ReadBlock(&s.block)
		s.pos = 0
	}
	w := binary.LittleEndian.Uint16(s.block[s.pos:])
	s.pos += 2
	return w
}

// The distributions of the coefficients of f and g are discrete Gaussians with deviation 1.17*sqrt(q/(2n)) for n = 512
// and 1024. Entry j is 2^15 times the probability that the magnitude exceeds j. (Falcon v1.2, Algorithm 5 NTRUGen, line
// 2.)
var (
	tail512  = []uint32{29543, 23286, 17574, 12669, 8706, 5692, 3535, 2083, 1164, 615, 308, 146, 65, 28, 11, 4, 1}
	tail1024 = []uint32{28207, 19623, 12472, 7198, 3753, 1761, 742, 280, 94, 28, 8, 2}
)

// draw fills f with coefficients from s such that their sum is odd. Below n = 512, a coefficient is the sum of 512/n draws.
func draw(f []int8, s *stream) {
	tail, draws := tail512, 1
	if len(f) == 1024 {
		tail = tail1024
	} else {
		draws = 512 / len(f)
	}
	for i := range f {
		f[i] = coefficient(s, tail, draws)
	}
	// Values that are drawn again tell nothing about those kept but their range and parity.
	for parity(f) == 0 {
		f[len(f)-1] = coefficient(s, tail, draws)
	}
}

// coefficient returns a sum of draws within [-127,127].
func coefficient(s *stream, tail []uint32, draws int) int8 {
	for {
		var sum int32
		for range draws {
			w := uint32(s.word())
			sign, v := -int32(w&1), w>>1
			var magnitude uint32
			for _, t := range tail {
				magnitude += (v - t) >> 31
			}
			sum += (int32(magnitude) ^ sign) - sign
		}
		if -limit <= sum && sum <= limit {
			return int8(sum)
		}
	}
}
