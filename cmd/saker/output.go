package main

import (
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// outFile is one file to write; "-" is standard output.
type outFile struct {
	path   string
	data   []byte
	mode   fs.FileMode // 0600 for secrets, 0644 else (before the umask)
	binary bool        // not to be shown on a terminal
}

// hintExisting goes with the error that a file exists.
const hintExisting = "choose another name, or replace it with --force"

const (
	modeSecret fs.FileMode = 0o600
	modePublic fs.FileMode = 0o644
)

// encoded prepares a DER object for writing, in the form --outform asks for.
func encoded(path, label string, der []byte, outform string, mode fs.FileMode) outFile {
	if outform == "der" {
		return outFile{path: path, data: der, mode: mode, binary: true}
	}
	text := pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der})
	return outFile{path: path, data: text, mode: mode}
}

// checkTargets refuses, before any work is done, what writeFiles would refuse.
func checkTargets(force bool, paths ...string) error {
	for i, path := range paths {
		if path == "" {
			return usagef("give - for standard output", "found an empty file name, expected that of a file to write")
		}
		for _, other := range paths[:i] {
			if path == other {
				return usagef("give each its own file", "%s is named as output twice, expected once", outName(path))
			}
			if isSameTarget(path, other) {
				return usagef("give each its own file", "%s and %s name the same file, expected two", other, path)
			}
		}
		if path == "-" {
			continue
		}
		if err := checkTarget(path, force); err != nil {
			return err
		}
	}
	return nil
}

// fileFlag is a flag and the file it names; an empty path names none.
type fileFlag struct{ flag, path string }

// checkSeparate refuses an output that would replace an input of the same
// command. --force is no consent to that: nobody means to lose a key.
func checkSeparate(out fileFlag, inputs ...fileFlag) error {
	for _, in := range inputs {
		if in.path == "" || in.path == "-" || out.path == "-" || !isSameTarget(in.path, out.path) {
			continue
		}
		return usagef("give the output a file of its own",
			"%s: named as --%s and as --%s, expected different files", out.path, in.flag, out.flag)
	}
	return nil
}

// isSameTarget tells two spellings of one file, which may exist or not.
func isSameTarget(a, b string) bool {
	if a == "-" || b == "-" {
		return a == b
	}
	return isSameFile(a, b) || filepath.Base(a) == filepath.Base(b) && isSameFile(folderOf(a), folderOf(b))
}

func isSameFile(a, b string) bool {
	one, errOne := os.Stat(a)
	two, errTwo := os.Stat(b)
	return errOne == nil && errTwo == nil && os.SameFile(one, two)
}

// folderOf leaves the folders of a path as they are, where filepath.Dir would
// take link/.. for the folder that holds the link.
func folderOf(path string) string {
	if folder, _ := filepath.Split(path); folder != "" {
		return folder
	}
	return "."
}

func checkTarget(path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return checkFolder(folderOf(path), filepath.Base(path))
	case err != nil:
		if err := checkFolder(folderOf(path), filepath.Base(path)); err != nil {
			return err
		}
		return fileError(path, err, "a place for a new file")
	case info.Mode()&fs.ModeSymlink != 0:
		// Neither writing through the link nor replacing it is what everyone
		// would expect, so the user chooses.
		return unexpected(path, "a symbolic link", "no file or a regular file", "name the file it points to")
	case !info.Mode().IsRegular():
		return unexpected(path, kindOf(info.Mode()), "no file or a regular file", "use - for standard output")
	case !force:
		return unexpected(path, "an existing file", "no file", hintExisting)
	}
	return nil
}

// checkFolder refuses a folder that nothing can be written into.
func checkFolder(folder, base string) error {
	expected := "one to write " + base + " into"
	if trimmed := strings.TrimRight(folder, string(filepath.Separator)); trimmed != "" {
		folder = trimmed // with its last separator, a file is not even looked up
	}
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		command := "mkdir "
		if _, err := os.Stat(filepath.Dir(folder)); err != nil {
			command = "mkdir -p "
		}
		return unexpected(folder, "no such folder", expected, command+folder)
	case err != nil:
		return fileError(folder, err, expected)
	case !info.IsDir():
		return unexpected(folder, "a file", "a folder to write "+base+" into", "")
	}
	return nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

func writeStdout(cmd *cobra.Command, f outFile) error {
	if f.binary && isTerminal(cmd.OutOrStdout()) {
		return usagef("redirect it, name a file with --out, or ask for text with --outform pem",
			"the output is binary and standard output is a terminal")
	}
	if _, err := cmd.OutOrStdout().Write(f.data); err != nil {
		return failed("", fmt.Errorf("standard output: %w", err), "")
	}
	return nil
}

func outName(path string) string {
	if path == "-" {
		return "standard output"
	}
	return path
}
