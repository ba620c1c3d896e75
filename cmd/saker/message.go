package main

import (
	"crypto"
	"crypto/ed25519"
	"crypto/sha3"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
	"github.com/spf13/cobra"
)

// message is what sign and verify work on: a file and how it enters the
// signature.
type message struct {
	in      string
	context string
	prehash string
}

// signatureReport is what sign and verify say about a signature.
type signatureReport struct {
	Algorithm string `json:"algorithm"`
	Message   string `json:"message_file"`
	Context   string `json:"context"`
	Prehash   string `json:"prehash,omitempty"`
	Signature string `json:"signature_file"`
	Bytes     int    `json:"signature_bytes"`
}

func (m *message) report(algorithm, file string, sig []byte) signatureReport {
	return signatureReport{algorithm, m.in, m.context, m.prehash, file, len(sig)}
}

func (m *message) addFlags(cmd *cobra.Command, prehash string) {
	flags := cmd.Flags()
	flags.StringVar(&m.in, "in", "-", "file with the message")
	flags.StringVar(&m.context, "context", "", "context string, at most 255 bytes (not for Falcon)")
	flags.StringVar(&m.prehash, "prehash", "", prehash+": "+strings.ToLower(prehashNames())+" (FN-DSA only)")
}

// oneStdin refuses a command line that asks for standard input twice, which
// the default of --in makes easy to write.
func (m *message) oneStdin(cmd *cobra.Command, others ...fileFlag) error {
	paths := []string{m.in}
	for _, o := range others {
		if m.in == "-" && o.path == "-" && !cmd.Flags().Changed("in") {
			return usagef("give the message with --in FILE", "--%s and --in (by default) both read standard input", o.flag)
		}
		paths = append(paths, o.path)
	}
	return oneStdin(paths...)
}

// options names the context and the pre-hash function for the reader.
func (m *message) options() string {
	text := ""
	if m.context != "" {
		text += fmt.Sprintf(", context %q", m.context)
	}
	if p, err := prehashByName(m.prehash); err == nil && m.prehash != "" {
		text += ", pre-hash " + p.String()
	}
	return text
}

// check refuses a key, that of file, or options that its scheme does not have,
// and returns the pre-hash function.
func (m *message) check(file string, pub crypto.PublicKey) (fndsa.Prehash, error) {
	name := algorithmName(pub)
	key, isScheme := pub.(sign.PublicKey)
	if _, isEd25519 := pub.(ed25519.PublicKey); !isScheme && !isEd25519 {
		return 0, unexpected(file, "a key of "+name, "a post-quantum, hybrid or Ed25519/Ed448 key",
			"use openssl for messages; in certificates saker takes such keys")
	}
	if m.context != "" && !(isScheme && key.Scheme().SupportsContext()) {
		return 0, usagef("leave --context out", "--context: %s has no context string", name)
	}
	if len(m.context) > fndsa.MaxContextLength {
		return 0, usagef("", "--context: found %d bytes, expected at most %d", len(m.context), fndsa.MaxContextLength)
	}
	if m.prehash == "" {
		return fndsa.PrehashNone, nil
	}
	prehash, err := prehashByName(m.prehash)
	if err != nil {
		return 0, err
	}
	if ours, ok := pub.(*scheme.PublicKey); !ok || ours.FNDSA().Parameters().IsFalcon() {
		return 0, usagef("leave --prehash out", "--prehash: saker has no pre-hash mode for %s, only for FN-DSA", name)
	}
	return prehash, nil
}

func prehashByName(name string) (fndsa.Prehash, error) {
	plain := func(s string) string { return strings.NewReplacer("-", "", "/", "").Replace(strings.ToLower(s)) }
	for _, p := range fndsa.Prehashes() {
		if plain(name) == plain(p.String()) {
			return p, nil
		}
	}
	return 0, usagef("", "--prehash: found %q, expected one of: %s", name, prehashNames())
}

func prehashNames() string {
	var names []string
	for _, p := range fndsa.Prehashes() {
		names = append(names, p.String())
	}
	return strings.Join(names, ", ")
}

// sign reads the message and signs it with the key of file.
func (m *message) sign(cmd *cobra.Command, file string, key crypto.Signer) ([]byte, error) {
	prehash, err := m.check(file, key.Public())
	if err != nil {
		return nil, err
	}
	data, err := m.read(cmd, prehash)
	if err != nil {
		return nil, err
	}
	if ours, ok := key.(*scheme.PrivateKey); ok {
		sig, err := ours.FNDSA().Sign(nil, data, &fndsa.Options{Context: m.context, Prehash: prehash})
		if err != nil {
			return nil, failed("", err, "")
		}
		return sig, nil
	}
	if foreign, ok := key.(sign.PrivateKey); ok {
		return foreign.Scheme().Sign(foreign, data, m.circlOptions()), nil
	}
	sig, err := key.Sign(nil, data, crypto.Hash(0)) // Ed25519: check has seen to that
	if err != nil {
		return nil, failed("", err, "")
	}
	return sig, nil
}

// verify reads the message and checks the signature. The first result says
// whether it is valid; an error means that nothing was checked.
func (m *message) verify(cmd *cobra.Command, file string, pub crypto.PublicKey, sig []byte) (bool, error) {
	prehash, err := m.check(file, pub)
	if err != nil {
		return false, err
	}
	data, err := m.read(cmd, prehash)
	if err != nil {
		return false, err
	}
	if ours, ok := pub.(*scheme.PublicKey); ok {
		err := fndsa.VerifyDigest(ours.FNDSA(), data, sig, &fndsa.Options{Context: m.context, Prehash: prehash})
		if err != nil && !errors.Is(err, fndsa.ErrInvalidSignature) {
			return false, failed("", err, "")
		}
		return err == nil, nil
	}
	if foreign, ok := pub.(sign.PublicKey); ok {
		return foreign.Scheme().Verify(foreign, data, sig, m.circlOptions()), nil
	}
	return ed25519.Verify(pub.(ed25519.PublicKey), data, sig), nil // check has seen to that
}

func (m *message) circlOptions() *sign.SignatureOpts {
	if m.context == "" {
		return nil
	}
	return &sign.SignatureOpts{Context: m.context}
}

// read returns the message, or its hash value with a pre-hash function.
func (m *message) read(cmd *cobra.Command, prehash fndsa.Prehash) ([]byte, error) {
	if prehash == fndsa.PrehashNone {
		return readInput(cmd, m.in, "a message", maxMessage)
	}
	in, _, err := openInput(cmd, m.in, "a message")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	digest, err := hashStream(prehash, in)
	if err != nil {
		return nil, fileError(m.in, err, "a message")
	}
	return digest, nil
}

func hashStream(prehash fndsa.Prehash, in io.Reader) ([]byte, error) {
	digest := make([]byte, prehash.Size())
	var shake *sha3.SHAKE
	switch prehash {
	case fndsa.PrehashSHAKE128:
		shake = sha3.NewSHAKE128()
	case fndsa.PrehashSHAKE256:
		shake = sha3.NewSHAKE256()
	default:
		var h hash.Hash = (&fndsa.Options{Prehash: prehash}).HashFunc().New()
		_, err := io.Copy(h, in)
		return h.Sum(digest[:0]), err
	}
	if _, err := io.Copy(shake, in); err != nil {
		return nil, err
	}
	shake.Read(digest) // never fails
	return digest, nil
}
