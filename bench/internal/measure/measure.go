package measure

import (
	"fmt"
	"time"
)

// gap is how long other operations run before the yardstick is measured again.
const gap = 2 * time.Millisecond

// Result is what was measured of one subject.
type Result struct {
	Samples int  `json:"samples"`
	US      Stat `json:"us"` // microseconds for one item
	E       Stat `json:"e"`  // the same in calls of the reference, each sample by those around it
}

type sample struct {
	us     float64
	before int // the reference slice that came before it
}

type run struct {
	plan      Plan
	reference Subject
	yardstick []float64 // microseconds of one call, slice by slice
	since     time.Duration
}

// Run measures subjects and, around them, the reference, and returns a result for each subject and for the reference.
// progress is called with the number of the rounds done.
func (p Plan) Run(subjects []Subject, reference Subject, progress func(round int)) ([]Result, Result, error) {
	if err := p.Check(); err != nil {
		return nil, Result{}, err
	}
	r := &run{plan: p, reference: reference}
	samples := make([][]sample, len(subjects))
	spent := make([]time.Duration, len(subjects))
	calls := make([]int, len(subjects))
	if err := r.measureReference(); err != nil {
		return nil, Result{}, err
	}
	for round := range p.Rounds {
		for i, s := range subjects {
			turn := p.turn(s, round, len(samples[i]), spent[i])
			for range turn.samples {
				us, took, err := r.slice(s, calls[i], turn.calls)
				if err != nil {
					return nil, Result{}, err
				}
				samples[i] = append(samples[i], sample{us, len(r.yardstick) - 1})
				spent[i] += took
				calls[i] += turn.calls
				if r.since += took; r.since >= gap {
					if err := r.measureReference(); err != nil {
						return nil, Result{}, err
					}
				}
			}
		}
		progress(round + 1)
	}
	if err := r.measureReference(); err != nil { // the last samples need one after them
		return nil, Result{}, err
	}
	results := make([]Result, len(subjects))
	for i := range subjects {
		results[i] = r.result(samples[i])
	}
	return results, r.result(r.ownSamples()), nil
}

// slice runs a subject and returns microseconds for one item and the time of all calls.
func (r *run) slice(s Subject, first, calls int) (us float64, took time.Duration, err error) {
	if took, err = s.Run(first, calls); err != nil {
		return 0, 0, err
	}
	if took <= 0 {
		return 0, 0, fmt.Errorf("measure: %s: %d calls took %v, expected more than nothing", s.ID, calls, took)
	}
	return float64(took.Nanoseconds()) / 1e3 / float64(calls*max(1, s.Items)), took, nil
}

func (r *run) measureReference() error {
	calls := max(1, int(r.plan.Slice/2/max(r.reference.Cost, 1)))
	us, _, err := r.slice(r.reference, 0, calls)
	r.yardstick = append(r.yardstick, us)
	r.since = 0
	return err
}

// ownSamples are those of the yardstick itself, each to be divided by itself and the next: this shows how steady it was.
func (r *run) ownSamples() []sample {
	list := make([]sample, len(r.yardstick)-1)
	for i := range list {
		list[i] = sample{r.yardstick[i], i}
	}
	return list
}

func (r *run) result(samples []sample) Result {
	us, e := make([]float64, len(samples)), make([]float64, len(samples))
	for i, s := range samples {
		us[i] = s.us
		e[i] = s.us / ((r.yardstick[s.before] + r.yardstick[s.before+1]) / 2)
	}
	return Result{Samples: len(samples), US: statOf(us), E: statOf(e)}
}
