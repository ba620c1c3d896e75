// Command https-client fetches a page from a server with an FN-DSA-512 certificate, such as
// https-server.
//
//	go run ./examples/https-client -root root.pem https://localhost:8443/
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

func main() {
	rootFile := flag.String("root", "root.pem", "file with the root certificate to trust")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: https-client [-root FILE] URL")
	}
	if err := run(*rootFile, flag.Arg(0), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(rootFile, url string, out io.Writer) error {
	text, err := os.ReadFile(rootFile)
	if err != nil {
		return err
	}
	roots := x509ext.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return fmt.Errorf("%s: no certificate", rootFile)
	}
	info, _ := provider.Describe(provider.ByName("FN-DSA-512"))
	transport, err := tlsext.Transport(&tlsext.Config{
		RootCAs:          roots,
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
		// Called last, when everything else is settled.
		VerifyConnection: func(state tlsext.ConnectionState) error {
			fmt.Fprintf(out, "%s proved itself with %v\n", state.PeerCertificates[0].Subject, state.PeerSignatureScheme)
			return nil
		},
	})
	if err != nil {
		return err
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.Copy(out, response.Body)
	return err
}
