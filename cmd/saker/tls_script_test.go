package main

import (
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptAddress waits for the file a background server writes its address to, and sets
// ADDR to it: address FILE.
func scriptAddress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: address FILE")
	}
	for range 3000 {
		if data, err := os.ReadFile(ts.MkAbs(args[0])); err == nil {
			ts.Setenv("ADDR", strings.TrimSpace(string(data)))
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s: no address after 30 seconds", args[0])
}
