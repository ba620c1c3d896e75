package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// profileRows is how many functions of a profile are shown.
const profileRows = 14

// sakerSets and sakerOperations are in the order of the tables.
var (
	sakerSets       = []string{"FN-DSA-512", "FN-DSA-1024", "Falcon-512", "Falcon-1024"}
	sakerOperations = []string{ops.Keygen, ops.Sign, ops.SignCompact, ops.SignEncoded, ops.SignBatch(ops.BatchSize),
		ops.Verify, ops.VerifyEncoded, ops.VerifyBatch(ops.BatchSize)}
)

var titles = map[string]string{
	ops.Keygen:                     "generate a key",
	ops.Sign:                       "sign, key prepared",
	ops.SignCompact:                "sign, compact key",
	ops.SignEncoded:                "sign, from the encoded key",
	ops.SignBatch(ops.BatchSize):   "sign, in a batch of 64",
	ops.Verify:                     "verify, key prepared",
	ops.VerifyEncoded:              "verify, from the encoded key",
	ops.VerifyBatch(ops.BatchSize): "verify, in a batch of 64",
}

// machineSection says where the figures come from.
func (r *Report) machineSection(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s, on %s. E = %s us (median; %s to %s over the run), %d rounds.\n",
		r.Machine, r.When.Format("2 January 2006"), figure(r.Reference.US.Median), figure(r.Reference.US.Min),
		figure(r.Reference.US.Max), r.Plan.Rounds)
	return err
}

// sakerSection is everything about the native backend.
func (r *Report) sakerSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"", "us", "E, lowest", "E, median", "E, highest", "heap, B", "allocations"}}
	for _, set := range sakerSets {
		for _, operation := range sakerOperations {
			if s, ok := r.Find(worker.Native, set, operation); ok {
				t.add(set+": "+titles[operation], figure(s.US.Median), figure(s.E.Min), figure(s.E.Median), figure(s.E.Max),
					count(s.Bytes), count(s.Allocs))
			}
		}
	}
	return t.markdown(w)
}

// backendsSection compares the forms of Saker, in E.
func (r *Report) backendsSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"E"}}
	var names []string
	for _, s := range r.Results {
		if slices.Contains(sakerSets, s.Scheme) && s.Backend != worker.AllCores && !slices.Contains(names, s.Backend) {
			names = append(names, s.Backend)
		}
	}
	t.header = append(t.header, names...)
	for _, set := range sakerSets[:2] {
		for _, operation := range sakerOperations {
			row := []string{set + ": " + titles[operation]}
			for _, name := range names {
				row = append(row, r.medianE(name, set, operation))
			}
			t.add(row...)
		}
	}
	return t.markdown(w)
}

// medianE is a cell of a table in E, empty for what was not measured.
func (r *Report) medianE(backend, scheme, operation string) string {
	if s, ok := r.Find(backend, scheme, operation); ok {
		return figure(s.E.Median)
	}
	return ""
}

// peersSection puts Saker beside the other schemes, in E.
func (r *Report) peersSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"E", "generate a key", "sign, from the encoded key", "sign", "verify, from the encoded key", "verify"}}
	seen := map[string]bool{}
	add := func(title, backend, scheme string) {
		if seen[title] {
			return
		}
		seen[title] = true
		row := []string{title}
		for _, operation := range keyColumns {
			row = append(row, r.medianE(backend, scheme, operation))
		}
		t.add(row...)
	}
	for _, set := range sakerSets {
		add("Saker: "+set, worker.Native, set)
	}
	libraries := map[string]string{ops.GoLibrary: "standard library", ops.CIRCL: "CIRCL", ops.Filippo: "filippo.io/mldsa"}
	for _, s := range r.Results {
		if library, ok := libraries[s.Backend]; ok {
			add(library+": "+s.Scheme, s.Backend, s.Scheme)
		}
	}
	return t.markdown(w)
}

// scalingSection is the cost of one signature in batches of all sizes, in microseconds.
func (r *Report) scalingSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"signatures in a batch", "sign, one core", "sign, all cores", "verify, one core", "verify, all cores"}}
	for _, n := range ops.Scaling {
		row := []string{fmt.Sprint(n)}
		for _, operation := range []string{ops.SignBatch(n), ops.VerifyBatch(n)} {
			for _, backend := range []string{worker.Native, worker.AllCores} {
				cell := ""
				if s, ok := r.Find(backend, sakerSets[0], operation); ok {
					cell = figure(s.US.Median)
				}
				row = append(row, cell)
			}
		}
		t.add(row...)
	}
	return t.markdown(w)
}

// profileSection is where the time goes.
func (r *Report) profileSection(w io.Writer) error {
	for i, p := range r.Profiles {
		if i > 0 {
			fmt.Fprintln(w)
		}
		title := titles[p.Operation]
		t := &table{number: 1, header: []string{p.Scheme + ": " + title, "share"}}
		for _, f := range p.Functions[:min(profileRows, len(p.Functions))] {
			t.add("`"+f.Name+"`", fmt.Sprintf("%.1f %%", f.Percent))
		}
		if err := t.markdown(w); err != nil {
			return err
		}
	}
	return nil
}

// sizeSection is what signatures add to programs.
func (r *Report) sizeSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"a program that can", "bytes", "more than the first"}}
	for _, p := range r.Sizes {
		t.add(map[string]string{"read": "read a file", "verify": "verify FN-DSA", "sign": "sign FN-DSA"}[p.Does],
			fmt.Sprint(p.Bytes), fmt.Sprint(p.Bytes-r.Sizes[0].Bytes))
	}
	return t.markdown(w)
}
