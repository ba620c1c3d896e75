package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.WriteFile(file, []byte("dear reader"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(file, &out); err != nil || out.Len() == 0 {
		t.Fatalf("%q, %v", out.String(), err)
	}
	if signature, err := os.ReadFile(file + ".sig"); err != nil || len(signature) != 666 {
		t.Errorf("signature of %d bytes, %v", len(signature), err)
	}
	if err := os.WriteFile(file, []byte("dear reader!"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := verify(file); !errors.Is(err, fndsa.ErrInvalidSignature) {
		t.Errorf("a changed letter: %v", err)
	}
}
