package ops

import (
	"slices"
	"strings"
	"testing"
)

// Every operation can be made ready and called, and no two share a name.
func TestEveryOperationRuns(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range append(Saker("native", false), Peers()...) {
		if seen[o.ID()] {
			t.Errorf("%s is there twice", o.ID())
		}
		seen[o.ID()] = true
		if testing.Short() && (o.Items > 1 || strings.Contains(o.Scheme, "1024") || strings.Contains(o.Scheme, "RSA")) {
			continue
		}
		call, err := o.New()
		if err != nil {
			t.Errorf("%s: %v", o.ID(), err)
			continue
		}
		for i := range 2 {
			if err := call(i); err != nil {
				t.Errorf("%s, call %d: %v", o.ID(), i, err)
			}
		}
	}
	if !seen[Reference] {
		t.Errorf("the reference %s is not among the operations", Reference)
	}
}

func TestSakerCatalogue(t *testing.T) {
	all, signing := Saker("x", false), Saker("x", true)
	if len(all) != 4*8 || len(signing) != 4*4 {
		t.Errorf("%d operations, %d of them about signing; want 32 and 16", len(all), len(signing))
	}
	for _, o := range signing {
		if !strings.HasPrefix(o.Name, "sign") {
			t.Errorf("%s is among the operations of signing", o.ID())
		}
	}
	for _, o := range all {
		if (o.Inputs > 0) != (o.Name == Keygen) {
			t.Errorf("%s has %d fixed inputs", o.ID(), o.Inputs)
		}
		if strings.Contains(o.Name, "batch") != (o.Items == BatchSize) {
			t.Errorf("%s has %d items", o.ID(), o.Items)
		}
	}
	scaling := SakerScaling("x")
	if len(scaling) != 2*2*len(Scaling) {
		t.Errorf("%d operations of scaling, want %d", len(scaling), 4*len(Scaling))
	}
	if !slices.Contains(Scaling, BatchSize) {
		t.Errorf("the size %d of the tables is not among those of scaling", BatchSize)
	}
}

func TestMessagesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for i := range 1000 {
		seen[string(message(i))] = true
	}
	if len(seen) != 1000 {
		t.Errorf("1000 calls see %d messages", len(seen))
	}
}
