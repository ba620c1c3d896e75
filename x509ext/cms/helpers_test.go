package cms

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// now is a fixed time inside the validity of every certificate of the tests.
var now = time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)

// allKinds are the algorithms of the round trips.
var allKinds = []string{
	"FN-DSA-512", "Falcon-512", "Falcon-padded-1024", "P256-Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256",
	"ML-DSA-44", "ECDSA-P256", "RSA-2048", "Ed25519", "Ed448",
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// An identity is a signer under a root of the same kind.
type identity struct {
	Signer
	root *x509ext.Certificate
}

func (id identity) roots() *x509ext.CertPool { return poolOf(id.root) }

func poolOf(list ...*x509ext.Certificate) *x509ext.CertPool {
	pool := x509ext.NewCertPool()
	for _, c := range list {
		pool.AddCert(c)
	}
	return pool
}

var identities sync.Map // kind -> func() identity

// testIdentity makes the identity of a kind once: keys are the slow part.
func testIdentity(kind string) identity {
	made, _ := identities.LoadOrStore(kind, sync.OnceValue(func() identity { return newIdentity(kind, nil) }))
	return made.(func() identity)()
}

func newKey(kind string) crypto.Signer {
	switch kind {
	case "ECDSA-P256":
		return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	case "RSA-2048":
		return must(rsa.GenerateKey(rand.Reader, 2048))
	case "Ed25519":
		_, key, err := ed25519.GenerateKey(rand.Reader)
		return must(key, err)
	}
	_, key, err := provider.ByName(kind).GenerateKey()
	return must(key, err)
}

// newIdentity makes a root and a leaf with keys of the kind. change, if not
// nil, edits the leaf's template.
func newIdentity(kind string, change func(*x509.Certificate)) identity {
	rootKey, key := newKey(kind), newKey(kind)
	rootTemplate := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: kind + " root"},
		NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(9, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	root := certify(rootTemplate, nil, rootKey, rootKey)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: kind + " signer"},
		NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0), KeyUsage: x509.KeyUsageDigitalSignature,
	}
	if change != nil {
		change(template)
	}
	return identity{Signer{Certificate: certify(template, root, key, rootKey), Key: key}, root}
}

func certify(template *x509.Certificate, issuer *x509ext.Certificate, subject, by crypto.Signer) *x509ext.Certificate {
	parent := template
	if issuer != nil {
		parent = issuer.Certificate
	}
	return must(x509ext.ParseCertificate(must(x509ext.CreateCertificate(nil, template, parent, subject.Public(), by))))
}

func testFile(name string) []byte { return must(os.ReadFile(filepath.Join("testdata", name))) }

// rootFile reads a certificate, PEM or DER.
func rootFile(name string) *x509ext.Certificate {
	data := testFile(name)
	if block, _ := pem.Decode(data); block != nil {
		data = block.Bytes
	}
	return must(x509ext.ParseCertificate(data))
}

// replaceOnce replaces the only occurrence of old.
func replaceOnce(t testing.TB, data, old, new []byte) []byte {
	t.Helper()
	if n := bytes.Count(data, old); n != 1 {
		t.Fatalf("%x occurs %d times, expected once", old, n)
	}
	return bytes.Replace(data, old, new, 1)
}
