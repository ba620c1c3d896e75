package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"crypto/x509: valid, signed with ECDSA-SHA256\n", "both signatures are valid\n", "is refused\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}

// A CA whose second key is another one: the ordinary signature alone is not enough.
func TestWrongSecondKey(t *testing.T) {
	right, err := newAuthority()
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := newAuthority()
	if err != nil {
		t.Fatal(err)
	}
	c, err := wrong.issue(true)
	if err != nil {
		t.Fatal(err)
	}
	if err := right.handshake(c); err == nil {
		t.Error("accepted")
	}
}
