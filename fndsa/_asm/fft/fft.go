// Command fft writes the assembly of package fft: the plain kernels in lanes, each with the same operations in the same
// order for every number. Sums and products stay separate instructions.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("!purego")
	half, sign = constant("half", 0.5), constant("sign", math.Copysign(0, -1))
	forward()
	split()
	merge()
	turn()
	target()
	fromResidues()
	gram()
	decompose()
	childGram()
	Generate()
}

var half, sign Mem

// width is the size of the vectors in bytes: 32, or 16 for the one size that fills no more.
type width int

func (w width) vec() VecVirtual {
	if w == 16 {
		return XMM()
	}
	return YMM()
}

func (w width) load(m Mem) VecVirtual { v := w.vec(); VMOVUPD(m, v); return v }

func (w width) add(a, b Op) VecVirtual { v := w.vec(); VADDPD(b, a, v); return v }

func (w width) sub(a, b Op) VecVirtual { v := w.vec(); VSUBPD(b, a, v); return v }

func (w width) mul(a, b Op) VecVirtual { v := w.vec(); VMULPD(b, a, v); return v }

// product returns the complex product x*y.
func (w width) product(xRe, xIm, yRe, yIm Op) (re, im VecVirtual) {
	return w.sub(w.mul(xRe, yRe), w.mul(xIm, yIm)), w.add(w.mul(xRe, yIm), w.mul(xIm, yRe))
}

// conjugateProduct returns x*conj(y).
func (w width) conjugateProduct(xRe, xIm, yRe, yIm Op) (re, im VecVirtual) {
	return w.add(w.mul(xRe, yRe), w.mul(xIm, yIm)), w.sub(w.mul(xIm, yRe), w.mul(xRe, yIm))
}

// Four pairs of neighbours are taken apart by an unpacking of each half of the registers, which leaves them in the order 0, 2, 1, 3.
// What meets them is loaded and stored in that order. Two pairs come out in their own order.

// loadOrdered loads what meets pairs.
func (w width) loadOrdered(m Mem) VecVirtual {
	if w == 16 {
		return w.load(m)
	}
	v := w.vec()
	VPERMPD(U8(0b11_01_10_00), m, v)
	return v
}

// storeOrdered is the inverse of loadOrdered.
func (w width) storeOrdered(v VecVirtual, m Mem) {
	if w == 32 {
		VPERMPD(U8(0b11_01_10_00), v, v)
	}
	VMOVUPD(v, m)
}

// loadPairs loads w/8 pairs and takes them apart.
func (w width) loadPairs(m Mem) (even, odd VecVirtual) {
	a := w.load(m)
	even, odd = w.vec(), w.vec()
	b := w.load(m.Offset(int(w)))
	VUNPCKLPD(b, a, even)
	VUNPCKHPD(b, a, odd)
	return even, odd
}

// storePairs is the inverse of loadPairs.
func (w width) storePairs(even, odd VecVirtual, m Mem) {
	a, b := w.vec(), w.vec()
	VUNPCKLPD(odd, even, a)
	VUNPCKHPD(odd, even, b)
	VMOVUPD(a, m)
	VMOVUPD(b, m.Offset(int(w)))
}

// constant is a table of four times the same number.
func constant(name string, x float64) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(math.Float64bits(x)))
	}
	return table
}

// param loads a parameter.
func param(name string) GPVirtual { return Load(Param(name), GP64()).(GPVirtual) }

// bytes sets dst to scale*n.
func bytes(n Register, scale int, dst Register) {
	MOVQ(n, dst)
	SHLQ(U8(scale/2), dst)
}

// at is the place of a real or imaginary part: base + scale*index.
func at(base, index Register, scale uint8) Mem { return Mem{Base: base, Index: index, Scale: scale} }

// quarters runs body for the indices of the quarters of a polynomial with n >= 8 coefficients, in bytes: i of a real part, j of the imaginary part.
func quarters(n GPVirtual, body func(w width, i, j Register)) {
	i, j, end := GP64(), GP64(), GP64()
	XORQ(i, i)
	bytes(n, 2, j)
	MOVQ(j, end)
	CMPQ(n, U8(8))
	JE(LabelRef("two"))
	Label("four")
	body(32, i, j)
	ADDQ(U8(32), i)
	ADDQ(U8(32), j)
	CMPQ(i, end)
	JB(LabelRef("four"))
	VZEROUPPER()
	RET()
	Label("two")
	body(16, i, j)
	VZEROUPPER()
	RET()
}

