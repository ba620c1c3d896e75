package tlsext

import (
	"bufio"
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// openssl finds the program; without it these tests say so and are skipped.
func openssl(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skipf("openssl is not installed: %v", err)
	}
	return path
}

func writePEM(t *testing.T, name string, certs ...[]byte) string {
	t.Helper()
	var b bytes.Buffer
	for _, der := range certs {
		pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: der})
	}
	return writeFile(t, name, b.Bytes())
}

func writeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (id *identity) files(t *testing.T) (chain, key, ca string) {
	der := must(x509.MarshalPKCS8PrivateKey(id.key))
	key = writeFile(t, "key.pem", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	return writePEM(t, "chain.pem", id.chain...), key, writePEM(t, "ca.pem", id.root.Raw)
}

// TestOpenSSLClient runs s_client against our server, twice for resumption, with client
// authentication, for every key and for the groups OpenSSL 3.0 has.
func TestOpenSSLClient(t *testing.T) {
	path := openssl(t)
	for _, kind := range classicalKinds {
		for _, group := range []CurveID{X25519, CurveP256, CurveP384} {
			id := testIdentity(t, kind)
			chain, key, ca := id.files(t)
			config := id.serverConfig()
			config.CurvePreferences = []CurveID{group}
			config.ClientAuth, config.ClientCAs = RequireAndVerifyClientCert, id.pool()
			config.NextProtos = []string{"greeting"}
			l, err := Listen("tcp", "127.0.0.1:0", config)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			states := make(chan ConnectionState, 2)
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					line, _ := bufio.NewReader(c).ReadString('\n')
					fmt.Fprintf(c, "you said %s", line)
					states <- c.(*Conn).ConnectionState()
					c.Close()
				}
			}()
			session := filepath.Join(t.TempDir(), "session")
			for round := range 2 {
				args := []string{"s_client", "-connect", l.Addr().String(), "-servername", "example.test", "-verify_hostname", "example.test",
					"-CAfile", ca, "-verify_return_error", "-cert", chain, "-key", key, "-alpn", "other,greeting", "-ign_eof"}
				if round == 0 {
					args = append(args, "-sess_out", session)
				} else {
					args = append(args, "-sess_in", session)
				}
				cmd := exec.Command(path, args...)
				cmd.Stdin = strings.NewReader("hello\n")
				out, err := cmd.CombinedOutput()
				if err != nil || !strings.Contains(string(out), "you said hello") {
					t.Fatalf("%s, %v, round %d: %v\n%s", kind, group, round, err, out)
				}
				s := <-states
				if s.CurveID != group || len(s.VerifiedChains) == 0 || s.NegotiatedProtocol != "greeting" || s.DidResume != (round == 1) {
					t.Errorf("%s, %v, round %d: %+v", kind, group, round, s)
				}
			}
		}
	}
}

// TestOpenSSLServer runs our client against s_server in its echo mode.
func TestOpenSSLServer(t *testing.T) {
	path := openssl(t)
	for _, kind := range classicalKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel() // s_server sleeps between connections
			testOpenSSLServer(t, path, kind)
		})
	}
}

func testOpenSSLServer(t *testing.T, path, kind string) {
	id := testIdentity(t, kind)
	chain, key, ca := id.files(t)
	port := freePort(t)
	cmd := exec.Command(path, "s_server", "-accept", "127.0.0.1:"+port, "-cert", chain, "-key", key, "-rev", "-tls1_3",
		"-Verify", "2", "-CAfile", ca, "-verify_return_error", "-groups", "P-384:P-256", "-alpn", "greeting")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	config := id.clientConfig()
	config.Certificates = []Certificate{id.ours()}
	config.ClientSessionCache = NewLRUClientSessionCache(1)
	config.NextProtos = []string{"greeting"}
	for round := range 2 {
		c := dialRetry(t, port)
		conn := Client(c, config)
		if err := conn.KeyUpdate(true); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if _, err := io.WriteString(conn, "hello\n"); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil || line != "olleh\n" {
			t.Errorf("%s, round %d: %q, %v", kind, round, line, err)
		}
		s := conn.ConnectionState()
		if !s.HelloRetryRequest || s.CurveID != CurveP384 || s.DidResume != (round == 1) || s.NegotiatedProtocol != "greeting" {
			t.Errorf("%s, round %d: %+v", kind, round, s)
		}
		conn.Close()
	}
	cmd.Process.Kill()
	cmd.Wait()
	if t.Failed() {
		t.Log(log.String())
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// dialRetry waits for a server that is starting.
func dialRetry(t *testing.T, port string) net.Conn {
	t.Helper()
	var err error
	for range 100 {
		var c net.Conn
		if c, err = net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.SetDeadline(time.Now().Add(20 * time.Second))
			return c
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal(err)
	return nil
}
