package authenticator

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"testing"

	"github.com/saker-pq/saker/tlsext"
)

var allSchemes = []string{
	"FN-DSA-512", "FN-DSA-1024", "Falcon-512", "Falcon-1024", "Falcon-padded-512", "P256-Falcon-512",
	"FN-DSA-512-ECDSA-P256-SHA256", "FN-DSA-512-Ed25519-SHA512", "ML-DSA-44",
	"ECDSA P-256", "ECDSA P-384", "Ed25519", "RSA-PSS",
}

// Every kind of key in both directions.
func TestRoundTrip(t *testing.T) {
	for _, name := range allSchemes {
		for _, asker := range []Role{Client, Server} {
			t.Run(fmt.Sprintf("%s/asked by %v", name, asker), func(t *testing.T) {
				w := testWorld(name)
				asking, answering := ends("connection")
				if asker == Server {
					asking, answering = answering, asking
				}
				roundTrip(t, w, asking, answering)
			})
		}
	}
}

func roundTrip(t *testing.T, w *world, asking, answering *Endpoint) {
	t.Helper()
	request, err := asking.Request(w.asks(asking.role))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := answering.Authenticate(request, w.leaf)
	if err != nil {
		t.Fatal(err)
	}
	asked, err1 := Context(request)
	answered, err2 := Context(answer)
	if err1 != nil || err2 != nil || len(asked) != contextSize || !bytes.Equal(asked, answered) {
		t.Errorf("contexts %x (%v), %x (%v)", asked, err1, answered, err2)
	}
	peer, err := asking.Validate(request, answer, w.options())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(peer.Certificates[0].Raw, w.leaf.Certificate[0]) || peer.Scheme != schemeID(w.scheme) ||
		!bytes.Equal(peer.Context, asked) || len(peer.VerifiedChains) != 1 || len(peer.VerifiedChains[0]) != 2 {
		t.Errorf("peer: %d certificates, %d chains, scheme %v, context %x", len(peer.Certificates), len(peer.VerifiedChains), peer.Scheme, peer.Context)
	}
}

// Real connections, of both engines.
func TestConnections(t *testing.T) {
	for _, asker := range []Role{Client, Server} {
		t.Run(fmt.Sprintf("crypto/tls, asked by %v", asker), func(t *testing.T) {
			c, s := stockConns(t)
			asking, answering := must(ForStock(c.ConnectionState(), Client)), must(ForStock(s.ConnectionState(), Server))
			if asker == Server {
				asking, answering = answering, asking
			}
			roundTrip(t, testWorld("FN-DSA-512"), asking, answering)
		})
		t.Run(fmt.Sprintf("tlsext, asked by %v", asker), func(t *testing.T) {
			c, s := conns(t)
			asking, answering := must(For(c.ConnectionState(), Client)), must(For(s.ConnectionState(), Server))
			if asker == Server {
				asking, answering = answering, asking
			}
			roundTrip(t, testWorld("P256-Falcon-512"), asking, answering)
		})
	}
}

func TestSpontaneous(t *testing.T) {
	w := testWorld("FN-DSA-512")
	client, server := ends("connection")
	hello := Hello{SignatureSchemes: w.asks(Server).SignatureSchemes}
	answer, err := server.AuthenticateSpontaneous(hello, w.leaf)
	if err != nil {
		t.Fatal(err)
	}
	options := w.options()
	if _, err := client.ValidateSpontaneous(hello, answer, options); err == nil {
		t.Fatal("accepted without a name")
	}
	options.DNSName = "other.example"
	if _, err := client.ValidateSpontaneous(hello, answer, options); err == nil {
		t.Fatal("accepted for another name")
	}
	options.DNSName = testName
	if _, err := client.ValidateSpontaneous(Hello{SignatureSchemes: []tlsext.SignatureScheme{tlsext.Ed25519}}, answer, options); err == nil {
		t.Fatal("accepted with a scheme that was not offered")
	}
	if _, err := client.ValidateSpontaneous(hello, answer, options); err != nil {
		t.Fatal(err)
	}
	if _, err := client.ValidateSpontaneous(hello, answer, options); err == nil {
		t.Error("accepted twice")
	}
	if _, err := client.AuthenticateSpontaneous(hello, w.leaf); err == nil {
		t.Error("a client authenticated without a request")
	}
	if _, err := server.ValidateSpontaneous(hello, answer, options); err == nil {
		t.Error("a server accepted an answer without a request")
	}
	if _, err := server.AuthenticateSpontaneous(Hello{}, w.leaf); err == nil {
		t.Error("no schemes were offered, and one was used")
	}
	if _, err := server.AuthenticateSpontaneous(hello, testWorld("Ed25519").leaf); !errors.Is(err, ErrNoCertificate) {
		t.Errorf("no certificate suits: %v", err)
	}
	if other, _ := ends("another"); true {
		again := must(server.AuthenticateSpontaneous(hello, w.leaf))
		if _, err := other.ValidateSpontaneous(hello, again, options); !errors.Is(err, ErrInvalid) {
			t.Errorf("on another connection: %v", err)
		}
	}
}

