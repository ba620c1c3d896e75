package x509ext

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"encoding/pem"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
)

// now is a fixed time inside the validity of every certificate the tests make.
var now = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

// keyMakers makes the standard library's keys by name.
var keyMakers = map[string]func() crypto.Signer{
	"ECDSA-P256": func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) },
	"ECDSA-P384": func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)) },
	"ECDSA-P521": func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P521(), rand.Reader)) },
	"RSA-2048":   func() crypto.Signer { return must(rsa.GenerateKey(rand.Reader, 2048)) },
	"Ed25519": func() crypto.Signer {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		return must(key, err)
	},
}

// schemeKeyPair derives the key from its number, so that failures repeat.
func schemeKeyPair(name string, number int) crypto.Signer {
	scheme := provider.ByName(name)
	seed := make([]byte, scheme.SeedSize())
	binary.BigEndian.PutUint32(seed, uint32(number))
	_, key := scheme.DeriveKey(seed)
	return key
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var keyCache sync.Map

// testKey returns a key of the given kind, the same one for the same number:
// key generation is the slow part of these tests.
func testKey(t testing.TB, kind string, number int) crypto.Signer {
	t.Helper()
	type id struct {
		kind   string
		number int
	}
	if key, ok := keyCache.Load(id{kind, number}); ok {
		return key.(crypto.Signer)
	}
	var made crypto.Signer
	if maker, ok := keyMakers[kind]; ok {
		made = maker()
	} else {
		made = schemeKeyPair(kind, number)
	}
	key, _ := keyCache.LoadOrStore(id{kind, number}, made)
	return key.(crypto.Signer)
}

func caTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             now.AddDate(-1, 0, 0),
		NotAfter:              now.AddDate(10, 0, 0),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
}

func leafTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: name},
		DNSNames:     []string{name},
		NotBefore:    now.AddDate(-1, 0, 0),
		NotAfter:     now.AddDate(1, 0, 0),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
}

// issue creates and parses; parent nil means self-signed.
func issue(t testing.TB, template *x509.Certificate, parent *Certificate, subject, issuer crypto.Signer) *Certificate {
	t.Helper()
	p := template
	if parent != nil {
		p = parent.Certificate
	}
	der, err := CreateCertificate(nil, template, p, subject.Public(), issuer)
	if err != nil {
		t.Fatalf("CreateCertificate(%v): %v", template.Subject, err)
	}
	c, err := ParseCertificate(der)
	if err != nil {
		t.Fatalf("ParseCertificate(%v): %v", template.Subject, err)
	}
	return c
}

func samePublic(a, b crypto.PublicKey) bool {
	return a.(interface{ Equal(crypto.PublicKey) bool }).Equal(b)
}

// pemOrDER returns the content of the first PEM block, or data if there is none.
func pemOrDER(data []byte) []byte {
	if block, _ := pem.Decode(data); block != nil {
		return block.Bytes
	}
	return data
}
