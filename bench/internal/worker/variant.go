package worker

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/saker-pq/saker/bench/internal/machine"
	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/fndsa"
	"golang.org/x/sys/cpu"
)

// Variant is one form in which operations run: a process with its own build, environment and backend.
type Variant struct {
	Name     string
	About    string
	tags     string // build tags; a variant with some needs the go command
	godebug  string // settings for the Go runtime
	backend  string // of package fndsa; empty for what it chooses by itself
	allCores bool   // measured on every core and in time of the world, not on one core

	available bool // on this machine
	list      func(scaling bool) []ops.Operation
}

// Names of the variants that reports refer to.
const (
	Native   = "native"
	AllCores = "all-cores"
	PeerSet  = "peers"
)

// Variants lists the forms that can run on this machine. Those of Saker differ in speed only: all give the same signatures
// for the same randomness.
func Variants() []Variant {
	return slices.DeleteFunc(all(), func(v Variant) bool { return !v.available })
}

// ByName returns the named variant, whether this machine can run it or not: a worker that was told to do without
// something no longer sees that it is there.
func ByName(name string) (Variant, error) {
	list := all()
	i := slices.IndexFunc(list, func(v Variant) bool { return v.Name == name })
	if i < 0 {
		return Variant{}, fmt.Errorf("worker: found the variant %q, expected one of those that --list shows", name)
	}
	return list[i], nil
}

func all() []Variant {
	amd64 := runtime.GOARCH == "amd64"
	return []Variant{{
		Name:      Native,
		About:     "as a program gets it: the best this processor can do",
		available: true,
		list: func(scaling bool) []ops.Operation {
			list := ops.Saker(Native, false)
			if scaling {
				list = addMissing(list, ops.SakerScaling(Native))
			}
			return list
		},
	}, {
		Name:      "avx2",
		About:     "amd64 without AVX-512",
		available: amd64 && cpu.X86.HasAVX512F,
		godebug:   "cpu.avx512f=off",
		list:      func(bool) []ops.Operation { return ops.Saker("avx2", false) },
	}, {
		Name:      "sse2",
		About:     "amd64 with nothing that is optional: no AVX2, no BMI",
		available: amd64,
		godebug:   "cpu.all=off",
		list:      func(bool) []ops.Operation { return ops.Saker("sse2", false) },
	}, {
		Name:      "purego",
		About:     "built with -tags purego: no assembly",
		available: true,
		tags:      "purego",
		list:      func(bool) []ops.Operation { return ops.Saker("purego", false) },
	}, {
		Name:      "emulated",
		About:     "floating point computed with integers; concerns signing only",
		available: true,
		backend:   "emulated",
		list:      func(bool) []ops.Operation { return ops.Saker("emulated", true) },
	}, {
		Name:      AllCores,
		About:     "native on every core, in time of the world; batches only, with --scaling",
		available: runtime.NumCPU() > 1,
		allCores:  true,
		list: func(scaling bool) []ops.Operation {
			if !scaling {
				return nil
			}
			return ops.SakerScaling(AllCores)
		},
	}, {
		Name:      PeerSet,
		About:     "the schemes beside Saker, from the standard library, CIRCL and filippo.io/mldsa",
		available: true,
		list:      func(bool) []ops.Operation { return ops.Peers() },
	}}
}

func addMissing(list, more []ops.Operation) []ops.Operation {
	for _, o := range more {
		if !slices.ContainsFunc(list, func(l ops.Operation) bool { return l.ID() == o.ID() }) {
			list = append(list, o)
		}
	}
	return list
}

// Operations lists what the variant can run, with all batch sizes if scaling is set.
func (v Variant) Operations(scaling bool) []ops.Operation { return v.list(scaling) }

// NewServer prepares this process to be the named variant.
func (v Variant) NewServer() (*Server, error) {
	if v.backend != "" {
		if err := fndsa.UseBackend(v.backend); err != nil {
			return nil, fmt.Errorf("worker: variant %s: %w", v.Name, err)
		}
	}
	now := machine.Now
	if v.allCores {
		start := time.Now()
		now = func() time.Duration { return time.Since(start) }
	}
	return NewServer(v.Operations(true), now), nil
}
