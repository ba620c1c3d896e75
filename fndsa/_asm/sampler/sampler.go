// Command sampler writes the assembly of package sampler: trials of the leaf sampler made ahead, and decided four at a time.
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	makeTrials()
	decide()
	decidePair()
	Generate()
}

const (
	stride = 11 // bytes of a trial whose decision takes one byte
	window = 24 // trials made at a time; they fill three arrays of numbers, one after the other
)

func repeated(name string, times int, x uint32) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range times {
		DATA(4*i, U32(x))
	}
	return table
}

func number(name string, x float64) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(math.Float64bits(x)))
	}
	return table
}

// A base is one of the two base samplers: its table (package sampler, base.go), two words an entry, the number of bits of the lowest of
// three limbs and what to do to bytes 0 to 9 of a trial to get the limbs. Byte 10 decides.
type base struct {
	name    string
	shift   uint32
	bytes   [16]byte // of limbs 0, 1, 2, then the byte with the sign and the deciding one
	entries [18][2]uint64
}

const no = 0x80 // makes a zero byte

var bases = []base{
	{"fndsa", 1, [16]byte{0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 0, 10, no, no}, [18][2]uint64{
		{0x51fb, 0xfa1769d61c8c051a}, {0x2a69, 0x958c0f9fbeedc4f7}, {0x113e, 0xe6e849a414e10303}, {0x0568, 0xbaa1bbe3cca57519},
		{0x014a, 0xc23657799f8fba96}, {0x003b, 0xa563aa76ba5eb23a}, {0x0008, 0x126eaa15bbb574b0}, {0, 0xd0ffee32d6b1ef7c},
		{0, 0x0fc06c453db21633}, {0, 0x00e1fed90206364e}, {0, 0x000967926818ff3c}, {0, 0x00004a4fc58490ce}, {0, 0x000001b32ed4ccd9},
		{0, 0x000000075fb75e32}, {0, 0x0000000017aebf7d}, {0, 0x0000000000384c6b}, {0, 0x000000000000630a}, {0, 0x0000000000000081},
	}},
	{"falcon", 0, [16]byte{0, 1, 2, no, 3, 4, 5, no, 6, 7, 8, no, 9, 10, no, no}, [18][2]uint64{
		{0xa3, 0xf7f42ed3ac391802}, {0x54, 0xd32b181f3f7ddb82}, {0x22, 0x7dcdd0934829c1ff}, {0x0a, 0xd1754377c7994ae4},
		{0x02, 0x95846caef33f1f6f}, {0, 0x774ac754ed74bd5f}, {0, 0x1024dd542b776ae4}, {0, 0x01a1ffdc65ad63da}, {0, 0x001f80d88a7b6428},
		{0, 0x0001c3fdb2040c69}, {0, 0x000012cf24d031fb}, {0, 0x000000949f8b091f}, {0, 0x00000003665da998}, {0, 0x000000000ebf6ebb},
		{0, 0x00000000002f5d7e}, {0, 0x0000000000007098}, {0, 0x00000000000000c6}, {0, 0x0000000000000001},
	}},
}

// table lays a base out: the shuffle, the shift, then the limbs of the entries, all at full width.
func (b base) table() Mem {
	t := GLOBL("base_"+b.name, RODATA|NOPTR)
	at := 0
	add := func(x uint32) { DATA(at, U32(x)); at += 4 }
	for range 2 {
		for i := 0; i < 16; i += 4 {
			add(uint32(b.bytes[i]) | uint32(b.bytes[i+1])<<8 | uint32(b.bytes[i+2])<<16 | uint32(b.bytes[i+3])<<24)
		}
	}
	add(b.shift)
	for range 7 {
		add(0)
	}
	for _, e := range b.entries {
		high, low := e[0], e[1]
		for _, limb := range []uint64{low & (1<<24 - 1), low >> 24 & (1<<24 - 1), (low>>48 | high<<16) - 1} {
			for range 8 {
				add(uint32(limb))
			}
		}
	}
	return t
}

const inverseTwiceSquare = 5435486223186882.0 / (1 << 55)