func split() {
	TEXT("splitAVX2", NOSPLIT, "func(f0, f1, f, rootRe, rootIm *float64, n int)")
	Pragma("noescape")
	Doc("splitAVX2 is splitGeneric for n >= 8, the length of f. The roots are those of index n/4 on.")
	f0, f1, f, sRe, sIm := param("f0"), param("f1"), param("f"), param("rootRe"), param("rootIm")
	quarters(param("n"), func(w width, i, j Register) {
		aRe, bRe := w.loadPairs(at(f, i, 2))
		aIm, bIm := w.loadPairs(at(f, j, 2))
		w.store2(aRe, aIm, bRe, bIm, w.loadOrdered(at(sRe, i, 1)), w.loadOrdered(at(sIm, i, 1)), f0, f1, i, j)
	})
}

// store2 stores (a+b)/2 to f0 and (a-b)*conj(s)/2 to f1.
func (w width) store2(aRe, aIm, bRe, bIm, sRe, sIm VecVirtual, f0, f1, i, j Register) {
	w.storeOrdered(w.mul(w.add(aRe, bRe), half), at(f0, i, 1))
	w.storeOrdered(w.mul(w.add(aIm, bIm), half), at(f0, j, 1))
	re, im := w.conjugateProduct(w.sub(aRe, bRe), w.sub(aIm, bIm), sRe, sIm)
	w.storeOrdered(w.mul(re, half), at(f1, i, 1))
	w.storeOrdered(w.mul(im, half), at(f1, j, 1))
}

func merge() {
	TEXT("mergeAVX2", NOSPLIT, "func(f, f0, f1, rootRe, rootIm *float64, n int)")
	Pragma("noescape")
	Doc("mergeAVX2 is mergeGeneric for n >= 8, the length of f. The roots are those of index n/4 on.")
	f, f0, f1, sRe, sIm := param("f"), param("f0"), param("f1"), param("rootRe"), param("rootIm")
	quarters(param("n"), func(w width, i, j Register) {
		bRe, bIm := w.product(w.loadOrdered(at(f1, i, 1)), w.loadOrdered(at(f1, j, 1)),
			w.loadOrdered(at(sRe, i, 1)), w.loadOrdered(at(sIm, i, 1)))
		aRe, aIm := w.loadOrdered(at(f0, i, 1)), w.loadOrdered(at(f0, j, 1))
		w.storePairs(w.add(aRe, bRe), w.sub(aRe, bRe), at(f, i, 2))
		w.storePairs(w.add(aIm, bIm), w.sub(aIm, bIm), at(f, j, 2))
	})
}

