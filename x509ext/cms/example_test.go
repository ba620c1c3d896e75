package cms_test

import (
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"log"
	"math/big"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cms"
)

// signer makes a key and a self-signed certificate for it.
func signer(algorithm, name string) cms.Signer {
	_, key, err := provider.ByName(algorithm).GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().AddDate(1, 0, 0),
		KeyUsage:     x509.KeyUsageDigitalSignature,
	}
	der, err := x509ext.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		log.Fatal(err)
	}
	certificate, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	return cms.Signer{Certificate: certificate, Key: key.(crypto.Signer)}
}

// A release is signed beside its file, by FN-DSA-512 and, for recipients who
// want it, ML-DSA-44 too.
func Example() {
	release := []byte("saker-1.0.tar.gz")
	first, second := signer("FN-DSA-512", "Releases"), signer("ML-DSA-44", "Releases, second key")
	der, err := cms.Sign(release, []cms.Signer{first, second}, cms.Options{Detached: true})
	if err != nil {
		log.Fatal(err)
	}

	roots := x509ext.NewCertPool()
	roots.AddCert(first.Certificate)
	roots.AddCert(second.Certificate)
	message, err := cms.Parse(der)
	if err != nil {
		log.Fatal(err)
	}
	results, err := message.Verify(cms.VerifyOptions{Content: release, Roots: roots})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(results), "signers accepted")

	_, err = message.Verify(cms.VerifyOptions{Content: []byte("saker-1.0-patched.tar.gz"), Roots: roots})
	fmt.Println("another file:", errors.Is(err, cms.ErrInvalidSignature))
	// Output:
	// 2 signers accepted
	// another file: true
}

// A recipient who trusts one of the signers only looks at each.
func ExampleSignedData_VerifyEach() {
	trusted, unknown := signer("Falcon-512", "trusted"), signer("Falcon-512", "unknown")
	der, err := cms.Sign([]byte("minutes"), []cms.Signer{trusted, unknown}, cms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	message, err := cms.Parse(der)
	if err != nil {
		log.Fatal(err)
	}
	roots := x509ext.NewCertPool()
	roots.AddCert(trusted.Certificate)
	results, err := message.VerifyEach(cms.VerifyOptions{Roots: roots})
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range results {
		if result.Err == nil {
			fmt.Printf("%s has signed %q\n", result.Certificate.Subject.CommonName, message.Content)
		}
	}
	// Output: trusted has signed "minutes"
}
