package core

import (
	"fmt"
	"sync/atomic"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
)

// chosen is the backend of keys made from now on; 0 stands for the default.
var chosen atomic.Uint32

// Backends lists the forms of the arithmetic of signing.
func Backends() []fpr.Backend { return []fpr.Backend{fpr.Native, fpr.Emulated} }

// Backend returns the one that new keys get.
func Backend() fpr.Backend {
	if b := fpr.Backend(chosen.Load()); b != 0 {
		return b
	}
	return fpr.Default()
}

// UseBackend chooses the backend of all keys made from now on.
func UseBackend(name string) error {
	for _, b := range Backends() {
		if b.String() == name {
			chosen.Store(uint32(b))
			return nil
		}
	}
	return fmt.Errorf("%w: no arithmetic backend is named %q (there are %v)", ErrUnsupported, name, Backends())
}
