package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/api/client"
	"github.com/cloudflare/cfssl/auth"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

func TestCAScripts(t *testing.T) {
	quietCFSSL() // its client runs in this process
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/ca",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":        scriptExits,
			"mode":         scriptMode,
			"json":         scriptJSON,
			"serial":       scriptSerial,
			"revoked":      scriptRevoked,
			"ocsp":         scriptOCSP,
			"serve":        scriptServe,
			"interrupt":    scriptInterrupt,
			"fetch":        scriptFetch,
			"fetch-tls":    scriptFetchTLS,
			"ask-ocsp":     scriptAskOCSP,
			"cfssl-sign":   scriptCFSSLSign,
			"cfssl-revoke": scriptCFSSLRevoke,
		},
	})
}

func scriptCertificate(ts *testscript.TestScript, file string) *x509ext.Certificate {
	block, _ := pem.Decode([]byte(ts.ReadFile(file)))
	if block == nil {
		ts.Fatalf("%s: no PEM", file)
	}
	cert, err := x509ext.ParseCertificate(block.Bytes)
	ts.Check(err)
	return cert
}

// serial FILE VARIABLE sets a variable to the serial number of a certificate.
func scriptSerial(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[1], scriptCertificate(ts, args[0]).SerialNumber.String())
}

// revoked LIST CA [SERIAL REASON] checks the signature of a revocation list and
// one entry, or that there is none.
func scriptRevoked(ts *testscript.TestScript, _ bool, args []string) {
	der := []byte(ts.ReadFile(args[0]))
	if block, _ := pem.Decode(der); block != nil {
		der = block.Bytes
	}
	list, err := x509ext.ParseRevocationList(der)
	ts.Check(err)
	ts.Check(list.CheckSignatureFrom(scriptCertificate(ts, args[1])))
	if len(args) == 2 {
		if n := len(list.RevokedCertificateEntries); n != 0 {
			ts.Fatalf("%d entries", n)
		}
		return
	}
	for _, e := range list.RevokedCertificateEntries {
		if e.SerialNumber.String() == args[2] {
			if fmt.Sprint(e.ReasonCode) != args[3] {
				ts.Fatalf("reason %d", e.ReasonCode)
			}
			return
		}
	}
	ts.Fatalf("%s is not among %d entries", args[2], len(list.RevokedCertificateEntries))
}

// ocsp RESPONSE CERTIFICATE CA STATUS checks a response.
func scriptOCSP(ts *testscript.TestScript, _ bool, args []string) {
	checkOCSP(ts, []byte(ts.ReadFile(args[0])), scriptCertificate(ts, args[1]), scriptCertificate(ts, args[2]), args[3])
}

func checkOCSP(ts *testscript.TestScript, der []byte, cert, ca *x509ext.Certificate, want string) {
	r, err := x509ext.ParseOCSPResponse(der, cert)
	ts.Check(err)
	ts.Check(r.CheckSignatureFrom(ca))
	if got := map[int]string{ocsp.Good: "good", ocsp.Revoked: "revoked"}[r.Status]; got != want {
		ts.Fatalf("status %q", got)
	}
}

// A caServer is a running "saker ca serve".
type caServer struct {
	cmd *exec.Cmd
	url string
}

// startCAServer starts the program and waits until it listens. Its standard
// output is copied to log.
func startCAServer(program, dir string, log io.Writer, args ...string) (*caServer, error) {
	args = append([]string{"ca", "serve"}, args...)
	cmd := exec.Command(program, append(args, "--listen", "127.0.0.1:0")...)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var text []byte
	chunk := make([]byte, 4096)
	for {
		n, err := out.Read(chunk)
		text = append(text, chunk[:n]...)
		if m := regexp.MustCompile(`(?s)^listening on (\S+)\nendpoints: .*\n$`).FindSubmatch(text); m != nil {
			if _, err := log.Write(text); err != nil {
				return nil, err
			}
			return &caServer{cmd, string(m[1])}, nil
		}
		if err != nil {
			_ = cmd.Wait()
			return nil, fmt.Errorf("the server ended: %w, %s", err, &complaints)
		}
	}
}

var scriptServers sync.Map // of *testscript.TestScript to *caServer

// serve ARGS... starts "saker ca serve" on a free port, for the commands below.
func scriptServe(ts *testscript.TestScript, _ bool, args []string) {
	program := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if info, err := os.Stat(filepath.Join(dir, "saker")); err == nil && !info.IsDir() {
			program = filepath.Join(dir, "saker")
			break
		}
	}
	var log bytes.Buffer
	server, err := startCAServer(program, ts.MkAbs("."), &log, args...)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("server.log"), log.Bytes(), 0o600))
	scriptServers.Store(ts, server)
	ts.Defer(func() { _ = server.cmd.Process.Kill() })
}

