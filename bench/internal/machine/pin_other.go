//go:build !linux

package machine

import (
	"fmt"
	"runtime"
)

// Pin calls f; this system has no way to keep a process on one core. A core that was asked for is an error.
func Pin(cpu int, f func() error) (int, error) {
	if cpu >= 0 {
		return -1, fmt.Errorf("machine: pinning to core %d: not possible on %s", cpu, runtime.GOOS)
	}
	return -1, f()
}
