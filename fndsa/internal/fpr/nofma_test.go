package fpr_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fused matches the mnemonics of fused multiply-add instructions: FMADDD, FNMSUBD (arm64, riscv64,
// loong64), FMADD, FMSUB (ppc64le, s390x), WFMADB, WFMSDB (s390x vector), VFMADD231SD, VFNMADD..
// (amd64).
var fused = regexp.MustCompile(`\t(V?FN?M(ADD|SUB)\w*|WFN?M[AS]\w*)\t`)

// sources lists the files that hold native floating-point code, and what they need to compile. The
// leaf sampler's stream has no floats and many dependencies, whose compilation for seven targets
// would take minutes, so a stub takes its place.
var sources = map[string][]string{
	"fpr":     {"*.go"},
	"fft":     {"*.go"},
	"sampler": {"*_native.go", "constants.go", "trace.go"},
}

const stub = `package sampler

type Stream struct{}
type Base uint8

func (s *Stream) draw(b Base) (z0, bit uint64)
func (s *Stream) accept(x, scale uint64, k int64) bool
func (l *leafNative) pair(src *Stream, base Base, centreRe, centreIm float64) (re, im int64)
func treeSize(n int) int
`

const control = `package control

func Control(x, y, z float64) float64 { return x*y + z }
`

// TestNoFusedMultiplyAdd compiles the floating-point code for every target on which Go fuses, and
// looks for fused instructions in the listing. The control shows that they would be seen. The assembly, which
// the tag purego leaves out, is looked at by a test of package impl.
func TestNoFusedMultiplyAdd(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for seven targets; not done with -short")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command to compile with: ", err)
	}
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module github.com/saker-pq/saker\n\ngo 1.26\n")
	write("fndsa/internal/control/control.go", control)
	write("fndsa/internal/sampler/stub.go", stub)
	write("fndsa/internal/sampler/stub.s", "") // lets functions have no body
	for pkg, patterns := range sources {
		for _, pattern := range patterns {
			paths, err := filepath.Glob(filepath.Join("..", pkg, pattern))
			if err != nil || len(paths) == 0 {
				t.Fatalf("no files %s/%s (%v)", pkg, pattern, err)
			}
			for _, path := range paths {
				if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_emulated.go") && pkg != "fpr" {
					continue
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				write("fndsa/internal/"+pkg+"/"+filepath.Base(path), string(text))
			}
		}
	}

	for _, target := range []struct {
		env   string
		fuses bool
	}{
		{"GOARCH=amd64 GOAMD64=v1", false},
		{"GOARCH=amd64 GOAMD64=v3", true},
		{"GOARCH=arm64", true},
		{"GOARCH=riscv64", true},
		{"GOARCH=s390x", true},
		{"GOARCH=ppc64le", true},
		{"GOARCH=loong64", true},
	} {
		t.Run(strings.ReplaceAll(target.env, " ", ","), func(t *testing.T) {
			t.Parallel()
			listing := func(pkgs ...string) []byte {
				cmd := exec.Command(goTool, append([]string{"build", "-tags=purego", "-gcflags=-S"}, pkgs...)...)
				cmd.Dir = root
				cmd.Env = append(os.Environ(), "GOOS=linux", "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
				cmd.Env = append(cmd.Env, strings.Fields(target.env)...)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", cmd, err, out)
				}
				return out
			}
			if found := fused.Match(listing("./fndsa/internal/control")); found != target.fuses {
				t.Errorf("fused instruction in the control: %v, want %v", found, target.fuses)
			}
			out := listing("./fndsa/internal/fpr", "./fndsa/internal/fft", "./fndsa/internal/sampler")
			for _, function := range []string{"fft.turnGeneric STEXT", "fft.forwardGeneric STEXT", ").trials STEXT", "fpr.Add STEXT"} {
				if !bytes.Contains(out, []byte(function)) {
					t.Errorf("no %s in the listing", function)
				}
			}
			for line := range bytes.Lines(out) {
				if fused.Match(line) {
					t.Errorf("fused: %s", bytes.TrimSpace(line))
				}
			}
		})
	}
}
