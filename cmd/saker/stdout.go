package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
)

// stdoutWriter keeps the first error of a stream, so that commands may print
// line by line and still not call it a success when the lines went nowhere.
type stdoutWriter struct {
	stream io.Writer

	mu  sync.Mutex // a server prints from several goroutines
	err error
}

func (w *stdoutWriter) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		n, w.err = w.stream.Write(p)
	}
	return n, w.err
}

// check returns the error of a command that returned err.
func (w *stdoutWriter) check(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil || err != nil && !errors.Is(err, w.err) {
		return err
	}
	cause := w.err
	var path *fs.PathError
	if errors.As(cause, &path) {
		cause = path.Err
	}
	return failed("", fmt.Errorf("standard output: %w", cause), "")
}
