package main

import "github.com/spf13/cobra"

// reportedOutput is an output that --json describes, as "saker inspect" would.
type reportedOutput struct {
	outputFlags
	json bool
}

func (f *reportedOutput) add(cmd *cobra.Command, what string) {
	f.outputFlags.add(cmd, what)
	jsonFlag(cmd, &f.json)
}

func (f *reportedOutput) check() error {
	if f.json && f.out == "-" {
		return usagef("give --out FILE", "--json and the output cannot both go to standard output")
	}
	return f.outputFlags.check()
}

func (f *reportedOutput) write(cmd *cobra.Command, label string, der []byte) error {
	if err := f.outputFlags.write(cmd, label, der); err != nil || !f.json {
		return err
	}
	o := object{file: f.out, der: der}
	if f.form == "pem" {
		o.pemType = label
	}
	in, err := inspectObject(o)
	if err != nil {
		return err
	}
	return printJSON(cmd, in)
}
