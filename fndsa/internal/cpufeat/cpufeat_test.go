package cpufeat

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// facts lists what must also hold when a fact does.
var facts = []struct {
	name    string
	value   bool
	arch    string
	implies []bool
	flags   string // as Linux names them
}{
	{"AVX2", AVX2, "amd64", nil, "avx avx2 popcnt"},
	{"BMI", BMI, "amd64", nil, "bmi1 bmi2"},
	{"AVX512", AVX512, "amd64", []bool{AVX2, BMI}, "avx avx2 popcnt bmi1 bmi2 avx512f avx512cd avx512bw avx512dq avx512vl"},
	{"AVX512IFMA", AVX512IFMA, "amd64", []bool{AVX512}, "avx512f avx512vl avx512ifma"},
	{"AVX512VBMI", AVX512VBMI, "amd64", []bool{AVX512}, "avx512f avx512vl avx512vbmi avx512_vbmi2"},
	{"ARM64SHA3", ARM64SHA3, "arm64", nil, "sha3"},
}

func TestFactsAreConsistent(t *testing.T) {
	for _, f := range facts {
		if !f.value {
			continue
		}
		if runtime.GOARCH != f.arch && !(f.arch == "amd64" && runtime.GOARCH == "386") {
			t.Errorf("%s holds on %s", f.name, runtime.GOARCH)
		}
		for i, other := range f.implies {
			if !other {
				t.Errorf("%s holds without fact %d that it implies", f.name, i)
			}
		}
	}
}

// On Linux the kernel says the same, unless GODEBUG switches something off. Other architectures are left out, because
// an emulator may show them the list of the machine it runs on.
func TestAgainstKernel(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("compares the facts of amd64 only")
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	line := regexp.MustCompile(`(?m)^flags\s*:(.*)$`).FindSubmatch(info)
	if err != nil || line == nil || strings.Contains(os.Getenv("GODEBUG"), "cpu.") {
		t.Skipf("no list of features to compare with: error %v, GODEBUG %q", err, os.Getenv("GODEBUG"))
	}
	flags := " " + string(line[1]) + " "
	for _, f := range facts {
		want := f.arch == "amd64"
		for _, flag := range strings.Fields(f.flags) {
			want = want && strings.Contains(flags, " "+flag+" ")
		}
		if f.value != want {
			t.Errorf("%s = %v, the kernel says %v", f.name, f.value, want)
		}
	}
}
