package machine

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// Pin calls f on a thread that may run on the given core only, or on the last of the allowed ones if cpu is
// negative, and returns the core. Processes started by f inherit the limit, for all of their threads.
func Pin(cpu int, f func() error) (int, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return -1, fmt.Errorf("machine: asking for the allowed cores: %w", err)
	}
	for i := 0; cpu < 0 && i < len(before)*64; i++ {
		if c := len(before)*64 - 1 - i; before.IsSet(c) {
			cpu = c
		}
	}
	one.Set(cpu)
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return -1, fmt.Errorf("machine: pinning to core %d: %w", cpu, err)
	}
	err := f()
	if restored := unix.SchedSetaffinity(0, &before); err == nil && restored != nil {
		err = fmt.Errorf("machine: allowing all cores again: %w", restored)
	}
	return cpu, err
}
