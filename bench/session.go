package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/saker-pq/saker/bench/internal/machine"
	"github.com/saker-pq/saker/bench/internal/measure"
	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/report"
	"github.com/saker-pq/saker/bench/internal/size"
	"github.com/saker-pq/saker/bench/internal/worker"
)

const (
	heapTime    = 10 * time.Millisecond // spent on counting allocations of one operation, thrice
	profileTime = 3 * time.Second       // spent on each profile
)

// session is the processes of a run.
type session struct {
	executables *worker.Executables
	running     map[string]*worker.Process
	cpu         int // to pin to, or -1; after the first start the core that was taken
}

func newSession(cpu int) (*session, error) {
	e, err := worker.NewExecutables()
	return &session{executables: e, running: map[string]*worker.Process{}, cpu: cpu}, err
}

// process returns the process of that name and starts it for v if it is not there.
func (s *session) process(name string, v worker.Variant) (*worker.Process, error) {
	if p := s.running[name]; p != nil {
		return p, nil
	}
	executable, err := s.executables.For(v)
	if err != nil {
		return nil, err
	}
	p, cpu, err := worker.Start(executable, v, s.cpu)
	if err != nil {
		return nil, err
	}
	s.running[name] = p
	s.cpu = max(s.cpu, cpu)
	return p, nil
}

func (s *session) close() error {
	var errs []error
	for name, p := range s.running {
		errs = append(errs, p.Stop())
		delete(s.running, name)
	}
	return errors.Join(append(errs, s.executables.Remove())...)
}

// measure runs what is selected.
func (s *selection) measure(plan measure.Plan, cpu int, progress io.Writer) (r *report.Report, err error) {
	list, err := s.choose()
	if err != nil {
		return nil, err
	}
	session, err := newSession(cpu)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, session.close()) }()

	r = &report.Report{Schema: report.Schema, When: time.Now().UTC().Truncate(time.Second), Machine: machine.Describe(), Plan: plan}
	bar := newBar(progress, 1+len(list)+plan.Rounds)
	reference, err := session.reference()
	if err != nil {
		return nil, err
	}
	step(bar, "preparing")
	subjects := make([]measure.Subject, len(list))
	order := alternating(list)
	for at, i := range order {
		result, subject, err := session.prepare(list[i])
		if err != nil {
			return nil, err
		}
		r.Results = append(r.Results, result)
		subjects[at] = subject
		step(bar, "preparing")
	}
	measured, yardstick, err := plan.Run(subjects, reference, func(int) { step(bar, "measuring") })
	if err != nil {
		return nil, err
	}
	_ = bar.Finish()
	r.Reference = yardstick
	inOrder := make([]report.Result, len(list))
	for at, i := range order {
		r.Results[at].Result = measured[at]
		inOrder[i] = r.Results[at]
	}
	r.Results = inOrder
	r.Machine.Pinned = session.cpu
	if s.profile {
		if r.Profiles, err = session.profiles(list); err != nil {
			return nil, err
		}
	}
	if s.sizes {
		if r.Sizes, err = size.Measure(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// reference makes the yardstick ready.
func (s *session) reference() (measure.Subject, error) {
	v, err := worker.ByName(worker.PeerSet)
	if err != nil {
		return measure.Subject{}, err
	}
	for _, o := range v.Operations(false) {
		if o.ID() == ops.Reference {
			_, subject, err := s.prepare(chosen{o, v})
			return subject, err
		}
	}
	return measure.Subject{}, fmt.Errorf("found no operation %s to measure by", ops.Reference)
}

// prepare makes an operation ready, counts what it allocates and returns what is left to measure.
func (s *session) prepare(c chosen) (report.Result, measure.Subject, error) {
	r := report.Result{Backend: c.Backend, Scheme: c.Scheme, Operation: c.Name, Items: c.Items}
	p, err := s.process(c.variant.Name, c.variant)
	if err != nil {
		return r, measure.Subject{}, err
	}
	cost, err := p.Prepare(c.ID())
	if err != nil {
		return r, measure.Subject{}, err
	}
	heap, err := p.Heap(c.ID(), min(100, 1+int(heapTime/max(cost, 1))))
	if err != nil {
		return r, measure.Subject{}, err
	}
	r.Bytes, r.Allocs = heap.Bytes/float64(c.Items), heap.Allocs/float64(c.Items)
	return r, measure.Subject{
		ID: c.ID(), Items: c.Items, Inputs: c.Inputs, Calls: c.Calls, Cost: cost,
		Run: func(first, calls int) (time.Duration, error) { return p.Run(c.ID(), first, calls) },
	}, nil
}

// profiles says where key generation, signing and verification spend their time, those of them that are in the list.
func (s *session) profiles(list []chosen) ([]report.Profile, error) {
	var profiles []report.Profile
	for _, c := range list {
		if c.Backend != worker.Native || c.Scheme != "FN-DSA-512" || c.Name != ops.Keygen && c.Name != ops.Sign && c.Name != ops.Verify {
			continue
		}
		p, err := s.process("profiles", c.variant.WithoutPreemption())
		if err != nil {
			return nil, err
		}
		if _, err := p.Prepare(c.ID()); err != nil {
			return nil, err
		}
		functions, err := p.Profile(c.ID(), profileTime)
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, report.Profile{Backend: c.Backend, Scheme: c.Scheme, Operation: c.Name, Functions: functions})
	}
	return profiles, nil
}

// newBar shows progress where someone may be looking.
func newBar(w io.Writer, steps int) *progressbar.ProgressBar {
	f, ok := w.(*os.File)
	return progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetVisibility(ok && term.IsTerminal(int(f.Fd()))),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
	)
}

func step(bar *progressbar.ProgressBar, what string) {
	bar.Describe(what)
	_ = bar.Add(1) // a bar that cannot be drawn is no reason to stop
}
