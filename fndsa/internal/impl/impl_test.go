package impl

import (
	"slices"
	"testing"
)

func TestRegistry(t *testing.T) {
	saved := entries
	defer func() { entries = saved }()
	entries = nil

	fast, faster, absent, other := true, true, false, true
	Register("b", "fast", &fast)
	Register("b", "faster", &faster)
	Register("b", "absent", &absent)
	Register("a", "fast", &other)

	for _, test := range []struct {
		what      string
		got, want []string
	}{
		{"Packages", Packages(), []string{"a", "b"}},
		{"Names of b", Names("b"), []string{"generic", "fast", "faster"}},
		{"Missing of b", Missing("b"), []string{"absent"}},
		{"Names of a", Names("a"), []string{"generic", "fast"}},
		{"Names of c", Names("c"), []string{"generic"}},
		{"Missing of c", Missing("c"), nil},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s = %v, want %v", test.what, test.got, test.want)
		}
	}

	state := func() [4]bool { return [4]bool{fast, faster, absent, other} }
	before := state()
	for name, want := range map[string][4]bool{
		Generic:  {false, false, false, true},
		"fast":   {true, false, false, true},
		"faster": {false, true, false, true},
	} {
		restore, err := Force("b", name)
		if err != nil {
			t.Fatalf("Force %s: %v", name, err)
		}
		if got := state(); got != want {
			t.Errorf("Force %s gives %v, want %v", name, got, want)
		}
		restore()
		if got := state(); got != before {
			t.Errorf("restored after %s to %v, want %v", name, got, before)
		}
	}
	for _, name := range []string{"absent", "unknown", ""} {
		if _, err := Force("b", name); err == nil {
			t.Errorf("Force %q succeeded", name)
		}
		if got := state(); got != before {
			t.Errorf("failed Force %q changed the state to %v", name, got)
		}
	}
	if restore, err := Force("c", Generic); err != nil {
		t.Errorf("Force generic of a package without others: %v", err)
	} else {
		restore()
	}
}

func TestRegisterPanics(t *testing.T) {
	saved := entries
	defer func() { entries = saved }()
	entries = nil
	enabled := true
	Register("a", "fast", &enabled)
	for _, name := range []string{"fast", Generic} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("registering %q did not panic", name)
				}
			}()
			Register("a", name, &enabled)
		}()
	}
}
