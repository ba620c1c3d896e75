// Command ca is a certificate authority under FN-DSA-512 in one process: it
// makes a root, issues a certificate for a Falcon-512 key by CFSSL's rules,
// keeps a record of it in a database, revokes it, and prints the list.
//
//	go run ./examples/ca
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"

	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
)

const (
	rootJSON    = `{"CN": "Example Root", "key": {"algo": "fndsa512"}}`
	requestJSON = `{"CN": "www", "hosts": ["www.example.org"], "key": {"algo": "falcon512"}}`
	policyJSON  = `{"signing": {"default": {"usages": ["signing", "server auth"], "expiry": "2160h"}}}`
)

func main() {
	dir := must(os.MkdirTemp("", "ca"))
	defer os.RemoveAll(dir)
	run(os.Stdout, filepath.Join(dir, "ca.db"))
}

func run(out io.Writer, databaseFile string) {
	var rootRequest, request csr.CertificateRequest
	check(json.Unmarshal([]byte(rootJSON), &rootRequest))
	check(json.Unmarshal([]byte(requestJSON), &request))
	policy := must(config.LoadConfig([]byte(policyJSON)))

	rootPEM, _, keyPEM, err := cfsslca.InitCA(&rootRequest)
	check(err)
	root, key := must(cfsslca.ParseCertificatePEM(rootPEM)), must(cfsslca.ParsePrivateKeyPEM(keyPEM))
	signer := must(cfsslca.NewSigner(key, root, policy.Signing))
	database := must(cadb.Open(databaseFile))
	defer database.Close()
	signer.SetDBAccessor(database)

	certPEM, _, _, err := cfsslca.NewCertificate(signer, &request, "", "")
	check(err)
	cert := must(cfsslca.ParseCertificatePEM(certPEM))
	fmt.Fprintln(out, cert.DNSNames, "issued by", cert.Issuer.CommonName, "and valid:", cert.CheckSignatureFrom(root) == nil)

	records := must(database.GetUnexpiredCertificates())
	check(database.RevokeCertificate(records[0].Serial, records[0].AKI, 4)) // superseded, RFC 5280 section 5.3.1
	list := must(x509ext.ParseRevocationList(must(cfsslca.NewCRL(database, root, key, 24*time.Hour))))
	fmt.Fprintln(out, len(records), "recorded,", len(list.RevokedCertificateEntries), "revoked, list valid:", list.CheckSignatureFrom(root) == nil)
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
