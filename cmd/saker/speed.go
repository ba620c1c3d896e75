package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

type speedOptions struct {
	algs   []string
	budget time.Duration
	json   bool
}

func newSpeed() *cobra.Command {
	var o speedOptions
	cmd := &cobra.Command{
		Use:   "speed [--alg NAME,...] [--time DURATION]",
		Short: "Measure key generation, signing and verification on this machine",
		Long: `Measure key generation, signing and verification on this machine, on one core.

Times are medians in microseconds. Keys are prepared once, as a server does;
messages have 32 bytes; ECDSA includes hashing with SHA-256. ECDSA P-256 and
Ed25519 are those of the Go standard library, ML-DSA-44 is CIRCL's. Sizes are
in bytes; the signature size is that of one signature.`,
		Example: `  saker speed
  saker speed --alg fn-dsa-512,falcon-1024 --time 2s --json`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return speed(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.algs, "alg", nil, "schemes to measure (default: all FN-DSA and Falcon sets)")
	flags.DurationVar(&o.budget, "time", 300*time.Millisecond, "time spent on each operation")
	jsonFlag(cmd, &o.json)
	return cmd
}

type speedReport struct {
	Machine machine       `json:"machine"`
	Results []speedResult `json:"results"`
}

type speedResult struct {
	Name      string `json:"name"`
	PublicKey int    `json:"public_key_bytes"`
	Signature int    `json:"signature_bytes"`
	Keygen    timing `json:"keygen"`
	Sign      timing `json:"sign"`
	Verify    timing `json:"verify"`
}

func speed(cmd *cobra.Command, o speedOptions) error {
	if err := checkBudget(o.budget); err != nil {
		return err
	}
	contestants, err := o.contestants()
	if err != nil {
		return err
	}
	bar := progressbar.NewOptions(len(contestants),
		progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionClearOnFinish(),
	)
	report := speedReport{Machine: thisMachine()}
	for _, c := range contestants {
		bar.Describe(c.name)
		result, err := c.speed(o.budget)
		if err != nil {
			return failed("", fmt.Errorf("%s: %w", c.name, err), "")
		}
		report.Results = append(report.Results, result)
		_ = bar.Add(1) // a bar that cannot be drawn is no reason to stop
	}
	_ = bar.Finish()
	if o.json {
		return printJSON(cmd, report)
	}
	rows := make([][]string, len(report.Results))
	for i, r := range report.Results {
		rows[i] = []string{r.Name, fmt.Sprint(r.PublicKey), fmt.Sprint(r.Signature),
			r.Keygen.String(), r.Sign.String(), r.Verify.String()}
	}
	fmt.Fprintln(cmd.OutOrStdout(), report.Machine)
	return printTable(cmd.OutOrStdout(),
		[]string{"scheme", "public key B", "signature B", "keygen us", "sign us", "verify us"}, rows, 1)
}

// contestants lists what is measured: the schemes asked for, or all that start
// with FN-DSA or Falcon, and always three others beside them.
func (o *speedOptions) contestants() ([]contestant, error) {
	var list []contestant
	for _, name := range o.algs {
		s, err := schemeByName(name)
		if err != nil {
			return nil, err
		}
		list = append(list, schemeContestant(s))
	}
	if len(o.algs) == 0 {
		for _, s := range scheme.All() {
			list = append(list, schemeContestant(s))
		}
	}
	for _, peer := range []contestant{schemeContestant(provider.ByName("ML-DSA-44")), ecdsaP256(), ed25519Contestant()} {
		if !slices.ContainsFunc(list, func(c contestant) bool { return c.name == peer.name }) {
			list = append(list, peer)
		}
	}
	return list, nil
}

func (c contestant) speed(budget time.Duration) (speedResult, error) {
	message := make([]byte, 32)
	key, err := c.generate()
	if err != nil {
		return speedResult{}, err
	}
	sig, err := c.sign(key, message)
	if err != nil {
		return speedResult{}, err
	}
	r := speedResult{Name: c.name, Signature: len(sig)}
	pub := key.Public()
	if r.PublicKey, err = c.publicKeySize(pub); err != nil {
		return r, err
	}
	if r.Keygen, err = measure(budget, func() error { _, err := c.generate(); return err }); err != nil {
		return r, err
	}
	if r.Sign, err = measure(budget, func() error { _, err := c.sign(key, message); return err }); err != nil {
		return r, err
	}
	r.Verify, err = measure(budget, func() error { return c.verify(pub, message, sig) })
	return r, err
}
