package machine

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func TestCPUModel(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"processor\t: 0\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel name\t: other\n", "AMD EPYC (family 25, model 1)"},
		{"model name : Something\n", "Something"},
		{"", ""},
	} {
		if got := cpuModel(test.in); got != test.want {
			t.Errorf("cpuModel(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestClockAdvances(t *testing.T) {
	before := Now()
	n := 0
	for Now() == before {
		if n++; n > 1e9 {
			t.Fatal("the clock stands still")
		}
	}
	if Now() < before {
		t.Error("the clock goes backwards")
	}
}

// A child started within Pin sees one core; one started afterwards sees as many as before.
func TestPinIsInherited(t *testing.T) {
	if os.Getenv("SAKER_BENCH_CORES") != "" {
		os.Stdout.WriteString("cores=" + string(rune('0'+min(runtime.NumCPU(), 9))) + "\n")
		return
	}
	cores := func() string {
		cmd := exec.Command(os.Args[0], "-test.run=^TestPinIsInherited$")
		cmd.Env = append(os.Environ(), "SAKER_BENCH_CORES=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(string(out), "\n")
		return line
	}
	before := cores()
	var within string
	cpu, err := Pin(-1, func() error { within = cores(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" && (cpu < 0 || within != "cores=1") {
		t.Errorf("pinned to core %d, the child sees %q", cpu, within)
	}
	if after := cores(); after != before {
		t.Errorf("a child sees %q afterwards, %q before", after, before)
	}
}

func TestPinErrors(t *testing.T) {
	if _, err := Pin(1000, func() error { t.Error("called"); return nil }); err == nil {
		t.Error("pinned to core 1000")
	}
	failed := errors.New("failed")
	if _, err := Pin(-1, func() error { return failed }); !errors.Is(err, failed) {
		t.Errorf("the error of the function became %v", err)
	}
}
