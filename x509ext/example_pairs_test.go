package x509ext_test

import (
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"log"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// selfSigned stands for a CA's issuing in the examples below.
func selfSigned(template *x509.Certificate, key crypto.Signer) *x509ext.Certificate {
	der, err := x509ext.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		log.Fatal(err)
	}
	c, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func deviceTemplate() *x509.Certificate {
	return &x509.Certificate{
		Subject:   pkix.Name{CommonName: "device 7"},
		NotBefore: time.Now(),
		NotAfter:  time.Now().AddDate(1, 0, 0),
	}
}

// A certificate names another one of the same device.
func ExampleCertificate_CheckRelated() {
	classical, postQuantum := newPair()
	first := selfSigned(deviceTemplate(), classical)

	extension, err := x509ext.RelatedCertificateExtension(first, crypto.SHA512)
	if err != nil {
		log.Fatal(err)
	}
	template := deviceTemplate()
	template.ExtraExtensions = []pkix.Extension{extension}
	second := selfSigned(template, postQuantum)

	fmt.Println(second.CheckRelated(first))
	fmt.Println(second.CheckRelated(selfSigned(deviceTemplate(), classical)))
	// Output:
	// <nil>
	// x509ext: not the related certificate: SHA-512 of certificate "CN=device 7" differs
}

// An FN-DSA certificate travels inside an ECDSA certificate.
func ExampleCreateBaseCertificate() {
	classical, postQuantum := newPair()
	delta := selfSigned(deviceTemplate(), postQuantum)

	template := deviceTemplate()
	der, err := x509ext.CreateBaseCertificate(nil, template, template, classical.Public(), classical, delta)
	if err != nil {
		log.Fatal(err)
	}
	base, err := x509ext.ParseCertificate(der)
	if err != nil {
		log.Fatal(err)
	}
	again, err := base.DeltaCertificate()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(base.SignatureOID, again.SignatureOID, again.Equal(delta))

	roots := x509ext.NewCertPool()
	roots.AddCert(delta)
	_, err = again.Verify(x509ext.VerifyOptions{Roots: roots})
	fmt.Println(err)
	// Output:
	// 1.2.840.10045.4.3.2 2.999.206.1 true
	// <nil>
}

// A CA that is asked for a related certificate checks that the requester holds
// the key of the first one too.
func ExampleCreateRelatedCertificateRequest() {
	classical, postQuantum := newPair()
	first := selfSigned(deviceTemplate(), classical)
	der, err := x509ext.CreateRelatedCertificateRequest(nil,
		&x509.CertificateRequest{Subject: pkix.Name{CommonName: "device 7"}}, postQuantum,
		x509ext.RelatedKey{Certificate: first, PrivateKey: classical, Locations: []string{"https://ca.example/device7.cer"}})
	if err != nil {
		log.Fatal(err)
	}
	request, err := x509ext.ParseCertificateRequest(der)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(request.CheckSignature(), request.Related.Locations)
	fmt.Println(request.CheckRelated(first, time.Now(), 5*time.Minute))
	// Output:
	// <nil> [https://ca.example/device7.cer]
	// <nil>
}
