package authenticator_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"log"
	"math/big"
	"net"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/authenticator"
	"github.com/saker-pq/saker/x509ext"
)

// A connection of crypto/tls with an ECDSA certificate, on which the server then also
// proves that it holds an FN-DSA-512 certificate.
func Example() {
	clientConn, serverConn, err := connect()
	if err != nil {
		log.Fatal(err)
	}
	certificate, roots, err := selfSigned()
	if err != nil {
		log.Fatal(err)
	}

	// Each side makes an endpoint from its end of the connection.
	client, err := authenticator.ForStock(clientConn.ConnectionState(), authenticator.Client)
	if err != nil {
		log.Fatal(err)
	}
	server, err := authenticator.ForStock(serverConn.ConnectionState(), authenticator.Server)
	if err != nil {
		log.Fatal(err)
	}

	// The client asks; how the messages travel is up to the application.
	info, _ := provider.Describe(provider.ByName("FN-DSA-512"))
	request, err := client.Request(&authenticator.RequestOptions{
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
		ServerName:       "server.example",
	})
	if err != nil {
		log.Fatal(err)
	}
	answer, err := server.Authenticate(request, certificate)
	if err != nil {
		log.Fatal(err)
	}
	peer, err := client.Validate(request, answer, x509ext.VerifyOptions{Roots: roots})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(peer.Certificates[0].Subject, "with", peer.Scheme)

	_, err = client.Validate(request, answer, x509ext.VerifyOptions{Roots: roots})
	fmt.Println(err)
	// Output:
	// CN=server.example with FN-DSA-512
	// authenticator: request: already answered
}

var template = &x509.Certificate{
	SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server.example"}, DNSNames: []string{"server.example"},
	NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	IsCA: true, BasicConstraintsValid: true,
}

// selfSigned makes an FN-DSA-512 certificate that is its own trust anchor.
func selfSigned() (c tlsext.Certificate, roots *x509ext.CertPool, err error) {
	public, private, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		return c, nil, err
	}
	der, err := x509ext.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		return c, nil, err
	}
	leaf, err := x509ext.ParseCertificate(der)
	if err != nil {
		return c, nil, err
	}
	roots = x509ext.NewCertPool()
	roots.AddCert(leaf)
	return tlsext.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, roots, nil
}

// connect makes a connection of crypto/tls inside this process.
func connect() (client, server *tls.Conn, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, nil, err
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	a, b := net.Pipe()
	client = tls.Client(a, &tls.Config{RootCAs: roots, ServerName: "server.example"})
	server = tls.Server(b, &tls.Config{
		Certificates:           []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
		SessionTicketsDisabled: true,
	})
	done := make(chan error, 1)
	go func() { done <- server.Handshake() }()
	if err := client.Handshake(); err != nil {
		return nil, nil, err
	}
	return client, server, <-done
}
