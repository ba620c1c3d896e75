package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out strings.Builder
	run(&out, filepath.Join(t.TempDir(), "ca.db"))
	want := "[www.example.org] issued by Example Root and valid: true\n1 recorded, 1 revoked, list valid: true\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("found %q, expected %q", &out, want)
	}
}
