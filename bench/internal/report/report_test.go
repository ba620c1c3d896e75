package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/saker-pq/saker/bench/internal/machine"
	"github.com/saker-pq/saker/bench/internal/measure"
	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/size"
	"github.com/saker-pq/saker/bench/internal/worker"
)

var update = flag.Bool("update", false, "write the golden files anew")

func stat(median float64) measure.Stat {
	return measure.Stat{Min: median / 2, Median: median, Max: median * 2}
}

func example() *Report {
	result := func(backend, scheme, operation string, items int, us float64, bytes, allocs float64) Result {
		return Result{Backend: backend, Scheme: scheme, Operation: operation, Items: items,
			Result: measure.Result{Samples: 9, US: stat(us), E: stat(us / 40)}, Bytes: bytes, Allocs: allocs}
	}
	return &Report{
		Schema: Schema,
		When:   time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC),
		Machine: machine.Info{CPU: "Abacus", Cores: 2, OS: "linux", Arch: "amd64", Go: "go1.99", Pinned: 1, Clock: "cpu",
			Load: "0.01", Commit: "0123456789"},
		Plan:      measure.Plan{Rounds: 9, Slice: time.Millisecond, Samples: 5},
		Reference: measure.Result{Samples: 30, US: stat(40), E: stat(1)},
		Results: []Result{
			result(worker.Native, "FN-DSA-512", ops.Sign, 1, 88, 0, 0),
			result(worker.Native, "FN-DSA-512", ops.SignBatch(64), 64, 44, 768, 1.03125),
			result(worker.AllCores, "FN-DSA-512", ops.SignBatch(64), 64, 22, 768, 1.0625),
			result("purego", "FN-DSA-512", ops.Sign, 1, 176, 0, 0),
			result(ops.GoLibrary, "Ed25519", ops.Verify, 1, 40, 0, 0),
			result(ops.CIRCL, "ML-DSA-44", ops.Keygen, 1, 4000, 123456, 3),
		},
		Profiles: []Profile{{worker.Native, "FN-DSA-512", ops.Sign, []worker.Function{{Name: "a.long", Percent: 75}, {Name: "a.short", Percent: 25}}}},
		Sizes:    []size.Program{{Does: "read", Bytes: 1000}, {Does: "verify", Bytes: 1500}, {Does: "sign", Bytes: 2000}},
	}
}

// The JSON is read by programs of others: a change of the golden file is a change of Schema, unless it only adds.
func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := example().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", b.Bytes())
	back, err := ReadJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.WriteJSON(&again); err != nil || !bytes.Equal(again.Bytes(), b.Bytes()) {
		t.Errorf("read and written again, the report differs; error %v", err)
	}
	for want, in := range map[string]string{"schema: found \"saker-bench/0\"": `{"schema":"saker-bench/0"}`, "reading JSON": "no JSON"} {
		if _, err := ReadJSON(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func TestTable(t *testing.T) {
	var b bytes.Buffer
	if err := example().WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.txt", b.Bytes())
}

// A run replaces what stands between the marks, keeps what it has nothing to say about, and can do so again.
func TestUpdateDocument(t *testing.T) {
	var old strings.Builder
	for _, s := range sections {
		old.WriteString("about " + s.name + "\n\n<!-- bench:begin " + s.name + " -->\nold " + s.name + "\n" + endMark + "\n")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, DocumentName)
	if err := os.WriteFile(path, []byte(old.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r := example()
	for range 2 {
		if err := r.UpdateDocument(dir); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "document.md", got)
	}
	r.Profiles = nil
	if err := os.WriteFile(path, []byte(old.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.UpdateDocument(dir); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(got), "old profile") || strings.Contains(string(got), "old saker") {
		t.Errorf("without profiles the document became, with error %v:\n%s", err, got)
	}
}

func TestDocumentErrors(t *testing.T) {
	r, dir := example(), t.TempDir()
	if err := r.UpdateDocument(dir); err == nil {
		t.Error("wrote into a document that is not there")
	}
	text := "<!-- bench:begin machine -->\nwithout an end"
	if err := os.WriteFile(filepath.Join(dir, DocumentName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.UpdateDocument(dir); err == nil || !strings.Contains(err.Error(), `no section "machine"`) {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, DocumentName)); string(got) != text {
		t.Errorf("the document without sections became %q", got)
	}
}

// The project's own document has every section.
func TestProjectDocument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", DocumentName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := example().replaceSections(string(text)); err != nil {
		t.Error(err)
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.01234: "0.0123", 0.5: "0.500", 2.345: "2.35", 41.82: "41.8", 99.96: "100.0", 123.4: "123", 54321: "54321"} {
		if got := figure(x); got != want {
			t.Errorf("figure(%g) = %q, want %q", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 0.01: "0", 1: "1", 1.03125: "1.0", 1.26: "1.3", 796.4: "796", 100: "100"} {
		if got := count(x); got != want {
			t.Errorf("count(%g) = %q, want %q", x, got, want)
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update writes it anew); got\n%s", path, got)
	}
}
