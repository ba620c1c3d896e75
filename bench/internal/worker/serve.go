package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"time"

	"github.com/saker-pq/saker/bench/internal/ops"
)

// warm is the time of calls that are made before the first is measured, and cheap the time of a call below which
// one more precedes every slice: another process had the caches in between.
const (
	warm  = 2 * time.Millisecond
	cheap = 500 * time.Microsecond
)

const heapAttempts = 3

// Server answers requests about a list of operations.
type Server struct {
	operations map[string]ops.Operation
	ready      map[string]*ready
	now        func() time.Duration
}

type ready struct {
	call ops.Call
	cost time.Duration
}

// NewServer returns a Server that measures with the given clock.
func NewServer(list []ops.Operation, now func() time.Duration) *Server {
	s := &Server{operations: map[string]ops.Operation{}, ready: map[string]*ready{}, now: now}
	for _, o := range list {
		s.operations[o.ID()] = o
	}
	return s
}

// Serve answers requests until r ends.
func (s *Server) Serve(r io.Reader, w io.Writer) error {
	in, out := json.NewDecoder(r), json.NewEncoder(w)
	if err := out.Encode(reply{Operable: true}); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	for {
		var q request
		if err := in.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("worker: reading a request: %w", err)
		}
		a, err := s.answer(q)
		if err != nil {
			a = reply{Error: err.Error()}
		}
		if err := out.Encode(a); err != nil {
			return fmt.Errorf("worker: %w", err)
		}
	}
}

// Refuse tells the other side why a worker cannot start.
func Refuse(w io.Writer, reason error) error {
	return json.NewEncoder(w).Encode(reply{Error: reason.Error()})
}

func (s *Server) answer(q request) (reply, error) {
	if q.Do == doPrepare {
		return s.prepare(q.ID)
	}
	op := s.ready[q.ID]
	if op == nil {
		return reply{}, errors.New("not prepared")
	}
	switch q.Do {
	case doRun:
		return s.run(op, q)
	case doHeap:
		return heap(op, q)
	case doProfile:
		return s.profile(op, q)
	}
	return reply{}, fmt.Errorf("found the order %q, expected one of prepare, run, heap, profile", q.Do)
}

func (s *Server) prepare(id string) (reply, error) {
	o, ok := s.operations[id]
	if !ok {
		return reply{}, errors.New("unknown operation")
	}
	call, err := o.New()
	if err != nil {
		return reply{}, err
	}
	// The first call may be far slower than the others: it grows buffers and expands keys.
	if err := call(0); err != nil {
		return reply{}, err
	}
	op := &ready{call: call}
	start := s.now()
	var took time.Duration
	for n := 1; took < warm; n++ {
		if err := call(n); err != nil {
			return reply{}, err
		}
		took = s.now() - start
		op.cost = took / time.Duration(n)
	}
	s.ready[id] = op
	return reply{Took: op.cost}, nil
}

func (s *Server) run(op *ready, q request) (reply, error) {
	if op.cost < cheap {
		if err := op.call(q.First); err != nil {
			return reply{}, err
		}
	}
	start := s.now()
	for i := range q.Calls {
		if err := op.call(q.First + i); err != nil {
			return reply{}, err
		}
	}
	return reply{Took: s.now() - start}, nil
}

// heap reads the counters of the allocator. They cover the whole process, whose runtime allocates a little for itself now
// and then: the least of a few attempts is what the calls did.
func heap(op *ready, q request) (reply, error) {
	if q.Calls < 1 {
		return reply{}, fmt.Errorf("found %d calls, expected 1 or more", q.Calls)
	}
	least := Heap{math.Inf(1), math.Inf(1)}
	for range heapAttempts {
		var before, after runtime.MemStats
		runtime.GC()
		if err := op.call(q.First); err != nil { // the collection has emptied pools
			return reply{}, err
		}
		runtime.ReadMemStats(&before)
		for i := range q.Calls {
			if err := op.call(q.First + i); err != nil {
				return reply{}, err
			}
		}
		runtime.ReadMemStats(&after)
		least.Bytes = min(least.Bytes, float64(after.TotalAlloc-before.TotalAlloc)/float64(q.Calls))
		least.Allocs = min(least.Allocs, float64(after.Mallocs-before.Mallocs)/float64(q.Calls))
	}
	return reply{Heap: least}, nil
}
