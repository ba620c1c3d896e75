package keccak

import (
	"encoding/binary"

	"github.com/saker-pq/saker/fndsa/internal/ct"
)

// X4 is the output of four computations of SHAKE256, in whole blocks, for less than the price of two where kernels
// do that. The inputs need not have the same length.
type X4 struct {
	a [25][4]uint64
}

// Start takes over four computations whose inputs have been written and of which nothing has been read. They are not changed.
func (x *X4) Start(s *[4]SHAKE256) {
	for i := range s {
		t := &s[i]
		if t.squeezing {
			panic("keccak: four streams begin after a read")
		}
		for j := range x.a {
			x.a[j][i] = t.a[j]
		}
		x.a[t.pos/8][i] ^= domain << (8 * (t.pos % 8))
		x.a[Rate/8-1][i] ^= 1 << 63
	}
}

// ReadBlocks squeezes the next Rate bytes of each computation.
func (x *X4) ReadBlocks(dst *[4][Rate]byte) {
	permute4(&x.a)
	for j := range Rate / 8 {
		for i := range dst {
			binary.LittleEndian.PutUint64(dst[i][8*j:8*j+8], x.a[j][i])
		}
	}
}

// Wipe clears x for good.
func (x *X4) Wipe() { ct.WipeValue(x) }

// permute4Generic permutes one state after the other.
func permute4Generic(a *[25][4]uint64) {
	var one [25]uint64
	for i := range 4 {
		for j := range one {
			one[j] = a[j][i]
		}
		permute(&one)
		for j, v := range one {
			a[j][i] = v
		}
	}
	ct.WipeValue(&one)
}
