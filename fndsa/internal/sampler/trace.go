package sampler

// Trace receives what a signature computes with, in the order of use, as bit patterns. It exists
// for tests that compare backends and paths: a Scratch without one costs a comparison with nil per
// leaf.
type Trace func(stage Stage, bits uint64)

// Stage says what a traced number is.
type Stage uint8

const (
	TraceL10     Stage = iota + 1 // real parts, then imaginary parts, of the L10 of a node
	TraceLeaf                     // 1/sigma' of a pair of integers
	TraceCentre                   // centre of an integer
	TraceInteger                  // a sampled integer
)
