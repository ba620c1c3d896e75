package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/authenticator"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "handshake with ECDSA, then FN-DSA-512 in ") || !strings.HasSuffix(out.String(), ": hello\n") {
		t.Errorf("output %q", out.String())
	}
}

// A proxy that terminates TLS with the server's own ECDSA key passes the proof on, and it
// is worth nothing on the other connection.
func TestProxyIsRefused(t *testing.T) {
	_, key, err := provider.ByName(alg).GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	postQuantum, err := selfSigned(key)
	if err != nil {
		t.Fatal(err)
	}
	_, edKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	classical, err := selfSigned(edKey)
	if err != nil {
		t.Fatal(err)
	}
	config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{classical.Raw}, PrivateKey: edKey}}}
	server, proxy := listenTLS(t, config), listenTLS(t, config)
	go serve(server, tlsext.Certificate{Certificate: [][]byte{postQuantum.Raw}, PrivateKey: key})
	go func() {
		front, err := proxy.Accept()
		if err != nil {
			return
		}
		defer front.Close()
		back, err := tls.Dial("tcp", server.Addr().String(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			return
		}
		defer back.Close()
		go io.Copy(back, front)
		io.Copy(front, back)
	}()
	var out bytes.Buffer
	if err := connect(proxy.Addr().String(), classical, postQuantum, &out); !errors.Is(err, authenticator.ErrInvalid) || out.Len() > 0 {
		t.Errorf("through the proxy: %v, output %q", err, out.String())
	}
}

func listenTLS(t *testing.T, config *tls.Config) net.Listener {
	t.Helper()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener
}
