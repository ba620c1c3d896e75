// Command zq writes the assembly of package zq.
//
// Numbers are signed 16-bit lanes. A product a*w with a constant or another number is Montgomery's, with R = 2^16: for |a*w| <= 2^15*q/2
// its size is below |a*w|/R + q/2, so below 3q/4. Constants hold a factor R, so that it cancels. One layer of a transform adds at most
// 0.094 times the bound plus q/2 to it; bounds must stay below 2^15 = 2.66q. reduce brings any lane below 0.78q.
package main

import (
	"fmt"
	"math/bits"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	q        = 12289
	qInverse = 53249 // q*qInverse = 1 mod 2^16
)

func main() {
	ConstraintExpr("!purego")
	modulus = constant("modulus", q)
	modulusInverse = constant("modulusInverse", qInverse)
	three = constant("three", 3)
	tables()
	ntt()
	intt()
	mul()
	mulAdd()
	oneWord = constant("oneWord", 1)
	invert()
	subNorm()
	squaredNorm()
	maxAbs()
	centered()
	fromSigned8()
	fromSigned16()
	fromSigned32()
	Generate()
}

var modulus, modulusInverse, three, roots, rootsFactor, inverses, inversesFactor, inverseEnds Mem

// words is a table, padded to a multiple of four words.
func words(name string, table []int) Mem {
	symbol := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < len(table); i += 4 {
		x := uint64(0)
		for k, w := range table[i:min(i+4, len(table))] {
			x |= uint64(uint16(w)) << (16 * k)
		}
		DATA(2*i, U64(x))
	}
	return symbol
}

// constant is a table of sixteen times the same word.
func constant(name string, x int) Mem { return words(name, slices.Repeat([]int{x}, 16)) }

// montgomery returns R*x modulo q, of least size, and the low word of that times qInverse.
func montgomery(x int) (w, factor int) {
	w = x << 16 % q
	if w > q/2 {
		w -= q
	}
	return w, int(int16(w * qInverse))
}

func power(x, e int) int {
	r := 1
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = r * x % q
		}
		x = x * x % q
	}
	return r
}

// tables makes the powers of psi = 7 in bit-reversed order, as in tables.go, and their inverses, and for each
// degree 2^logn the constants of the last layer of the inverse transform: 1/n and 1/n times that of the layer.
func tables() {
	table := func(name string, base int) (w, factor Mem) {
		ws, factors := make([]int, 1024), make([]int, 1024)
		for i := range ws {
			k := bits.Reverse16(uint16(i)) >> 6
			ws[k], factors[k] = montgomery(power(base, i))
		}
		return words(name, ws), words(name+"Factor", factors)
	}
	roots, rootsFactor = table("roots", 7)
	inverses, inversesFactor = table("inverses", power(7, q-2))
	var ends []int
	for logn := range 11 {
		inverse := power(1<<logn, q-2)
		for _, x := range []int{inverse, inverse * power(power(7, 512), q-2) % q} {
			w, factor := montgomery(x)
			ends = append(ends, w, factor)
		}
	}
	inverseEnds = words("inverseEnds", ends)
}

// mulConstant returns a*w for a constant of the tables.
func mulConstant(a, w, factor Op) VecVirtual {
	high, low := YMM(), YMM()
	VPMULLW(factor, a, low)
	VPMULHW(w, a, high)
	VPMULHW(modulus, low, low)
	VPSUBW(low, high, high)
	return high
}

// mulNumbers returns a*b/R.
func mulNumbers(a, b Op) VecVirtual {
	high, low := YMM(), YMM()
	VPMULLW(b, a, low)
	VPMULHW(b, a, high)
	VPMULLW(modulusInverse, low, low)
	VPMULHW(modulus, low, low)
	VPSUBW(low, high, high)
	return high
}

// reduce returns a less round(a*3/2^15) times q, for any a below 0.78q.
func reduce(a VecVirtual) VecVirtual {
	k := YMM()
	VPMULHRSW(three, a, k)
	VPMULLW(modulus, k, k)
	VPSUBW(k, a, k)
	return k
}

// canonical brings (-q,q) to [0,q), in place.
func canonical(a VecVirtual) VecVirtual {
	sign := YMM()
	VPSRAW(U8(15), a, sign)
	VPAND(modulus, sign, sign)
	VPADDW(sign, a, a)
	return a
}

func add(a, b Op) VecVirtual { v := YMM(); VPADDW(b, a, v); return v }

