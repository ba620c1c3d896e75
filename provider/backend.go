package provider

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/saker-pq/saker/fndsa"
)

// BackendVariable is the environment variable that chooses the arithmetic backend.
const BackendVariable = "SAKER_BACKEND"

// initOnce reads the environment once, whoever asks first.
var initOnce = sync.OnceValue(func() error { return chooseBackend(os.Getenv(BackendVariable)) })

// chooseBackend switches to the backend that the environment variable names; empty means no choice.
func chooseBackend(value string) error {
	if value == "" {
		return nil
	}
	if err := fndsa.UseBackend(value); err != nil {
		return fmt.Errorf("provider: %s=%q (expected one of %s): %w",
			BackendVariable, value, strings.Join(fndsa.Backends(), ", "), err)
	}
	return nil
}

// Init applies SAKER_BACKEND if no function of this package has done so, and reports an unknown value. A
// program calls it at its start. If it fails, every function of this package that can return an error returns
// this one, and the default backend stays in use.
func Init() error { return initOnce() }

// Backends lists the arithmetic backends of package fndsa that this machine can run.
func Backends() []string {
	_ = Init()
	return fndsa.Backends()
}

// Backend names the backend in use.
func Backend() string {
	_ = Init()
	return fndsa.Backend()
}

// UseBackend switches to another backend, whatever SAKER_BACKEND says. An unknown value of that variable is
// reported here too.
func UseBackend(name string) error {
	if err := Init(); err != nil {
		return err
	}
	if err := fndsa.UseBackend(name); err != nil {
		return fmt.Errorf("provider: %w", err)
	}
	return nil
}
