package machine

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock names what Now counts.
const Clock = "cpu"

// Now is the time this process has spent on processors. Unlike the time of day it stands still while other
// processes have the core, so that a machine shared with them can be measured on.
func Now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic("machine: the kernel has no clock of processor time: " + err.Error()) // every Linux that Go runs on has it
	}
	return time.Duration(t.Nano())
}
