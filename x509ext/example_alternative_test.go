package x509ext_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// newPair makes a classical and a post-quantum key.
func newPair() (classical, postQuantum crypto.Signer) {
	classical, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	_, key, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	return classical, key
}

// A chain with two signatures on each certificate: ECDSA for software that
// knows nothing else, FN-DSA-512 for verifiers that require both.
func ExampleCreateAlternativeCertificate() {
	issue := func(template, parent *x509.Certificate, pub, alternativePub crypto.PublicKey, key, alternativeKey crypto.Signer) *x509ext.Certificate {
		der, err := x509ext.CreateAlternativeCertificate(nil, template, parent, pub, key,
			x509ext.AlternativeKeys{PublicKey: alternativePub, PrivateKey: alternativeKey})
		if err != nil {
			log.Fatal(err)
		}
		c, err := x509ext.ParseCertificate(der)
		if err != nil {
			log.Fatal(err)
		}
		return c
	}
	caKey, caAlternative := newPair()
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "Example Root"},
		NotBefore:             time.Now(),
		NotAfter:              time.Now().AddDate(10, 0, 0),
		BasicConstraintsValid: true,
		IsCA:                  true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	ca := issue(template, template, caKey.Public(), caAlternative.Public(), caKey, caAlternative)
	key, alternative := newPair()
	template = &x509.Certificate{
		Subject:   pkix.Name{CommonName: "server.example"},
		DNSNames:  []string{"server.example"},
		NotBefore: time.Now(),
		NotAfter:  time.Now().AddDate(0, 3, 0),
	}
	server := issue(template, ca.Certificate, key.Public(), alternative.Public(), caKey, caAlternative)

	// Old software verifies an ordinary certificate.
	old := x509.NewCertPool()
	old.AddCert(ca.Certificate)
	_, err := server.Certificate.Verify(x509.VerifyOptions{DNSName: "server.example", Roots: old})
	fmt.Println("crypto/x509:", err)

	// New software verifies both signatures.
	roots := x509ext.NewCertPool()
	roots.AddCert(ca)
	options := x509ext.VerifyOptions{DNSName: "server.example", Roots: roots, RequireAlternative: true}
	_, err = server.Verify(options)
	fmt.Println("both:", err, server.SignatureOID, server.Alternative.SignatureOID)

	// A certificate that has only one is not enough then.
	der, err := x509ext.CreateCertificate(nil, template, ca.Certificate, key.Public(), caKey)
	if err != nil {
		log.Fatal(err)
	}
	plain, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	_, err = plain.Verify(options)
	fmt.Println("one only:", errors.Is(err, x509ext.ErrNoAlternative))
	// Output:
	// crypto/x509: <nil>
	// both: <nil> 1.2.840.10045.4.3.2 2.999.206.1
	// one only: true
}
