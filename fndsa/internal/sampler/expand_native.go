package sampler

import "github.com/saker-pq/saker/fndsa/internal/fft"

// buildNative expands a Gram matrix, which it destroys, into its tree, len(tree) = treeSize(logn).
// tmp holds 2n numbers. The result is the OR of outOfRange over the leaves. (Falcon v1.2, Algorithm
// 9 ffLDL*.)
func buildNative(tree, g00, g01, g11, tmp []float64, logDegree uint) (bad uint64) {
	n := len(g01)
	fft.Decompose(g00, g01, g11)
	if n == 2 {
		tree = tree[:4]
		tree[0] = leafValueNative(g11[0], inverseSigma[logDegree])
		tree[1], tree[2] = g01[0], g01[1]
		tree[3] = leafValueNative(g00[0], inverseSigma[logDegree])
		return outOfRangeNative(tree[0], sigmaMin[logDegree]) | outOfRangeNative(tree[3], sigmaMin[logDegree])
	}
	right, l10, left := cutNative(tree, n)
	copy(l10, g01)
	c00, c01, c11, tmp := gramOfChildNative(tmp, n)
	fft.ChildGram(c00, c01, c11, g11)
	bad = buildNative(right, c00, c01, c11, tmp, logDegree)
	fft.ChildGram(c00, c01, c11, g00)
	return bad | buildNative(left, c00, c01, c11, tmp, logDegree)
}

// cutNative cuts a tree with n >= 4 into its three parts, in the order a signature uses them.
func cutNative(tree []float64, n int) (right, l10, left []float64) {
	c := (len(tree) - n) / 2
	return tree[:c], tree[c : c+n], tree[c+n:]
}

// gramOfChildNative takes the room for the Gram matrix of a child of a node of size n from the
// front of tmp.
func gramOfChildNative(tmp []float64, n int) (g00, g01, g11, rest []float64) {
	return tmp[:n/4], tmp[n/4 : 3*n/4], tmp[3*n/4 : n], tmp[n:]
}

// basisNative computes the second column (b01, b11) of the basis [[g, -f], [G, -F]] in Fourier
// form, and its Gram matrix. tmp holds 2n numbers.
func basisNative(b01, b11, g00, g01, g11, tmp []float64, f, g, F, G []int8) {
	n := len(f)
	b00, b10 := tmp[:n], tmp[n:2*n]
	fft.FromSmall(b00, g)
	fft.FromSmallNegated(b01, f)
	fft.FromSmall(b10, G)
	fft.FromSmallNegated(b11, F)
	fft.Forward(b00)
	fft.Forward(b01)
	fft.Forward(b10)
	fft.Forward(b11)
	fft.Gram(g00, g01, g11, b00, b01, b10, b11)
}

// expandNative fills key with b01, b11 and the tree, and returns buildNative's verdict. tmp holds
// 4n numbers.
func expandNative(key, tmp []float64, f, g, F, G []int8, logDegree uint) (bad uint64) {
	n := len(f)
	b01, b11, tree := key[:n], key[n:2*n], key[2*n:]
	g00, g01, g11, tmp := tmp[:n/2], tmp[n/2:3*n/2], tmp[3*n/2:2*n], tmp[2*n:]
	basisNative(b01, b11, g00, g01, g11, tmp, f, g, F, G)
	return buildNative(tree, g00, g01, g11, tmp, logDegree)
}
