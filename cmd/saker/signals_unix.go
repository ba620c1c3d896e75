//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// endingSignals end the program unless it was started with them ignored.
var endingSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// reportBrokenPipes makes writing to a pipe that nobody reads an error like
// others, so that what has been done by then is taken back.
func reportBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