func turn() {
	TEXT("turnAVX2", NOSPLIT, "func(a0, a1, t0, t1, l10, rootRe, rootIm *float64, n int)")
	Pragma("noescape")
	Doc("turnAVX2 is turnGeneric for n >= 8, the length of t0. The roots are those of index n/4 on.")
	a0, a1, t0, t1, l10, rootRe, rootIm := param("a0"), param("a1"), param("t0"), param("t1"), param("l10"), param("rootRe"), param("rootIm")
	quarters(param("n"), func(w width, i, j Register) {
		sRe, sIm := w.loadOrdered(at(rootRe, i, 1)), w.loadOrdered(at(rootIm, i, 1))
		bRe, bIm := w.product(w.loadOrdered(at(a1, i, 1)), w.loadOrdered(at(a1, j, 1)), sRe, sIm)
		aRe, aIm := w.loadOrdered(at(a0, i, 1)), w.loadOrdered(at(a0, j, 1))

		evenRe, oddRe := w.loadPairs(at(t1, i, 2))
		zRe, yRe := w.add(aRe, bRe), w.sub(aRe, bRe)
		w.storePairs(zRe, yRe, at(t1, i, 2))
		dEvenRe, dOddRe := w.sub(evenRe, zRe), w.sub(oddRe, yRe)

		evenIm, oddIm := w.loadPairs(at(t1, j, 2))
		zIm, yIm := w.add(aIm, bIm), w.sub(aIm, bIm)
		w.storePairs(zIm, yIm, at(t1, j, 2))
		dEvenIm, dOddIm := w.sub(evenIm, zIm), w.sub(oddIm, yIm)

		lEvenRe, lOddRe := w.loadPairs(at(l10, i, 2))
		lEvenIm, lOddIm := w.loadPairs(at(l10, j, 2))
		evenRe, evenIm = w.product(dEvenRe, dEvenIm, lEvenRe, lEvenIm)
		oddRe, oddIm = w.product(dOddRe, dOddIm, lOddRe, lOddIm)

		xRe, yRe := w.loadPairs(at(t0, i, 2))
		xRe, yRe = w.add(xRe, evenRe), w.add(yRe, oddRe)
		xIm, yIm := w.loadPairs(at(t0, j, 2))
		xIm, yIm = w.add(xIm, evenIm), w.add(yIm, oddIm)
		w.store2(xRe, xIm, yRe, yIm, sRe, sIm, a0, a1, i, j)
	})
}

func forward() {
	TEXT("forwardAVX2", NOSPLIT, "func(f, rootRe, rootIm *float64, n int)")
	Pragma("noescape")
	Doc("forwardAVX2 is forwardGeneric for n >= 16. The roots are those of index 1 on.")
	const w = width(32)
	re, sRe, sIm, n := param("f"), param("rootRe"), param("rootIm"), param("n")
	im, end, t, x, y, j := GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: re, Index: n, Scale: 4}, im)
	bytes(n, 2, t) // distance in bytes

	butterfly := func(xRe, xIm, yRe, yIm, sRe, sIm Op) (aRe, aIm, bRe, bIm VecVirtual) {
		pRe, pIm := w.product(yRe, yIm, sRe, sIm)
		return w.add(xRe, pRe), w.add(xIm, pIm), w.sub(xRe, pRe), w.sub(xIm, pIm)
	}

	Comment("Layers of distance 4 and more.")
	Label("layer")
	XORQ(x, x)
	bytes(n, 4, end)
	Label("block")
	rRe, rIm := YMM(), YMM()
	VBROADCASTSD(Mem{Base: sRe}, rRe)
	VBROADCASTSD(Mem{Base: sIm}, rIm)
	ADDQ(U8(8), sRe)
	ADDQ(U8(8), sIm)
	LEAQ(Mem{Base: x, Index: t, Scale: 1}, y)
	MOVQ(t, j)
	Label("butterfly")
	aRe, aIm, bRe, bIm := butterfly(w.load(at(re, x, 1)), w.load(at(im, x, 1)), w.load(at(re, y, 1)), w.load(at(im, y, 1)), rRe, rIm)
	VMOVUPD(aRe, at(re, x, 1))
	VMOVUPD(aIm, at(im, x, 1))
	VMOVUPD(bRe, at(re, y, 1))
	VMOVUPD(bIm, at(im, y, 1))
	ADDQ(U8(32), x)
	ADDQ(U8(32), y)
	SUBQ(U8(32), j)
	JNE(LabelRef("butterfly"))
	MOVQ(y, x)
	CMPQ(x, end)
	JB(LabelRef("block"))
	SHRQ(U8(1), t)
	CMPQ(t, U8(32))
	JAE(LabelRef("layer"))

	Comment("The layers of distance 2 and 1, on eight numbers at a time. The roots of the second begin n/8 after those of the first.")
	XORQ(x, x)
	Label("last")
	halves := func(m Mem) (x, y VecVirtual) { // first and second half of two blocks
		a, b := w.load(m), w.load(m.Offset(32))
		x, y = YMM(), YMM()
		VPERM2F128(U8(0x20), b, a, x)
		VPERM2F128(U8(0x31), b, a, y)
		return x, y
	}
	pRe, qRe := halves(at(re, x, 1))
	pIm, qIm := halves(at(im, x, 1))
	twice := func(m Mem) VecVirtual { // two roots, each for two numbers
		v := YMM()
		VPERMPD(U8(0b01_01_00_00), m, v)
		return v
	}
	pRe, pIm, qRe, qIm = butterfly(pRe, pIm, qRe, qIm, twice(Mem{Base: sRe}), twice(Mem{Base: sIm}))
	neighbours := func(p, q VecVirtual) (x, y VecVirtual) {
		x, y = YMM(), YMM()
		VUNPCKLPD(q, p, x)
		VUNPCKHPD(q, p, y)
		return x, y
	}
	pRe, qRe = neighbours(pRe, qRe)
	pIm, qIm = neighbours(pIm, qIm)
	pRe, pIm, qRe, qIm = butterfly(pRe, pIm, qRe, qIm, w.load(at(sRe, n, 1)), w.load(at(sIm, n, 1)))
	back := func(p, q VecVirtual, m Mem) {
		a, b, x, y := YMM(), YMM(), YMM(), YMM()
		VUNPCKLPD(q, p, x)
		VUNPCKHPD(q, p, y)
		VPERM2F128(U8(0x20), y, x, a)
		VPERM2F128(U8(0x31), y, x, b)
		VMOVUPD(a, m)
		VMOVUPD(b, m.Offset(32))
	}
	back(pRe, qRe, at(re, x, 1))
	back(pIm, qIm, at(im, x, 1))
	ADDQ(U8(64), x)
	ADDQ(U8(16), sRe)
	ADDQ(U8(16), sIm)
	ADDQ(U8(16), n) // twice as many roots in the second
	CMPQ(x, end)
	JB(LabelRef("last"))
	VZEROUPPER()
	RET()
}

