package main

import (
	"bytes"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

func TestRun(t *testing.T) {
	url, root := serve(t)
	rootFile := filepath.Join(t.TempDir(), "root.pem")
	if err := os.WriteFile(rootFile, root, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(rootFile, url, &out); err != nil {
		t.Fatal(err)
	}
	if out.String() != "CN=self-signed proved itself with FN-DSA-512\na page\n" {
		t.Errorf("output %q", out.String())
	}

	// Another root with the same name does not help.
	_, other := serve(t)
	if err := os.WriteFile(rootFile, other, 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := run(rootFile, url, &out); err == nil || out.Len() > 0 {
		t.Errorf("a server with another root: %v, output %q", err, out.String())
	}
}

// serve starts a server whose certificate is its own root.
func serve(t *testing.T) (url string, root []byte) {
	t.Helper()
	scheme := provider.ByName("FN-DSA-512")
	public, private, err := scheme.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "self-signed"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509ext.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		t.Fatal(err)
	}
	info, _ := provider.Describe(scheme)
	listener, err := tlsext.Listen("tcp", "127.0.0.1:0", &tlsext.Config{
		Certificates:     []tlsext.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}},
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "a page\n") })}
	tlsext.ConfigureServer(server)
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return "https://" + listener.Addr().String() + "/", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
