package sampler

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// TestKnownAnswers signs the known-answer vectors of all degrees as far as this package goes, with
// each backend, from a tree and without, and compares s2. This is the proof that the orders of
// operations, of sampling and of the stream are those of the vectors.
func TestKnownAnswers(t *testing.T) {
	for _, file := range []string{"fndsa-2026-kat.json.gz", "fndsa-2025-kat.json.gz"} {
		for _, v := range readVectors(t, file) {
			t.Run(fmt.Sprintf("%s/%d/%d", file[:10], v.Logn, v.Index), func(t *testing.T) {
				b := v.readKey(t)
				for _, backend := range []fpr.Backend{fpr.Native, fpr.Emulated} {
					tree, err := Expand(b.logn, b.f, b.g, b.F, b.G, backend)
					if err != nil {
						t.Fatal(err)
					}
					var scratch Scratch
					checkVector(t, &v, &b, func(c []uint16, stream *Stream, base Base, z0, z1 []int32) {
						tree.Sample(&scratch, c, stream, base, z0, z1)
					})
					checkVector(t, &v, &b, func(c []uint16, stream *Stream, base Base, z0, z1 []int32) {
						if err := Dynamic(b.logn, b.f, b.g, b.F, b.G, backend, &scratch, c, stream, base, z0, z1); err != nil {
							t.Fatal(err)
						}
					})
				}
			})
		}
	}
}

// checkVector runs the attempts up to the one whose nonce the signature carries. Earlier ones must
// be unacceptable.
func checkVector(t *testing.T, v *vector, b *basis, sample func(c []uint16, stream *Stream, base Base, z0, z1 []int32)) {
	t.Helper()
	wantNonce, want := v.signature()
	z0, z1 := make([]int32, 1<<v.Logn), make([]int32, 1<<v.Logn)
	for k := range 27 {
		nonce, c, stream, base := v.attempt(t, k)
		sample(c, stream, base, z0, z1)
		s1, s2 := b.latticePoint(c, z0, z1)
		if !bytes.Equal(nonce, wantNonce) {
			if v.acceptable(s1, s2) {
				t.Fatalf("attempt %d: an acceptable signature that is not the expected one", k)
			}
			continue
		}
		if !equal(s2, want) {
			t.Fatalf("attempt %d: s2 is %v, want %v", k, s2[:4], want[:4])
		}
		if !v.acceptable(s1, s2) {
			t.Fatalf("attempt %d: the expected signature is not acceptable", k)
		}
		return
	}
	t.Fatal("no attempt has the nonce of the signature")
}
