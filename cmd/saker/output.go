package main

import (
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// outFile is one file to write; "-" is standard output.
type outFile struct {
	path   string
	data   []byte
	mode   fs.FileMode // 0600 for secrets, 0644 else (before the umask)
	binary bool        // not to be shown on a terminal
}

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
	seen := map[string]bool{}
	for _, path := range paths {
		if seen[path] {
			return usagef("give each its own file", "%s is named as output twice, expected once", outName(path))
		}
		seen[path] = true
		if path == "-" {
			continue
		}
		if err := checkTarget(path, force); err != nil {
			return err
		}
	}
	return nil
}

func checkTarget(path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fileError(path, err, "a place for a new file")
	case info.Mode()&fs.ModeSymlink != 0:
		// Neither writing through the link nor replacing it is what everyone
		// would expect, so the user chooses.
		return unexpected(path, "a symbolic link", "no file or a regular file", "name the file it points to")
	case !info.Mode().IsRegular():
		return unexpected(path, kindOf(info.Mode()), "no file or a regular file", "use - for standard output")
	case !force:
		return unexpected(path, "an existing file", "no file", "choose another name, or replace it with --force")
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

// writeFiles writes all files or none, as far as the file system allows:
// every one is complete on disk under a temporary name before the first gets
// its own.
func writeFiles(cmd *cobra.Command, force bool, files ...outFile) (err error) {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	if err := checkTargets(force, paths...); err != nil {
		return err
	}
	staged := make([]string, len(files))
	defer func() {
		for _, temp := range staged {
			if temp != "" {
				os.Remove(temp)
			}
		}
	}()
	for i, f := range files {
		if f.path == "-" {
			continue
		}
		if staged[i], err = stage(f); err != nil {
			return fileError(f.path, err, "a folder that can be written to")
		}
	}
	var created []string
	for i, f := range files {
		if f.path == "-" {
			err = writeStdout(cmd, f)
		} else if err = commit(staged[i], f.path, force); err == nil {
			created = append(created, f.path)
		}
		if err != nil {
			if !force { // with force an older file may be gone already: keep the new one
				for _, path := range created {
					os.Remove(path)
				}
			}
			return err
		}
	}
	return nil
}

// stage writes f under a temporary name in its own folder and flushes it.
func stage(f outFile) (temp string, err error) {
	temp = filepath.Join(filepath.Dir(f.path), "."+filepath.Base(f.path)+"."+rand.Text()+".tmp")
	out, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
	if err != nil {
		return "", err
	}
	_, err = out.Write(f.data)
	err = errors.Join(err, out.Sync(), out.Close())
	if err != nil {
		os.Remove(temp)
		return "", err
	}
	return temp, nil
}

// commit gives a staged file its name. Without force the name must be free at
// this very moment: a hard link fails on an existing name where a rename would
// replace it. File systems without hard links get a check and a rename.
func commit(temp, path string, force bool) error {
	if !force {
		err := os.Link(temp, path)
		if errors.Is(err, fs.ErrExist) {
			return checkTarget(path, false)
		}
		if err == nil {
			syncFolder(path)
			return nil
		}
	}
	if err := checkTarget(path, force); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return fileError(path, err, "a file that can be written")
	}
	syncFolder(path)
	return nil
}

// syncFolder makes the new name durable. Some systems cannot flush a folder;
// the file itself is flushed already, so that is no error.
func syncFolder(path string) {
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
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
