package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// table is text in rows and columns; columns from number on are aligned to the right.
type table struct {
	header []string
	rows   [][]string
	number int
}

// add appends a row, unless none of its numbers was measured.
func (t *table) add(cells ...string) {
	if slices.ContainsFunc(cells[t.number:], func(cell string) bool { return cell != "" }) {
		t.rows = append(t.rows, cells)
	}
}

// text writes the table for a terminal.
func (t *table) text(w io.Writer) error {
	return t.render(w, renderer.NewBlueprint(tw.Rendition{
		Borders:  tw.BorderNone,
		Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
	}))
}

// markdown writes it for a document.
func (t *table) markdown(w io.Writer) error { return t.render(w, renderer.NewMarkdown()) }

func (t *table) render(w io.Writer, r tw.Renderer) error {
	if len(t.rows) == 0 {
		return nil
	}
	align := make(tw.Alignment, len(t.header))
	for i := range align {
		align[i] = tw.AlignLeft
		if i >= t.number {
			align[i] = tw.AlignRight
		}
	}
	out := tablewriter.NewTable(w,
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRenderer(r),
	)
	out.Header(t.header)
	if err := out.Bulk(t.rows); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return out.Render()
}

// WriteTable writes all results for people.
func (r *Report) WriteTable(w io.Writer) error {
	fmt.Fprintf(w, "%s\nE = one Ed25519 verification = %s us (median; %s to %s)\n\n",
		r.Machine, figure(r.Reference.US.Median), figure(r.Reference.US.Min), figure(r.Reference.US.Max))
	t := &table{number: 3, header: []string{"backend", "scheme", "operation", "min us", "median us", "max us", "min E", "median E", "max E", "B/op", "allocs", "samples"}}
	for _, s := range r.Results {
		t.add(s.Backend, s.Scheme, s.Operation, figure(s.US.Min), figure(s.US.Median), figure(s.US.Max),
			figure(s.E.Min), figure(s.E.Median), figure(s.E.Max), count(s.Bytes), count(s.Allocs), fmt.Sprint(s.Samples))
	}
	if err := t.text(w); err != nil {
		return err
	}
	for _, p := range r.Profiles {
		fmt.Fprintf(w, "\n%s/%s/%s spends its time in\n", p.Backend, p.Scheme, p.Operation)
		for _, f := range p.Functions[:min(profileRows, len(p.Functions))] {
			fmt.Fprintf(w, "%5.1f %%  %s\n", f.Percent, f.Name)
		}
	}
	for i, p := range r.Sizes {
		if i == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "the least program that can %s has %d bytes\n", p.Does, p.Bytes)
	}
	return nil
}

// figure writes a measured number with three digits.
func figure(x float64) string {
	digits := 0
	if x > 0 {
		digits = max(0, 2-int(math.Floor(math.Log10(x))))
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// count writes an average of whole numbers: with a decimal only where it is not one.
func count(x float64) string {
	if x == math.Trunc(x) || x >= 100 || x < 0.05 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}
