package main

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

const (
	// maxFile bounds files of keys, certificates and signatures, and maxObject
	// each single one: taking it apart costs up to forty times its length in
	// memory. Four Falcon-1024 certificates have about 14 KB, an SLH-DSA
	// signature has at most 50 KB.
	maxFile   = 4 << 20
	maxObject = 512 << 10

	// maxMessage bounds a message that has to be in memory as a whole: a
	// Falcon or FN-DSA signature covers a salt that comes before the message.
	maxMessage = 256 << 20
)

// readInput returns the whole of a file, or of standard input for "-".
func readInput(cmd *cobra.Command, file, expected string, limit int64) ([]byte, error) {
	in, length, err := openInput(cmd, file, expected)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var data []byte
	if length <= limit {
		if data, err = io.ReadAll(io.LimitReader(in, limit+1)); err != nil {
			return nil, fileError(file, err, expected)
		}
		length = int64(len(data))
	}
	if length > limit {
		return nil, unexpected(file, "more than "+size(limit), expected+" of at most that size", limitHint(limit))
	}
	return data, nil
}

func limitHint(limit int64) string {
	if limit == maxMessage {
		return "with an FN-DSA key, --prehash sha512 reads a message of any size as a stream"
	}
	return "is this the right file?"
}

// openInput opens a file, or standard input for "-", and tells the length of a
// regular file (0 for others).
func openInput(cmd *cobra.Command, file, expected string) (io.ReadCloser, int64, error) {
	if file == "-" {
		return io.NopCloser(cmd.InOrStdin()), 0, nil
	}
	if file == "" {
		return nil, 0, usagef("give - to read standard input", "found an empty file name, expected that of a file with %s", expected)
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, unexpected(file, "no such file", expected, "check the path, or give - to read standard input")
	}
	if err != nil {
		return nil, 0, fileError(file, err, expected)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		f.Close()
		return nil, 0, fileError(file, err, expected)
	case info.IsDir():
		f.Close()
		return nil, 0, unexpected(file, "a folder", expected, "name a file in it")
	case info.Mode().IsRegular():
		return f, info.Size(), nil
	}
	return f, 0, nil
}

// oneStdin refuses a command line that asks for standard input twice.
func oneStdin(files ...string) error {
	seen := 0
	for _, f := range files {
		if f == "-" {
			seen++
		}
	}
	if seen > 1 {
		return usagef("put all but one of them in a file", "standard input is named %d times, expected once", seen)
	}
	return nil
}

// object is one PEM block, or a whole DER file.
type object struct {
	file    string
	pemType string // "" for DER
	headers map[string]string
	der     []byte
}

// pem returns the block as it stood in the file.
func (o object) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: o.pemType, Headers: o.headers, Bytes: o.der})
}

func (o object) format() string {
	switch {
	case o.pemType != "":
		return "PEM"
	case o.kind() == kindSignature:
		return "raw"
	}
	return "DER"
}

// readObjects reads a file of PEM blocks or one DER object. There is at least
// one object in an answer without error.
func readObjects(cmd *cobra.Command, file, expected string) ([]object, error) {
	data, err := readInput(cmd, file, expected, maxFile)
	if err != nil {
		return nil, err
	}
	return splitObjects(file, data, expected)
}

var pemBegin = []byte("-----BEGIN ")

func splitObjects(file string, data []byte, expected string) ([]object, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, unexpected(file, "an empty file", expected, "did the command that should have written it fail?")
	}
	begins := bytes.Count(data, pemBegin)
	if begins == 0 {
		return checkSizes(file, []object{{file: file, der: data}}, expected)
	}
	var objects []object
	read := 0
	for rest := data; ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		read++
		if block.Type == "EC PARAMETERS" {
			continue // OpenSSL writes the curve before a key, which names it again
		}
		objects = append(objects, object{file, block.Type, block.Headers, block.Bytes})
	}
	// The decoder passes over blocks it cannot read; a bundle with a missing
	// certificate must not look like a shorter bundle.
	if read != begins {
		return nil, unexpected(file, fmt.Sprintf("%d damaged PEM block(s) of %d", begins-read, begins), expected,
			"the file may be cut off or have been edited; fetch it again")
	}
	if len(objects) == 0 {
		return nil, unexpected(file, "nothing but the parameters of a curve", expected, "")
	}
	return checkSizes(file, objects, expected)
}

func checkSizes(file string, objects []object, expected string) ([]object, error) {
	for _, o := range objects {
		if len(o.der) > maxObject {
			return nil, unexpected(file, fmt.Sprintf("%s of %d bytes", o.kind().article(), len(o.der)),
				expected+" of at most "+size(maxObject), limitHint(maxObject))
		}
	}
	return objects, nil
}
