// Command maketwin writes the emulated form of the native files of the package in the directory
// named by its argument.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/saker-pq/saker/fndsa/internal/fpr/twin"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: maketwin directory"))
	}
	files, err := twin.Files(os.Args[1])
	if err != nil {
		fail(err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(os.Args[1], f.Name), f.Text, 0o644); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "maketwin:", err)
	os.Exit(1)
}
