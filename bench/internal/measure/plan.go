// Package measure decides what runs when. All operations take turns in small slices, so that whatever slows the
// machine for a while slows them alike, and a yardstick is measured before and after each slice, so that what remains
// is seen and divided out.
package measure

import (
	"fmt"
	"time"
)

// Plan says how much is measured.
type Plan struct {
	Rounds  int           `json:"rounds"`   // turns of every operation
	Slice   time.Duration `json:"slice_ns"` // time of one turn, for operations that take less
	Samples int           `json:"samples"`  // the least number of turns of operations that take far more
}

// Check reports a plan that cannot be carried out.
func (p Plan) Check() error {
	switch {
	case p.Rounds < 1:
		return fmt.Errorf("measure: rounds: found %d, expected 1 or more", p.Rounds)
	case p.Slice <= 0:
		return fmt.Errorf("measure: slice: found %v, expected more than 0", p.Slice)
	case p.Samples < 1:
		return fmt.Errorf("measure: samples: found %d, expected 1 or more", p.Samples)
	}
	return nil
}

// Subject is one operation that can be run on request.
type Subject struct {
	ID     string
	Items  int // the time of a call is divided by this
	Inputs int // if not 0: calls 0 to Inputs-1 are made once each, and every one is a sample
	Calls  int // the least number of calls in a sample
	Cost   time.Duration
	Run    func(first, calls int) (time.Duration, error)
}

// turns is what an operation does in one round: how many samples of how many calls each.
type turns struct{ samples, calls int }

// turn plans a round for one operation. made and spent are the samples and the time it has had in the rounds before.
//
// An operation that takes no longer than a slice has one sample in each round. A longer one waits until its share of time has
// grown to what it needs, but comes often enough to reach the least number of samples. One with fixed inputs goes
// through all of them, evenly over the rounds.
func (p Plan) turn(s Subject, round, made int, spent time.Duration) turns {
	if s.Inputs > 0 {
		return turns{s.Inputs*(round+1)/p.Rounds - made, 1}
	}
	calls := max(1, s.Calls, int(p.Slice/max(s.Cost, 1)))
	cost := time.Duration(calls) * s.Cost
	if due := p.Samples * (round + 1) / p.Rounds; cost <= p.Slice || made < due || spent+cost <= time.Duration(round+1)*p.Slice {
		return turns{1, calls}
	}
	return turns{}
}
