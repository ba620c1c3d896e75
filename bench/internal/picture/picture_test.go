package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/saker-pq/saker/bench/internal/measure"
	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/report"
	"github.com/saker-pq/saker/bench/internal/worker"
)

func result(backend, scheme, operation string, e float64) report.Result {
	return report.Result{Backend: backend, Scheme: scheme, Operation: operation, Items: 1,
		Result: measure.Result{Samples: 1, E: measure.Stat{Min: e, Median: e, Max: e}}}
}

// The two files are a drawing and an image, and the drawing says what was measured.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	r := &report.Report{Results: []report.Result{
		result(worker.Native, "FN-DSA-512", ops.Sign, 2.34),
		result(worker.Native, "FN-DSA-512", ops.Keygen, 123.4),
		result(ops.GoLibrary, "Ed25519", ops.Verify, 1.0),
	}}
	if err := Write(r, dir); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(filepath.Join(dir, "performance.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{">2.34<", ">123<", ">1.00<", ">FN-DSA-512<", ">RSA-2048<", ">verify<"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the drawing does not say %q", want)
		}
	}
	f, err := os.Open(filepath.Join(dir, "performance.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if image, err := png.Decode(f); err != nil || image.Bounds().Dx() != 2*width {
		t.Errorf("the image has bounds %v, error %v", image, err)
	}
}

func TestNothingToDraw(t *testing.T) {
	if err := Write(&report.Report{}, t.TempDir()); err == nil {
		t.Error("an empty report was drawn")
	}
}

func TestSpan(t *testing.T) {
	for _, test := range []struct {
		in     []float64
		lo, hi float64
	}{{nil, 0.1, 10}, {[]float64{0, 2, 30}, 1, 180}, {[]float64{1, 10}, 0.1, 60}, {[]float64{0.15}, 0.1, 0.9}} {
		var b bars
		for _, x := range test.in {
			b = append(b, bar{length: x})
		}
		lo, hi := b.span()
		if lo/test.lo < 0.99 || lo/test.lo > 1.01 || hi/test.hi < 0.99 || hi/test.hi > 1.01 {
			t.Errorf("span of %v is %g to %g, want %g to %g", test.in, lo, hi, test.lo, test.hi)
		}
	}
}
