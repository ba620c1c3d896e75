package fndsa

import "github.com/saker-pq/saker/fndsa/internal/core"

// Backends lists the names of the arithmetic backends of signing: "native"
// (the processor's binary64) and "emulated" (binary64 computed with integers,
// slower, constant time on every processor). All give the same signatures for
// the same randomness.
func Backends() []string {
	var names []string
	for _, b := range core.Backends() {
		names = append(names, b.String())
	}
	return names
}

// Backend returns the name of the backend that keys made from now on will
// use: "native" on amd64 and arm64, "emulated" elsewhere and with the build
// tag saker_emulated, unless UseBackend has chosen.
func Backend() string { return core.Backend().String() }

// UseBackend chooses by name the backend of all keys made from now on; keys
// that exist keep theirs. A name that Backends does not list is an error and
// changes nothing.
func UseBackend(name string) error { return core.UseBackend(name) }
