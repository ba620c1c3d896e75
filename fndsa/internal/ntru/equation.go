package ntru

import (
	"github.com/saker-pq/saker/fndsa/internal/ct"
	"github.com/saker-pq/saker/fndsa/internal/zq"
)

// VerifyEquation reports whether fG - gF = q in Z[X]/(X^n+1), n = 2^logn. It computes modulo the prime p, which proves
// the equation over the integers: coefficients of fG - gF are at most 2*1024*128^2 = 2^25 in magnitude. It is false for
// slices that are not of n elements.
func VerifyEquation(logn uint, f, g, F, G []int8) bool {
	if checkSizes(logn, f, g, F, G) != nil {
		return false
	}
	var s solver
	defer s.wipe()
	a, b, c, d := s.residues(f), s.residues(g), s.residues(F), s.residues(G)
	ntt(a)
	ntt(b)
	ntt(c)
	ntt(d)
	var wrong uint32
	for i := range a {
		wrong |= subP(montgomery(a[i], d[i]), montgomery(b[i], c[i])) ^ montgomery(q, 1)
	}
	return wrong == 0
}

// RecoverG computes G from the rest of the basis modulo q, G = gF/f, and reports whether f is invertible modulo q and G
// has coefficients within [-127,127]; if not, G is cleared. That fG - gF = q over the integers is for VerifyEquation to
// find out.
func RecoverG(logn uint, f, g, F, G []int8) bool {
	if checkSizes(logn, f, g, F, G) != nil {
		return false
	}
	n := len(f)
	var buffer [3 * zq.MaxDegree]uint16
	var centred [zq.MaxDegree]int16
	defer ct.Wipe(buffer[:])
	defer ct.Wipe(centred[:])
	a, b, c := buffer[:n], buffer[n:2*n], buffer[2*n:3*n]
	for _, p := range []struct {
		dst []uint16
		src []int8
	}{{a, f}, {b, g}, {c, F}} {
		zq.FromSigned8(p.dst, p.src)
		zq.ToNTT(p.dst, p.dst)
	}
	ok := zq.Divide(a, b, a)
	zq.Mul(a, a, c)
	zq.FromNTT(b, a)
	zq.Centered(centred[:n], b)
	var beyond int32
	for i, x := range centred[:n] {
		beyond |= (limit - int32(x)) | (limit + int32(x))
		G[i] = int8(x)
	}
	if !ok || beyond < 0 {
		clear(G)
		return false
	}
	return true
}
