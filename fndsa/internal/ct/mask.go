package ct

// Mask32 turns a bit (0 or 1) into a mask.
func Mask32(bit uint32) uint32 { return -bit }

// Mask64 turns a bit (0 or 1) into a mask.
func Mask64(bit uint64) uint64 { return -bit }

// NonZero32 returns the bit x != 0: for x other than 0, x or -x has its top bit set.
func NonZero32(x uint32) uint32 { return (x | -x) >> 31 }

// NonZero64 returns the bit x != 0.
func NonZero64(x uint64) uint64 { return (x | -x) >> 63 }

// Less32 returns the bit a < b, for any a and b: the borrow of the 64-bit difference.
func Less32(a, b uint32) uint32 { return uint32((uint64(a) - uint64(b)) >> 63) }

// Less64 returns the bit a < b, for any a and b: the borrow out of a - b.
func Less64(a, b uint64) uint64 { return ((^a & b) | ((^a | b) & (a - b))) >> 63 }

// Negative32 returns the mask x < 0.
func Negative32(x int32) uint32 { return uint32(x >> 31) }

// Negative64 returns the mask x < 0.
func Negative64(x int64) uint64 { return uint64(x >> 63) }

// Select32 returns a where mask is all ones and b where it is all zeros.
func Select32(mask, a, b uint32) uint32 { return b ^ (mask & (a ^ b)) }

// Select64 returns a where mask is all ones and b where it is all zeros.
func Select64(mask, a, b uint64) uint64 { return b ^ (mask & (a ^ b)) }