func scriptServer(ts *testscript.TestScript) *caServer {
	server, ok := scriptServers.Load(ts)
	if !ok {
		ts.Fatalf("no server")
	}
	return server.(*caServer)
}

// interrupt asks the server to end, which must be a success.
func scriptInterrupt(ts *testscript.TestScript, _ bool, _ []string) {
	server := scriptServer(ts)
	ts.Check(server.cmd.Process.Signal(os.Interrupt))
	ts.Check(server.cmd.Wait())
}

// fetch PATH FILE gets a file from the server.
func scriptFetch(ts *testscript.TestScript, _ bool, args []string) {
	resp, err := http.Get(scriptServer(ts).url + args[0])
	ts.Check(err)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o600))
}

// fetch-tls PATH ROOT SCHEME gets a file over HTTPS: with crypto/tls for the
// scheme "classical", else with tlsext and that signature scheme.
func scriptFetchTLS(ts *testscript.TestScript, _ bool, args []string) {
	root := scriptCertificate(ts, args[1])
	roots := x509ext.NewCertPool()
	roots.AddCert(root)
	var transport http.RoundTripper
	if args[2] == "classical" {
		pool := x509.NewCertPool()
		pool.AddCert(root.Certificate)
		transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	} else {
		info, _ := provider.Describe(provider.ByName(args[2]))
		var err error
		transport, err = tlsext.Transport(&tlsext.Config{RootCAs: roots, SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)}})
		ts.Check(err)
	}
	resp, err := (&http.Client{Transport: transport}).Get(scriptServer(ts).url + args[0])
	ts.Check(err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		ts.Fatalf("status %d", resp.StatusCode)
	}
}

// ask-ocsp CERTIFICATE CA STATUS asks the server's responder.
func scriptAskOCSP(ts *testscript.TestScript, _ bool, args []string) {
	cert, ca := scriptCertificate(ts, args[0]), scriptCertificate(ts, args[1])
	request, err := ocsp.CreateRequest(cert.Certificate, ca.Certificate, nil)
	ts.Check(err)
	resp, err := http.Post(scriptServer(ts).url+"/ocsp", "application/ocsp-request", bytes.NewReader(request))
	ts.Check(err)
	defer resp.Body.Close()
	der, err := io.ReadAll(resp.Body)
	ts.Check(err)
	checkOCSP(ts, der, cert, ca, args[2])
}

// cfssl-sign REQUEST PROFILE FILE [KEY] has CFSSL's client ask for a certificate.
func scriptCFSSLSign(ts *testscript.TestScript, neg bool, args []string) {
	body, err := json.Marshal(map[string]string{"certificate_request": ts.ReadFile(args[0]), "profile": args[1]})
	ts.Check(err)
	remote := client.NewServer(scriptServer(ts).url)
	if len(args) == 4 {
		provider, err := auth.New(args[3], nil)
		ts.Check(err)
		remote = client.NewAuthServer(scriptServer(ts).url, nil, provider)
	}
	cert, err := remote.Sign(body)
	if neg {
		if err == nil {
			ts.Fatalf("signed")
		}
		return
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), cert, 0o600))
}

// cfssl-revoke CERTIFICATE KEY revokes through authrevoke.
func scriptCFSSLRevoke(ts *testscript.TestScript, _ bool, args []string) {
	cert := scriptCertificate(ts, args[0])
	request, err := json.Marshal(map[string]string{
		"serial": cert.SerialNumber.String(), "authority_key_id": fmt.Sprintf("%x", cert.AuthorityKeyId), "reason": "superseded"})
	ts.Check(err)
	provider, err := auth.New(args[1], nil)
	ts.Check(err)
	token, err := provider.Token(request)
	ts.Check(err)
	body, err := json.Marshal(auth.AuthenticatedRequest{Timestamp: time.Now().Unix(), Token: token, Request: request})
	ts.Check(err)
	resp, err := http.Post(scriptServer(ts).url+"/api/v1/cfssl/authrevoke", "application/json", bytes.NewReader(body))
	ts.Check(err)
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	ts.Check(err)
	if resp.StatusCode != http.StatusOK || !strings.Contains(string(answer), `"success":true`) {
		ts.Fatalf("status %d: %s", resp.StatusCode, answer)
	}
}
