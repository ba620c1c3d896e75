package ntru

import "github.com/saker-pq/saker/fndsa/internal/ct"

// solver holds the working memory of NTRUSolve, so that it is taken once for all candidates and cleared in one place.
// Pieces are handed out zeroed, and given back together by returning to an earlier mark.
type solver struct {
	words pool[int32]
	longs pool[int64]
	resid pool[uint32]
	reals pool[fixed]
}

// position is the next free element of a pool.
type position struct{ block, used int }

// pool hands out pieces of a few large blocks.
type pool[T any] struct {
	blocks [][]T
	position
}

func (p *pool[T]) take(n int) []T {
	const blockSize = 1 << 13
	for p.block < len(p.blocks) && p.used+n > len(p.blocks[p.block]) {
		p.block, p.used = p.block+1, 0
	}
	if p.block == len(p.blocks) {
		p.blocks = append(p.blocks, make([]T, max(n, blockSize)))
	}
	piece := p.blocks[p.block][p.used : p.used+n : p.used+n]
	p.used += n
	clear(piece)
	return piece
}

func (p *pool[T]) wipe() {
	for _, b := range p.blocks {
		ct.Wipe(b)
	}
	p.position = position{}
}

func (s *solver) mark() [4]position {
	return [4]position{s.words.position, s.longs.position, s.resid.position, s.reals.position}
}

func (s *solver) release(m [4]position) {
	s.words.position, s.longs.position, s.resid.position, s.reals.position = m[0], m[1], m[2], m[3]
}

// wipe clears everything ever handed out.
func (s *solver) wipe() {
	s.words.wipe()
	s.longs.wipe()
	s.resid.wipe()
	s.reals.wipe()
}

func (s *solver) poly(n, size int) bigPoly { return bigPoly{n, size, s.words.take(n * size)} }

// residues returns the residues of a modulo p.
func (s *solver) residues(a []int8) []uint32 {
	r := s.resid.take(len(a))
	for i, x := range a {
		r[i] = toP(int32(x))
	}
	return r
}
