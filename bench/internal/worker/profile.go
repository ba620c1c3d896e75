package worker

import (
	"bytes"
	"fmt"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	pprofile "github.com/google/pprof/profile"
)

// profile calls an operation for some time under the CPU profiler and says in which functions the time was spent.
func (s *Server) profile(op *ready, q request) (reply, error) {
	var buf bytes.Buffer
	if err := pprof.StartCPUProfile(&buf); err != nil {
		return reply{}, err
	}
	var failed error
	between := max(1, int(time.Millisecond/max(op.cost, 1))) // looking at the clock must not show in the profile
	for i, start := 0, s.now(); failed == nil && (i%between != 0 || s.now()-start < q.For); i++ {
		failed = op.call(q.First + i)
	}
	pprof.StopCPUProfile()
	if failed != nil {
		return reply{}, failed
	}
	p, err := pprofile.Parse(&buf)
	if err != nil {
		return reply{}, fmt.Errorf("reading the profile: %w", err)
	}
	functions, err := flat(p)
	return reply{Profile: functions}, err
}

// flat adds up the samples by the function that was running, inlined ones counting for themselves.
func flat(p *pprofile.Profile) ([]Function, error) {
	spent := map[string]int64{}
	var total int64
	for _, s := range p.Sample {
		if len(s.Location) == 0 || len(s.Location[0].Line) == 0 {
			continue
		}
		// Value[1] is nanoseconds, Value[0] the number of samples; the innermost line comes first.
		spent[shortName(s.Location[0].Line[0].Function.Name)] += s.Value[1]
		total += s.Value[1]
	}
	if total == 0 {
		return nil, fmt.Errorf("the profile is empty")
	}
	list := make([]Function, 0, len(spent))
	for name, ns := range spent {
		list = append(list, Function{name, 100 * float64(ns) / float64(total)})
	}
	slices.SortFunc(list, func(a, b Function) int {
		if a.Percent != b.Percent {
			if a.Percent > b.Percent {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list, nil
}

// shortName removes the folders before the package, and what is in brackets, which may hold slashes of its own.
func shortName(function string) string {
	head, brackets, found := strings.Cut(function, "[")
	head = head[strings.LastIndex(head, "/")+1:]
	if found {
		head += brackets[strings.LastIndex(brackets, "]")+1:]
	}
	return head
}
