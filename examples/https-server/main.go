// Command https-server issues itself a certificate under FN-DSA-512 and serves HTTPS with
// it. Its counterpart is https-client:
//
//	go run ./examples/https-server -root root.pem
//	go run ./examples/https-client -root root.pem https://localhost:8443/
package main

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"flag"
	"fmt"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

func main() {
	address := flag.String("listen", "localhost:8443", "address to listen on")
	rootFile := flag.String("root", "root.pem", "file for the root certificate, which clients need")
	flag.Parse()
	listener, root, err := listen(*address)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*rootFile, root, 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("https://%s, root in %s\n", listener.Addr(), *rootFile)
	log.Fatal(newServer().Serve(listener))
}

// listen makes a root and a server certificate and a listener with them. It returns the
// root certificate in PEM.
func listen(address string) (net.Listener, []byte, error) {
	scheme := provider.ByName("FN-DSA-512")
	root, rootKey, err := issueRoot(scheme)
	if err != nil {
		return nil, nil, err
	}
	public, private, err := scheme.GenerateKey()
	if err != nil {
		return nil, nil, err
	}
	leaf, err := x509ext.CreateCertificate(nil, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().AddDate(0, 0, 90),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, root.Certificate, public, rootKey)
	if err != nil {
		return nil, nil, err
	}

	// The code point is experimental, so both sides have to name it.
	info, _ := provider.Describe(scheme)
	listener, err := tlsext.Listen("tcp", address, &tlsext.Config{
		Certificates:     []tlsext.Certificate{{Certificate: [][]byte{leaf}, PrivateKey: private}},
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
		NextProtos:       []string{"h2", "http/1.1"},
	})
	return listener, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw}), err
}

func issueRoot(scheme sign.Scheme) (*x509ext.Certificate, sign.PrivateKey, error) {
	public, private, err := scheme.GenerateKey()
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Example Root"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509ext.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		return nil, nil, err
	}
	root, err := x509ext.ParseCertificate(der)
	return root, private, err
}

// newServer is an ordinary http.Server, made ready for a listener of tlsext.
func newServer() *http.Server {
	server := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			state := tlsext.ConnFromContext(r.Context()).ConnectionState()
			fmt.Fprintf(w, "hello over %s, signed with %v\n", r.Proto, state.LocalSignatureScheme)
		}),
	}
	tlsext.ConfigureServer(server)
	return server
}
