package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The commands of docs/ca.md do what the page says.
func TestCADocument(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skipf("no shell to run docs/ca.md with: %v", err)
	}
	page, err := os.ReadFile("../../docs/ca.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) != 4 {
		t.Fatalf("docs/ca.md has %d blocks of commands, expected 4", len(blocks))
	}
	script := ""
	for _, block := range blocks {
		script += string(block[1])
	}
	// The server gets a free port, answers once, and ends.
	script = strings.Replace(script, "saker ca serve", "saker ca serve --listen 127.0.0.1:0", 1) + `
server=$!
until grep -q endpoints server.log; do kill -0 $server; sleep 0.1; done
kill -INT $server
wait $server
`
	dir := t.TempDir()
	cmd := exec.Command(shell, "-eu")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(sakerProgram(t))+":"+os.Getenv("PATH"))
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "valid: CN=www.example.org") {
		t.Errorf("output %s", out)
	}
	for _, file := range []string{"root.pem", "ca.pem", "www-key.pem", "mail.pem", "ca.db", "ca.crl", "www.ocsp"} {
		if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "server.log"))
	if err != nil || !strings.Contains(string(log), "authrevoke") {
		t.Errorf("server: %s, %v", log, err)
	}
}
