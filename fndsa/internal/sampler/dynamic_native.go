package sampler

import "github.com/saker-pq/saker/fndsa/internal/fft"

// subtree is the node size from which on the small-memory path expands whole subtrees.
const subtree = 8

// dynamicNode is node without a tree: it expands the node from its Gram matrix, which it destroys.
// Small nodes are expanded whole and handed to node. tmp holds 4n numbers, and dynamicSlack more
// for the last step. The result is 1 as soon as a leaf is out of range; nothing is sampled with it.
func (w *walkNative) dynamicNode(g00, g01, g11, t0, t1, tmp []float64, z0, z1 []int32, stride int) (bad uint64) {
	n := len(t0)
	if n <= subtree {
		size := treeSize(n)
		tree, tmp := tmp[:size], tmp[size:]
		if buildNative(tree, g00, g01, g11, tmp, w.logDegree) != 0 {
			return 1
		}
		w.node(tree, t0, t1, tmp, z0, z1, stride)
		return 0
	}
	fft.Decompose(g00, g01, g11)
	c00, c01, c11, tmp := gramOfChildNative(tmp, n)
	a0, a1, tmp := tmp[:n/2], tmp[n/2:n], tmp[n:]

	fft.ChildGram(c00, c01, c11, g11)
	fft.Split(a0, a1, t1)
	if w.dynamicNode(c00, c01, c11, a0, a1, tmp, z1, z1[stride:], 2*stride) != 0 {
		return 1
	}
	if w.trace != nil {
		w.traceAll(TraceL10, g01)
	}
	fft.Turn(a0, a1, t0, t1, g01)

	fft.ChildGram(c00, c01, c11, g00)
	if w.dynamicNode(c00, c01, c11, a0, a1, tmp, z0, z0[stride:], 2*stride) != 0 {
		return 1
	}
	fft.Merge(t0, a0, a1)
	return 0
}

// dynamic samples without an expanded key. tmp holds 8n+dynamicSlack numbers.
func (w *walkNative) dynamic(tmp []float64, f, g, F, G []int8, c []uint16, z0, z1 []int32) (bad uint64) {
	n := len(c)
	t0, t1, tmp := tmp[:n], tmp[n:2*n], tmp[2*n:]
	g00, g01, g11, tmp := tmp[:n/2], tmp[n/2:3*n/2], tmp[3*n/2:2*n], tmp[2*n:]
	b01, b11, rest := tmp[:n], tmp[n:2*n], tmp[2*n:] // free again when the walk begins
	basisNative(b01, b11, g00, g01, g11, rest, f, g, F, G)
	hash := rest[:n]
	fft.FromResidues(hash, c)
	fft.Forward(hash)
	fft.Target(t0, t1, hash, b01, b11)
	return w.dynamicNode(g00, g01, g11, t0, t1, tmp, z0, z1, 1)
}
