package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/report"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// The test binary stands in for the program: a worker that a test starts is this binary again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker.Command {
		main()
		return
	}
	os.Exit(m.Run())
}

func execute(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out, progress bytes.Buffer
	cmd := newRoot()
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&progress)
	err = cmd.Execute()
	if progress.Len() > 0 {
		t.Errorf("the progress bar is drawn where no one looks: %q", &progress)
	}
	return out.String(), err
}

// A short run of the real thing: processes, pinning, alternation, JSON, and the picture from the JSON.
func TestRun(t *testing.T) {
	out, err := execute(t, "--json", "--rounds", "2", "--slice", "100us", "--run", "FN-DSA-512/(sign|verify)$|Ed25519/verify", "--variants", "native,emulated")
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, s := range r.Results {
		ids = append(ids, s.ID())
		if s.Samples == 0 || s.US.Min <= 0 || s.US.Min > s.US.Median || s.US.Median > s.US.Max || s.E.Min <= 0 || s.E.Min > s.E.Max {
			t.Errorf("%s: %+v", s.ID(), s)
		}
		if s.Allocs > 1 {
			t.Errorf("%s allocates %g times", s.ID(), s.Allocs)
		}
	}
	if want := []string{"native/FN-DSA-512/sign", "native/FN-DSA-512/verify", "emulated/FN-DSA-512/sign", "go/Ed25519/verify"}; !slices.Equal(ids, want) {
		t.Errorf("measured %v, want %v", ids, want)
	}
	if r.Reference.Samples < 2 || r.Reference.US.Min <= 0 {
		t.Errorf("reference: %+v", r.Reference)
	}
	if runtime.GOOS == "linux" && r.Machine.Pinned < 0 {
		t.Error("not pinned")
	}

	dir := t.TempDir()
	file := filepath.Join(dir, "run.json")
	if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := execute(t, "--from", file, "--json", "--picture", dir)
	if err != nil || again != out {
		t.Errorf("read from a file the report differs; error %v", err)
	}
	for _, name := range []string{"performance.svg", "performance.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestList(t *testing.T) {
	out, err := execute(t, "--list", "--variants", "purego")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# purego: ", "purego/Falcon-1024/verify-encoded\n", "go/RSA-2048/keygen\n", "filippo/ML-DSA-87/sign\n", "circl/ML-DSA-65/verify-encoded\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	if strings.Contains(out, "native/") {
		t.Error("the list has a variant that was not asked for")
	}
	if out, err = execute(t, "--list", "--scaling"); err != nil || strings.Count(out, "native/FN-DSA-512/sign-batch-") != len(ops.Scaling) {
		t.Errorf("error %v; the list with --scaling:\n%s", err, out)
	}
}

func TestWrongFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"--run: error parsing":            {"--run", "("},
		"no operation matches \"abacus\"": {"--run", "abacus"},
		"--variants: found \"abacus\"":    {"--variants", "abacus"},
		"rounds: found -1":                {"--rounds", "-1"},
		"slice: found -1s":                {"--slice", "-1s"},
		"no such file":                    {"--from", filepath.Join(t.TempDir(), "absent")},
		"unknown command":                 {"faster"},
		"pinning to core 900":             {"--cpu", "900", "--run", "Ed25519"},
	} {
		if want == "pinning to core 900" && runtime.GOOS != "linux" {
			continue
		}
		if _, err := execute(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q in it", args, err, want)
		}
	}
}

// In a round the same operation of all variants comes together, so that they meet the same conditions.
func TestAlternating(t *testing.T) {
	at := func(backend, name string) chosen {
		return chosen{Operation: ops.Operation{Backend: backend, Scheme: "s", Name: name}}
	}
	list := []chosen{at("a", "x"), at("a", "y"), at("b", "y"), at("b", "x"), at("c", "z")}
	if got, want := alternating(list), []int{0, 3, 1, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
