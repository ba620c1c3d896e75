package authenticator

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/x509ext"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// classical are the schemes outside package provider, by name.
var classical = map[string]struct {
	id  tlsext.SignatureScheme
	key func() crypto.Signer
}{
	"ECDSA P-256": {tlsext.ECDSAWithP256AndSHA256, func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) }},
	"ECDSA P-384": {tlsext.ECDSAWithP384AndSHA384, func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)) }},
	"Ed25519":     {tlsext.Ed25519, func() crypto.Signer { _, k, err := ed25519.GenerateKey(rand.Reader); return must(k, err) }},
	"RSA-PSS":     {tlsext.PSSWithSHA256, func() crypto.Signer { return must(rsa.GenerateKey(rand.Reader, 2048)) }},
}

func newKey(name string) crypto.Signer {
	if c, ok := classical[name]; ok {
		return c.key()
	}
	_, key, err := provider.ByName(name).GenerateKey()
	return must(key, err)
}

func schemeID(name string) tlsext.SignatureScheme {
	if c, ok := classical[name]; ok {
		return c.id
	}
	info, _ := provider.Describe(provider.ByName(name))
	return tlsext.SignatureScheme(info.TLSIdentifier)
}

const testName = "extra.example"

// world is a root of one scheme with a leaf for testName, good for both roles.
type world struct {
	scheme  string
	rootKey crypto.Signer
	root    *x509ext.Certificate
	leaf    tlsext.Certificate
}

var worlds sync.Map

// testWorld returns the world of a scheme, made once.
func testWorld(scheme string) *world {
	if w, ok := worlds.Load(scheme); ok {
		return w.(*world)
	}
	w := &world{scheme: scheme, rootKey: newKey(scheme)}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root " + scheme},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	w.root = must(x509ext.ParseCertificate(must(x509ext.CreateCertificate(nil, template, template, w.rootKey.Public(), w.rootKey))))
	w.leaf = w.issue(nil)
	actual, _ := worlds.LoadOrStore(scheme, w)
	return actual.(*world)
}

// issue makes a leaf with a key of the world's scheme; change may alter the template.
func (w *world) issue(change func(*x509.Certificate)) tlsext.Certificate {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: testName}, DNSNames: []string{testName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	if change != nil {
		change(template)
	}
	key := newKey(w.scheme)
	der := must(x509ext.CreateCertificate(nil, template, w.root.Certificate, key.Public(), w.rootKey))
	return tlsext.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// options trust the world's root.
func (w *world) options() x509ext.VerifyOptions {
	roots := x509ext.NewCertPool()
	roots.AddCert(w.root)
	return x509ext.VerifyOptions{Roots: roots}
}

// asks is a request for the world's scheme; a client also names the server.
func (w *world) asks(role Role) *RequestOptions {
	o := &RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{schemeID(w.scheme)}}
	if role == Client {
		o.ServerName = testName
	}
	if w.scheme == "RSA-PSS" { // certificates keep to the older padding
		o.CertificateSchemes = []tlsext.SignatureScheme{tlsext.PKCS1WithSHA256}
	}
	return o
}

// secret stands in for a connection: equal secrets are the two ends of one.
type secret string

func (s secret) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	if context == nil || len(context) != 0 {
		panic("the context is to be present and empty")
	}
	return keyschedule.AES128GCM.ExpandLabel([]byte(s), label[len("EXPORTER-"):], nil, length), nil
}

// ends returns both endpoints of a pretended connection, with SHA-256.
func ends(s secret) (client, server *Endpoint) {
	return must(New(s, tlsext.TLS_AES_128_GCM_SHA256, Client)), must(New(s, tlsext.TLS_AES_128_GCM_SHA256, Server))
}

// stockConns returns two ends of a handshaken connection of crypto/tls.
func stockConns(t testing.TB) (client, server *tls.Conn) {
	t.Helper()
	w := testWorld("ECDSA P-256")
	roots := x509.NewCertPool()
	roots.AddCert(w.root.Certificate)
	a, b := net.Pipe()
	client = tls.Client(a, &tls.Config{RootCAs: roots, ServerName: testName})
	server = tls.Server(b, &tls.Config{Certificates: []tls.Certificate{{Certificate: w.leaf.Certificate, PrivateKey: w.leaf.PrivateKey}}})
	shake(t, a, b, client, server)
	return client, server
}

// conns is stockConns with package tlsext.
func conns(t testing.TB) (client, server *tlsext.Conn) {
	t.Helper()
	w := testWorld("FN-DSA-512")
	schemes := []tlsext.SignatureScheme{schemeID(w.scheme)}
	a, b := net.Pipe()
	client = tlsext.Client(a, &tlsext.Config{RootCAs: w.options().Roots, ServerName: testName, SignatureSchemes: schemes})
	server = tlsext.Server(b, &tlsext.Config{Certificates: []tlsext.Certificate{w.leaf}, SignatureSchemes: schemes, SessionTicketsDisabled: true})
	shake(t, a, b, client, server)
	return client, server
}

func shake(t testing.TB, a, b net.Conn, client, server interface {
	net.Conn
	Handshake() error
}) {
	t.Helper()
	t.Cleanup(func() { a.Close(); b.Close() }) // the pipe: nobody would read a close_notify
	failed := make(chan error, 1)
	go func() { failed <- server.Handshake() }()
	if err := client.Handshake(); err != nil {
		t.Fatal(err)
	}
	if stock, ok := client.(*tls.Conn); ok {
		// The server's tickets are waiting in the pipe.
		go func() { var b [1]byte; stock.Read(b[:]) }()
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
}
