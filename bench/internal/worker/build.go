package worker

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Executables makes the programs that variants run in: this one, and builds of it with other tags.
type Executables struct {
	self   string
	dir    string // for builds, made when the first is
	byTags map[string]string
}

// NewExecutables finds the running program.
func NewExecutables() (*Executables, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("worker: finding this program: %w", err)
	}
	return &Executables{self: self, byTags: map[string]string{"": self}}, nil
}

// For returns the path of the program for v, building it if need be: that takes the go command and bench/ as the current
// folder.
func (e *Executables) For(v Variant) (string, error) {
	if path, ok := e.byTags[v.tags]; ok {
		return path, nil
	}
	if e.dir == "" {
		dir, err := os.MkdirTemp("", "saker-bench-")
		if err != nil {
			return "", fmt.Errorf("worker: %w", err)
		}
		e.dir = dir
	}
	path := filepath.Join(e.dir, "bench-"+v.tags)
	cmd := exec.Command("go", "build", "-tags", v.tags, "-o", path, "github.com/saker-pq/saker/bench")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("worker: building variant %s (in bench/, or leave it out with --variants): %w\n%s", v.Name, err, out)
	}
	e.byTags[v.tags] = path
	return path, nil
}

// Remove deletes the builds.
func (e *Executables) Remove() error {
	if e.dir == "" {
		return nil
	}
	return os.RemoveAll(e.dir)
}
