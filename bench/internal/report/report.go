// Package report holds what a run found and writes it: as JSON, as a table for people, and into documents.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/saker-pq/saker/bench/internal/machine"
	"github.com/saker-pq/saker/bench/internal/measure"
	"github.com/saker-pq/saker/bench/internal/size"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// Schema names the form of the JSON. Fields may be added under the same name; nothing is renamed or removed.
const Schema = "saker-bench/1"

// Report is one run.
type Report struct {
	Schema    string         `json:"schema"`
	When      time.Time      `json:"when"`
	Machine   machine.Info   `json:"machine"`
	Plan      measure.Plan   `json:"plan"`
	Reference measure.Result `json:"reference"` // E, and how steady it was
	Results   []Result       `json:"results"`
	Profiles  []Profile      `json:"profiles,omitempty"`
	Sizes     []size.Program `json:"sizes,omitempty"`
}

// Result is what was measured of one operation.
type Result struct {
	Backend   string `json:"backend"`
	Scheme    string `json:"scheme"`
	Operation string `json:"operation"`
	Items     int    `json:"items"` // times and heap are for one of so many
	measure.Result
	Bytes  float64 `json:"bytes_per_op"`
	Allocs float64 `json:"allocs_per_op"`
}

// ID names the operation within a run.
func (r Result) ID() string { return r.Backend + "/" + r.Scheme + "/" + r.Operation }

// Profile says where the time of one operation goes.
type Profile struct {
	Backend   string            `json:"backend"`
	Scheme    string            `json:"scheme"`
	Operation string            `json:"operation"`
	Functions []worker.Function `json:"functions"` // the largest share first
}

// Find returns the result of an operation.
func (r *Report) Find(backend, scheme, operation string) (Result, bool) {
	i := slices.IndexFunc(r.Results, func(s Result) bool {
		return s.Backend == backend && s.Scheme == scheme && s.Operation == operation
	})
	if i < 0 {
		return Result{}, false
	}
	return r.Results[i], true
}

// WriteJSON writes the report for programs.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// ReadJSON reads what WriteJSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return nil, fmt.Errorf("report: reading JSON: %w", err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("report: schema: found %q, expected %q", r.Schema, Schema)
	}
	return &r, nil
}
