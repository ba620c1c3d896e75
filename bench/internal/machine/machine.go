// Package machine knows the computer that is measured on: what it is, how busy it is, its clock of processor
// time, and how to keep a process on one core.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Info says where numbers come from; numbers without it mean nothing.
type Info struct {
	CPU   string `json:"cpu"`
	Cores int    `json:"cores"`
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Go    string `json:"go"`
	// Pinned is the core all measured processes were kept on, -1 if the system chose.
	Pinned int `json:"pinned_cpu"`
	// Clock is "cpu" if the time of the processor was measured, "wall" if that of the world.
	Clock string `json:"clock"`
	// Load is the load average of the last minute before the run, in Linux's words; empty elsewhere.
	Load string `json:"load_average"`
	// Commit is the revision of the source, with "+" if it was changed since, empty if unknown.
	Commit string `json:"commit"`
}

// Describe returns what is known before a run. Pinned and Clock are the caller's to set.
func Describe() Info {
	load, _, _ := strings.Cut(readFile("/proc/loadavg"), " ")
	return Info{
		CPU:    cpuModel(readFile("/proc/cpuinfo")),
		Cores:  runtime.NumCPU(),
		OS:     runtime.GOOS,
		Arch:   runtime.GOARCH,
		Go:     runtime.Version(),
		Pinned: -1,
		Clock:  Clock,
		Load:   load,
		Commit: commit(),
	}
}

func readFile(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(b)
}

// cpuModel finds the name of the processor, with its family and model where the name says little.
func cpuModel(cpuinfo string) string {
	facts := map[string]string{}
	for line := range strings.Lines(cpuinfo) {
		if key, value, ok := strings.Cut(line, ":"); ok {
			if _, seen := facts[strings.TrimSpace(key)]; !seen {
				facts[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
		}
	}
	name := facts["model name"]
	if facts["cpu family"] != "" && facts["model"] != "" {
		name += " (family " + facts["cpu family"] + ", model " + facts["model"] + ")"
	}
	return name
}

// commit asks git, which "go run" does not do for a program.
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--abbrev=10", "--exclude=*", "--dirty=+").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// String describes the machine in one line.
func (i Info) String() string {
	parts := []string{fmt.Sprintf("%s, %d cores", i.CPU, i.Cores), i.OS + "/" + i.Arch, i.Go}
	if i.Commit != "" {
		parts = append(parts, "commit "+i.Commit)
	}
	if i.Pinned >= 0 {
		parts = append(parts, fmt.Sprintf("pinned to core %d", i.Pinned))
	}
	if i.Clock == "cpu" {
		parts = append(parts, "in time of the processor")
	} else {
		parts = append(parts, "in time of the world")
	}
	if i.Load != "" {
		parts = append(parts, "load average "+i.Load)
	}
	return strings.Join(parts, "; ")
}
