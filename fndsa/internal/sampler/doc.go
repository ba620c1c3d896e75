// Package sampler draws the lattice vector of a signature: given the basis [[g, -f], [G, -F]] of a
// private key and a hash c, integer polynomials (z0, z1) such that (c, 0) - (z0, z1)*B is short and
// distributed independently of the basis (Falcon v1.2, Algorithm 11 ffSampling).
//
// # Two ways to one result
//
// Expand computes the LDL tree of a key once, 48 KiB at n = 512 (basis column included) and 104 KiB at
// n = 1024; Tree.Sample walks it. Dynamic computes the same values level by level in its scratch
// memory, 8n numbers, and forgets them. Both run the same kernels in the same order, and so do the
// two backends, native and emulated floats (package fpr): for one stream all four give the same
// integers, and the trace tests show that every intermediate value has the same bits.
//
//	tree, err := sampler.Expand(9, f, g, F, G, fpr.Default())
//	...
//	var stream sampler.Stream
//	stream.Start(&xof)       // a SHAKE256 with its input written
//	stream.Read(nonce[:])    // FN-DSA: the nonce is the front of the stream
//	tree.Sample(&scratch, c, &stream, sampler.FNDSA, z0, z1)
//
// # Order of sampling
//
// A node samples its second polynomial first, around t1; moves the centre of the first by what was
// left over, t0 + (t1 - z1)*L10; and samples that. A child takes the even and the odd part of one
// polynomial as its pair. At n = 2 a polynomial is one complex number, whose real and imaginary part
// are its two coefficients and are sampled in this order with the same deviation.
//
// Each integer takes trials of 10 bytes for a base sample and usually 1, at most 8, for its decision,
// in this order, from one SHAKE256 stream without gaps. The order belongs to the definition.
//
// # Secrets
//
// Tree, Scratch and Stream are as secret as the key, and have Wipe. Nothing branches on a secret or
// uses one as an index, except that a decision stops at the first byte that settles it (Stream.accept
// says why that is harmless) and that the number of trials shows, which is independent of the
// secrets. Integer division is not used.
//
// # Status
//
// FN-DSA (FIPS 206) is not published. The FNDSA base sampler follows public implementations of July
// 2026 and their known answers; the Falcon one is that of round 3. The order of binary64 operations is
// fixed for both. Its precision is that of the reference, which is enough for the distribution on average
// but not in the provable worst case for 2^64 signatures.
package sampler

//go:generate go run github.com/saker-pq/saker/fndsa/internal/fpr/twin/maketwin .
