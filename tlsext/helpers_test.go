package tlsext

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
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// keyKinds are the classical keys of the tests by name.
var keyKinds = map[string]func() crypto.Signer{
	"P-256":    func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)) },
	"P-384":    func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P384(), rand.Reader)) },
	"P-521":    func() crypto.Signer { return must(ecdsa.GenerateKey(elliptic.P521(), rand.Reader)) },
	"RSA-2048": func() crypto.Signer { return must(rsa.GenerateKey(rand.Reader, 2048)) },
	"Ed25519": func() crypto.Signer {
		_, k, err := ed25519.GenerateKey(rand.Reader)
		return must(k, err)
	},
}

var classicalKinds = []string{"P-256", "P-384", "P-521", "Ed25519", "RSA-2048"}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// identity is a root and a leaf for example.test, usable by servers and clients.
type identity struct {
	chain   [][]byte // leaf, then intermediates
	key     crypto.Signer
	root    *x509.Certificate
	rootKey crypto.Signer
}

var identities sync.Map

// testIdentity returns the identity of a key kind, made once.
func testIdentity(t testing.TB, kind string) *identity {
	t.Helper()
	if v, ok := identities.Load(kind); ok {
		return v.(*identity)
	}
	v, _ := identities.LoadOrStore(kind, newIdentity(kind, leafTemplate("example.test")))
	return v.(*identity)
}

var serials sync.Mutex
var lastSerial int64

func serial() *big.Int {
	serials.Lock()
	defer serials.Unlock()
	lastSerial++
	return big.NewInt(lastSerial)
}

func leafTemplate(names ...string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: names[0]}, DNSNames: names,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
}

func caTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: serial(), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(48 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
}

func newIdentity(kind string, leaf *x509.Certificate) *identity {
	rootKey, key := keyKinds[kind](), keyKinds[kind]()
	rootTemplate := caTemplate("root " + kind)
	root := must(x509.ParseCertificate(must(x509.CreateCertificate(rand.Reader, rootTemplate, rootTemplate, rootKey.Public(), rootKey))))
	der := must(x509.CreateCertificate(rand.Reader, leaf, root, key.Public(), rootKey))
	return &identity{chain: [][]byte{der}, key: key, root: root, rootKey: rootKey}
}

func (id *identity) ours() Certificate { return Certificate{Certificate: id.chain, PrivateKey: id.key} }

func (id *identity) stock() tls.Certificate {
	return tls.Certificate{Certificate: id.chain, PrivateKey: id.key}
}

func (id *identity) stockPool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(id.root)
	return p
}

func (id *identity) pool() *x509ext.CertPool {
	p := x509ext.NewCertPool()
	p.AddCert(must(x509ext.ParseCertificate(id.root.Raw)))
	return p
}

// clientConfig trusts the identity; serverConfig presents it.
func (id *identity) clientConfig() *Config {
	return &Config{RootCAs: id.pool(), ServerName: "example.test"}
}

func (id *identity) serverConfig() *Config { return &Config{Certificates: []Certificate{id.ours()}} }

func (id *identity) stockClient() *tls.Config {
	return &tls.Config{RootCAs: id.stockPool(), ServerName: "example.test", MinVersion: tls.VersionTLS13}
}

func (id *identity) stockServer() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{id.stock()}, MinVersion: tls.VersionTLS13}
}

// tcpPair returns two ends of a loopback connection with a deadline that no test should
// reach.
func tcpPair(t testing.TB) (client, server net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	accepted := make(chan net.Conn, 1)
	go func() {
		c, _ := l.Accept()
		accepted <- c
	}()
	client, err = net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server = <-accepted
	if server == nil {
		t.Fatal("accept failed")
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	deadline := time.Now().Add(30 * time.Second)
	client.SetDeadline(deadline)
	server.SetDeadline(deadline)
	return client, server
}

// secure is what both kinds of connections can do.
type secure interface {
	net.Conn
	Handshake() error
	CloseWrite() error
}

// shake runs both handshakes and returns their errors. A failing side closes its
// connection, so that the other does not wait.
func shake(client, server secure) (clientErr, serverErr error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if serverErr = server.Handshake(); serverErr != nil {
			server.Close()
		}
	}()
	if clientErr = client.Handshake(); clientErr != nil {
		client.Close()
	}
	<-done
	return clientErr, serverErr
}

func mustShake(t testing.TB, client, server secure) {
	t.Helper()
	if ce, se := shake(client, server); ce != nil || se != nil {
		t.Fatalf("handshake: client %v, server %v", ce, se)
	}
}

// echo sends bytes in both directions and ends with close_notify both ways.
func echo(t testing.TB, client, server secure, data []byte) {
	t.Helper()
	failed := make(chan error, 1)
	go func() {
		_, err := io.Copy(server, server)
		if err == nil {
			err = server.CloseWrite()
		}
		failed <- err
	}()
	go func() {
		client.Write(data)
		client.CloseWrite()
	}()
	got, err := io.ReadAll(client)
	if err != nil {
		t.Fatalf("client read: %v", err)
	}
	if err := <-failed; err != nil {
		t.Fatalf("server: %v", err)
	}
	if string(got) != string(data) {
		t.Fatalf("echo of %d bytes came back as %d different bytes", len(data), len(got))
	}
}

// zeros and up, so that reordered or repeated fragments are noticed.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return b
}

// expectAlert requires an error that names an alert, sent or received.
func expectAlert(t testing.TB, who string, err error, name string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("%s: %v, want alert %s", who, err, name)
	}
}
