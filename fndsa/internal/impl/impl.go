// Package impl is the registry of alternative kernels: which packages have faster implementations than their
// plain Go one, what these are called, and the variable that switches each on. Tests use it to run the same
// checks once per implementation; nothing else does.
package impl

import (
	"fmt"
	"slices"
	"sync"
)

// Generic is the name of the plain Go implementation, which every package has.
const Generic = "generic"

type entry struct {
	pkg, name string
	enabled   *bool
	available bool // what *enabled said at registration: this machine can run it
}

var (
	mu      sync.Mutex
	entries []entry
)

// Register adds an implementation of a package. It is called during package initialisation, when *enabled says
// whether this machine can run it; the package's dispatch code reads *enabled before each use. A package may
// register several, and a name may stand for several kernels. It panics on a repeated name or on Generic.
func Register(pkg, name string, enabled *bool) {
	mu.Lock()
	defer mu.Unlock()
	if name == Generic {
		panic("impl: the generic implementation of " + pkg + " needs no registration")
	}
	for _, e := range entries {
		if e.pkg == pkg && e.name == name {
			panic("impl: " + pkg + "/" + name + " registered twice")
		}
	}
	entries = append(entries, entry{pkg, name, enabled, *enabled})
}

// Packages returns the packages with registered implementations, sorted.
func Packages() []string {
	mu.Lock()
	defer mu.Unlock()
	var pkgs []string
	for _, e := range entries {
		pkgs = append(pkgs, e.pkg)
	}
	slices.Sort(pkgs)
	return slices.Compact(pkgs)
}

// Names returns the implementations of pkg that this machine can run: Generic first, then in order of registration.
func Names(pkg string) []string { return names(pkg, true) }

// Missing returns the implementations of pkg that this machine cannot run.
func Missing(pkg string) []string { return names(pkg, false) }

func names(pkg string, available bool) []string {
	mu.Lock()
	defer mu.Unlock()
	var list []string
	if available {
		list = append(list, Generic)
	}
	for _, e := range entries {
		if e.pkg == pkg && e.available == available {
			list = append(list, e.name)
		}
	}
	return list
}

// Force switches pkg to the named implementation alone (Generic: to none but plain Go) and returns a function that puts
// the previous choice back. It must not run at the same time as code of pkg.
func Force(pkg, name string) (restore func(), err error) {
	mu.Lock()
	defer mu.Unlock()
	found := name == Generic
	for _, e := range entries {
		if e.pkg != pkg || e.name != name {
			continue
		}
		if !e.available {
			return nil, fmt.Errorf("impl: %s/%s cannot run on this machine", pkg, name)
		}
		found = true
	}
	if !found {
		return nil, fmt.Errorf("impl: %s has no implementation %q", pkg, name)
	}
	saved := make(map[*bool]bool)
	for _, e := range entries {
		if e.pkg == pkg {
			saved[e.enabled] = *e.enabled
			*e.enabled = e.name == name
		}
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		for p, v := range saved {
			*p = v
		}
	}, nil
}
