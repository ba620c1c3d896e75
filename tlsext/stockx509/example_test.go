package stockx509_test

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
	"github.com/saker-pq/saker/tlsext/stockx509"
	"github.com/saker-pq/saker/x509ext"
)

// A client of crypto/tls that trusts an FN-DSA-512 root, and an ordinary server whose
// ECDSA certificate comes from there.
func ExampleClientConfig() {
	root, leaf, err := issue()
	if err != nil {
		log.Fatal(err)
	}
	roots := x509ext.NewCertPool()
	roots.AddCert(root)
	config, err := stockx509.ClientConfig(&tls.Config{ServerName: "www.example.org"}, stockx509.Options{Roots: roots})
	if err != nil {
		log.Fatal(err)
	}

	a, b := net.Pipe()
	server := tls.Server(b, &tls.Config{Certificates: []tls.Certificate{leaf}})
	go server.Handshake()
	client := tls.Client(a, config)
	fmt.Println(client.Handshake())
	fmt.Println(client.ConnectionState().PeerCertificates[0].PublicKeyAlgorithm)
	// Output:
	// <nil>
	// ECDSA
}

func issue() (root *x509ext.Certificate, leaf tls.Certificate, err error) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, private, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		return nil, leaf, err
	}
	der, err := x509ext.CreateCertificate(nil, template, template, public, private)
	if err != nil {
		return nil, leaf, err
	}
	if root, err = x509ext.ParseCertificate(der); err != nil {
		return nil, leaf, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, leaf, err
	}
	der, err = x509ext.CreateCertificate(nil, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "www.example.org"}, DNSNames: []string{"www.example.org"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}, root.Certificate, key.Public(), private)
	return root, tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
