// Command hashtopoint writes the assembly of package hashtopoint.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

const (
	q     = 12289
	limit = 5 * q
	words = 68 // of a block
)

func main() {
	ConstraintExpr("!purego")
	parse()
	Generate()
}

func repeated(name string, word uint16) Mem {
	table := GLOBL(name, RODATA|NOPTR)
	for i := range 8 {
		DATA(2*i, U16(word))
	}
	return table
}

// bytes is a table of 16-byte shuffles.
func bytes(name string, table []byte) Mem {
	symbol := GLOBL(name, RODATA|NOPTR)
	for i := 0; i < len(table); i += 8 {
		x := uint64(0)
		for k, b := range table[i : i+8] {
			x |= uint64(b) << (8 * k)
		}
		DATA(i, U64(x))
	}
	return symbol
}

// packing[m] moves the words whose bit in m is 0 to the front.
func packing() Mem {
	var table []byte
	for m := range 256 {
		var row []byte
		for word := range 8 {
			if m>>word&1 == 0 {
				row = append(row, byte(2*word), byte(2*word+1))
			}
		}
		for len(row) < 16 {
			row = append(row, 0x80)
		}
		table = append(table, row...)
	}
	return bytes("packing", table)
}

func parse() {
	one, lowest, factor, modulus := repeated("one", 1), repeated("limit", limit), repeated("factor", 43687), repeated("modulus", q)
	orders := bytes("orders", []byte{
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14,
	})
	TEXT("parseAVX2", NOSPLIT, "func(dst *uint16, block *byte, bigEndian int) int")
	Pragma("noescape")
	Doc("parseAVX2 parses a block and returns the number of accepted words. It writes to up to 72 entries.")
	dst, block, order := Load(Param("dst"), GP64()), Load(Param("block"), GP64()), Load(Param("bigEndian"), GP64())
	SHLQ(U8(4), order)
	shuffle, table, start := GP64(), GP64(), GP64()
	LEAQ(orders, shuffle)
	swap := XMM()
	VMOVDQU(Mem{Base: shuffle, Index: order, Scale: 1}, swap)
	LEAQ(packing(), table)
	MOVQ(dst, start)
	for at := 0; at < words; at += 8 {
		w, v, k, rejected := XMM(), XMM(), XMM(), XMM()
		last := words-at < 8
		if last {
			VMOVQ(Mem{Base: block, Disp: 2 * at}, w)
		} else {
			VMOVDQU(Mem{Base: block, Disp: 2 * at}, w)
		}
		VPSHUFB(swap, w, w)
		VPMAXUW(lowest, w, rejected)
		VPCMPEQW(w, rejected, rejected)
		VPACKSSWB(rejected, rejected, rejected)

		// The quotient as in residues, hashtopoint/generic.go.
		VPADDW(one, w, v)
		VPMULHUW(factor, v, k)
		VPSRLW(U8(13), k, k)
		VPMULLW(modulus, k, k)
		VPSUBW(k, w, w)

		mask, row := GP32(), GP32()
		VPMOVMSKB(rejected, mask)
		if last {
			ORL(U32(0xf0), mask)
		}
		ANDL(U32(0xff), mask)
		MOVL(mask, row)
		SHLL(U8(4), row)
		VPSHUFB(Mem{Base: table, Index: row.As64(), Scale: 1}, w, w)
		VMOVDQU(w, Mem{Base: dst})
		XORL(U32(0xff), mask)
		POPCNTL(mask, mask)
		LEAQ(Mem{Base: dst, Index: mask.As64(), Scale: 2}, dst)
	}
	SUBQ(start, dst)
	SHRQ(U8(1), dst)
	Store(dst, ReturnIndex(0))
	RET()
}
