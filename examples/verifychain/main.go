// Command verifychain verifies a certificate chain of any mix of algorithms
// for a host name, as crypto/x509 would with classical ones, and prints it.
//
//	go run ./examples/verifychain -roots root.pem -host www.example.org chain.pem
package main

import (
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

func main() {
	roots := flag.String("roots", "root.pem", "file with trusted roots")
	host := flag.String("host", "", "host name the first certificate must be for; empty for any")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("give one file with a chain, leaf first")
	}
	if err := run(os.Stdout, *roots, *host, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer, rootsFile, host, chainFile string) error {
	rootsPEM, err := os.ReadFile(rootsFile)
	if err != nil {
		return err
	}
	opts := x509ext.VerifyOptions{Roots: x509ext.NewCertPool(), Intermediates: x509ext.NewCertPool(), DNSName: host}
	if !opts.Roots.AppendCertsFromPEM(rootsPEM) {
		return fmt.Errorf("%s: found no certificate", rootsFile)
	}
	chainPEM, err := os.ReadFile(chainFile)
	if err != nil {
		return err
	}
	block, rest := pem.Decode(chainPEM)
	if block == nil {
		return fmt.Errorf("%s: found no PEM", chainFile)
	}
	leaf, err := x509ext.ParseCertificate(block.Bytes)
	if err != nil {
		return fmt.Errorf("%s: %w", chainFile, err)
	}
	opts.Intermediates.AppendCertsFromPEM(rest)
	chains, err := leaf.Verify(opts)
	var unsupported *x509ext.UnsupportedAlgorithmError
	if errors.As(err, &unsupported) {
		return fmt.Errorf("no scheme is known for %v: %w", unsupported.OID, err)
	}
	if err != nil {
		return err
	}
	for _, cert := range chains[0] {
		algorithm := cert.SignatureAlgorithm.String()
		if s := provider.ByOID(cert.SignatureOID); s != nil {
			algorithm = s.Name()
		}
		fmt.Fprintf(out, "%s, signed with %s\n", cert.Subject, algorithm)
	}
	return nil
}
