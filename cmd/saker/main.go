package main

import (
	"io"
	"os"
)

func main() {
	reportBrokenPipes()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &stdoutWriter{stream: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	return explain(stderr, out.check(root.Execute()))
}
