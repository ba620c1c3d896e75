package cfsslca_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	cflog "github.com/cloudflare/cfssl/log"
	"github.com/saker-pq/saker/x509ext/cfsslca"
)

// A root under FN-DSA-512 issues a certificate for a Falcon-512 key; requests
// and policy are CFSSL's JSON.
func Example() {
	cflog.Level = cflog.LevelError
	var rootRequest, request csr.CertificateRequest
	check(json.Unmarshal([]byte(`{"CN": "Example Root", "key": {"algo": "fndsa", "size": 512}}`), &rootRequest))
	check(json.Unmarshal([]byte(`{"CN": "www.example.org", "hosts": ["www.example.org"], "key": {"algo": "falcon512"}}`), &request))
	policy, err := config.LoadConfig([]byte(`{"signing": {"default": {"usages": ["signing", "server auth"], "expiry": "2160h"}}}`))
	check(err)

	rootPEM, _, keyPEM, err := cfsslca.InitCA(&rootRequest)
	check(err)
	root, err := cfsslca.ParseCertificatePEM(rootPEM)
	check(err)
	key, err := cfsslca.ParsePrivateKeyPEM(keyPEM)
	check(err)
	signer, err := cfsslca.NewSigner(key, root, policy.Signing)
	check(err)
	certPEM, _, _, err := cfsslca.NewCertificate(signer, &request, "", "")
	check(err)

	cert, err := cfsslca.ParseCertificatePEM(certPEM)
	check(err)
	fmt.Println(cert.DNSNames, "issued by", cert.Issuer.CommonName)
	fmt.Println(cert.CheckSignatureFrom(root))
	// Output:
	// [www.example.org] issued by Example Root
	// <nil>
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
