//go:build !linux

package machine

import "time"

// Clock names what Now counts.
const Clock = "wall"

var start = time.Now()

// Now is the time since the program began.
func Now() time.Duration { return time.Since(start) }
