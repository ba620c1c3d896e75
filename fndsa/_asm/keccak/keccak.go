// Command keccak writes the assembly of package keccak.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	table = GLOBL("roundConstants", RODATA|NOPTR)
	for i, c := range roundConstants {
		DATA(8*i, U64(c))
	}
	permuteBMI()
	permute4AVX2()
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

var table Mem

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

// permute4AVX2 goes through the rounds as permuteBMI does. Sixteen registers are just enough: all corrections d stay in them.
func permute4AVX2() {
	byte1, byte7 := turnBytes("turn8", 1), turnBytes("turn56", 7)
	// The frame is too large for NOSPLIT.
	TEXT("permute4AVX2", 0, "func(a *[25][4]uint64)")
	Pragma("noescape")
	Doc("permute4AVX2 permutes four states, whose lanes lie side by side.")
	var (
		c    = [5]VecPhysical{Y0, Y1, Y2, Y3, Y4}
		d    = [5]VecPhysical{Y5, Y6, Y7, Y8, Y9}
		b    = [5]VecPhysical{Y10, Y11, Y12, Y13, Y14}
		t    = VecPhysical(Y15)
		a    = Mem{Base: Load(Param("a"), RDI)}
		e    = AllocLocal(800)
		lane = func(m Mem, i int) Mem { return m.Offset(32 * i) }
	)
	LEAQ(table, RAX)
	LEAQ(table.Offset(192), RBX)
	for x := range 5 {
		VMOVDQU(lane(a, x), c[x])
		for y := 1; y < 5; y++ {
			VPXOR(lane(a, x+5*y), c[x], c[x])
		}
	}
	// turn is a turned to the left in dst, which is not a; t is lost.
	turn := func(a, dst VecPhysical, n int) {
		VPSRLQ(U8(64-n), a, t)
		VPSLLQ(U8(n), a, dst)
		VPOR(t, dst, dst)
	}
	round := func(from, to Mem, constant int) {
		for x := range 5 {
			turn(c[(x+1)%5], d[x], 1)
			VPXOR(c[(x+4)%5], d[x], d[x])
		}
		for y := range 5 {
			for x := range 5 {
				source := rows[y][x]
				VPXOR(lane(from, source.lane), d[source.lane%5], b[x])
				switch source.turn {
				case 0:
				case 8:
					VPSHUFB(byte1, b[x], b[x])
				case 56:
					VPSHUFB(byte7, b[x], b[x])
				default:
					VPSRLQ(U8(64-source.turn), b[x], t)
					VPSLLQ(U8(source.turn), b[x], b[x])
					VPOR(t, b[x], b[x])
				}
			}
			for x := range 5 {
				out := t
				if y == 0 {
					out = c[x]
				}
				VPANDN(b[(x+2)%5], b[(x+1)%5], out)
				VPXOR(b[x], out, out)
				if x == 0 && y == 0 {
					VPBROADCASTQ(Mem{Base: RAX, Disp: 8 * constant}, t)
					VPXOR(t, out, out)
				}
				VMOVDQU(out, lane(to, x+5*y))
				if y > 0 {
					VPXOR(t, c[x], c[x])
				}
			}
		}
	}
	Label("rounds")
	round(a, e, 0)
	round(e, a, 1)
	ADDQ(U8(16), RAX)
	CMPQ(RAX, RBX)
	JNE(LabelRef("rounds"))

	// The last round can be undone.
	VPXOR(Y0, Y0, Y0)
	for i := range 25 {
		VMOVDQU(Y0, lane(e, i))
	}
	VZEROUPPER()
	RET()
}

// turnBytes is the shuffle that turns words of eight bytes by n bytes to the left.
func turnBytes(name string, n int) Mem {
	shuffle := GLOBL(name, RODATA|NOPTR)
	for word := range 4 {
		x := uint64(0)
		for i := range 8 {
			x |= uint64(8*(word%2)+(i+8-n)%8) << (8 * i)
		}
		DATA(8*word, U64(x))
	}
	return shuffle
}