// halves runs body for the indices of the halves of a polynomial with n >= 8 coefficients, in bytes.
func halves(n GPVirtual, body func(i, j Register)) {
	i, j, end := GP64(), GP64(), GP64()
	XORQ(i, i)
	bytes(n, 4, j)
	MOVQ(j, end)
	Label("four")
	body(i, j)
	ADDQ(U8(32), i)
	ADDQ(U8(32), j)
	CMPQ(i, end)
	JB(LabelRef("four"))
	VZEROUPPER()
	RET()
}

func target() {
	TEXT("targetAVX2", NOSPLIT, "func(t0, t1, c, b01, b11 *float64, n int)")
	Pragma("noescape")
	Doc("targetAVX2 is targetGeneric for n >= 8.")
	const w = width(32)
	const inverseQ = 6004310871091074.0 / (1 << 66)
	t0, t1, c, b01, b11 := param("t0"), param("t1"), param("c"), param("b01"), param("b11")
	plus, minus := constant("inverseQ", inverseQ), constant("minusInverseQ", -inverseQ)
	halves(param("n"), func(i, j Register) {
		re, im := w.load(at(c, i, 1)), w.load(at(c, j, 1))
		pRe, pIm := w.product(re, im, w.load(at(b01, i, 1)), w.load(at(b01, j, 1)))
		VMOVUPD(w.mul(pRe, minus), at(t1, i, 1))
		VMOVUPD(w.mul(pIm, minus), at(t1, j, 1))
		qRe, qIm := w.product(re, im, w.load(at(b11, i, 1)), w.load(at(b11, j, 1)))
		VMOVUPD(w.mul(qRe, plus), at(t0, i, 1))
		VMOVUPD(w.mul(qIm, plus), at(t0, j, 1))
	})
}

func fromResidues() {
	TEXT("fromResiduesAVX2", NOSPLIT, "func(dst *float64, src *uint16, n int)")
	Pragma("noescape")
	Doc("fromResiduesAVX2 is fromResiduesGeneric for n a multiple of 4.")
	dst, src, n := param("dst"), param("src"), param("n")
	i := GP64()
	XORQ(i, i)
	Label("four")
	x, y := XMM(), YMM()
	VPMOVZXWD(Mem{Base: src, Index: i, Scale: 2}, x)
	VCVTDQ2PD(x, y)
	VMOVUPD(y, Mem{Base: dst, Index: i, Scale: 8})
	ADDQ(U8(4), i)
	CMPQ(i, n)
	JB(LabelRef("four"))
	VZEROUPPER()
	RET()
}

