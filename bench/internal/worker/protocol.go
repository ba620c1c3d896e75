// Package worker runs operations in processes of their own, one for each form of Saker: some differ in what
// the processor is said to be able to do, which a process reads once at its start, and some in how they were compiled.
// All wait for orders, so that the process giving them decides what runs when and all forms take turns within one run.
package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// What a request asks for.
const (
	doPrepare = "prepare" // make an operation ready and estimate its cost
	doRun     = "run"     // time a number of calls
	doHeap    = "heap"    // count the heap's allocations in a number of calls
	doProfile = "profile" // run for some time under the CPU profiler
)

// request is one line on a worker's standard input.
type request struct {
	Do    string        `json:"do"`
	ID    string        `json:"id"`
	First int           `json:"first,omitempty"`
	Calls int           `json:"calls,omitempty"`
	For   time.Duration `json:"for,omitempty"`
}

// reply is one line on its standard output.
type reply struct {
	Error    string        `json:"error,omitempty"`
	Took     time.Duration `json:"took,omitempty"` // by all calls, or by one for prepare
	Heap     Heap          `json:"heap,omitzero"`
	Profile  []Function    `json:"profile,omitempty"`
	Operable bool          `json:"operable,omitempty"` // the first line of a worker: it is there
}

// Heap is what one call allocates, on average.
type Heap struct {
	Bytes  float64 `json:"bytes"`
	Allocs float64 `json:"allocs"`
}

// Function is one line of a profile: a function and its share of the time, without what it calls.
type Function struct {
	Name    string  `json:"name"`
	Percent float64 `json:"percent"`
}

// conn is the side of a worker's pipes that gives orders.
type conn struct {
	send *json.Encoder
	recv *json.Decoder
}

func newConn(w io.Writer, r io.Reader) (*conn, error) {
	c := &conn{send: json.NewEncoder(w), recv: json.NewDecoder(r)}
	var hello reply
	if err := c.recv.Decode(&hello); err != nil {
		return nil, fmt.Errorf("worker: waiting for the first line: %w", err)
	}
	if !hello.Operable {
		return nil, fmt.Errorf("worker: cannot start: %s", hello.Error)
	}
	return c, nil
}

func (c *conn) call(q request) (reply, error) {
	if err := c.send.Encode(q); err != nil {
		return reply{}, fmt.Errorf("worker: %s %s: %w", q.Do, q.ID, err)
	}
	var r reply
	if err := c.recv.Decode(&r); err != nil {
		return reply{}, fmt.Errorf("worker: %s %s: %w", q.Do, q.ID, err)
	}
	if r.Error != "" {
		return reply{}, fmt.Errorf("worker: %s %s: %w", q.Do, q.ID, errors.New(r.Error))
	}
	return r, nil
}
