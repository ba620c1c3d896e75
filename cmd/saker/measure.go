package main

import (
	"bufio"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/saker-pq/saker/provider"
)

// timing is what repeated runs of one operation took.
type timing struct {
	Runs   int   `json:"runs"`
	Median int64 `json:"median_ns"`
	Fast   int64 `json:"fastest_ns"`
}

func (t timing) String() string { return micros(time.Duration(t.Median)) }

const (
	minRuns = 3
	maxRuns = 20000
)

// measure repeats op for about the given time. The median is reported because
// key generation and signing restart now and then, and machines get busy.
func measure(budget time.Duration, op func() error) (timing, error) {
	var samples []int64
	for start := time.Now(); len(samples) < minRuns || len(samples) < maxRuns && time.Since(start) < budget; {
		begin := time.Now()
		if err := op(); err != nil {
			return timing{}, err
		}
		samples = append(samples, time.Since(begin).Nanoseconds())
	}
	slices.Sort(samples)
	return timing{Runs: len(samples), Median: samples[len(samples)/2], Fast: samples[0]}, nil
}

// checkBudget refuses a time that says nothing or does not end.
func checkBudget(budget time.Duration) error {
	if budget <= 0 || budget > time.Hour {
		return usagef("", "--time: found %v, expected more than 0 and at most 1h", budget)
	}
	return nil
}

// machine says where numbers come from; numbers without it mean nothing.
type machine struct {
	CPU      string `json:"cpu,omitempty"`
	Cores    int    `json:"cores"`
	Platform string `json:"platform"`
	Go       string `json:"go"`
	Backend  string `json:"backend"`
	Saker    string `json:"saker"`
}

func thisMachine() machine {
	return machine{
		CPU:      cpuModel(),
		Cores:    runtime.NumCPU(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Go:       runtime.Version(),
		Backend:  provider.Backend(),
		Saker:    moduleVersion(),
	}
}

func (m machine) String() string {
	parts := []string{m.Platform, m.Go, m.Backend + " backend"}
	if m.CPU != "" {
		parts = append([]string{m.CPU}, parts...)
	}
	return strings.Join(parts, ", ")
}

// cpuModel returns the name of the processor where Linux tells it, else "".
func cpuModel() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