func sub(a, b Op) VecVirtual { v := YMM(); VPSUBW(b, a, v); return v }

func load(m Mem) VecVirtual { v := YMM(); VMOVDQU(m, v); return v }

func param(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// The transpositions exchange the upper part of each pair of parts of a with the lower one of b. Each is its own inverse.

func transpose128(a, b VecVirtual) (x, y VecVirtual) {
	x, y = YMM(), YMM()
	VPERM2I128(U8(0x20), b, a, x)
	VPERM2I128(U8(0x31), b, a, y)
	return x, y
}

func transpose64(a, b VecVirtual) (x, y VecVirtual) {
	x, y = YMM(), YMM()
	VPUNPCKLQDQ(b, a, x)
	VPUNPCKHQDQ(b, a, y)
	return x, y
}

func transpose32(a, b VecVirtual) (x, y VecVirtual) {
	x, y = YMM(), YMM()
	VPSLLQ(U8(32), b, x)
	VPBLENDD(U8(0xaa), x, a, x)
	VPSRLQ(U8(32), a, y)
	VPBLENDD(U8(0xaa), b, y, y)
	return x, y
}

func transpose16(a, b VecVirtual) (x, y VecVirtual) {
	x, y = YMM(), YMM()
	VPSLLD(U8(16), b, x)
	VPBLENDW(U8(0xaa), x, a, x)
	VPSRLD(U8(16), a, y)
	VPBLENDW(U8(0xaa), b, y, y)
	return x, y
}

// spread loads 16/times words of a table, each as often as times says.
func spread(m Mem, times int) VecVirtual {
	v := YMM()
	switch times {
	case 1:
		VMOVDQU(m, v)
		return v
	case 2:
		VBROADCASTI128(m, v)
	case 4:
		VPBROADCASTQ(m, v)
	case 8:
		VPBROADCASTD(m, v)
	}
	VPSHUFB(spreads[times], v, v)
	return v
}

// spreads are the shuffles of spread, which find all words in each half.
var spreads = map[int]Mem{}

func makeSpreads() {
	for _, times := range []int{2, 4, 8} {
		shuffle := make([]int, 16)
		for i := range shuffle {
			word := i / times
			shuffle[i] = 2*word + (2*word+1)<<8
		}
		spreads[times] = words(fmt.Sprint("spread", times), shuffle)
	}
}

func forward(u, v VecVirtual, w, factor Op) (x, y VecVirtual) {
	t := mulConstant(v, w, factor)
	return add(u, t), sub(u, t)
}

func inverse(u, v VecVirtual, w, factor Op) (x, y VecVirtual) {
	return reduce(add(u, v)), mulConstant(sub(u, v), w, factor)
}

func ntt() {
	makeSpreads()
	TEXT("nttAVX2", NOSPLIT, "func(a *uint16, n int)")
	Pragma("noescape")
	Doc("nttAVX2 is nttGeneric for n >= 64.")
	a, n := param("a"), param("n")
	w, f := GP64(), GP64() // the next constants
	LEAQ(roots.Offset(2), w)
	LEAQ(rootsFactor.Offset(2), f)
	t, x, y, j, end := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(n, t) // distance in bytes
	LEAQ(Mem{Base: a, Index: n, Scale: 2}, end)

	layer := func(name string, reduced bool) {
		MOVQ(a, x)
		Label(name + "block")
		wx, fx := YMM(), YMM()
		VPBROADCASTW(Mem{Base: w}, wx)
		VPBROADCASTW(Mem{Base: f}, fx)
		ADDQ(U8(2), w)
		ADDQ(U8(2), f)
		LEAQ(Mem{Base: x, Index: t, Scale: 1}, y)
		MOVQ(t, j)
		Label(name)
		u := load(Mem{Base: x})
		if reduced {
			u = reduce(u)
		}
		p, r := forward(u, load(Mem{Base: y}), wx, fx)
		VMOVDQU(p, Mem{Base: x})
		VMOVDQU(r, Mem{Base: y})
		ADDQ(U8(32), x)
		ADDQ(U8(32), y)
		SUBQ(U8(32), j)
		JNE(LabelRef(name))
		MOVQ(y, x)
		CMPQ(x, end)
		JB(LabelRef(name + "block"))
		SHRQ(U8(1), t)
	}
	Comment("Layers of distance 16 and more, two at a time. On entry numbers are below q, or 2.25q after a round.")
	layer("first", false)
	JMP(LabelRef("even"))
	Label("again")
	layer("odd", true)
	CMPQ(t, U8(16))
	JE(LabelRef("last"))
	Label("even")
	layer("second", false)
	CMPQ(t, U8(16))
	JNE(LabelRef("again"))

	Comment("Distances 8, 4, 2, 1 on 32 numbers at a time. The constants of each layer begin where those of the one before end.")
	Label("last")
	w4, w2, w1, f4, f2, f1 := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	starts := func(b, b4, b2, b1 GPVirtual) { // entries n/16, n/8, n/4, n/2
		LEAQ(Mem{Base: b, Index: t, Scale: 1}, b4)
		LEAQ(Mem{Base: b4, Index: t, Scale: 2}, b2)
		LEAQ(Mem{Base: b2, Index: t, Scale: 4}, b1)
	}
	MOVQ(n, t)
	SHRQ(U8(3), t) // n/16 words
	starts(w, w4, w2, w1)
	starts(f, f4, f2, f1)
	Label("lastgroup")
	u, v := transpose128(load(Mem{Base: a}), load(Mem{Base: a, Disp: 32}))
	u, v = forward(reduce(u), v, spread(Mem{Base: w}, 8), spread(Mem{Base: f}, 8))
	u, v = transpose64(u, v)
	u, v = forward(u, v, spread(Mem{Base: w4}, 4), spread(Mem{Base: f4}, 4))
	u, v = transpose32(u, v)
	u, v = forward(reduce(u), v, spread(Mem{Base: w2}, 2), spread(Mem{Base: f2}, 2))
	u, v = transpose16(u, v)
	u, v = forward(u, v, Mem{Base: w1}, Mem{Base: f1})
	u, v = canonical(reduce(u)), canonical(reduce(v))
	low, high := YMM(), YMM()
	VPUNPCKLWD(v, u, low)
	VPUNPCKHWD(v, u, high)
	u, v = transpose128(low, high)
	VMOVDQU(u, Mem{Base: a})
	VMOVDQU(v, Mem{Base: a, Disp: 32})
	advance(4, w, f)
	advance(8, w4, f4)
	advance(16, w2, f2)
	advance(32, w1, f1)
	ADDQ(U8(64), a)
	CMPQ(a, end)
	JB(LabelRef("lastgroup"))
	VZEROUPPER()
	RET()
}

func advance(by int, pointers ...GPVirtual) {
	for _, p := range pointers {
		ADDQ(U8(by), p)
	}
}

func intt() {
	low16 := words("low16", slices.Repeat([]int{0xffff, 0}, 8))
	TEXT("inttAVX2", NOSPLIT, "func(a *uint16, n, logn int)")
	Pragma("noescape")
	Doc("inttAVX2 is inttGeneric for n >= 64.")
	a, n := param("a"), param("n")
	w, w4, w2, w1, f, f4, f2, f1 := GP64(), GP64(), GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	x, t, end := GP64(), GP64(), GP64()
	starts := func(table Mem, b, b4, b2, b1 GPVirtual) { // entries n/16, n/8, n/4, n/2
		LEAQ(table, b)
		ADDQ(t, b)
		LEAQ(Mem{Base: b, Index: t, Scale: 1}, b4)
		LEAQ(Mem{Base: b4, Index: t, Scale: 2}, b2)
		LEAQ(Mem{Base: b2, Index: t, Scale: 4}, b1)
	}
	MOVQ(n, t)
	SHRQ(U8(3), t)
	starts(inverses, w, w4, w2, w1)
	starts(inversesFactor, f, f4, f2, f1)
	LEAQ(Mem{Base: a, Index: n, Scale: 2}, end)

	Comment("Distances 1, 2, 4, 8 on 32 numbers at a time.")
	MOVQ(a, x)
	Label("first")
	u, v := transpose128(load(Mem{Base: x}), load(Mem{Base: x, Disp: 32}))
	even, odd, second := YMM(), YMM(), YMM()
	VPAND(low16, u, even)
	VPAND(low16, v, second)
	VPACKUSDW(second, even, even)
	VPSRLD(U8(16), u, odd)
	VPSRLD(U8(16), v, second)
	VPACKUSDW(second, odd, odd)
	u, v = inverse(even, odd, Mem{Base: w1}, Mem{Base: f1})
	u, v = transpose16(u, v)
	u, v = inverse(u, v, spread(Mem{Base: w2}, 2), spread(Mem{Base: f2}, 2))
	u, v = transpose32(u, v)
	u, v = inverse(u, v, spread(Mem{Base: w4}, 4), spread(Mem{Base: f4}, 4))
	u, v = transpose64(u, v)
	u, v = inverse(u, v, spread(Mem{Base: w}, 8), spread(Mem{Base: f}, 8))
	u, v = transpose128(u, v)
	VMOVDQU(u, Mem{Base: x})
	VMOVDQU(v, Mem{Base: x, Disp: 32})
	advance(4, w, f)
	advance(8, w4, f4)
	advance(16, w2, f2)
	advance(32, w1, f1)
	ADDQ(U8(64), x)
	CMPQ(x, end)
	JB(LabelRef("first"))

	Comment("Distances 16 to n/4. The constants of a layer begin at twice as low an index as those of the one before.")
	y, j, blocks := GP64(), GP64(), GP64()
	MOVQ(U32(32), t)
	MOVQ(n, blocks)
	SHRQ(U8(4), blocks) // bytes of n/32 words
	Label("layer")
	LEAQ(inverses, w)
	ADDQ(blocks, w)
	LEAQ(inversesFactor, f)
	ADDQ(blocks, f)
	MOVQ(a, x)
	Label("block")
	wx, fx := YMM(), YMM()
	VPBROADCASTW(Mem{Base: w}, wx)
	VPBROADCASTW(Mem{Base: f}, fx)
	advance(2, w, f)
	LEAQ(Mem{Base: x, Index: t, Scale: 1}, y)
	MOVQ(t, j)
	Label("butterfly")
	p, r := inverse(load(Mem{Base: x}), load(Mem{Base: y}), wx, fx)
	VMOVDQU(p, Mem{Base: x})
	VMOVDQU(r, Mem{Base: y})
	advance(32, x, y)
	SUBQ(U8(32), j)
	JNE(LabelRef("butterfly"))
	MOVQ(y, x)
	CMPQ(x, end)
	JB(LabelRef("block"))
	ADDQ(t, t)
	SHRQ(U8(1), blocks)
	CMPQ(t, n)
	JNE(LabelRef("layer"))

	Comment("Distance n/2, with the factor 1/n.")
	var c [4]VecVirtual
	last, logn := GP64(), param("logn")
	LEAQ(inverseEnds, last)
	for i := range c {
		c[i] = YMM()
		VPBROADCASTW(Mem{Base: last, Index: logn, Scale: 8, Disp: 2 * i}, c[i])
	}
	LEAQ(Mem{Base: a, Index: n, Scale: 1}, y)
	Label("final")
	u, v = load(Mem{Base: a}), load(Mem{Base: y})
	VMOVDQU(canonical(mulConstant(add(u, v), c[0], c[1])), Mem{Base: a})
	VMOVDQU(canonical(mulConstant(sub(u, v), c[2], c[3])), Mem{Base: y})
	advance(32, a, y)
	CMPQ(y, end)
	JB(LabelRef("final"))
	VZEROUPPER()
	RET()
}

// loop runs body for i = 0, 16, 32 .. below n.
func loop(n GPVirtual, body func(i GPVirtual)) {
	i := GP64()
	XORQ(i, i)
	Label("sixteen")
	body(i)
	ADDQ(U8(16), i)
	CMPQ(i, n)
	JB(LabelRef("sixteen"))
}

func at(base, i GPVirtual) Mem { return Mem{Base: base, Index: i, Scale: 2} }

// plain are the constants that turn a*b/R into a*b.
func plain() (w, factor Mem) {
	m, f := montgomery(1 << 16 % q)
	return constant("square", m), constant("squareFactor", f)
}

func mul() {
	square, squareFactor = plain()
	TEXT("mulAVX2", NOSPLIT, "func(dst, a, b *uint16, n int)")
	Pragma("noescape")
	Doc("mulAVX2 is mulGeneric for n a multiple of 16.")
	dst, a, b := param("dst"), param("a"), param("b")
	loop(param("n"), func(i GPVirtual) {
		p := mulNumbers(load(at(a, i)), load(at(b, i)))
		VMOVDQU(canonical(mulConstant(p, square, squareFactor)), at(dst, i))
	})
	VZEROUPPER()
	RET()
}

var square, squareFactor Mem

func mulAdd() {
	TEXT("mulAddAVX2", NOSPLIT, "func(dst, a, b, c, d *uint16, n int)")
	Pragma("noescape")
	Doc("mulAddAVX2 is mulAddGeneric for n a multiple of 16.")
	dst, a, b, c, d := param("dst"), param("a"), param("b"), param("c"), param("d")
	loop(param("n"), func(i GPVirtual) {
		p := mulNumbers(load(at(a, i)), load(at(b, i)))
		r := mulNumbers(load(at(c, i)), load(at(d, i)))
		VMOVDQU(canonical(mulConstant(add(p, r), square, squareFactor)), at(dst, i))
	})
	VZEROUPPER()
	RET()
}

func invert() {
	TEXT("invertAVX2", NOSPLIT, "func(dst, a *uint16, n int) (zeros uint32)")
	Pragma("noescape")
	Doc("invertAVX2 sets dst to the powers a^(q-2), for n a multiple of 32, and tells with zeros != 0 that some a is 0.")
	dst, a := param("dst"), param("a")
	zeros, none := YMM(), YMM()
	VPXOR(zeros, zeros, zeros)
	VPXOR(none, none, none)
	n, i := param("n"), GP64()
	XORQ(i, i)
	Label("thirtytwo")
	// Two chains side by side. The exponent is 12287 = 3*4095 + 2; Montgomery products lose a factor R, which the first step adds.
	type pair [2]VecVirtual
	both := func(x, y pair) pair { return pair{mulNumbers(x[0], y[0]), mulNumbers(x[1], y[1])} }
	squares := func(x pair, times int) pair {
		for range times {
			x = both(x, x)
		}
		return x
	}
	var x1 pair
	for k := range x1 {
		v, zero := load(at(a, i).Offset(32*k)), YMM()
		VPCMPEQW(none, v, zero)
		VPOR(zero, zeros, zeros)
		x1[k] = mulConstant(v, square, squareFactor)
	}
	x2 := both(x1, x1)
	x3 := both(x2, x1)
	x7 := both(both(x3, x3), x1)
	x63 := both(squares(x7, 3), x7)
	x4095 := both(squares(x63, 6), x63)
	r := both(both(both(x4095, x4095), x4095), x2)
	one := load(oneWord)
	for k := range r {
		VMOVDQU(canonical(mulNumbers(r[k], one)), at(dst, i).Offset(32*k))
	}
	ADDQ(U8(32), i)
	CMPQ(i, n)
	JB(LabelRef("thirtytwo"))
	mask := GP32()
	VPMOVMSKB(zeros, mask)
	Store(mask, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

var oneWord Mem

// squares adds the squares of the lanes of v to sum, whose lanes have 64 bits.
func squares(v, sum, low VecVirtual) {
	p, part := YMM(), YMM()
	VPMADDWD(v, v, p) // at most 2^31
	VPAND(low, p, part)
	VPADDQ(part, sum, sum)
	VPSRLQ(U8(32), p, p)
	VPADDQ(p, sum, sum)
}

// lowMask is 2^32-1 in lanes of 64 bits.
func lowMask() VecVirtual {
	v := YMM()
	VPCMPEQW(v, v, v)
	VPSRLQ(U8(32), v, v)
	return v
}

// storeSum returns the sum of the four lanes.
func storeSum(sum VecVirtual) {
	high, low, r := XMM(), XMM(), GP64()
	VEXTRACTI128(U8(1), sum, high)
	VPADDQ(sum.AsX(), high, low)
	VPSRLDQ(U8(8), low, high)
	VPADDQ(high, low, low)
	VMOVQ(low, r)
	Store(r, ReturnIndex(0))
}

// centre brings [0,q) to (-q/2,q/2], in place.
func centre(v VecVirtual) VecVirtual {
	above := YMM()
	VPCMPGTW(halfModulus, v, above)
	VPAND(modulus, above, above)
	VPSUBW(above, v, v)
	return v
}

var halfModulus Mem

func subNorm() {
	halfModulus = constant("halfModulus", q/2)
	TEXT("subNormAVX2", NOSPLIT, "func(dst *int16, a, b *uint16, n int) uint64")
	Pragma("noescape")
	Doc("subNormAVX2 is subNormGeneric for n a multiple of 16.")
	dst, a, b := param("dst"), param("a"), param("b")
	sum, low := YMM(), lowMask()
	VPXOR(sum, sum, sum)
	loop(param("n"), func(i GPVirtual) {
		d := centre(canonical(sub(load(at(a, i)), load(at(b, i)))))
		VMOVDQU(d, at(dst, i))
		squares(d, sum, low)
	})
	storeSum(sum)
	VZEROUPPER()
	RET()
}

func squaredNorm() {
	TEXT("squaredNormAVX2", NOSPLIT, "func(a *int16, n int) uint64")
	Pragma("noescape")
	Doc("squaredNormAVX2 is squaredNormGeneric for n a multiple of 16.")
	a := param("a")
	sum, low := YMM(), lowMask()
	VPXOR(sum, sum, sum)
	loop(param("n"), func(i GPVirtual) { squares(load(at(a, i)), sum, low) })
	storeSum(sum)
	VZEROUPPER()
	RET()
}

func maxAbs() {
	TEXT("maxAbsAVX2", NOSPLIT, "func(a *int16, n int) uint16")
	Pragma("noescape")
	Doc("maxAbsAVX2 is maxAbsGeneric for n a multiple of 16.")
	a := param("a")
	m := YMM()
	VPXOR(m, m, m)
	loop(param("n"), func(i GPVirtual) {
		v := YMM()
		VPABSW(at(a, i), v)
		VPMAXUW(v, m, m)
	})
	high, low, r := XMM(), XMM(), GP32()
	VEXTRACTI128(U8(1), m, high)
	VPMAXUW(m.AsX(), high, low)
	VPCMPEQW(high, high, high)
	VPXOR(high, low, low)
	VPHMINPOSUW(low, low) // the minimum of the complements
	VPXOR(high, low, low)
	VMOVD(low, r)
	Store(r.As16(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func centered() {
	TEXT("centeredAVX2", NOSPLIT, "func(dst *int16, src *uint16, n int)")
	Pragma("noescape")
	Doc("centeredAVX2 is centeredGeneric for n a multiple of 16.")
	dst, src := param("dst"), param("src")
	loop(param("n"), func(i GPVirtual) { VMOVDQU(centre(load(at(src, i))), at(dst, i)) })
	VZEROUPPER()
	RET()
}

func fromSigned8() {
	TEXT("fromSigned8AVX2", NOSPLIT, "func(dst *uint16, src *int8, n int)")
	Pragma("noescape")
	Doc("fromSigned8AVX2 is fromSigned8Generic for n a multiple of 16.")
	dst, src := param("dst"), param("src")
	loop(param("n"), func(i GPVirtual) {
		v := YMM()
		VPMOVSXBW(Mem{Base: src, Index: i, Scale: 1}, v)
		VMOVDQU(canonical(v), at(dst, i))
	})
	VZEROUPPER()
	RET()
}

func fromSigned16() {
	TEXT("fromSigned16AVX2", NOSPLIT, "func(dst *uint16, src *int16, n int)")
	Pragma("noescape")
	Doc("fromSigned16AVX2 is fromSigned16Generic for n a multiple of 16.")
	dst, src := param("dst"), param("src")
	loop(param("n"), func(i GPVirtual) { VMOVDQU(canonical(reduce(load(at(src, i)))), at(dst, i)) })
	VZEROUPPER()
	RET()
}

// fromSigned32 writes a number as high*2^16 + 2^15 + low, high and low signed words. high*2^16 is below 0.75q, low
// below 0.78q, and 2^15 is -0.34q modulo q.
func fromSigned32() {
	flip, middle := constant("flip", 1<<15), constant("middle", 1<<15%q-q)
	TEXT("fromSigned32AVX2", NOSPLIT, "func(dst *uint16, src *int32, n int)")
	Pragma("noescape")
	Doc("fromSigned32AVX2 is fromSigned32Generic for n a multiple of 16.")
	dst, src := param("dst"), param("src")
	mask := YMM()
	VPCMPEQW(mask, mask, mask)
	VPSRLD(U8(16), mask, mask)
	loop(param("n"), func(i GPVirtual) {
		m := Mem{Base: src, Index: i, Scale: 4}
		a, b, high, low := load(m), load(m.Offset(32)), YMM(), YMM()
		VPAND(mask, a, low)
		VPAND(mask, b, high)
		VPACKUSDW(high, low, low)
		VPXOR(flip, low, low)
		VPSRAD(U8(16), a, a)
		VPSRAD(U8(16), b, b)
		VPACKSSDW(b, a, high)
		sum := add(mulConstant(high, square, squareFactor), reduce(low))
		VPADDW(middle, sum, sum)
		sum = canonical(reduce(sum))
		VPERMQ(U8(0b11_01_10_00), sum, sum) // packing goes by halves
		VMOVDQU(sum, at(dst, i))
	})
	VZEROUPPER()
	RET()
}
