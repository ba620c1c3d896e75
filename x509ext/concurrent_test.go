package x509ext

import (
	"encoding/pem"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// TestConcurrentVerify shares certificates and pools between goroutines; the
// race detector is the judge.
func TestConcurrentVerify(t *testing.T) {
	w := newWorld(t, "FN-DSA-512", "ECDSA-P256")
	w.end(w.ca("i", w.root("r")))
	o := options(w.roots, w.intermediates)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if _, err := w.leaf.Verify(o); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestSystemRoots: without roots the system's are used, and a chain of mixed
// keys may end there.
func TestSystemRoots(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skipf("the system's roots can be replaced for a test on linux only, this is %s", runtime.GOOS)
	}
	w := newWorld(t, "ECDSA-P256", "ECDSA-P384", "FN-DSA-512")
	leaf := w.end(w.ca("i", w.root("system root")))
	file := filepath.Join(t.TempDir(), "roots.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.roots[0].Raw})
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	// Read once per process: no other test here verifies without roots.
	t.Setenv("SSL_CERT_FILE", file)
	t.Setenv("SSL_CERT_DIR", t.TempDir())
	o := options(nil, w.intermediates)
	o.Roots = nil
	chains, err := leaf.Verify(o)
	if err != nil {
		t.Fatal(err)
	}
	if len(chains) != 1 || len(chains[0]) != 3 || !chains[0][2].Equal(w.roots[0]) {
		t.Errorf("chains %v", chains)
	}
}
