// Command sign-file signs a file with a fresh FN-DSA-512 key and verifies it.
//
//	go run ./examples/sign-file letter.txt
//
// It leaves letter.txt.sig and letter.txt.pub beside the file: the raw signature and the
// public key in PEM.
package main

import (
	"fmt"
	"io"
	"log"
	"os"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
)

// options separate these signatures from those the same key might make for other uses.
var options = &fndsa.Options{Context: "sign-file example"}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: sign-file FILE")
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(file string, out io.Writer) error {
	if err := sign(file); err != nil {
		return err
	}
	if err := verify(file); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: the signature is valid\n", file)
	return nil
}

// sign makes a key, signs the file, and forgets the key.
func sign(file string) error {
	message, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	key, err := fndsa.GenerateKey(fndsa.FNDSA512(), nil) // nil: crypto/rand
	if err != nil {
		return err
	}
	signature, err := key.SignMessage(nil, message, options)
	if err != nil {
		return err
	}
	wrapped, err := scheme.NewPublicKey(key.PublicKey())
	if err != nil {
		return err
	}
	public, err := provider.MarshalPublicKeyPEM(wrapped)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".pub", public, 0o644); err != nil {
		return err
	}
	return os.WriteFile(file+".sig", signature, 0o644)
}

// verify reads everything back. Whoever verifies must have got the public key in a way
// that can be trusted: a key that came with the file proves nothing.
func verify(file string) error {
	message, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	signature, err := os.ReadFile(file + ".sig")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file + ".pub")
	if err != nil {
		return err
	}
	parsed, err := provider.ParsePublicKeyPEM(text)
	if err != nil {
		return err
	}
	public, ok := parsed.(*scheme.PublicKey)
	if !ok {
		return fmt.Errorf("%s.pub: found a %T, expected an FN-DSA key", file, parsed)
	}
	return fndsa.Verify(public.FNDSA(), message, signature, options)
}