func makeTrials() {
	mask24, one := repeated("mask24", 8, 1<<24-1), repeated("one", 8, 1)
	weight, eighteen := number("inverseTwiceSquare", inverseTwiceSquare), repeated("eighteen", 8, 18)
	tables := [2]Mem{}
	for i, b := range bases {
		tables[i] = b.table()
	}

	TEXT("makeTrialsAVX2", NOSPLIT, "func(z *float64, bytes *byte, base int)")
	Pragma("noescape")
	Doc("makeTrialsAVX2 makes the trials that begin 11 bytes apart. After z it writes the other two arrays of the window. It reads 269 bytes.")
	z, bytes, chosen := Load(Param("z"), GP64()), Load(Param("bytes"), GP64()), Load(Param("base"), GP64())
	table, other, end := GP64(), GP64(), GP64()
	LEAQ(tables[0], table)
	LEAQ(tables[1], other)
	TESTQ(chosen, chosen)
	CMOVQNE(other, table)
	LEAQ(Mem{Base: z.(GPVirtual), Disp: 8 * window}, end)
	entry := func(row, limb int) Mem { return Mem{Base: table, Disp: 32 * (2 + 3*row + limb)} }

	Label("eight")
	var rows [4]VecVirtual // trials k and k+4, each as four words
	for k := range rows {
		rows[k] = YMM()
		m := Mem{Base: bytes.(GPVirtual), Disp: stride * k}
		VMOVDQU(m, rows[k].AsX())
		VINSERTI128(U8(1), m.Offset(4*stride), rows[k], rows[k])
		VPSHUFB(Mem{Base: table}, rows[k], rows[k])
	}
	v0, v1, v2, tail := transpose(rows)
	for _, v := range []VecVirtual{v0, v1, v2} {
		VPSRLD(Mem{Base: table, Disp: 32}, v, v)
	}
	VPAND(mask24, v0, v0)
	VPAND(mask24, v1, v1)
	VPADDD(one, v0, v0)
	VPSUBD(one, v2, v2)

	Comment("Count the entries above the number, which is (v2+1, v1, v0-1). g is -1 where the limbs so far are not below those of the entry.")
	Comment("The highest limb of the table is one less too, so that no sum leaves the lane.")
	count := YMM()
	VMOVDQU(eighteen, count)
	for row := range 18 {
		g := YMM()
		VPCMPGTD(entry(row, 0), v0, g)
		VPSUBD(g, v1, g)
		VPCMPGTD(entry(row, 1), g, g)
		VPSUBD(g, v2, g)
		VPCMPGTD(entry(row, 2), g, g)
		VPADDD(g, count, count)
	}

	Comment("With the sign bit 1 the trial is 1 + count, else -count.")
	bit, first, value := YMM(), YMM(), YMM()
	VPAND(one, tail, bit)
	VPSRLD(U8(8), tail, first)
	negative := YMM()
	VPSUBD(one, bit, negative)
	VPXOR(negative, count, value)
	VPSUBD(negative, value, value)
	VPADDD(bit, value, value)
	store := func(v VecVirtual, array int, finish func(VecVirtual)) {
		upper := XMM()
		VEXTRACTI128(U8(1), v, upper)
		for half, x := range []VecVirtual{v.AsX().(VecVirtual), upper} {
			d := YMM()
			VCVTDQ2PD(x, d)
			finish(d)
			VMOVUPD(d, Mem{Base: z.(GPVirtual), Disp: 8*window*array + 32*half})
		}
	}
	store(value, 0, func(VecVirtual) {})
	store(count, 1, func(d VecVirtual) {
		VMULPD(d, d, d)
		VMULPD(weight, d, d)
	})
	store(first, 2, func(VecVirtual) {})
	ADDQ(U8(8*stride), bytes)
	ADDQ(U8(64), z)
	CMPQ(z, end)
	JB(LabelRef("eight"))
	VZEROUPPER()
	RET()
}

// transpose turns four rows of four words, in each half, into columns.
func transpose(r [4]VecVirtual) (c0, c1, c2, c3 VecVirtual) {
	a, b, c, d := YMM(), YMM(), YMM(), YMM()
	VPUNPCKLDQ(r[1], r[0], a)
	VPUNPCKLDQ(r[3], r[2], b)
	VPUNPCKHDQ(r[1], r[0], c)
	VPUNPCKHDQ(r[3], r[2], d)
	c0, c1, c2, c3 = YMM(), YMM(), YMM(), YMM()
	VPUNPCKLQDQ(b, a, c0)
	VPUNPCKHQDQ(b, a, c1)
	VPUNPCKLQDQ(d, c, c2)
	VPUNPCKHQDQ(d, c, c3)
	return c0, c1, c2, c3
}

const (
	ln2        = 6243314768165359.0 / (1 << 53)
	inverseLn2 = 6497320848556798.0 / (1 << 52)
)

// exponential are the coefficients of the polynomial that takes the values of exp(-x) at the Chebyshev points of [0, ln 2]. Its
// error there is below 2^-24.
var exponential = [6]float64{
	0.9999999438867431, -0.9999941629729646, 0.49990102948656, -0.1660481269061641, 0.03989506107923149, -0.005917881650647425,
}

// margin covers the error of 256 times the polynomial many times over.
const margin = 0x1p-12

