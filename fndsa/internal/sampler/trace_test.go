package sampler

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

// traceHash feeds SHA-256 with all traced numbers and keeps one hash more per stage.
type traceHash struct {
	all    hash.Hash
	stages [TraceInteger + 1]hash.Hash
	counts [TraceInteger + 1]int
}

func newTraceHash() *traceHash {
	h := &traceHash{all: sha256.New()}
	for i := range h.stages {
		h.stages[i] = sha256.New()
	}
	return h
}

func (h *traceHash) trace(stage Stage, bits uint64) {
	record := binary.LittleEndian.AppendUint64([]byte{byte(stage)}, bits)
	h.all.Write(record)
	h.stages[stage].Write(record)
	h.counts[stage]++
}

// compare names the stages in which two traces differ.
func (h *traceHash) compare(t *testing.T, what string, other *traceHash) {
	t.Helper()
	for stage := TraceL10; stage <= TraceInteger; stage++ {
		if string(h.stages[stage].Sum(nil)) != string(other.stages[stage].Sum(nil)) {
			t.Errorf("%s: stage %d differs", what, stage)
		}
	}
	if string(h.all.Sum(nil)) != string(other.all.Sum(nil)) {
		t.Errorf("%s: traces differ", what)
	}
}

// goldenTraces are the first 8 bytes of SHA-256 over the traces of all known-answer vectors of a
// degree, one hash per degree of FN-DSA and FNDSA-2025: every L10, leaf, centre and integer in the
// order of use, as a stage byte and 8 little-endian bytes. They tell a change of any last bit,
// which the signatures of the vectors would only show in one case of thousands.
var goldenTraces = map[string]string{
	"fndsa-2026/2":  "9e49a34854091f51",
	"fndsa-2026/3":  "3409cda4d6b8c40f",
	"fndsa-2026/4":  "7bc983336174139b",
	"fndsa-2026/5":  "e8ccd4b949ef5e4f",
	"fndsa-2026/6":  "5993bb23086bae5f",
	"fndsa-2026/7":  "a9e544f14b809949",
	"fndsa-2026/8":  "634bd12b6c52545a",
	"fndsa-2026/9":  "8033ab8d44a1f178",
	"fndsa-2026/10": "406169cc58d50063",
	"fndsa-2025/9":  "855114fd6c93024c",
	"fndsa-2025/10": "6fbf6aa8711e4192",
}

// TestTraces compares all intermediate values of the two backends, from a tree and without, with
// each other and with the recorded hashes, for every implementation of the kernels.
func TestTraces(t *testing.T) {
	testTraces(t, fpr.Native, fpr.Emulated)
	for _, pkg := range []string{"fft", "sampler"} {
		t.Run(pkg, func(t *testing.T) {
			impltest.Run(t, pkg, func(t *testing.T) { testTraces(t, fpr.Native) })
		})
	}
}

func testTraces(t *testing.T, backends ...fpr.Backend) {
	t.Helper()
	totals := make(map[string]hash.Hash)
	for _, file := range []string{"fndsa-2026-kat.json.gz", "fndsa-2025-kat.json.gz"} {
		for _, v := range readVectors(t, file) {
			b := v.readKey(t)
			n := 1 << v.Logn
			z0, z1 := make([]int32, n), make([]int32, n)
			var reference *traceHash
			for _, backend := range backends {
				tree, err := Expand(b.logn, b.f, b.g, b.F, b.G, backend)
				if err != nil {
					t.Fatal(err)
				}
				for _, path := range []string{"tree", "dynamic"} {
					h := newTraceHash()
					scratch := Scratch{Trace: h.trace}
					_, c, stream, base := v.attempt(t, 0)
					if path == "tree" {
						tree.Sample(&scratch, c, stream, base, z0, z1)
					} else if err := Dynamic(b.logn, b.f, b.g, b.F, b.G, backend, &scratch, c, stream, base, z0, z1); err != nil {
						t.Fatal(err)
					}
					if reference == nil {
						reference = h
						if want := [...]int{0, n * int(v.Logn), n, 2 * n, 2 * n}; h.counts != want {
							t.Fatalf("logn %d: the trace has %d numbers of each stage, want %d", v.Logn, h.counts, want)
						}
					}
					h.compare(t, fmt.Sprintf("%s logn %d index %d: %v %s", file, v.Logn, v.Index, backend, path), reference)
				}
			}
			name := fmt.Sprintf("%s/%d", file[:10], v.Logn)
			if totals[name] == nil {
				totals[name] = sha256.New()
			}
			totals[name].Write(reference.all.Sum(nil))
		}
	}
	for name, h := range totals {
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != goldenTraces[name] {
			t.Errorf("%q: %q, recorded %q", name, got, goldenTraces[name])
		}
	}
	if len(totals) != len(goldenTraces) {
		t.Errorf("%d hashes, recorded %d", len(totals), len(goldenTraces))
	}
}
