package main

import (
	"fmt"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

type tlsBenchOptions struct {
	algs   []string
	group  string
	budget time.Duration
	plots  []string
	force  bool
	json   bool
}

func newTLSBench() *cobra.Command {
	var o tlsBenchOptions
	cmd := &cobra.Command{
		Use:   "bench [--alg NAME,...] [--time DURATION] [--plot FILE]",
		Short: "Measure TLS 1.3 handshakes per second and in bytes",
		Long: `Measure full TLS 1.3 handshakes over the loopback interface, one after the other,
for a list of certificate schemes. All certificates of a chain have the scheme;
the server sends its own and an intermediate's. Client and server share this
machine, so a handshake per second is one for both of them; the time is that of
the client, from the first byte to the server's confirmation. Neither resumption
nor client certificates are used.

The first line is crypto/tls of the Go standard library, to compare with.`,
		Example: `  saker tls bench --time 2s --plot handshakes.svg --plot handshakes.png
  saker tls bench --alg ecdsa-p256,fn-dsa-512,p256-falcon-512 --group X25519`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return tlsBench(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.algs, "alg", []string{"ecdsa-p256", "fn-dsa-512", "fn-dsa-1024", "fn-dsa-512-ecdsa-p256-sha256", "falcon-512", "ml-dsa-44"},
		"certificate schemes: ecdsa-p256, ed25519 and those of \"saker schemes\"")
	flags.StringVar(&o.group, "group", tlsext.X25519MLKEM768.String(), "key exchange group: "+groupNames())
	flags.DurationVar(&o.budget, "time", time.Second, "time spent on each scheme")
	flags.StringArrayVar(&o.plots, "plot", nil, "file for a plot, .svg or .png (may be repeated)")
	forceFlag(cmd, &o.force)
	jsonFlag(cmd, &o.json)
	return cmd
}

type tlsBenchReport struct {
	Machine machine          `json:"machine"`
	Group   string           `json:"group"`
	Results []tlsBenchResult `json:"results"`
}

type tlsBenchResult struct {
	Name       string  `json:"name"`
	Engine     string  `json:"engine"`
	PerSecond  float64 `json:"handshakes_per_second"`
	Time       timing  `json:"time"`
	FromClient int64   `json:"bytes_from_client"`
	FromServer int64   `json:"bytes_from_server"`
}

func (r *tlsBenchResult) bytes() int64 { return r.FromClient + r.FromServer }

func (r *tlsBenchResult) label() string {
	if r.Engine == stockEngine {
		return r.Name + " (" + stockEngine + ")"
	}
	return r.Name
}

const stockEngine = "crypto/tls"

func tlsBench(cmd *cobra.Command, o tlsBenchOptions) error {
	if o.budget <= 0 || o.budget > time.Hour {
		return usagef("", "--time: found %v, expected more than 0 and at most 1h", o.budget)
	}
	flags := tlsFlags{groups: []string{o.group}}
	_, groups, err := flags.parse()
	if err != nil {
		return err
	}
	for _, file := range o.plots {
		if _, err := plotRenderer(file); err != nil {
			return err
		}
	}
	if err := checkTargets(o.force, o.plots...); err != nil {
		return err
	}
	benches, err := o.benches(groups[0])
	if err != nil {
		return err
	}
	bar := progressbar.NewOptions(len(benches), progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())), progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false), progressbar.OptionClearOnFinish())
	report := tlsBenchReport{Machine: thisMachine(), Group: groups[0].String()}
	for _, b := range benches {
		bar.Describe(b.contestant.name)
		result, err := b.run(o.budget)
		if err != nil {
			return failed("", fmt.Errorf("%s: %w", b.contestant.name, err), "")
		}
		report.Results = append(report.Results, result)
		_ = bar.Add(1) // a bar that cannot be drawn is no reason to stop
	}
	_ = bar.Finish()
	return report.write(cmd, &o)
}

func (r *tlsBenchReport) write(cmd *cobra.Command, o *tlsBenchOptions) error {
	if err := r.plot(cmd, o); err != nil {
		return err
	}
	if o.json {
		return printJSON(cmd, r)
	}
	rows := make([][]string, len(r.Results))
	for i, result := range r.Results {
		rows[i] = []string{result.Name, result.Engine, fmt.Sprintf("%.0f", result.PerSecond), result.Time.String(),
			fmt.Sprint(result.FromClient), fmt.Sprint(result.FromServer)}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s, %s\n", r.Machine, r.Group)
	return printTable(cmd.OutOrStdout(),
		[]string{"scheme", "engine", "handshakes/s", "median us", "client sends B", "server sends B"}, rows, 2)
}
