package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
)

// Exit statuses, as the help of every command states them.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// failure is an error in the shape the user reads: which file, what is wrong
// with it, and what to do about it.
type failure struct {
	file   string // "" when no file is concerned
	text   string
	hint   string
	status int
	cause  error
}

func (f *failure) Error() string {
	if f.file == "" {
		return f.text
	}
	return displayName(f.file) + ": " + f.text
}

func (f *failure) Unwrap() error { return f.cause }

// usagef reports a command line that cannot be carried out as written.
func usagef(hint, format string, args ...any) error {
	return &failure{text: fmt.Sprintf(format, args...), hint: hint, status: exitUsage}
}

// unexpected reports a file that holds something else than the command needs.
func unexpected(file, found, expected, hint string) error {
	return &failure{
		file:   file,
		text:   fmt.Sprintf("found %s, expected %s", found, expected),
		hint:   hint,
		status: exitFailed,
	}
}

// failed reports an operation that did not succeed. The text of err is kept but
// for the names of packages before it.
func failed(file string, err error, hint string) error {
	text := packageNames.ReplaceAllString(err.Error(), "")
	return &failure{file: file, text: text, hint: hint, status: exitFailed, cause: err}
}

var packageNames = regexp.MustCompile(`^((provider|fndsa|scheme|hybrid|x509ext|x509|pkcs8|spki): )+`)

// fileError turns an error of the operating system into one that names the
// file once and says what the command wanted there.
func fileError(file string, err error, expected string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return unexpected(file, "no such file", expected, "check the path")
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return failed(file, err, "")
}

func displayName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// explain writes err for the user and returns the exit status it stands for.
func explain(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(w, "saker: %s\n", printable(err.Error()))
	var f *failure
	if !errors.As(err, &f) {
		return exitFailed
	}
	if f.hint != "" {
		fmt.Fprintf(w, "hint: %s\n", printable(f.hint))
	}
	return f.status
}
