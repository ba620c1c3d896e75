package stockx509

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

const host = "www.example.org"

func newKey(scheme string) crypto.Signer {
	if scheme == "ECDSA" {
		return must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	}
	_, key, err := provider.ByName(scheme).GenerateKey()
	return must(key, err)
}

func oidOf(scheme string) asn1.ObjectIdentifier {
	info, _ := provider.Describe(provider.ByName(scheme))
	return info.OID
}

// ca is an authority: its key, its alternative key or nil, its certificate.
type ca struct {
	key, alternative crypto.Signer
	cert             *x509ext.Certificate
}

func caTemplate(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(48 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
}

func leafTemplate() *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
}

// issue certifies a key under an authority; a nil one makes a root. The alternative keys
// are those of the subject and of the issuer, each nil for none.
func issue(template *x509.Certificate, issuer *ca, key, alternative crypto.Signer) []byte {
	if issuer == nil {
		issuer = &ca{key: key, alternative: alternative, cert: &x509ext.Certificate{Certificate: template}}
	}
	if issuer.alternative == nil {
		return must(x509ext.CreateCertificate(nil, template, issuer.cert.Certificate, key.Public(), issuer.key))
	}
	keys := x509ext.AlternativeKeys{PrivateKey: issuer.alternative}
	if alternative != nil {
		keys.PublicKey = alternative.Public()
	}
	return must(x509ext.CreateAlternativeCertificate(nil, template, issuer.cert.Certificate, key.Public(), issuer.key, keys))
}

func newCA(name string, issuer *ca, key, alternative crypto.Signer) *ca {
	der := issue(caTemplate(name), issuer, key, alternative)
	return &ca{key, alternative, must(x509ext.ParseCertificate(der))}
}

// chain is a root, an intermediate and a classical leaf as a server or client sends it.
type chain struct {
	root, intermediate *ca
	leaf               tls.Certificate
}

// newChain makes both authorities with keys of the schemes, and alternative keys unless
// that name is empty.
func newChain(root, intermediate, alternative string, change func(*x509.Certificate)) *chain {
	second := func() crypto.Signer {
		if alternative == "" {
			return nil
		}
		return newKey(alternative)
	}
	c := new(chain)
	c.root = newCA("root", nil, newKey(root), second())
	c.intermediate = newCA("intermediate", c.root, newKey(intermediate), second())
	template := leafTemplate()
	if change != nil {
		change(template)
	}
	key := newKey("ECDSA")
	der := issue(template, c.intermediate, key, nil)
	c.leaf = tls.Certificate{Certificate: [][]byte{der, c.intermediate.cert.Raw}, PrivateKey: key}
	return c
}

// The chains that several tests share.
var (
	pqChain = sync.OnceValue(func() *chain { return newChain("FN-DSA-512", "FN-DSA-512", "", nil) })
	both    = sync.OnceValue(func() *chain { return newChain("ECDSA", "ECDSA", "FN-DSA-512", nil) })
)

func (c *chain) options() Options {
	roots := x509ext.NewCertPool()
	roots.AddCert(c.root.cert)
	return Options{Roots: roots}
}

func (c *chain) server() *tls.Config { return &tls.Config{Certificates: []tls.Certificate{c.leaf}} }

// damaged returns the chain with one bit changed in the signature of a certificate.
func (c *chain) damaged(index int) *chain {
	bad := *c
	bad.leaf.Certificate = append([][]byte{}, c.leaf.Certificate...)
	der := bytes.Clone(bad.leaf.Certificate[index])
	der[len(der)-30] ^= 1
	bad.leaf.Certificate[index] = der
	return &bad
}

// connect runs a handshake, sends a byte from server to client, which brings the
// session ticket along, and returns both errors and the states.
func connect(t testing.TB, client, server *tls.Config) (cs, ss tls.ConnectionState, clientErr, serverErr error) {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		raw, err := l.Accept()
		if err != nil {
			serverErr = err
			return
		}
		raw.SetDeadline(time.Now().Add(20 * time.Second))
		conn := tls.Server(raw, server)
		defer conn.Close()
		if serverErr = conn.Handshake(); serverErr != nil {
			return
		}
		ss = conn.ConnectionState()
		conn.Write([]byte{1})
	}()
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: 20 * time.Second}, "tcp", l.Addr().String(), client)
	clientErr = err
	if err == nil {
		cs = conn.ConnectionState()
		var b [1]byte
		_, clientErr = conn.Read(b[:])
		conn.Close()
	}
	<-done
	return cs, ss, clientErr, serverErr
}
