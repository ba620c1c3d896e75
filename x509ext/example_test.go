package x509ext_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log"
	"math/big"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// A CA with an FN-DSA-512 key issues a certificate for an ECDSA key, and a
// client verifies it.
func Example() {
	_, caKey, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	serverKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}

	caTemplate := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "Example Root"},
		NotBefore:             time.Now(),
		NotAfter:              time.Now().AddDate(10, 0, 0),
		BasicConstraintsValid: true,
		IsCA:                  true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	der, err := x509ext.CreateCertificate(nil, caTemplate, caTemplate, caKey.Public(), caKey)
	if err != nil {
		log.Fatal(err)
	}
	ca, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}

	serverTemplate := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "server.example"},
		DNSNames:    []string{"server.example"},
		NotBefore:   time.Now(),
		NotAfter:    time.Now().AddDate(0, 3, 0),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err = x509ext.CreateCertificate(nil, serverTemplate, ca.Certificate, serverKey.Public(), caKey)
	if err != nil {
		log.Fatal(err)
	}
	server, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}

	roots := x509ext.NewCertPool()
	roots.AddCert(ca)
	chains, err := server.Verify(x509ext.VerifyOptions{DNSName: "server.example", Roots: roots})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range chains[0] {
		fmt.Printf("%s, key %v, signed with %v\n", c.Subject, c.PublicKeyOID, c.SignatureOID)
	}
	// Output:
	// CN=server.example, key 1.2.840.10045.2.1, signed with 2.999.206.1
	// CN=Example Root, key 2.999.206.1, signed with 2.999.206.1
}

// The reasons why a chain is not accepted are told apart.
func ExampleCertificate_Verify() {
	_, key, err := provider.ByName("ML-DSA-44").GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "self-made"},
		NotBefore:    time.Now(),
		NotAfter:     time.Now().AddDate(0, 1, 0),
	}
	der, err := x509ext.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		log.Fatal(err)
	}
	explain := func(der []byte, roots *x509ext.CertPool) {
		c, err := x509ext.ParseCertificate(der)
		if err != nil {
			log.Fatal(err)
		}
		_, err = c.Verify(x509ext.VerifyOptions{Roots: roots})
		var unsupported *x509ext.UnsupportedAlgorithmError
		switch {
		case err == nil:
			fmt.Println("accepted")
		case errors.As(err, &unsupported):
			fmt.Println("cannot be checked:", unsupported.OID)
		case errors.Is(err, x509ext.ErrInvalidSignature):
			fmt.Println("forged or damaged")
		case errors.As(err, new(x509.UnknownAuthorityError)):
			fmt.Println("not from a trusted root")
		default:
			fmt.Println(err)
		}
	}

	roots := x509ext.NewCertPool()
	explain(der, roots)
	trusted, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	roots.AddCert(trusted)
	explain(der, roots)
	der[len(der)-1] ^= 1
	explain(der, roots)
	// Output:
	// not from a trusted root
	// accepted
	// forged or damaged
}

// A request proves possession of its key before a CA acts on it.
func ExampleParseCertificateRequest() {
	_, key, err := provider.ByName("ML-DSA-44").GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.CertificateRequest{Subject: pkix.Name{CommonName: "device 7"}}
	der, err := x509ext.CreateCertificateRequest(nil, template, key)
	if err != nil {
		log.Fatal(err)
	}
	request, err := x509ext.ParseCertificateRequest(der)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(request.Subject, request.CheckSignature())
	// Output: CN=device 7 <nil>
}
