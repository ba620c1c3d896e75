package sampler

import (
	"math"

	"github.com/saker-pq/saker/fndsa/internal/fft"
)

// walkNative is what does not change during the sampling of one signature.
type walkNative struct {
	src       *Stream
	base      Base
	logDegree uint
	trace     Trace
}

// node samples the two polynomials of a node, n >= 4: on entry t0 and t1 are the centres, on return
// the sampled integer polynomials, all in Fourier form. The integers themselves go to z0[0],
// z0[stride], z0[2*stride].. and likewise z1. tmp holds 2n numbers.
// (Falcon v1.2, Algorithm 11 ffSampling.)
//
// A child samples the even and the odd part of one polynomial, which are every second coefficient
// of it.
func (w *walkNative) node(tree, t0, t1, tmp []float64, z0, z1 []int32, stride int) {
	n := len(t0)
	if n == 4 {
		w.nodeOfLeaves(tree, t0, t1, z0, z1, stride)
		return
	}
	right, l10, left := cutNative(tree, n)
	a0, a1, tmp := tmp[:n/2], tmp[n/2:n], tmp[n:]
	fft.Split(a0, a1, t1)
	w.node(right, a0, a1, tmp, z1, z1[stride:], 2*stride)
	if w.trace != nil {
		w.traceAll(TraceL10, l10)
	}
	fft.Turn(a0, a1, t0, t1, l10)
	w.node(left, a0, a1, tmp, z0, z0[stride:], 2*stride)
	fft.Merge(t0, a0, a1)
}

// nodeOfLeaves is node for n = 4, with its split, turn and merge written out: the root is
// (1+i)/sqrt(2). Half of all nodes are of this size.
func (w *walkNative) nodeOfLeaves(tree, t0, t1 []float64, z0, z1 []int32, stride int) {
	tree, t0, t1 = tree[:12], t0[:4], t1[:4]

	// Split t1, sample around its parts.
	xRe, yRe, xIm, yIm := t1[0], t1[1], t1[2], t1[3]
	aRe, aIm := float64((xRe+yRe)*0.5), float64((xIm+yIm)*0.5)
	dRe, dIm := xRe-yRe, xIm-yIm
	bRe := float64((float64(dRe*sqrtHalf) + float64(dIm*sqrtHalf)) * 0.5)
	bIm := float64((float64(dIm*sqrtHalf) - float64(dRe*sqrtHalf)) * 0.5)
	aRe, aIm, bRe, bIm = w.leaves(tree[:4], aRe, aIm, bRe, bIm, z1, stride)
	if w.trace != nil {
		w.traceAll(TraceL10, tree[4:8])
	}

	// Merge, move t0 by what is left over.
	cRe := float64(bRe*sqrtHalf) - float64(bIm*sqrtHalf)
	cIm := float64(bRe*sqrtHalf) + float64(bIm*sqrtHalf)
	zRe, zIm := aRe+cRe, aIm+cIm
	dRe, dIm = xRe-zRe, xIm-zIm
	t1[0], t1[2] = zRe, zIm
	xRe = t0[0] + (float64(dRe*tree[4]) - float64(dIm*tree[6]))
	xIm = t0[2] + (float64(dRe*tree[6]) + float64(dIm*tree[4]))
	zRe, zIm = aRe-cRe, aIm-cIm
	dRe, dIm = yRe-zRe, yIm-zIm
	t1[1], t1[3] = zRe, zIm
	yRe = t0[1] + (float64(dRe*tree[5]) - float64(dIm*tree[7]))
	yIm = t0[3] + (float64(dRe*tree[7]) + float64(dIm*tree[5]))

	// The same for t0.
	aRe, aIm = float64((xRe+yRe)*0.5), float64((xIm+yIm)*0.5)
	dRe, dIm = xRe-yRe, xIm-yIm
	bRe = float64((float64(dRe*sqrtHalf) + float64(dIm*sqrtHalf)) * 0.5)
	bIm = float64((float64(dIm*sqrtHalf) - float64(dRe*sqrtHalf)) * 0.5)
	aRe, aIm, bRe, bIm = w.leaves(tree[8:], aRe, aIm, bRe, bIm, z0, stride)
	cRe = float64(bRe*sqrtHalf) - float64(bIm*sqrtHalf)
	cIm = float64(bRe*sqrtHalf) + float64(bIm*sqrtHalf)
	t0[0], t0[2] = aRe+cRe, aIm+cIm
	t0[1], t0[3] = aRe-cRe, aIm-cIm
}

// leaves is node for n = 2, where a polynomial is one complex number and its coefficients are the
// parts of it. Its two polynomials, around t0 and t1, are the even and the odd part of one, whose
// four integers go to z[0], z[stride] ..
func (w *walkNative) leaves(tree []float64, t0Re, t0Im, t1Re, t1Im float64, z []int32, stride int) (z0Re, z0Im, z1Re, z1Im float64) {
	tree, z = tree[:4], z[:3*stride+1]
	re, im := w.pair(tree[0], t1Re, t1Im)
	z[stride], z[3*stride] = int32(re), int32(im)
	z1Re, z1Im = float64(re), float64(im)

	lRe, lIm := tree[1], tree[2]
	if w.trace != nil {
		w.traceAll(TraceL10, tree[1:3])
	}
	dRe, dIm := t1Re-z1Re, t1Im-z1Im
	cRe := t0Re + (float64(dRe*lRe) - float64(dIm*lIm))
	cIm := t0Im + (float64(dRe*lIm) + float64(dIm*lRe))

	re, im = w.pair(tree[3], cRe, cIm)
	z[0], z[2*stride] = int32(re), int32(im)
	return float64(re), float64(im), z1Re, z1Im
}

// pair samples two integers with the same leaf, first the real one, then the imaginary one.
func (w *walkNative) pair(inverse, centreRe, centreIm float64) (re, im int64) {
	leaf := newLeafNative(inverse, sigmaMin[w.logDegree])
	re, im = leaf.pair(w.src, w.base, centreRe, centreIm)
	if w.trace != nil {
		w.trace(TraceLeaf, math.Float64bits(inverse))
		w.trace(TraceCentre, math.Float64bits(centreRe))
		w.trace(TraceCentre, math.Float64bits(centreIm))
		w.trace(TraceInteger, uint64(re))
		w.trace(TraceInteger, uint64(im))
	}
	return re, im
}

func (w *walkNative) traceAll(stage Stage, values []float64) {
	for _, v := range values {
		w.trace(stage, math.Float64bits(v))
	}
}

// sample samples with an expanded key: (z0, z1) around the target of c. tmp holds 4n numbers.
func (w *walkNative) sample(key, tmp []float64, c []uint16, z0, z1 []int32) {
	n := len(c)
	b01, b11, tree := key[:n], key[n:2*n], key[2*n:]
	t0, t1, tmp := tmp[:n], tmp[n:2*n], tmp[2*n:]
	hash := tmp[:n] // free again when the walk begins
	fft.FromResidues(hash, c)
	fft.Forward(hash)
	fft.Target(t0, t1, hash, b01, b11)
	w.node(tree, t0, t1, tmp, z0, z1, 1)
}
