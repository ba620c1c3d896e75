package core

import "sync"

// RandomSize is the number of fresh random bytes a signature reads.
const RandomSize = 40

var randomPool = sync.Pool{New: func() any { return new([RandomSize]byte) }}

// GetRandom returns a buffer for random bytes that a reader may be given
// without an allocation for each signature.
func GetRandom() *[RandomSize]byte { return randomPool.Get().(*[RandomSize]byte) }

// PutRandom wipes and returns a buffer.
func PutRandom(p *[RandomSize]byte) {
	clear(p[:])
	randomPool.Put(p)
}
