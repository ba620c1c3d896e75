package measure

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// machine is a fake computer: an operation takes its nominal time multiplied by what slows the machine at that moment.
type machine struct {
	clock time.Duration
	slow  func(at time.Duration) float64
}

func (m *machine) subject(id string, cost time.Duration) Subject {
	return Subject{ID: id, Items: 1, Cost: cost, Run: func(first, calls int) (time.Duration, error) {
		start := m.clock
		for range calls {
			m.clock += time.Duration(float64(cost) * m.slow(m.clock))
		}
		return m.clock - start, nil
	}}
}

func steady(time.Duration) float64 { return 1 }

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*want }

func TestSteadyMachine(t *testing.T) {
	m := &machine{slow: steady}
	batch := m.subject("batch", 6400*time.Microsecond)
	batch.Items = 64
	subjects := []Subject{m.subject("fast", 10*time.Microsecond), m.subject("slow", 30*time.Millisecond), batch}
	many := m.subject("many", 100*time.Microsecond)
	many.Calls = 64
	subjects = append(subjects, many)
	var rounds []int
	p := Plan{Rounds: 20, Slice: time.Millisecond, Samples: 5}
	results, reference, err := p.Run(subjects, m.subject("reference", 50*time.Microsecond), func(r int) { rounds = append(rounds, r) })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		samples int
		us      float64
	}{{20, 10}, {5, 30000}, {5, 100}, {5, 100}} {
		r := results[i]
		if r.Samples != want.samples || !near(r.US.Median, want.us, 1e-9) || r.US.Min != r.US.Max || !near(r.E.Median, want.us/50, 1e-9) {
			t.Errorf("%s: %+v, want %d samples of %g us", subjects[i].ID, r, want.samples, want.us)
		}
	}
	if !near(reference.US.Median, 50, 1e-9) || !near(reference.E.Max, 1, 1e-9) || reference.Samples < 10 {
		t.Errorf("reference: %+v", reference)
	}
	if len(rounds) != 20 || rounds[0] != 1 || rounds[19] != 20 {
		t.Errorf("progress told of rounds %v", rounds)
	}
}

// A machine that becomes three times slower during the run changes the times but not the ratios.
func TestDriftCancels(t *testing.T) {
	m := &machine{slow: func(at time.Duration) float64 { return 1 + 2*min(1, float64(at)/float64(200*time.Millisecond)) }}
	subjects := []Subject{m.subject("a", 20*time.Microsecond), m.subject("b", 100*time.Microsecond)}
	p := Plan{Rounds: 50, Slice: time.Millisecond, Samples: 5}
	results, _, err := p.Run(subjects, m.subject("reference", 40*time.Microsecond), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.5, 2.5} {
		r := results[i]
		if r.US.Max < 2*r.US.Min {
			t.Errorf("%s: the times %+v do not show that the machine slowed", subjects[i].ID, r.US)
		}
		if !near(r.E.Min, want, 0.05) || !near(r.E.Median, want, 0.01) || !near(r.E.Max, want, 0.05) {
			t.Errorf("%s: ratios %+v, want %g", subjects[i].ID, r.E, want)
		}
	}
}

// Every fixed input is used exactly once, whatever the number of rounds.
func TestFixedInputs(t *testing.T) {
	for _, rounds := range []int{1, 7, 15, 100, 250} {
		var inputs []int
		s := Subject{ID: "keygen", Items: 1, Inputs: 100, Cost: 5 * time.Millisecond, Run: func(first, calls int) (time.Duration, error) {
			if calls != 1 {
				t.Errorf("%d calls in one sample", calls)
			}
			inputs = append(inputs, first)
			return time.Duration(first+1) * time.Millisecond, nil
		}}
		m := &machine{slow: steady}
		results, _, err := Plan{Rounds: rounds, Slice: time.Millisecond, Samples: 1}.Run([]Subject{s}, m.subject("reference", time.Microsecond), func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range inputs {
			if in != i {
				t.Fatalf("%d rounds: sample %d has input %d", rounds, i, in)
			}
		}
		if r := results[0]; r.Samples != 100 || r.US.Median != 50500 || r.US.Min != 1000 || r.US.Max != 100000 {
			t.Errorf("%d rounds: %+v", rounds, r)
		}
	}
}

// An operation longer than a slice gets the time that the others get, in fewer but longer turns.
func TestLongOperationsTakeTheirShare(t *testing.T) {
	m := &machine{slow: steady}
	p := Plan{Rounds: 100, Slice: time.Millisecond, Samples: 5}
	results, _, err := p.Run([]Subject{m.subject("four", 4*time.Millisecond)}, m.subject("reference", time.Microsecond), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0].Samples; got < 24 || got > 26 {
		t.Errorf("%d samples of 4 ms in 100 slices of 1 ms, want about 25", got)
	}
}

func TestErrors(t *testing.T) {
	m := &machine{slow: steady}
	good, reference := Plan{Rounds: 2, Slice: time.Millisecond, Samples: 1}, m.subject("reference", time.Microsecond)
	broken := Subject{ID: "broken", Run: func(int, int) (time.Duration, error) { return 0, errors.New("out of order") }}
	still := Subject{ID: "still", Run: func(int, int) (time.Duration, error) { return 0, nil }}
	for want, do := range map[string]func() error{
		"out of order":      func() error { _, _, err := good.Run([]Subject{broken}, reference, func(int) {}); return err },
		"still: 1000000":    func() error { _, _, err := good.Run([]Subject{still}, reference, func(int) {}); return err },
		"rounds: found 0":   func() error { _, _, err := Plan{Slice: 1, Samples: 1}.Run(nil, reference, func(int) {}); return err },
		"slice: found 0s":   Plan{Rounds: 1, Samples: 1}.Check,
		"samples: found -1": Plan{Rounds: 1, Slice: 1, Samples: -1}.Check,
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	if _, _, err := good.Run(nil, broken, func(int) {}); err == nil {
		t.Error("a broken yardstick is no error")
	}
}

func TestStat(t *testing.T) {
	for _, test := range []struct {
		in   []float64
		want Stat
	}{
		{nil, Stat{}},
		{[]float64{3}, Stat{3, 3, 3}},
		{[]float64{4, 1}, Stat{1, 2.5, 4}},
		{[]float64{9, 1, 2}, Stat{1, 2, 9}},
	} {
		if got := statOf(test.in); got != test.want {
			t.Errorf("statOf(%v) = %v, want %v", test.in, got, test.want)
		}
	}
}
