package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// selection is what to measure.
type selection struct {
	run      string
	variants []string
	scaling  bool
	profile  bool
	sizes    bool
	list     bool
}

// chosen is one operation and the variant that runs it.
type chosen struct {
	ops.Operation
	variant worker.Variant
}

// choose lists the selected operations, variant by variant.
func (s *selection) choose() ([]chosen, error) {
	match, err := regexp.Compile(s.run)
	if err != nil {
		return nil, fmt.Errorf("--run: %w", err)
	}
	variants := worker.Variants()
	for _, name := range s.variants {
		if !slices.ContainsFunc(variants, func(v worker.Variant) bool { return v.Name == name }) {
			return nil, fmt.Errorf("--variants: found %q, expected some of %v", name, names(variants))
		}
	}
	var list []chosen
	for _, v := range variants {
		if len(s.variants) > 0 && v.Name != worker.PeerSet && !slices.Contains(s.variants, v.Name) {
			continue
		}
		for _, o := range v.Operations(s.scaling) {
			if match.MatchString(o.ID()) {
				list = append(list, chosen{o, v})
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("--run: no operation matches %q; --list shows them", s.run)
	}
	return list, nil
}

func names(variants []worker.Variant) []string {
	var list []string
	for _, v := range variants {
		list = append(list, v.Name)
	}
	return list
}

func (s *selection) printList(w io.Writer) error {
	list, err := s.choose()
	if err != nil {
		return err
	}
	for i, c := range list {
		if i == 0 || list[i-1].variant.Name != c.variant.Name {
			fmt.Fprintf(w, "# %s: %s\n", c.variant.Name, c.variant.About)
		}
		fmt.Fprintln(w, c.ID())
	}
	return nil
}

// alternating returns the order of turns within a round: the same operation of all variants next to each other.
func alternating(list []chosen) []int {
	first := map[string]int{} // scheme and operation, where they were first seen
	order := make([]int, len(list))
	for i, c := range list {
		order[i] = i
		if _, seen := first[c.Scheme+"/"+c.Name]; !seen {
			first[c.Scheme+"/"+c.Name] = i
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return first[list[a].Scheme+"/"+list[a].Name] - first[list[b].Scheme+"/"+list[b].Name]
	})
	return order
}
