package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A file that appears between the first look and the last step is not lost.
func TestCommitDoesNotReplaceALateFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key.pem")
	temp, err := stage(outFile{path: path, data: []byte("ours"), mode: modeSecret})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	err = commit(temp, path, false)
	if err == nil || !strings.Contains(err.Error(), "found an existing file, expected no file") {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "theirs" {
		t.Errorf("the late file now holds %q", got)
	}
}

// When the second of two files cannot be written, the first is not left behind
// and neither is a temporary one.
func TestWriteFilesIsAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	first := outFile{path: filepath.Join(dir, "first"), data: []byte("1"), mode: modePublic}
	for name, second := range map[string]string{
		"no such folder": filepath.Join(dir, "missing", "second"),
		"name too long":  filepath.Join(dir, strings.Repeat("x", 300)),
	} {
		t.Run(name, func(t *testing.T) {
			err := writeFiles(&cobra.Command{}, false, first, outFile{path: second, data: []byte("2"), mode: modePublic})
			if err == nil {
				t.Fatal("no error")
			}
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

func TestWriteFilesToStdoutFailure(t *testing.T) {
	dir := t.TempDir()
	cmd := &cobra.Command{}
	cmd.SetOut(failingWriter{})
	key := outFile{path: filepath.Join(dir, "key"), data: []byte("1"), mode: modeSecret}
	if err := writeFiles(cmd, false, key, outFile{path: "-", data: []byte("2")}); err == nil {
		t.Fatal("no error")
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

// A text with a PEM block that cannot be read is an error, wherever the block
// stands: it must not look like a shorter file.
func TestSplitObjectsCountsDamagedBlocks(t *testing.T) {
	good := "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"
	bad := "-----BEGIN CERTIFICATE-----\nM*A=\n-----END CERTIFICATE-----\n"
	objects, err := splitObjects("f", []byte("a comment\n"+good+"\n"+good), "x")
	if err != nil || len(objects) != 2 || !bytes.Equal(objects[1].der, []byte{0x30, 0}) {
		t.Errorf("two good blocks: %v, %v", objects, err)
	}
	for _, text := range []string{bad, bad + good, good + bad, good + bad + good, good + good[:30]} {
		if objects, err := splitObjects("f", []byte(text), "x"); err == nil {
			t.Errorf("%q: %d objects, no error", text, len(objects))
		}
	}
}
