package cfsslca

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	"github.com/cloudflare/cfssl/log"
	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
)

func TestMain(m *testing.M) {
	if os.Getenv(crashStage) != "" {
		crashChild()
		os.Exit(0)
	}
	log.Level = log.LevelFatal // CFSSL logs every refusal that a test provokes
	os.Exit(m.Run())
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

var keyCache sync.Map

// testKey returns a key of the given kind, the same one for the same number:
// key generation is the slow part of these tests.
func testKey(kind string, number int) crypto.Signer {
	type id struct {
		kind   string
		number int
	}
	if key, ok := keyCache.Load(id{kind, number}); ok {
		return key.(crypto.Signer)
	}
	key, _ := keyCache.LoadOrStore(id{kind, number}, makeKey(kind, number))
	return key.(crypto.Signer)
}

func makeKey(kind string, number int) crypto.Signer {
	var key crypto.Signer
	var err error
	switch kind {
	case "ECDSA-P256":
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "RSA-2048":
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	case "Ed25519":
		_, key, err = ed25519.GenerateKey(rand.Reader)
	default:
		scheme := provider.ByName(kind)
		seed := make([]byte, scheme.SeedSize())
		binary.BigEndian.PutUint32(seed, uint32(number))
		_, key = scheme.DeriveKey(seed)
	}
	if err != nil {
		panic(err)
	}
	return key
}

func parsePEM(t testing.TB, text []byte) *x509ext.Certificate {
	t.Helper()
	cert, err := ParseCertificatePEM(text)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func pemBytes(t testing.TB, text []byte) []byte {
	t.Helper()
	block, rest := pem.Decode(text)
	if block == nil || len(rest) > 0 {
		t.Fatalf("not one PEM block: %q", text)
	}
	return block.Bytes
}

// testCA returns the self-signed CA of a kind, made by the code under test.
func testCA(t testing.TB, kind string) (*x509ext.Certificate, crypto.Signer) {
	t.Helper()
	key := testKey(kind, 1)
	req := &csr.CertificateRequest{CN: "Root " + kind, CA: &csr.CAConfig{Expiry: "87600h"}}
	cert, _, err := InitCAFromSigner(req, key)
	if err != nil {
		t.Fatalf("root %s: %v", kind, err)
	}
	return parsePEM(t, cert), key
}

// testPolicy is the policy of testdata/config.json, a new copy for each test.
func testPolicy(t testing.TB) *config.Signing {
	t.Helper()
	return must[*config.Config](t)(config.LoadFile(filepath.Join("testdata", "config.json"))).Signing
}

func testSigner(t testing.TB, kind string, policy *config.Signing) *Signer {
	t.Helper()
	ca, key := testCA(t, kind)
	return must[*Signer](t)(NewSigner(key, ca, policy))
}

func testDatabase(t testing.TB) *cadb.Database {
	t.Helper()
	db := must[*cadb.Database](t)(cadb.Open(filepath.Join(t.TempDir(), "ca.db")))
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// testRequest is the sign request for a leaf with a key of the given kind.
func testRequest(t testing.TB, kind string, hosts ...string) signer.SignRequest {
	t.Helper()
	if hosts == nil {
		hosts = []string{"www.example.org"}
	}
	csrPEM := must[[]byte](t)(GenerateCSR(testKey(kind, 2), &csr.CertificateRequest{CN: hosts[0], Hosts: hosts}))
	return signer.SignRequest{Request: string(csrPEM)}
}

func loadJSON(t testing.TB, file string) *csr.CertificateRequest {
	t.Helper()
	var req csr.CertificateRequest
	data := must[[]byte](t)(os.ReadFile(filepath.Join("testdata", file)))
	if err := json.Unmarshal(data, &req); err != nil {
		t.Fatal(err)
	}
	return &req
}

// verifies fails the test unless cert chains up to root.
func verifies(t testing.TB, cert, root *x509ext.Certificate, host string) {
	t.Helper()
	roots := x509ext.NewCertPool()
	roots.AddCert(root)
	if _, err := cert.Verify(x509ext.VerifyOptions{Roots: roots, DNSName: host}); err != nil {
		t.Errorf("%v does not verify: %v", cert.Subject, err)
	}
}

func samePublic(a, b crypto.PublicKey) bool {
	return a.(interface{ Equal(crypto.PublicKey) bool }).Equal(b)
}

func algorithmOf(c *x509ext.Certificate) pkix.AlgorithmIdentifier {
	return pkix.AlgorithmIdentifier{Algorithm: c.SignatureOID}
}

func marshalKey(key crypto.Signer) ([]byte, error) { return provider.MarshalPrivateKeyPEM(key) }