// The answer is an authentic refusal, which is no authentication.
func TestRefusal(t *testing.T) {
	w := testWorld("Ed25519")
	client, server := ends("connection")
	for name, answer := range map[string]func(request []byte) ([]byte, error){
		"refuse":            server.Refuse,
		"no certificate":    func(r []byte) ([]byte, error) { return server.Authenticate(r) },
		"none that suits":   func(r []byte) ([]byte, error) { return server.Authenticate(r, testWorld("FN-DSA-512").leaf) },
		"none for the name": func(r []byte) ([]byte, error) { return server.Authenticate(r, w.issue(otherName)) },
	} {
		t.Run(name, func(t *testing.T) {
			request := must(client.Request(w.asks(Client)))
			empty, err := answer(request)
			if err != nil || len(empty) != 4+32 {
				t.Fatalf("%d bytes, %v", len(empty), err)
			}
			if _, err := Context(empty); !errors.Is(err, ErrRefused) {
				t.Errorf("context: %v", err)
			}
			for i := range empty {
				bad := bytes.Clone(empty)
				bad[i] ^= 1
				if peer, err := client.Validate(request, bad, w.options()); peer != nil || err == nil || errors.Is(err, ErrRefused) {
					t.Errorf("byte %d changed: %v", i, err)
				}
			}
			if peer, err := client.Validate(request, empty, w.options()); peer != nil || !errors.Is(err, ErrRefused) {
				t.Errorf("validate: %v", err)
			}
			if _, err := server.Authenticate(request, w.leaf); err == nil {
				t.Error("answered again after the refusal")
			}
		})
	}
}

// The better of two: an authority of the request wins, then the order of the arguments;
// the scheme is the one the peer likes best.
func TestSelection(t *testing.T) {
	a, b := testWorld("Ed25519"), testWorld("FN-DSA-512")
	both := []tlsext.SignatureScheme{schemeID("FN-DSA-512"), tlsext.Ed25519}
	for _, c := range []struct {
		name        string
		authorities [][]byte
		want        *world
	}{
		{"order", nil, a},
		{"authority", [][]byte{b.root.RawSubject}, b},
		{"unknown authority", [][]byte{{0x30, 0}}, a},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, server := ends("connection")
			request := must(client.Request(&RequestOptions{SignatureSchemes: both, ServerName: testName, Authorities: c.authorities}))
			answer := must(server.Authenticate(request, a.leaf, b.leaf))
			peer, err := client.Validate(request, answer, c.want.options())
			if err != nil || peer.Scheme != schemeID(c.want.scheme) {
				t.Errorf("%v, %v", peer, err)
			}
		})
	}
	narrow := b.leaf
	narrow.SupportedSignatureAlgorithms = []tlsext.SignatureScheme{tlsext.Ed25519}
	client, server := ends("connection")
	request := must(client.Request(&RequestOptions{SignatureSchemes: both, ServerName: testName}))
	if _, err := Context(must(server.Authenticate(request, narrow))); !errors.Is(err, ErrRefused) {
		t.Errorf("a certificate was used with a scheme it is not for: %v", err)
	}
}

func TestNew(t *testing.T) {
	for name, f := range map[string]func() (*Endpoint, error){
		"role":            func() (*Endpoint, error) { return New(secret("s"), tlsext.TLS_AES_128_GCM_SHA256, 0) },
		"suite":           func() (*Endpoint, error) { return New(secret("s"), 0xc02f, Client) },
		"stock handshake": func() (*Endpoint, error) { return ForStock(tls.ConnectionState{Version: tls.VersionTLS13}, Client) },
		"stock version": func() (*Endpoint, error) {
			return ForStock(tls.ConnectionState{HandshakeComplete: true, Version: tls.VersionTLS12, CipherSuite: tlsext.TLS_AES_128_GCM_SHA256}, Client)
		},
		"handshake": func() (*Endpoint, error) { return For(tlsext.ConnectionState{}, Client) },
		"exporter":  func() (*Endpoint, error) { return New(brokenExporter{}, tlsext.TLS_AES_128_GCM_SHA256, Client) },
		"length":    func() (*Endpoint, error) { return New(shortExporter{}, tlsext.TLS_AES_128_GCM_SHA256, Client) },
	} {
		if e, err := f(); err == nil || e != nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type brokenExporter struct{}

func (brokenExporter) ExportKeyingMaterial(string, []byte, int) ([]byte, error) {
	return nil, errors.New("broken")
}

type shortExporter struct{}

func (shortExporter) ExportKeyingMaterial(string, []byte, int) ([]byte, error) {
	return make([]byte, 31), nil
}
