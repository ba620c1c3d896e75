// Package size finds what signatures add to the size of a program: it builds three that differ in nothing else.
package size

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Program is one program and its size in bytes, without symbols.
type Program struct {
	Does  string `json:"does"`
	Bytes int64  `json:"bytes"`
}

// Measure builds the programs, which takes the go command and bench/ as the current folder.
func Measure() ([]Program, error) {
	dir, err := os.MkdirTemp("", "saker-bench-")
	if err != nil {
		return nil, fmt.Errorf("size: %w", err)
	}
	defer os.RemoveAll(dir)
	list := []Program{{Does: "read"}, {Does: "verify"}, {Does: "sign"}}
	for i := range list {
		p := &list[i]
		path := filepath.Join(dir, p.Does)
		cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "github.com/saker-pq/saker/bench/internal/size/programs/"+p.Does)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("size: building the program to %s: %w\n%s", p.Does, err, out)
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("size: %w", err)
		}
		p.Bytes = info.Size()
	}
	return list, nil
}
