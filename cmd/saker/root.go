package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/saker-pq/saker/provider"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootLong = `Saker makes keys, signatures and certificates with FN-DSA and Falcon.

FIPS 206 (FN-DSA) is not published yet. The FN-DSA formats written here are
experimental and will change; Falcon means the round-3 submission. No algorithm
is a default: wherever a key is made, --alg names one ("saker schemes" lists
them).

PEM and DER are both read without being told which. A file name of - is
standard input or standard output. Files appear whole or not at all, private
keys get mode 0600, and nothing is replaced without --force.

The environment variable SAKER_BACKEND chooses the arithmetic of signing
("saker version" lists the choices).`

const exitHelp = `
Exit status: 0 done, 1 a verification or an operation failed, 2 wrong usage.
`

func newRoot() *cobra.Command {
	root := group("saker", "FN-DSA and Falcon keys, signatures and certificates", rootLong)
	root.SilenceUsage = true
	root.SilenceErrors = true
	root.Version = moduleVersion()
	root.PersistentPreRunE = checkBackend
	root.SetUsageTemplate(root.UsageTemplate() + exitHelp)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef(flagHint(cmd, err), "%v", err)
	})
	root.AddCommand(
		newKeygen(), newSign(), newVerify(), newInspect(), newCert(),
		newTLS(), newCA(), newSchemes(), newSpeed(), newDemo(), newVersion(),
	)
	return root
}

// group makes a command that only holds others: without one of their names,
// or with a wrong one, it is a usage error rather than a page of help and a
// status of success.
func group(use, short, long string) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: short,
		Long:  long,
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("flags go after a command; "+helpHint(cmd), "found no command after %q, expected one of: %s", cmd.CommandPath(), childNames(cmd))
			}
			hint := helpHint(cmd)
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = "did you mean " + strings.Join(near, " or ") + "?"
			}
			return usagef(hint, "found %q after %q, expected one of: %s", args[0], cmd.CommandPath(), childNames(cmd))
		},
		SuggestionsMinimumDistance: 2,
		// A wrong name with flags after it is about the name.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
	}
}

func childNames(cmd *cobra.Command) string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return strings.Join(names, ", ")
}

// noArguments refuses words that are not flags, and shows the likely cause.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("files are given with flags such as --in; "+helpHint(cmd),
			"found %q after %q, expected flags only", args[0], cmd.CommandPath())
	}
	return nil
}

// flagHint says which flag may have been meant.
func flagHint(cmd *cobra.Command, err error) string {
	word, isUnknown := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !isUnknown {
		return helpHint(cmd)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	if near := nearest(plainName(word), names); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return helpHint(cmd)
}

func helpHint(cmd *cobra.Command) string {
	return fmt.Sprintf("see %q", cmd.CommandPath()+" --help")
}

// checkBackend reports an unknown name in SAKER_BACKEND, which provider reads.
func checkBackend(*cobra.Command, []string) error {
	if err := provider.Init(); err != nil {
		return usagef("unset the variable for the default", "SAKER_BACKEND: found %q, expected one of: %s",
			os.Getenv("SAKER_BACKEND"), strings.Join(provider.Backends(), ", "))
	}
	return nil
}
