// Command catalyst issues a certificate with two signatures, ECDSA P-256 and FN-DSA-512
// (ITU-T X.509, alternative signatures), and shows who sees what: software that knows
// nothing of it verifies the first, Saker on request both, and crypto/tls with the
// configuration of package stockx509 too.
//
//	go run ./examples/catalyst
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"os"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext/stockx509"
	"github.com/saker-pq/saker/x509ext"
)

const host = "www.example.org"

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	authority, err := newAuthority()
	if err != nil {
		return err
	}
	both, err := authority.issue(true)
	if err != nil {
		return err
	}
	plain, err := authority.issue(false)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "a certificate with one signature has %d bytes, with both %d\n", len(plain.Certificate[0]), len(both.Certificate[0]))

	// crypto/x509 takes either for an ordinary ECDSA certificate.
	leaf, err := x509.ParseCertificate(both.Certificate[0])
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AddCert(authority.cert.Certificate)
	if _, err := leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: host}); err != nil {
		return err
	}
	fmt.Fprintln(out, "crypto/x509: valid, signed with", leaf.SignatureAlgorithm)

	// A client of crypto/tls that asks for both.
	if err := authority.handshake(both); err != nil {
		return err
	}
	fmt.Fprintln(out, "crypto/tls with stockx509: both signatures are valid")
	if err := authority.handshake(plain); !errors.Is(err, x509ext.ErrNoAlternative) {
		return fmt.Errorf("a certificate with one signature: %v", err)
	}
	fmt.Fprintln(out, "crypto/tls with stockx509: the certificate with one signature is refused")
	return nil
}

// authority holds both keys of a CA.
type authority struct {
	classical, postQuantum crypto.Signer
	cert                   *x509ext.Certificate
}

func newAuthority() (*authority, error) {
	classical, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	_, postQuantum, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Example Root"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509ext.CreateAlternativeCertificate(nil, template, template, classical.Public(), classical,
		x509ext.AlternativeKeys{PublicKey: postQuantum.Public(), PrivateKey: postQuantum})
	if err != nil {
		return nil, err
	}
	cert, err := x509ext.ParseCertificate(der)
	return &authority{classical, postQuantum, cert}, err
}

// issue certifies a fresh ECDSA key with one signature or with both. A server needs no
// second key: only its certificate has two signatures.
func (a *authority) issue(withBoth bool) (tls.Certificate, error) {
	var c tls.Certificate
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().AddDate(0, 0, 90), KeyUsage: x509.KeyUsageDigitalSignature,
	}
	var der []byte
	if withBoth {
		der, err = x509ext.CreateAlternativeCertificate(nil, template, a.cert.Certificate, key.Public(), a.classical,
			x509ext.AlternativeKeys{PrivateKey: a.postQuantum})
	} else {
		der, err = x509ext.CreateCertificate(nil, template, a.cert.Certificate, key.Public(), a.classical)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// handshake connects a client that requires both signatures to a server, both of
// crypto/tls, and returns the client's verdict.
func (a *authority) handshake(c tls.Certificate) error {
	roots := x509ext.NewCertPool()
	roots.AddCert(a.cert)
	config, err := stockx509.ClientConfig(&tls.Config{ServerName: host}, stockx509.Options{Roots: roots, RequireAlternative: true})
	if err != nil {
		return err
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{c}})
	if err != nil {
		return err
	}
	defer listener.Close()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			conn.(*tls.Conn).Handshake()
			conn.Close()
		}
	}()
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 10 * time.Second}, "tcp", listener.Addr().String(), config)
	if err != nil {
		return err
	}
	return conn.Close()
}
