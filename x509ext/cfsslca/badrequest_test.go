package cfsslca

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/csr"
)

// TestImpossibleRequests offers requests that encoding/asn1 cannot write, on
// which CFSSL 1.6.5 panics, to every function and endpoint that makes one.
func TestImpossibleRequests(t *testing.T) {
	for _, algo := range []string{`"fndsa512"`, `"ecdsa", "size": 256`, `"rsa", "size": 2048`, `"ed25519"`} {
		for name, part := range map[string]string{
			"a host that is not ASCII": `"hosts": ["münchen.example"]`,
			"a broken extension":       `"extensions": [{"id": [1], "value": "AA=="}]`,
		} {
			text := `{"CN": "x", ` + part + `, "key": {"algo": ` + algo + `}}`
			var req csr.CertificateRequest
			if err := json.Unmarshal([]byte(text), &req); err != nil {
				t.Fatal(err)
			}
			if _, _, _, err := InitCA(&req); err == nil {
				t.Errorf("InitCA, %s, %s: no error", algo, name)
			}
			if _, _, err := ParseRequest(&req); err == nil {
				t.Errorf("ParseRequest, %s, %s: no error", algo, name)
			}
			handler, _, err := (&Server{Signer: testSigner(t, "FN-DSA-512", testPolicy(t)), Database: testDatabase(t), CRLLifetime: time.Hour}).Handler()
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(handler)
			for _, endpoint := range []string{"init_ca", "newkey", "newcert"} {
				body := text
				if endpoint == "newcert" {
					body = `{"request": ` + text + `}`
				}
				answer, err := http.Post(server.URL+APIPrefix+endpoint, "application/json", strings.NewReader(body))
				if err != nil {
					t.Errorf("%s, %s, %s: %v", endpoint, algo, name, err)
					continue
				}
				answer.Body.Close()
				if answer.StatusCode == http.StatusOK {
					t.Errorf("%s, %s, %s: answered", endpoint, algo, name)
				}
			}
			server.Close()
		}
	}
}
