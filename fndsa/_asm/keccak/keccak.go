// Command keccak writes the assembly of package keccak.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	permuteBMI()
	Generate()
}

// roundConstants are the constants of step iota (FIPS 202, Algorithm 6).
var roundConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
	0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
	0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
	0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}

// rows[y] says where the five lanes of row y come from, after theta, and by how much rho turns each to the left: lane
// (x, y) goes to (y, 2x+3y).
var rows = func() (r [5][5]struct{ lane, turn int }) {
	turns := [25]int{0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14}
	for y := range 5 {
		for x := range 5 {
			i := x + 5*y
			r[(2*x+3*y)%5][y].lane, r[(2*x+3*y)%5][y].turn = i, turns[i]
		}
	}
	return r
}()

// permuteBMI keeps the five column sums of the state in registers, adding each lane as it is made, so that theta
// reads no memory. Two of its five corrections d stay in registers, three on the stack; lanes go from the state
// to a copy on the stack and back, one round each way.
func permuteBMI() {
	table := GLOBL("roundConstants", RODATA|NOPTR)
	for i, c := range roundConstants {
		DATA(8*i, U64(c))
	}

	TEXT("permuteBMI", NOSPLIT, "func(a *[25]uint64)")
	Pragma("noescape")
	Doc("permuteBMI is permute with ANDN and RORX.")
	var (
		c    = [5]GPPhysical{R8, R9, R10, R11, R12}
		b    = [5]GPPhysical{RAX, RBX, RCX, RDX, RSI}
		d    = [2]GPPhysical{R13, R14}
		t    = R15
		a    = Mem{Base: Load(Param("a"), RDI)}
		e    = AllocLocal(200)
		dMem = AllocLocal(24)
		next = AllocLocal(8) // the round constants not yet used
		lane = func(m Mem, i int) Mem { return m.Offset(8 * i) }
	)

	LEAQ(table, t)
	MOVQ(t, next)
	for x := range 5 {
		MOVQ(lane(a, x), c[x])
		for y := 1; y < 5; y++ {
			XORQ(lane(a, x+5*y), c[x])
		}
	}

	round := func(from, to Mem, constant int) {
		for x := range 5 {
			dx := b[x]
			if x < 2 {
				dx = d[x]
			}
			RORXQ(U8(63), c[(x+1)%5], dx)
			XORQ(c[(x+4)%5], dx)
			if x >= 2 {
				MOVQ(dx, lane(dMem, x-2))
			}
		}
		for y := range 5 {
			for x := range 5 {
				source := rows[y][x]
				column := source.lane % 5
				if y == 0 && x >= 2 { // b[x] is d[x]
					XORQ(lane(from, source.lane), b[x])
				} else {
					MOVQ(lane(from, source.lane), b[x])
					if column < 2 {
						XORQ(d[column], b[x])
					} else {
						XORQ(lane(dMem, column-2), b[x])
					}
				}
				if source.turn != 0 {
					RORXQ(U8(64-source.turn), b[x], b[x])
				}
			}
			for x := range 5 {
				out := GPPhysical(t)
				if y == 0 {
					out = c[x]
				}
				ANDNQ(b[(x+2)%5], b[(x+1)%5], out)
				XORQ(b[x], out)
				if x == 0 && y == 0 {
					// t is free in the first row
					MOVQ(next, t)
					XORQ(Mem{Base: t, Disp: 8 * constant}, out)
				}
				MOVQ(out, lane(to, x+5*y))
				if y > 0 {
					XORQ(t, c[x])
				}
			}
		}
	}
	Label("rounds")
	round(a, e, 0)
	round(e, a, 1)
	MOVQ(next, RAX)
	ADDQ(U8(16), RAX)
	MOVQ(RAX, next)
	LEAQ(table.Offset(192), RBX)
	CMPQ(RAX, RBX)
	JNE(LabelRef("rounds"))

	// The last round can be undone.
	XORPS(X0, X0)
	for i := 0; i < 208; i += 16 {
		MOVUPS(X0, e.Offset(i))
	}
	MOVUPS(X0, e.Offset(208))
	RET()
}
