package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
)

const (
	demoScheme = "FN-DSA-512"
	demoHost   = "server.saker.example"
)

func newDemo() *cobra.Command {
	d := &demo{}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo [--dir FOLDER]",
		Short: "Build and verify a small PKI under FN-DSA-512 and compare its cost",
		Long: `Build a root, an intermediate and a server certificate under FN-DSA-512, verify
the chain, leave the files in a folder, and show sizes and times beside ECDSA
P-256 (Go standard library) and ML-DSA-44 (CIRCL). Times are medians on one
core, in microseconds. At the end the server certificate is used: for a TLS 1.3
handshake and a page on the loopback interface.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.report.Folder == "" {
				return usagef("", "--dir: found an empty name, expected that of a folder")
			}
			if err := checkBudget(d.budget); err != nil {
				return err
			}
			d.cmd, d.out = cmd, cmd.OutOrStdout()
			if asJSON {
				d.out = io.Discard
			}
			for i, step := range demoSteps {
				fmt.Fprintf(d.out, "%d. %s\n", i+1, step.title)
				if err := step.run(d); err != nil {
					return err
				}
			}
			if asJSON {
				return printJSON(cmd, d.report)
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&d.report.Folder, "dir", "saker-demo", "folder for the files; made if missing")
	flags.DurationVar(&d.budget, "time", 100*time.Millisecond, "time spent on measuring each operation")
	forceFlag(cmd, &d.force)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// demo is the state that its steps share.
type demo struct {
	cmd    *cobra.Command
	out    io.Writer
	force  bool
	budget time.Duration
	chain  *demoChain // of demoScheme
	report demoReport
}

type demoReport struct {
	Folder   string       `json:"folder"`
	Files    []string     `json:"files"`
	Verified bool         `json:"chain_verified"`
	Machine  machine      `json:"machine"`
	Costs    []demoResult `json:"costs"`
	TLS      demoTLS      `json:"tls"`
}

// demoSteps is the whole demonstration in order.
var demoSteps = []struct {
	title string
	run   func(*demo) error
}{
	{"Keys and certificates under " + demoScheme, (*demo).build},
	{"The chain is verified, and a damaged one is refused", (*demo).verify},
	{"The cost beside ECDSA P-256 and ML-DSA-44", (*demo).compare},
	{"A TLS 1.3 handshake under that chain, and a page", (*demo).handshake},
}

func (d *demo) build() error {
	dir := d.report.Folder
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return unexpected(dir, "a file", "a folder, or a name for a new one", "choose another with --dir")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fileError(dir, err, "a folder")
	}
	var err error
	if d.chain, err = buildChain(schemeContestant(provider.ByName(demoScheme))); err != nil {
		return failed("", err, "")
	}
	files, err := d.chain.files(dir)
	if err != nil {
		return failed("", err, "")
	}
	if err := writeFiles(d.cmd, d.force, files...); err != nil {
		var f *failure
		if errors.As(err, &f) && f.hint == hintExisting {
			f.hint = "choose another folder with --dir, or replace with --force"
		}
		return err
	}
	for _, f := range files {
		d.report.Files = append(d.report.Files, f.path)
		fmt.Fprintf(d.out, "   %s (%d bytes)\n", f.path, len(f.data))
	}
	return nil
}

func (d *demo) verify() error {
	chain, err := d.chain.verify()
	if err != nil {
		return failed("", err, "")
	}
	for _, cert := range chain {
		fmt.Fprintf(d.out, "   %s, signed with %s\n", certificateName(cert), oidName(cert.SignatureOID, cert.Certificate.SignatureAlgorithm))
	}
	if err := d.chain.damaged().mustFail(); err != nil {
		return failed("", err, "")
	}
	fmt.Fprintf(d.out, "   valid for %s; with one bit of the signature changed: refused\n", demoHost)
	d.report.Verified = true
	return nil
}

func (d *demo) compare() error {
	d.report.Machine = thisMachine()
	rivals := []contestant{
		schemeContestant(provider.ByName(demoScheme)),
		schemeContestant(provider.ByName("ML-DSA-44")),
		ecdsaP256(),
	}
	var rows [][]string
	for _, c := range rivals {
		r, err := c.cost(d.budget)
		if err != nil {
			return failed("", fmt.Errorf("%s: %w", c.name, err), "")
		}
		d.report.Costs = append(d.report.Costs, r)
		rows = append(rows, []string{r.Name, fmt.Sprint(r.PublicKey), fmt.Sprint(r.Signature), fmt.Sprint(r.Certificate),
			fmt.Sprint(r.Sent), r.Keygen.String(), r.Sign.String(), r.Verify.String(), r.VerifyChain.String()})
	}
	fmt.Fprintf(d.out, "   %s\n", d.report.Machine)
	return printTable(d.out, []string{"scheme", "public key B", "signature B", "server cert B", "chain sent B",
		"keygen us", "sign us", "verify us", "verify chain us"}, rows, 1)
}

// demoResult is one line of the table: a speedResult and what a chain costs.
type demoResult struct {
	speedResult
	Certificate int    `json:"server_certificate_bytes"`
	Sent        int    `json:"chain_sent_bytes"` // server and intermediate, as a TLS server sends them
	VerifyChain timing `json:"verify_chain"`
}

func (c contestant) cost(budget time.Duration) (demoResult, error) {
	operations, err := c.speed(budget)
	if err != nil {
		return demoResult{}, err
	}
	chain, err := buildChain(c)
	if err != nil {
		return demoResult{}, err
	}
	r := demoResult{speedResult: operations, Certificate: len(chain.server.der)}
	r.Sent = len(chain.server.der) + len(chain.intermediate.der)
	r.VerifyChain, err = measure(budget, func() error { _, err := chain.verify(); return err })
	return r, err
}
