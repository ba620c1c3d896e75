package tlsext

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// serveHTTP runs an http.Server over this package; the handler echoes the body and names
// the protocol.
func serveHTTP(t *testing.T, config *Config) (addr string) {
	t.Helper()
	l, err := Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c := ConnFromContext(r.Context())
		fmt.Fprintf(w, "%s %s %s", r.Proto, c.ConnectionState().NegotiatedProtocol, body)
	})}
	ConfigureServer(s)
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return l.Addr().String()
}

func TestHTTP(t *testing.T) {
	id := testIdentity(t, "P-256")
	for want, protos := range map[string][]string{
		"HTTP/2.0 h2 ":       {"h2", "http/1.1"},
		"HTTP/1.1 http/1.1 ": {"http/1.1"},
		"HTTP/1.1  ":         nil,
	} {
		config := id.serverConfig()
		config.NextProtos = protos
		addr := serveHTTP(t, config)
		ours, err := Transport(&Config{RootCAs: id.pool()})
		if err != nil {
			t.Fatal(err)
		}
		stock := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: id.stockPool()}, ForceAttemptHTTP2: true}
		for name, rt := range map[string]http.RoundTripper{"ours": ours, "stock": stock} {
			client := &http.Client{Transport: rt}
			for round := range 3 {
				body := strings.Repeat("body ", 20000)
				res, err := client.Post("https://"+addr+"/", "text/plain", strings.NewReader(body))
				if err != nil {
					t.Fatalf("%s, %v, round %d: %v", name, protos, round, err)
				}
				got, err := io.ReadAll(res.Body)
				res.Body.Close()
				if err != nil || string(got) != want+body {
					t.Errorf("%s, %v: got %.30q and %d bytes in all, %v", name, protos, got, len(got), err)
				}
			}
			client.CloseIdleConnections()
		}
	}
}

// TestHTTPStockServer is our transport with a server of the standard library.
func TestHTTPStockServer(t *testing.T) {
	id := testIdentity(t, "P-256")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{TLSConfig: id.stockServer(), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, r.Proto)
	})}
	go s.ServeTLS(l, "", "")
	defer s.Close()
	for want, protos := range map[string][]string{"HTTP/2.0": nil, "HTTP/1.1": {"http/1.1"}} {
		rt, err := Transport(&Config{RootCAs: id.pool(), NextProtos: protos})
		if err != nil {
			t.Fatal(err)
		}
		res, err := (&http.Client{Transport: rt}).Get("https://" + l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if string(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
		rt.CloseIdleConnections()
	}
}

func TestHTTPRefusals(t *testing.T) {
	id := testIdentity(t, "P-256")
	addr := serveHTTP(t, id.serverConfig())
	rt, err := Transport(&Config{RootCAs: testIdentity(t, "Ed25519").pool()})
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: rt}
	if _, err := client.Get("https://" + addr); err == nil || !strings.Contains(err.Error(), "unknown_ca") {
		t.Errorf("foreign CA: %v", err)
	}
	if _, err := client.Get("http://" + addr); err == nil {
		t.Error("http URL accepted")
	}
	if _, err := Transport(&Config{}); err == nil {
		t.Error("transport without RootCAs")
	}
}

func TestCurl(t *testing.T) {
	path, err := exec.LookPath("curl")
	if err != nil {
		t.Skipf("curl is not installed: %v", err)
	}
	id := testIdentity(t, "P-256")
	config := id.serverConfig()
	config.NextProtos = []string{"h2", "http/1.1"}
	addr := serveHTTP(t, config)
	_, port, _ := net.SplitHostPort(addr)
	ca := writePEM(t, "ca.pem", id.root.Raw)
	for _, flag := range []string{"--http1.1", "--http2"} {
		out, err := exec.Command(path, "-sS", flag, "--max-time", "20", "--cacert", ca, "--resolve", "example.test:"+port+":127.0.0.1",
			"--data", "hello", "https://example.test:"+port+"/").CombinedOutput()
		if err != nil || !strings.HasSuffix(string(out), " hello") {
			t.Errorf("%s: %q, %v", flag, out, err)
		}
	}
}
