package main

import (
	"bytes"
	"encoding/json"
	"os"

	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		`CN=Jürgen "\,` + "\u4e2d":    `CN=Jürgen "\,` + "\u4e2d",
		"a\x1b[2Jb\nc\td\x00e\x7f":    `a\u001b[2Jb\u000ac\u0009d\u0000e\u007f`,
		"\u009b31m\u202e\u00a0\ufeff": `\u009b31m\u202e\u00a0\ufeff`,
		"\xff\xc3 \ufffd":             `\xff\xc3 ` + "\ufffd",
		"\U000e0001":                  `\udb40\udc01`,
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}

// Names in files can neither steer the terminal nor make up lines.
func TestUntrustedNames(t *testing.T) {
	t.Chdir(t.TempDir())
	const evil = "x\x1b[2J\nself-signed: valid\u009b31m\x7f"
	signature := "-----BEGIN SIGNATURE-----\nAlgorithm: \x1b[2J\u009b\n\nMAA=\n-----END SIGNATURE-----\n"
	if err := os.WriteFile("evil.asc", []byte(signature), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		line   string
		status int
	}{
		{"keygen --alg fn-dsa-512 --out key --pub pub", exitOK},
		{"cert self-sign --ca --key key --out cert --cn", exitOK},
		{"cert request --key key --out request --cn", exitOK},
		{"inspect cert", exitOK},
		{"inspect --json cert", exitOK},
		{"inspect request", exitOK},
		{"inspect evil.asc", exitFailed},
		{"cert verify --roots cert --in cert", exitOK},
		{"cert verify --roots cert --in cert --json", exitOK},
		{"verify --key pub --sig evil.asc --in pub", exitFailed},
		{"cert verify --roots cert --in cert --host \x1b[2J", exitFailed},
		{"keygen --alg \x1b[2J", exitUsage},
	} {
		args := strings.Fields(step.line)
		if args[len(args)-1] == "--cn" {
			args = append(args, evil)
		}
		var out bytes.Buffer
		if status := run(args, nil, &out, &out); status != step.status {
			t.Errorf("%s: status %d, expected %d\n%q", step.line, status, step.status, out.String())
		}
		if strings.ContainsAny(out.String(), "\x1b\x7f\u009b") || strings.Contains(out.String(), "\nself-signed: valid") {
			t.Errorf("%s: %q", step.line, out.String())
		}
		if args[0] == "inspect" && args[1] == "--json" {
			var report inspectReport
			if err := json.Unmarshal(out.Bytes(), &report); err != nil || report.Objects[0].Certificate.Subject != "CN="+evil {
				t.Errorf("%v: %+v, expected the name as it is", err, report)
			}
		}
	}
}
