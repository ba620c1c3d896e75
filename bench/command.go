package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/saker-pq/saker/bench/internal/measure"
	"github.com/saker-pq/saker/bench/internal/picture"
	"github.com/saker-pq/saker/bench/internal/report"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// options are the flags of the command.
type options struct {
	selection
	quick   bool
	rounds  int
	slice   time.Duration
	cpu     int
	json    bool
	docs    string
	picture string
	from    string
}

// How much is measured by default, and with --quick.
var (
	thorough = measure.Plan{Rounds: 100, Slice: 2 * time.Millisecond, Samples: 10}
	quick    = measure.Plan{Rounds: 40, Slice: time.Millisecond, Samples: 5}
)

func newRoot() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure Saker beside other signature schemes",
		Long: `Measure every operation of Saker, in every form this machine can run, beside
Ed25519, ECDSA P-256, RSA-2048 and ML-DSA. All alternate in small slices on one
core. Times are in microseconds and in E: one verification by crypto/ed25519 in
the same run. Operations are named VARIANT/SCHEME/OPERATION; see --list.`,
		Example: `  go run . --quick
  go run . --run 'FN-DSA-512/(sign|verify)$|Ed25519'
  go run . --json > today.json
  go run . --docs ../docs`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return o.execute(cmd) },
	}
	f := cmd.Flags()
	f.StringVar(&o.run, "run", "", "measure only operations that match this regular expression")
	f.StringSliceVar(&o.variants, "variants", nil, "measure only these forms of Saker (default: all; peers need no naming)")
	f.BoolVar(&o.scaling, "scaling", false, "also measure batches of 1 to 256, on one core and on all")
	f.BoolVar(&o.profile, "profile", false, "also say in which functions the time goes")
	f.BoolVar(&o.sizes, "sizes", false, "also say what signatures add to the size of a program")
	f.BoolVar(&o.list, "list", false, "list the operations and stop")
	f.BoolVar(&o.quick, "quick", false, "fewer and shorter samples")
	f.IntVar(&o.rounds, "rounds", 0, fmt.Sprintf("turns of every operation (default %d, quick %d)", thorough.Rounds, quick.Rounds))
	f.DurationVar(&o.slice, "slice", 0, fmt.Sprintf("time of one turn (default %v, quick %v)", thorough.Slice, quick.Slice))
	f.IntVar(&o.cpu, "cpu", -1, "core to measure on (default: the last one)")
	f.BoolVar(&o.json, "json", false, "print the report as JSON")
	f.StringVar(&o.picture, "picture", "", "folder to write "+picture.Name+".svg and .png to")
	f.StringVar(&o.docs, "docs", "", "folder of "+report.DocumentName+", to write the results and the picture into (implies --scaling, --profile and --sizes)")
	f.StringVar(&o.from, "from", "", "measure nothing, show or write the results of this JSON file")
	cmd.AddCommand(newWorker())
	cmd.CompletionOptions.DisableDefaultCmd = true
	return cmd
}

// newWorker is the hidden command that makes this program run one variant for another process.
func newWorker() *cobra.Command {
	return &cobra.Command{
		Use:    worker.Command + " VARIANT",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			v, err := worker.ByName(args[0])
			if err != nil {
				return worker.Refuse(os.Stdout, err)
			}
			server, err := v.NewServer()
			if err != nil {
				return worker.Refuse(os.Stdout, err)
			}
			return server.Serve(os.Stdin, os.Stdout)
		},
	}
}

func (o *options) execute(cmd *cobra.Command) error {
	if o.docs != "" {
		o.scaling, o.profile, o.sizes = true, true, true
	}
	if o.list {
		return o.printList(cmd.OutOrStdout())
	}
	r, err := o.report(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), r); err != nil {
		return err
	}
	if o.docs != "" {
		if err := r.UpdateDocument(o.docs); err != nil {
			return err
		}
		if err := picture.Write(r, o.docs); err != nil {
			return err
		}
	}
	if o.picture != "" {
		return picture.Write(r, o.picture)
	}
	return nil
}

func (o *options) print(w io.Writer, r *report.Report) error {
	if o.json {
		return r.WriteJSON(w)
	}
	return r.WriteTable(w)
}

// report measures, or reads what was measured before.
func (o *options) report(progress io.Writer) (*report.Report, error) {
	if o.from != "" {
		f, err := os.Open(o.from)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return report.ReadJSON(f)
	}
	plan := thorough
	if o.quick {
		plan = quick
	}
	if o.rounds != 0 {
		plan.Rounds = o.rounds
	}
	if o.slice != 0 {
		plan.Slice = o.slice
	}
	if err := plan.Check(); err != nil {
		return nil, err
	}
	return o.measure(plan, o.cpu, progress)
}
