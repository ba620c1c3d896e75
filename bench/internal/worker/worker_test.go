package worker

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	pprofile "github.com/google/pprof/profile"

	"github.com/saker-pq/saker/bench/internal/ops"
)

// fakeServer serves operations that take no time but move the clock, through pipes as a process would.
func fakeServer(t *testing.T) *Process {
	var clock time.Duration
	list := []ops.Operation{
		{Backend: "x", Scheme: "s", Name: "three", Items: 1, New: func() (ops.Call, error) {
			return func(i int) error { clock += 3 * time.Millisecond; return nil }, nil
		}},
		{Backend: "x", Scheme: "s", Name: "quick", Items: 1, New: func() (ops.Call, error) {
			first := true
			return func(i int) error {
				clock += 10 * time.Microsecond
				if first {
					clock, first = clock+time.Hour, false
				}
				return nil
			}, nil
		}},
		{Backend: "x", Scheme: "s", Name: "never", Items: 1, New: func() (ops.Call, error) { return nil, errors.New("no such luck") }},
		{Backend: "x", Scheme: "s", Name: "once", Items: 1, New: func() (ops.Call, error) {
			return func(i int) error {
				clock += 10 * time.Millisecond
				if i == 7 {
					return errors.New("seven")
				}
				return nil
			}, nil
		}},
		{Backend: "x", Scheme: "s", Name: "heap", Items: 1, New: func() (ops.Call, error) {
			return func(i int) error { clock += time.Millisecond; sink = make([]byte, 1024); return nil }, nil
		}},
	}
	s := NewServer(list, func() time.Duration { return clock })
	in, orders := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Serve(in, out) }()
	t.Cleanup(func() {
		orders.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	c, err := newConn(orders, answers)
	if err != nil {
		t.Fatal(err)
	}
	return &Process{conn: c, stdin: orders}
}

var sink []byte

func TestServe(t *testing.T) {
	p := fakeServer(t)
	for id, want := range map[string]time.Duration{
		"x/s/three": 3 * time.Millisecond,
		"x/s/quick": 10 * time.Microsecond, // without the first call's hour
	} {
		cost, err := p.Prepare(id)
		if err != nil || cost != want {
			t.Errorf("preparing %s: cost %v, error %v; want %v", id, cost, err, want)
		}
		took, err := p.Run(id, 5, 4)
		if err != nil || took != 4*want { // the warming call of the quick one is not counted
			t.Errorf("running %s: %v, error %v; want %v", id, took, err, 4*want)
		}
	}
	if _, err := p.Prepare("x/s/heap"); err != nil {
		t.Fatal(err)
	}
	h, err := p.Heap("x/s/heap", 100)
	if err != nil || h.Allocs < 1 || h.Allocs > 1.5 || h.Bytes < 1024 || h.Bytes > 2048 {
		t.Errorf("heap %+v, error %v; want about 1 allocation and 1024 bytes", h, err)
	}
}

func TestServeErrors(t *testing.T) {
	p := fakeServer(t)
	if _, err := p.Prepare("x/s/once"); err != nil {
		t.Fatal(err)
	}
	for want, do := range map[string]func() error{
		"unknown operation": func() error { _, err := p.Prepare("x/s/absent"); return err },
		"no such luck":      func() error { _, err := p.Prepare("x/s/never"); return err },
		"not prepared":      func() error { _, err := p.Run("x/s/three", 0, 1); return err },
		"seven":             func() error { _, err := p.Run("x/s/once", 5, 3); return err },
		"found 0 calls":     func() error { _, err := p.Heap("x/s/once", 0); return err },
		"found the order":   func() error { _, err := p.conn.call(request{Do: "dance", ID: "x/s/once"}); return err },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	// An error does not end the service.
	if _, err := p.Run("x/s/once", 0, 1); err != nil {
		t.Error(err)
	}
}

func TestRefusal(t *testing.T) {
	var b strings.Builder
	if err := Refuse(&b, errors.New("not today")); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{b.String(): "not today", "": "first line", "junk": "first line"} {
		if _, err := newConn(io.Discard, strings.NewReader(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("after %q: error %v, want %q in it", line, err, want)
		}
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Variants() {
		if seen[v.Name] {
			t.Errorf("variant %s is there twice", v.Name)
		}
		seen[v.Name] = true
		ids := map[string]bool{}
		for _, o := range v.Operations(true) {
			if ids[o.ID()] {
				t.Errorf("variant %s has %s twice", v.Name, o.ID())
			}
			ids[o.ID()] = true
		}
		if v.Name != AllCores && len(v.Operations(false)) == 0 {
			t.Errorf("variant %s has no operations", v.Name)
		}
		if got, err := ByName(v.Name); err != nil || got.Name != v.Name {
			t.Errorf("ByName(%q) = %q, %v", v.Name, got.Name, err)
		}
		if _, err := v.NewServer(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{Native, "purego", "emulated", PeerSet} {
		if !seen[name] {
			t.Errorf("variant %s is missing", name)
		}
	}
	if v, err := ByName("avx2"); err != nil || v.WithoutPreemption().godebug != "cpu.avx512f=off,asyncpreemptoff=1" {
		t.Errorf("without preemption avx2 has the settings %q, error %v", v.WithoutPreemption().godebug, err)
	}
	if _, err := ByName("abacus"); err == nil {
		t.Error("there is a variant abacus")
	}
}

func TestFlatProfile(t *testing.T) {
	at := func(names ...string) *pprofile.Location {
		l := &pprofile.Location{}
		for _, n := range names {
			l.Line = append(l.Line, pprofile.Line{Function: &pprofile.Function{Name: n}})
		}
		return l
	}
	sample := func(ns int64, locations ...*pprofile.Location) *pprofile.Sample {
		return &pprofile.Sample{Value: []int64{1, ns}, Location: locations}
	}
	got, err := flat(&pprofile.Profile{Sample: []*pprofile.Sample{
		sample(30, at("example.org/a/b.leaf"), at("main.main")),
		sample(50, at("example.org/a/b.inlined[go.shape.[]example.org/c.D]", "example.org/a/b.leaf")),
		sample(20, at("example.org/a/b.leaf")),
	}})
	if err != nil || len(got) != 2 || got[0] != (Function{"b.inlined", 50}) || got[1] != (Function{"b.leaf", 50}) {
		t.Errorf("got %v, error %v", got, err)
	}
	if _, err := flat(&pprofile.Profile{}); err == nil {
		t.Error("an empty profile has shares")
	}
}