// number4 is number, made once.
func number4(name string, x float64) Mem {
	if _, ok := numbers[name]; !ok {
		numbers[name] = number(name, x)
	}
	return numbers[name]
}

var numbers = map[string]Mem{}

// decider decides four trials of a window at a time, for one leaf.
type decider struct{ half, ratio VecVirtual }

func newDecider() decider { return decider{broadcast("half"), broadcast("ratio")} }

// broadcast loads a parameter into all lanes.
func broadcast(name string) VecVirtual {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	v := YMM()
	VBROADCASTSD(p.Addr, v)
	return v
}

// trials decides the four trials at z. Bit i of rejects says that the first byte rejects trial i, bit i of doubts that it does not accept it.
func (l decider) trials(z Mem, r VecVirtual) (rejects, doubts GPVirtual) {
	vec := func(f func(v VecVirtual)) VecVirtual { v := YMM(); f(v); return v }
	mul := func(a, b Op) VecVirtual { return vec(func(v VecVirtual) { VMULPD(b, a, v) }) }
	add := func(a, b Op) VecVirtual { return vec(func(v VecVirtual) { VADDPD(b, a, v) }) }
	sub := func(a, b Op) VecVirtual { return vec(func(v VecVirtual) { VSUBPD(b, a, v) }) }
	load := func(m Mem) VecVirtual { return vec(func(v VecVirtual) { VMOVUPD(m, v) }) }

	Comment("x, k and e of leafNative.exponent, by the same operations.")
	d := sub(load(z), r)
	x := sub(mul(mul(d, d), l.half), z.Offset(8*window))
	k := YMM()
	VROUNDPD(U8(3), mul(x, number4("inverseLn2", inverseLn2)), k)
	e := sub(x, mul(k, number4("ln2", ln2)))

	Comment("256 * ratio * 2^-k")
	words, power := XMM(), YMM()
	VCVTTPD2DQY(k, words)
	VPMINSD(number4("most", math.Float64frombits(63<<32|63)), words, words)
	VPMOVSXDQ(words, power)
	exponents := load(number4("exponent", math.Float64frombits(1023+8)))
	VPSUBQ(power, exponents, power)
	VPSLLQ(U8(52), power, power)
	power = mul(power, l.ratio)

	Comment("The bound over 2^56, up to a margin, less the first byte.")
	c := func(i int) Mem { return number4(fmt.Sprint("exponential", i), exponential[i]) }
	square := mul(e, e)
	p := add(mul(e, c(5)), c(4))
	p = add(mul(p, square), add(mul(e, c(3)), c(2)))
	p = add(mul(p, square), add(mul(e, c(1)), c(0)))
	y := sub(mul(p, power), z.Offset(16*window))
	reject := add(y, number4("margin", margin))
	accept := sub(y, number4("margins", 1+margin))

	Comment("Where e is negative, which the exact computation takes for almost 1, the decision is left open.")
	VANDNPD(reject, e, reject)
	VORPD(accept, e, accept)
	rejects, doubts = GP32(), GP32()
	VMOVMSKPD(reject, rejects)
	VMOVMSKPD(accept, doubts)
	return rejects, doubts
}

func decide() {
	TEXT("decideAVX2", NOSPLIT, "func(z *float64, r, half, ratio float64) uint64")
	Pragma("noescape")
	Doc("decideAVX2 looks at four trials of the window from z on: bit i of the result says that the first byte rejects trial i, bit i+4 that it does not accept it. If it neither rejects nor accepts it, it leaves the decision open.")
	z, r := Load(Param("z"), GP64()).(GPVirtual), broadcast("r")
	rejects, doubts := newDecider().trials(Mem{Base: z}, r)
	SHLL(U8(4), doubts)
	ORL(doubts, rejects)
	Store(rejects.As64(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func decidePair() {
	TEXT("decidePairAVX2", NOSPLIT, "func(z *float64, re, im, half, ratio float64) uint64")
	Pragma("noescape")
	Doc("decidePairAVX2 is decideAVX2 for four trials around re, in bits 0 to 7, and for the eight after the first of them around im, in bits 8 to 15 and 16 to 23.")
	z, l := Load(Param("z"), GP64()).(GPVirtual), newDecider()
	re, im := broadcast("re"), broadcast("im")
	result, doubts := l.trials(Mem{Base: z}, re)
	SHLL(U8(4), doubts)
	ORL(doubts, result)
	for _, at := range []int{0, 4} {
		rejects, doubts := l.trials(Mem{Base: z, Disp: 8 + 8*at}, im)
		SHLL(U8(8+at), rejects)
		ORL(rejects, result)
		SHLL(U8(16+at), doubts)
		ORL(doubts, result)
	}
	Store(result.As64(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}
