// Package fndsa implements the lattice signature scheme Falcon and its coming
// standard, FN-DSA.
//
// # Status
//
// FN-DSA is to be FIPS 206, which is not published. The parameter sets
// FNDSA512 and FNDSA1024 follow the best public knowledge of it and will
// change, incompatibly, when it appears: do not keep signatures or keys under
// them for longer than an experiment. The Falcon sets are round 3 of the NIST
// process (Falcon v1.2) and final.
//
// # Sizes
//
// All sizes in bytes:
//
//	                    public key  private key  signature
//	FN-DSA-512             897        1345          666
//	FN-DSA-1024           1793        2369         1280
//	Falcon-512             897        1281        <= 752
//	Falcon-1024           1793        2305       <= 1462
//	Falcon-padded-512      897        1281          666
//	Falcon-padded-1024    1793        2305         1280
//
// # Keys
//
// A PublicKey or PrivateKey is immutable, holds everything that depends on
// the key alone (for a private key that has signed 55 KB at n = 512 and 118 KB
// at n = 1024; see TestKeyMemory)
// and may be used from any number of goroutines at once. Zero values are not
// keys: every operation on one returns an error.
//
// # Arithmetic
//
// Signing uses IEEE 754 binary64 in one fixed order of operations, never
// fused, either in hardware or emulated with integers; both give the same
// bits. The emulation is used where the hardware is not known to run in
// constant time. See Backends.
package fndsa
