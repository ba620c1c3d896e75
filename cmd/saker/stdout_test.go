package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// A command whose report went nowhere has not succeeded.
func TestStdoutFailure(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for _, line := range [][]string{
		{"keygen", "--alg", "fn-dsa-512", "--out", file("key"), "--pub", file("pub")},
		{"sign", "--key", file("key"), "--in", file("pub"), "--out", file("sig")},
		{"cert", "self-sign", "--key", file("key"), "--cn", "me", "--ca", "--out", file("cert")},
	} {
		if status := run(line, nil, new(bytes.Buffer), t.Output()); status != exitOK {
			t.Fatalf("%v: status %d", line, status)
		}
	}
	for _, line := range []string{
		"--help", "--version", "version", "schemes", "schemes --json", "speed --alg fn-dsa-512 --time 1ms",
		"keygen --alg fn-dsa-512", "inspect key", "inspect --json key",
		"sign --key key --in pub", "verify --key pub --sig sig --in pub", "verify --key pub --sig sig --in pub --json",
		"cert self-sign --key key --cn me", "cert verify --roots cert --in cert",
	} {
		args := strings.Fields(line)
		for i, word := range args {
			if word == "key" || word == "pub" || word == "sig" || word == "cert" && i > 0 {
				args[i] = file(word)
			}
		}
		var stderr bytes.Buffer
		status := run(args, nil, failingWriter{}, &stderr)
		if want := "saker: standard output: file already closed\n"; status != exitFailed || stderr.String() != want {
			t.Errorf("%s: status %d, %q, expected %d, %q", line, status, stderr.String(), exitFailed, want)
		}
	}
}
