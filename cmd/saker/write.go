package main

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// writeFiles writes all files or none, as far as the file system allows: every
// one is complete on disk under a temporary name, and standard output has taken
// its share, before the first gets its own. A signal that ends the program on
// the way leaves no files either.
func writeFiles(cmd *cobra.Command, force bool, files ...outFile) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	if err := checkTargets(force, paths...); err != nil {
		return err
	}
	w := &writing{force: force}
	defer w.watch()()
	return w.write(cmd, files)
}

// writing is what has to be taken back if writeFiles does not come to its end.
type writing struct {
	force bool

	mu      sync.Mutex // held for every step that leaves a trace in a folder
	staged  []string   // temporary names
	created []string   // names that were free before
	isDone  bool
}

func (w *writing) write(cmd *cobra.Command, files []outFile) (err error) {
	defer func() { w.finish(err == nil) }()
	temps := make([]string, len(files))
	for i, f := range files {
		if f.path == "-" {
			continue
		}
		if temps[i], err = w.stage(f); err != nil {
			return fileError(f.path, err, "a folder that can be written to")
		}
	}
	for _, f := range files {
		if f.path != "-" {
			continue
		}
		if err = writeStdout(cmd, f); err != nil {
			return err
		}
	}
	for i, f := range files {
		if f.path == "-" {
			continue
		}
		if err = w.commit(temps[i], f.path); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) stage(f outFile) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	temp, err := stage(f)
	if err == nil {
		w.staged = append(w.staged, temp)
	}
	return temp, err
}

func (w *writing) commit(temp, path string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := commit(temp, path, w.force)
	if err == nil {
		w.created = append(w.created, path)
	}
	return err
}

func (w *writing) finish(isDone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isDone = isDone; !isDone {
		w.undo()
	}
}

// undo removes what is there so far; w.mu is held.
func (w *writing) undo() {
	for _, temp := range w.staged {
		os.Remove(temp)
	}
	if w.force {
		return // an older file may be gone already: keep the new one
	}
	for _, path := range w.created {
		os.Remove(path)
	}
}

// watch takes care of signals until the function it returns is called.
func (w *writing) watch() (stop func()) {
	signals := slices.DeleteFunc(slices.Clone(endingSignals), signal.Ignored)
	if len(signals) == 0 {
		return func() {} // asking to be told of no signals would mean all
	}
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, signals...)
	go func() {
		sig, ok := <-arrived
		if !ok {
			return
		}
		w.mu.Lock() // for good: no step may follow
		if !w.isDone {
			w.undo()
		}
		endBy(sig)
	}()
	return func() {
		signal.Stop(arrived)
		close(arrived)
	}
}

// endBy ends the program the way sig does when nobody watches for it.
func endBy(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(sig) == nil {
		time.Sleep(time.Second) // far more than it takes to arrive
	}
	os.Exit(exitFailed)
}

// stage writes f under a temporary name in its own folder and flushes it.
func stage(f outFile) (temp string, err error) {
	// Without the name of the file, which may have the greatest length there is.
	temp = filepath.Join(folderOf(f.path), ".saker-"+rand.Text()+".tmp")
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
			os.Remove(temp) // a second name for a secret would outlive this program if it were killed
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
	if dir, err := os.Open(folderOf(path)); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
}
