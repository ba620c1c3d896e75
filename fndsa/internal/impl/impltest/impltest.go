// Package impltest runs a test once for every implementation of a package's kernels.
package impltest

import (
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl"
)

// Run calls f as a subtest for each implementation of pkg that this machine can run, with that one switched on alone,
// and logs those it cannot run. f must not call t.Parallel.
func Run(t *testing.T, pkg string, f func(t *testing.T)) {
	t.Helper()
	for _, name := range impl.Names(pkg) {
		t.Run(name, func(t *testing.T) {
			restore, err := impl.Force(pkg, name)
			if err != nil {
				t.Fatal(err)
			}
			defer restore()
			f(t)
		})
	}
	if missing := impl.Missing(pkg); len(missing) > 0 {
		t.Logf("%s: not run, this machine lacks %v", pkg, missing)
	}
}

// Bench is Run for benchmarks.
func Bench(b *testing.B, pkg string, f func(b *testing.B)) {
	b.Helper()
	for _, name := range impl.Names(pkg) {
		b.Run("impl="+name, func(b *testing.B) {
			restore, err := impl.Force(pkg, name)
			if err != nil {
				b.Fatal(err)
			}
			defer restore()
			f(b)
		})
	}
}
