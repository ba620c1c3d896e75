package main

import (
	"io"
	"net/http"
	"testing"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

func TestServer(t *testing.T) {
	listener, root, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer()
	go server.Serve(listener)
	defer server.Close()
	url := "https://" + listener.Addr().String() + "/"

	roots := x509ext.NewCertPool()
	if !roots.AppendCertsFromPEM(root) {
		t.Fatal("no root")
	}
	page, err := get(t, url, roots)
	if err != nil || page != "hello over HTTP/2.0, signed with FN-DSA-512\n" {
		t.Errorf("%q, %v", page, err)
	}
	if _, err := get(t, url, x509ext.NewCertPool()); err == nil {
		t.Error("a page for a client that trusts nobody")
	}
}

func get(t *testing.T, url string, roots *x509ext.CertPool) (string, error) {
	t.Helper()
	info, _ := provider.Describe(provider.ByName("FN-DSA-512"))
	transport, err := tlsext.Transport(&tlsext.Config{
		RootCAs: roots, SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	return string(page), err
}