func gram() {
	TEXT("gramAVX2", NOSPLIT, "func(g00, g01, g11, b00, b01, b10, b11 *float64, n int)")
	Pragma("noescape")
	Doc("gramAVX2 is gramGeneric for n >= 8.")
	const w = width(32)
	g00, g01, g11 := param("g00"), param("g01"), param("g11")
	b00, b01, b10, b11 := param("b00"), param("b01"), param("b10"), param("b11")
	norm := func(re, im VecVirtual) VecVirtual { return w.add(w.mul(re, re), w.mul(im, im)) }
	halves(param("n"), func(i, j Register) {
		xRe, xIm := w.load(at(b00, i, 1)), w.load(at(b00, j, 1))
		yRe, yIm := w.load(at(b10, i, 1)), w.load(at(b10, j, 1))
		uRe, uIm := w.load(at(b01, i, 1)), w.load(at(b01, j, 1))
		vRe, vIm := w.load(at(b11, i, 1)), w.load(at(b11, j, 1))
		VMOVUPD(w.add(norm(xRe, xIm), norm(uRe, uIm)), at(g00, i, 1))
		VMOVUPD(w.add(norm(yRe, yIm), norm(vRe, vIm)), at(g11, i, 1))
		xRe, xIm = w.conjugateProduct(xRe, xIm, yRe, yIm)
		uRe, uIm = w.conjugateProduct(uRe, uIm, vRe, vIm)
		VMOVUPD(w.add(xRe, uRe), at(g01, i, 1))
		VMOVUPD(w.add(xIm, uIm), at(g01, j, 1))
	})
}

func decompose() {
	TEXT("decomposeAVX2", NOSPLIT, "func(g00, g01, g11 *float64, n int)")
	Pragma("noescape")
	Doc("decomposeAVX2 is decomposeGeneric for n >= 8.")
	const w = width(32)
	g00, g01, g11 := param("g00"), param("g01"), param("g11")
	one := w.load(constant("one", 1))
	halves(param("n"), func(i, j Register) {
		inverse := YMM()
		VDIVPD(at(g00, i, 1), one, inverse)
		re, im := w.load(at(g01, i, 1)), w.load(at(g01, j, 1))
		muRe, muIm := w.mul(re, inverse), w.mul(im, inverse)
		VMOVUPD(w.sub(w.load(at(g11, i, 1)), w.add(w.mul(muRe, re), w.mul(muIm, im))), at(g11, i, 1))
		VMOVUPD(muRe, at(g01, i, 1))
		VXORPD(sign, muIm, muIm)
		VMOVUPD(muIm, at(g01, j, 1))
	})
}

func childGram() {
	TEXT("childGramAVX2", NOSPLIT, "func(g00, g01, g11, d, rootRe, rootIm *float64, n int)")
	Pragma("noescape")
	Doc("childGramAVX2 is childGramGeneric for n >= 16, twice the length of d. The roots are those of index n/4 on.")
	const w = width(32)
	g00, g01, g11, d, rootRe, rootIm := param("g00"), param("g01"), param("g11"), param("d"), param("rootRe"), param("rootIm")
	n := param("n")
	i, j, end := GP64(), GP64(), GP64()
	XORQ(i, i)
	bytes(n, 2, j)
	MOVQ(j, end)
	Label("four")
	a, b := w.loadPairs(at(d, i, 2))
	sum := w.mul(w.add(a, b), half)
	w.storeOrdered(sum, at(g00, i, 1))
	VMOVUPD(sum, at(g11, i, 1))
	difference := w.mul(w.sub(a, b), half)
	re := w.mul(difference, w.loadOrdered(at(rootRe, i, 1)))
	w.storeOrdered(re, at(g01, i, 1))
	im := w.mul(difference, w.loadOrdered(at(rootIm, i, 1)))
	VXORPD(sign, im, im)
	w.storeOrdered(im, at(g01, j, 1))
	ADDQ(U8(32), i)
	ADDQ(U8(32), j)
	CMPQ(i, end)
	JB(LabelRef("four"))
	VZEROUPPER()
	RET()
}
