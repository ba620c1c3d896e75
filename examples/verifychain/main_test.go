package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The chains are those that OpenSSL with oqs-provider made for the tests of
// package x509ext.
const data = "../../x509ext/testdata/"

func TestRun(t *testing.T) {
	for kind, wants := range map[string][]string{
		"ec-in-middle":   {"signed with ECDSA-SHA256", "signed with Falcon-padded-1024"},
		"falcon512":      {"signed with Falcon-512"},
		"p256_falcon512": {"signed with P256-Falcon-512"},
	} {
		chain := filepath.Join(t.TempDir(), "chain.pem")
		var both []byte
		for _, name := range []string{"-leaf.crt", "-int.crt"} {
			text, err := os.ReadFile(data + kind + name)
			if err != nil {
				t.Fatal(err)
			}
			both = append(both, text...)
		}
		if err := os.WriteFile(chain, both, 0o644); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := run(&out, data+kind+"-root.crt", "server.example", chain); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: output lacks %q:\n%s", kind, want, &out)
			}
		}
		if err := run(&out, data+kind+"-root.crt", "www.example.org", chain); err == nil {
			t.Errorf("%s: valid for another host", kind)
		}
		if err := run(&out, data+"bc-falcon512-ta.crt", "", chain); err == nil {
			t.Errorf("%s: valid under another root", kind)
		}
	}
}
