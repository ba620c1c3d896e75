package main

import (
	"github.com/spf13/cobra"
)

// outputFlags say where a DER object goes and in which form.
type outputFlags struct {
	out, form string
	force     bool
}

func (f *outputFlags) add(cmd *cobra.Command, what string) {
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "-", "file for the "+what)
	flags.StringVar(&f.form, "outform", "pem", "output form: pem or der")
	forceFlag(cmd, &f.force)
}

func forceFlag(cmd *cobra.Command, target *bool) {
	cmd.Flags().BoolVar(target, "force", false, "replace existing files")
}

// separate refuses an output that is one of the inputs.
func (f *outputFlags) separate(inputs ...fileFlag) error {
	return checkSeparate(fileFlag{"out", f.out}, inputs...)
}

// check refuses, before any work is done, what cannot be written in the end.
func (f *outputFlags) check(more ...string) error {
	if f.form != "pem" && f.form != "der" {
		return usagef("", "--outform: found %q, expected pem or der", f.form)
	}
	return checkTargets(f.force, append([]string{f.out}, more...)...)
}

func (f *outputFlags) write(cmd *cobra.Command, label string, der []byte) error {
	return writeFiles(cmd, f.force, encoded(f.out, label, der, f.form, modePublic))
}
