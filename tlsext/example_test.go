package tlsext_test

import (
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"log"
	"math/big"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

// A server with a self-signed FN-DSA-512 certificate and a client that trusts it.
func Example() {
	scheme := provider.ByName("FN-DSA-512")
	info, _ := provider.Describe(scheme)
	public, private, err := scheme.GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "server"}, DNSNames: []string{"server.test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509ext.CreateCertificate(rand.Reader, template, template, public, private)
	if err != nil {
		log.Fatal(err)
	}
	leaf, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	roots := x509ext.NewCertPool()
	roots.AddCert(leaf)

	// The code point is experimental: both sides have to name it.
	schemes := []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)}
	listener, err := tlsext.Listen("tcp", "127.0.0.1:0", &tlsext.Config{
		Certificates:     []tlsext.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}},
		SignatureSchemes: schemes,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer listener.Close()
	go func() {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		io.WriteString(c, "hello")
	}()

	c, err := tlsext.Dial("tcp", listener.Addr().String(), &tlsext.Config{
		RootCAs: roots, ServerName: "server.test", SignatureSchemes: schemes,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	greeting, err := io.ReadAll(c)
	if err != nil {
		log.Fatal(err)
	}
	state := c.ConnectionState()
	fmt.Printf("%s, signed with %v, keys from %v\n", greeting, state.PeerSignatureScheme, state.CurveID)
	// Output: hello, signed with FN-DSA-512, keys from X25519MLKEM768
}
