package zq

// The plain Go kernels work on several coefficients in one uint64: two lanes of 32 bits where products
// are formed, four lanes of 16 bits in memory and where sums are corrected.

const (
	lanes2 = 0x0000_ffff_0000_ffff // the low halves of two 32-bit lanes
	ones2  = 0x0000_0001_0000_0001 // 1 in each of two lanes
	ones4  = 0x0001_0001_0001_0001 // 1 in each of four lanes
)

// load4 returns the first four coefficients of x, the first one lowest. The compiler makes it one load.
func load4(x []uint16) uint64 {
	return uint64(x[0]) | uint64(x[1])<<16 | uint64(x[2])<<32 | uint64(x[3])<<48
}

// store4 is the inverse of load4.
func store4(x []uint16, v uint64) {
	x[0], x[1], x[2], x[3] = uint16(v), uint16(v>>16), uint16(v>>32), uint16(v>>48)
}

// factor splits the fraction of w into w and floor(2^16*w/q), the constants of mulLanes.
func factor(wf uint32) (w, f uint64) {
	return uint64(wf) * Q >> 32, uint64(wf >> 16)
}

// mulLanes returns a*w modulo q in two lanes, each below 2q, for lanes of a below 2^16 and w, f from factor.
//
// Proof: a*w/q - a*f/2^16 is in [0,a/2^16), so k = floor(a*f/2^16) is the quotient or one less, and a*w - k*q is in [0,2q). The
// products stay in their lanes: f < 2^16, w < q.
func mulLanes(a, w, f uint64) uint64 { return a*w - (a*f>>16&lanes2)*Q }

// mul4 is mulLanes on four lanes: any a, result below 2q.
func mul4(a, w, f uint64) uint64 {
	return mulLanes(a&lanes2, w, f) | mulLanes(a>>16&lanes2, w, f)<<16
}

// correct4 brings four lanes of a from [0,2*m) to [0,m) by taking m away where it can be, for m = q or 2q: adding
// 2^15-m sets the top bit of these lanes, and none carries over because 2*m+2^15-m <= 2^16.
func correct4(a, m uint64) uint64 { return a - ((a+(1<<15-m)*ones4)>>15&ones4)*m }
