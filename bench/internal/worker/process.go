package worker

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/saker-pq/saker/bench/internal/machine"
)

// Command is the hidden command of this program that makes it a worker; the name of a variant follows.
const Command = "worker"

// Process is a running worker.
type Process struct {
	conn  *conn
	cmd   *exec.Cmd
	stdin io.Closer
}

// Start runs executable, this program built for v, as a worker. Unless v wants all cores, it is kept on the given one, and the
// core is returned, -1 if the system chooses.
func Start(executable string, v Variant, cpu int) (*Process, int, error) {
	cmd := exec.Command(executable, Command, v.Name)
	cmd.Env = os.Environ()
	if v.godebug != "" {
		cmd.Env = append(cmd.Env, "GODEBUG="+v.godebug)
	}
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, -1, fmt.Errorf("worker: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, -1, fmt.Errorf("worker: %w", err)
	}
	if v.allCores {
		cpu, err = -1, cmd.Start()
	} else {
		// One running goroutine at a time even where processes cannot be pinned.
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
		cpu, err = machine.Pin(cpu, cmd.Start)
	}
	if err != nil {
		return nil, -1, fmt.Errorf("worker: starting variant %s: %w", v.Name, err)
	}
	p := &Process{cmd: cmd, stdin: stdin}
	if p.conn, err = newConn(stdin, stdout); err != nil {
		_ = p.Stop()
		return nil, -1, fmt.Errorf("worker: variant %s: %w", v.Name, err)
	}
	return p, cpu, nil
}

// Stop ends the worker.
func (p *Process) Stop() error {
	_ = p.stdin.Close() // the worker sees the end of its orders and leaves
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	return nil
}

// Prepare makes an operation ready and estimates the time of one call.
func (p *Process) Prepare(id string) (time.Duration, error) {
	r, err := p.conn.call(request{Do: doPrepare, ID: id})
	return r.Took, err
}

// Run times calls of an operation that is ready, numbered from first.
func (p *Process) Run(id string, first, calls int) (time.Duration, error) {
	r, err := p.conn.call(request{Do: doRun, ID: id, First: first, Calls: calls})
	return r.Took, err
}

// Heap says what one of so many calls allocates.
func (p *Process) Heap(id string, calls int) (Heap, error) {
	r, err := p.conn.call(request{Do: doHeap, ID: id, Calls: calls})
	return r.Heap, err
}

// Profile runs an operation for some time and says where the time went, the largest share first. Start the worker with
// WithoutPreemption, or the runtime's interruptions are counted as work.
func (p *Process) Profile(id string, d time.Duration) ([]Function, error) {
	r, err := p.conn.call(request{Do: doProfile, ID: id, For: d})
	return r.Profile, err
}

// WithoutPreemption returns the variant with the runtime's interruptions of running goroutines switched off.
func (v Variant) WithoutPreemption() Variant {
	v.godebug = strings.TrimPrefix(v.godebug+",asyncpreemptoff=1", ",")
	return v
}
