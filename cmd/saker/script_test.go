package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"saker": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    scriptExits,
			"mode":     scriptMode,
			"json":     scriptJSON,
			"size":     scriptSize,
			"flip":     scriptFlip,
			"truncate": scriptTruncate,
			"address":  scriptAddress,
			"unread":   scriptUnread,
			"signal":   scriptSignal,
		},
	})
}

// exits STATUS PROGRAM ARGS... runs a program that must end with that status.
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARGS...")
	}
	err := ts.Exec(args[1], args[2:]...)
	status := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if fmt.Sprint(status) != args[0] {
		ts.Fatalf("exit status %d, expected %s", status, args[0])
	}
}

// mode OCTAL FILE checks the permissions of a file.
func scriptMode(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := fmt.Sprintf("%o", info.Mode().Perm()); (got == args[0]) == neg {
		ts.Fatalf("%s: mode %s", args[1], got)
	}
}

// json FILE PATH VALUE checks one value of a JSON file (or stdout); the path is
// made of names and indices with dots between them.
func scriptJSON(ts *testscript.TestScript, neg bool, args []string) {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	decoder.UseNumber()
	var value any
	ts.Check(decoder.Decode(&value))
	for _, name := range strings.Split(args[1], ".") {
		switch node := value.(type) {
		case map[string]any:
			value = node[name]
		case []any:
			i, err := strconv.Atoi(name)
			ts.Check(err)
			if i >= len(node) {
				ts.Fatalf("%s: %d elements", args[1], len(node))
			}
			value = node[i]
		default:
			ts.Fatalf("%s: nothing at %s", args[1], name)
		}
	}
	if (fmt.Sprint(value) == args[2]) == neg {
		ts.Fatalf("%s is %v", args[1], value)
	}
}

// size FILE BYTES checks the length of a file.
func scriptSize(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if (fmt.Sprint(info.Size()) == args[1]) == neg {
		ts.Fatalf("%s: %d bytes", args[0], info.Size())
	}
}

// flip FILE OFFSET inverts the lowest bit of one byte.
func scriptFlip(ts *testscript.TestScript, neg bool, args []string) {
	offset, err := strconv.Atoi(args[1])
	ts.Check(err)
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	data[offset] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
}

// truncate FILE BYTES sets the length of a file, which need not exist; what
// is added reads as zeros and takes no room on disk.
func scriptTruncate(ts *testscript.TestScript, neg bool, args []string) {
	length, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_RDWR|os.O_CREATE, 0o644)
	ts.Check(err)
	ts.Check(f.Truncate(length))
	ts.Check(f.Close())
}

// unread STATUS PROGRAM ARGS... runs a program whose standard output is a pipe
// that nobody reads any more.
func scriptUnread(ts *testscript.TestScript, neg bool, args []string) {
	read, write, err := os.Pipe()
	ts.Check(err)
	ts.Check(read.Close())
	defer write.Close()
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir, cmd.Stdout = ts.MkAbs("."), write
	if err := cmd.Run(); fmt.Sprint(cmd.ProcessState.ExitCode()) != args[0] {
		ts.Fatalf("%v, expected exit status %s", err, args[0])
	}
}

// signal NAME PROGRAM ARGS... runs a program whose standard output takes
// nothing, waits for its first temporary file and sends it a signal, which
// must end it.
func scriptSignal(ts *testscript.TestScript, neg bool, args []string) {
	sig, ok := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM}[args[0]]
	if !ok {
		ts.Fatalf("signal %s", args[0])
	}
	read, write, err := os.Pipe()
	ts.Check(err)
	defer read.Close()
	ts.Check(write.SetWriteDeadline(time.Now().Add(100 * time.Millisecond)))
	if _, err := write.Write(make([]byte, 1<<24)); !errors.Is(err, os.ErrDeadlineExceeded) {
		ts.Fatalf("filling a pipe: %v", err)
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir, cmd.Stdout = ts.MkAbs("."), write
	ts.Check(cmd.Start())
	ts.Check(write.Close())
	for i := 0; ; i++ {
		if temp, _ := filepath.Glob(ts.MkAbs(".*.tmp")); len(temp) > 0 {
			break
		}
		if i == 3000 {
			cmd.Process.Kill()
			ts.Fatalf("no temporary file appeared")
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Check(cmd.Process.Signal(sig))
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != -1 {
		ts.Fatalf("%v, expected the signal to end it", err)
	}
}
