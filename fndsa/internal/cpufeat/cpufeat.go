// Package cpufeat is the one place where this module asks what the processor can do. The answers are
// read once at program start (CPUID is slow inside virtual machines) and include the operating system's support for the registers
// involved. On other architectures than the one named, the facts are false.
package cpufeat

import "golang.org/x/sys/cpu"

var (
	// AVX2 says that amd64 code may use AVX2 (256-bit integer and floating-point vectors), and POPCNT, which
	// every processor with AVX2 has.
	AVX2 = cpu.X86.HasAVX && cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

	// BMI says that amd64 code may use BMI1 and BMI2 (ANDN, RORX, MULX and the rest).
	BMI = cpu.X86.HasBMI1 && cpu.X86.HasBMI2

	// AVX512 says that amd64 code may use the F, CD, BW, DQ and VL parts of AVX-512, the set every server
	// processor with AVX-512 has had since 2017, and also AVX2 and BMI.
	AVX512 = AVX2 && BMI && cpu.X86.HasAVX512F && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512BW &&
		cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

	// AVX512IFMA says that AVX512 holds and that the 52-bit multiply-add instructions are there.
	AVX512IFMA = AVX512 && cpu.X86.HasAVX512IFMA

	// AVX512VBMI says that AVX512 holds and that the byte permutations VBMI and VBMI2 are there.
	AVX512VBMI = AVX512 && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2

	// ARM64SHA3 says that arm64 code may use the SHA-3 instructions (EOR3, RAX1, XAR, BCAX).
	ARM64SHA3 = cpu.ARM64.HasSHA3
)
