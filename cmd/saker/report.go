package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// jsonFlag adds --json to a command that reports something.
func jsonFlag(cmd *cobra.Command, target *bool) {
	cmd.Flags().BoolVar(target, "json", false, "print the report as JSON")
}

func printJSON(cmd *cobra.Command, report any) error {
	if err := writeJSON(cmd.OutOrStdout(), report); err != nil {
		return failed("", fmt.Errorf("standard output: %w", err), "")
	}
	return nil
}

func writeJSON(w io.Writer, report any) error {
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(report); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) { // there are no line ends in strings
		if _, err := fmt.Fprintln(w, printable(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

// row is one line of a list of properties.
type row struct{ name, value string }

// printRows writes properties one a line; those without a value are left out.
func printRows(w io.Writer, rows []row) error {
	tabs := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, r := range rows {
		if r.value != "" {
			fmt.Fprintf(tabs, "%s:\t%s\n", r.name, printable(r.value))
		}
	}
	return tabs.Flush()
}

// printTable writes a table with numbers to the right: columns from
// firstNumber on are aligned there.
func printTable(w io.Writer, header []string, rows [][]string, firstNumber int) error {
	align := make(tw.Alignment, len(header))
	for i := range align {
		align[i] = tw.AlignLeft
		if i >= firstNumber {
			align[i] = tw.AlignRight
		}
	}
	table := tablewriter.NewTable(w,
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
		})),
	)
	table.Header(header)
	for _, cells := range rows {
		for i := range cells {
			cells[i] = printable(cells[i])
		}
	}
	if err := table.Bulk(rows); err != nil {
		return err
	}
	return table.Render()
}

// isTerminal reports whether a stream is a file that is a terminal.
func isTerminal(stream any) bool {
	if out, ok := stream.(*stdoutWriter); ok {
		stream = out.stream
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// micros shows a duration in microseconds, the unit in which signatures and
// handshakes can be compared at a glance.
func micros(d time.Duration) string {
	us := float64(d.Nanoseconds()) / 1e3
	if us < 100 {
		return fmt.Sprintf("%.1f", us)
	}
	return fmt.Sprintf("%.0f", us)
}
