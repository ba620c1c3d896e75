package main

import (
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/api/client"
	"github.com/cloudflare/cfssl/csr"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb/cadbtest"
)

var caLoad = flag.Duration("ca-load", 0, "how long TestCALoad runs 20 clients against each kind of CA (0: a second, with 4)")

// sakerProgram returns a path under which the test program is the command.
func sakerProgram(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "saker")
	if err := os.Symlink(self, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	return path
}

// writeCA makes a root of an algorithm and returns it with the flags for it.
func writeCA(t *testing.T, dir string, key *csr.KeyRequest) (*x509ext.Certificate, []string) {
	t.Helper()
	certPEM, _, keyPEM, err := cfsslca.InitCA(&csr.CertificateRequest{CN: "Root " + key.A, KeyRequest: key})
	if err != nil {
		t.Fatal(err)
	}
	files := []string{filepath.Join(dir, key.A+".pem"), filepath.Join(dir, key.A+".key")}
	for i, text := range [][]byte{certPEM, keyPEM} {
		if err := os.WriteFile(files[i], text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ca, err := cfsslca.ParseCertificatePEM(certPEM)
	if err != nil {
		t.Fatal(err)
	}
	return ca, []string{"--ca-cert", files[0], "--ca-key", files[1]}
}

// A load is what clients got from one or more servers.
type load struct {
	mu        sync.Mutex
	certs     [][]byte // PEM
	latencies []time.Duration
	failures  []error
}

// run lets clients ask for certificates until stop is closed.
func (l *load) run(t *testing.T, clients int, servers []*caServer, stop <-chan struct{}) *sync.WaitGroup {
	t.Helper()
	var wg sync.WaitGroup
	for i := range clients {
		key, err := cfsslca.GenerateKey(&csr.KeyRequest{A: "ed25519"})
		if err != nil {
			t.Fatal(err)
		}
		host := fmt.Sprintf("client%d.example.org", i)
		csrPEM, err := cfsslca.GenerateCSR(key, &csr.CertificateRequest{CN: host, Hosts: []string{host}})
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(map[string]string{"certificate_request": string(csrPEM)})
		if err != nil {
			t.Fatal(err)
		}
		remote := client.NewServer(servers[i%len(servers)].url)
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				begin := time.Now()
				cert, err := remote.Sign(body)
				l.add(cert, time.Since(begin), err)
			}
		})
	}
	return &wg
}

func (l *load) add(cert []byte, took time.Duration, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.failures = append(l.failures, err)
		return
	}
	l.certs = append(l.certs, cert)
	l.latencies = append(l.latencies, took)
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.certs)
}

// check fails the test unless every certificate that arrived verifies and is in
// the database.
func (l *load) check(t *testing.T, ca *x509ext.Certificate, database string) {
	t.Helper()
	db, err := cadb.Open(database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	records, err := db.GetUnexpiredCertificates()
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]bool{}
	for _, r := range records {
		recorded[r.PEM] = true
	}
	for _, text := range l.certs {
		block, _ := pem.Decode(text)
		cert, err := x509ext.ParseCertificate(block.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if err := cert.CheckSignatureFrom(ca); err != nil {
			t.Error(err)
		}
		if !recorded[string(text)] {
			t.Errorf("certificate %d was handed out and is not in the database", cert.SerialNumber)
		}
	}
	if len(recorded) < len(l.certs) {
		t.Errorf("%d certificates handed out, %d recorded", len(l.certs), len(recorded))
	}
}

// percentile returns the latency that a share of the requests stayed below.
func (l *load) percentile(share float64) time.Duration {
	slices.Sort(l.latencies)
	return l.latencies[int(share*float64(len(l.latencies)-1))]
}

// databases runs a test on a SQLite file and, if there is one, on PostgreSQL.
func databases(t *testing.T, test func(t *testing.T, dir, database string)) {
	t.Run("SQLite", func(t *testing.T) {
		dir := t.TempDir()
		test(t, dir, filepath.Join(dir, "ca.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) { test(t, t.TempDir(), cadbtest.Postgres(t)) })
}

// A server that is killed while clients wait has handed out nothing that is
// missing from the database, and a new one goes on with it.
func TestKillCAServer(t *testing.T) {
	quietCFSSL()
	program := sakerProgram(t)
	databases(t, func(t *testing.T, dir, database string) {
		ca, flags := writeCA(t, dir, &csr.KeyRequest{A: "fndsa512"})
		flags = append(flags, "--db", database)
		var l load
		for round := range 2 {
			server, err := startCAServer(program, dir, io.Discard, flags...)
			if err != nil {
				t.Fatal(err)
			}
			before, stop := l.count(), make(chan struct{})
			wg := l.run(t, 4, []*caServer{server}, stop)
			for deadline := time.Now().Add(30 * time.Second); l.count() < before+40; time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("round %d: %d certificates, %v", round, l.count(), l.failures)
				}
			}
			err = errors.Join(server.cmd.Process.Kill())
			_ = server.cmd.Wait() // reports the signal
			close(stop)
			wg.Wait()
			if err != nil {
				t.Fatal(err)
			}
		}
		l.check(t, ca, database)
	})
}

// Two servers on one database and many clients: every answer is a certificate
// that verifies and is recorded. With -ca-load the throughput of an FN-DSA-512
// CA is printed beside that of ECDSA P-256.
func TestCALoad(t *testing.T) {
	quietCFSSL()
	program := sakerProgram(t)
	clients, duration := 20, *caLoad
	if duration == 0 {
		clients, duration = 4, 500*time.Millisecond
	}
	databases(t, func(t *testing.T, dir, database string) {
		for _, key := range []*csr.KeyRequest{{A: "ecdsa", S: 256}, {A: "fndsa512"}} {
			ca, flags := writeCA(t, dir, key)
			var servers []*caServer
			for range 2 {
				server, err := startCAServer(program, dir, io.Discard, append(flags, "--db", database)...)
				if err != nil {
					t.Fatal(err)
				}
				defer server.cmd.Process.Kill()
				servers = append(servers, server)
			}
			var l load
			stop := make(chan struct{})
			begin := time.Now()
			wg := l.run(t, clients, servers, stop)
			time.Sleep(duration)
			close(stop)
			wg.Wait()
			took := time.Since(begin)
			if len(l.certs) == 0 || len(l.failures) > 0 {
				t.Fatalf("%d certificates, %d failures, first %v", len(l.certs), len(l.failures), l.failures)
			}
			l.check(t, ca, database)
			if *caLoad > 0 {
				fmt.Printf("%s, %s CA, %d clients, 2 servers: %d certificates in %v, %.0f/s, p50 %v, p99 %v\n", t.Name(), key.A, clients,
					len(l.certs), took.Round(time.Millisecond), float64(len(l.certs))/took.Seconds(), l.percentile(0.5), l.percentile(0.99))
			}
		}
	})
}
