package cfsslca

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/api/client"
	"github.com/cloudflare/cfssl/auth"
	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// A served is the API of a world over HTTP.
type served struct {
	*world
	*httptest.Server
	endpoints []string
}

func serve(t *testing.T, w *world, change func(*Server)) *served {
	t.Helper()
	s := &Server{Signer: w.signer, Database: w.db, OCSP: w.ocspSigner(t), CRLLifetime: 48 * time.Hour}
	if change != nil {
		change(s)
	}
	handler, endpoints, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &served{w, server, endpoints}
}

// call sends JSON and returns the status, the result and the first error.
func (s *served) call(t *testing.T, method, endpoint string, body any) (int, map[string]any, string) {
	t.Helper()
	text, ok := body.(string)
	if !ok {
		text = string(must[[]byte](t)(json.Marshal(body)))
	}
	req := must[*http.Request](t)(http.NewRequest(method, s.URL+APIPrefix+endpoint, strings.NewReader(text)))
	resp := must[*http.Response](t)(s.Client().Do(req))
	defer resp.Body.Close()
	data := must[[]byte](t)(io.ReadAll(resp.Body))
	var answer struct {
		Success  bool
		Result   any
		Errors   []struct{ Message string }
		Messages []struct{ Message string }
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return resp.StatusCode, nil, string(data)
	}
	if answer.Success != (resp.StatusCode == http.StatusOK) {
		t.Errorf("%s: status %d with success %v", endpoint, resp.StatusCode, answer.Success)
	}
	message := ""
	for _, m := range append(answer.Errors, answer.Messages...) {
		message += m.Message
	}
	switch result := answer.Result.(type) {
	case map[string]any:
		return resp.StatusCode, result, message
	default:
		return resp.StatusCode, map[string]any{"": result}, message
	}
}

// signJSON is the body of a sign request of CFSSL's clients.
func signJSON(t *testing.T, kind, profile, host string) []byte {
	t.Helper()
	return must[[]byte](t)(json.Marshal(map[string]any{
		"certificate_request": testRequest(t, kind, host).Request, "profile": profile, "hosts": []string{host},
	}))
}

// CFSSL's own client works against the API without knowing of it.
func TestCFSSLClient(t *testing.T) {
	s := serve(t, newWorld(t, "FN-DSA-512"), nil)
	remote := client.NewServer(s.URL)

	certPEM, err := remote.Sign(signJSON(t, "Falcon-512", "", "www.example.org"))
	if err != nil {
		t.Fatal(err)
	}
	verifies(t, parsePEM(t, certPEM), s.signer.CA(), "www.example.org")

	resp, err := remote.Info([]byte(`{"profile": "peer"}`))
	if err != nil || !parsePEM(t, []byte(resp.Certificate)).Equal(s.signer.CA()) || resp.ExpiryString != "2160h" {
		t.Errorf("info %+v, %v", resp, err)
	}

	// with CFSSL's authentication
	provider := must[*auth.Standard](t)(auth.New("0123456789abcdef0123456789abcdef", nil))
	certPEM, err = client.NewAuthServer(s.URL, nil, provider).Sign(signJSON(t, "FN-DSA-1024", "peer", "peer.example.org"))
	if err != nil {
		t.Fatal(err)
	}
	verifies(t, parsePEM(t, certPEM), s.signer.CA(), "peer.example.org")
	wrong := must[*auth.Standard](t)(auth.New("00000000000000000000000000000000", nil))
	if _, err := client.NewAuthServer(s.URL, nil, wrong).Sign(signJSON(t, "FN-DSA-1024", "peer", "x.org")); err == nil || !strings.Contains(err.Error(), "invalid token") {
		t.Errorf("wrong key: %v", err)
	}
	if _, err := remote.Sign(signJSON(t, "FN-DSA-1024", "peer", "x.org")); err == nil || !strings.Contains(err.Error(), "authentication required") {
		t.Errorf("no key: %v", err)
	}
	// a policy error arrives as CFSSL sends it
	if _, err := remote.Sign(signJSON(t, "Falcon-512", "internal", "www.example.org")); err == nil || !strings.Contains(err.Error(), "5500") || !strings.Contains(err.Error(), "Request does not match policy whitelist") {
		t.Errorf("policy error: %v", err)
	}
	if all, err := s.db.GetUnexpiredCertificates(); err != nil || len(all) != 4 {
		t.Errorf("%d records, %v, expected the two of the start and the two issued", len(all), err)
	}
}

func TestEndpoints(t *testing.T) {
	s := serve(t, newWorld(t, "FN-DSA-512"), nil)
	want := []string{"authsign", "certinfo", "crl", "health", "info", "init_ca", "newcert", "newkey", "sign"}
	if !slices.Equal(s.endpoints, want) {
		t.Errorf("endpoints %v, expected %v", s.endpoints, want)
	}
	status, result, _ := s.call(t, "GET", "health", "")
	if status != 200 || result["healthy"] != true {
		t.Errorf("health: %d %v", status, result)
	}

	status, result, message := s.call(t, "POST", "init_ca", loadJSON(t, "ca-csr.json"))
	if status != 200 {
		t.Fatalf("init_ca: %d %s", status, message)
	}
	root := parsePEM(t, []byte(result["certificate"].(string)))
	if key, err := ParsePrivateKeyPEM([]byte(result["private_key"].(string))); err != nil || !samePublic(key.Public(), root.PublicKey) {
		t.Errorf("init_ca: key %v", err)
	}

	status, result, message = s.call(t, "POST", "newkey", loadJSON(t, "server-csr.json"))
	if status != 200 {
		t.Fatalf("newkey: %d %s", status, message)
	}
	r := must[*x509ext.CertificateRequest](t)(x509ext.ParseCertificateRequest(pemBytes(t, []byte(result["certificate_request"].(string)))))
	if key, err := ParsePrivateKeyPEM([]byte(result["private_key"].(string))); err != nil || !samePublic(key.Public(), r.PublicKey) {
		t.Errorf("newkey: key %v", err)
	}

	status, result, message = s.call(t, "POST", "newcert", map[string]any{"request": loadJSON(t, "server-csr.json")})
	if status != 200 || message != "" {
		t.Fatalf("newcert: %d %s", status, message)
	}
	cert := parsePEM(t, []byte(result["certificate"].(string)))
	verifies(t, cert, s.signer.CA(), "example.org")
	sums := result["sums"].(map[string]any)["certificate"].(map[string]any)
	if sha := fmt.Sprintf("%X", digestSHA256(cert.Raw)); sums["sha-256"] != sha {
		t.Errorf("newcert: sums %v, expected %s", sums, sha)
	}

	status, result, message = s.call(t, "POST", "certinfo", map[string]any{
		"serial": cert.SerialNumber.String(), "authority_key_id": strings.ToUpper(authorityKeyID(s.signer.CA()))})
	if status != 200 || result["pem"] == nil || !parsePEM(t, []byte(result["pem"].(string))).Equal(cert) {
		t.Errorf("certinfo: %d %s", status, message)
	}
	status, result, message = s.call(t, "POST", "certinfo", map[string]any{"certificate": string(encodePEM(pemCertificate, cert.Raw))})
	if status != 200 || result["serial_number"] != cert.SerialNumber.String() {
		t.Errorf("certinfo: %d %s", status, message)
	}
}

func digestSHA256(data []byte) []byte { return digest(5, data) } // crypto.SHA256

// Requests that must fail, with what the client is told.
func TestEndpointErrors(t *testing.T) {
	s := serve(t, newWorld(t, "FN-DSA-512"), nil)
	noKey := &csr.CertificateRequest{CN: "x"}
	unknown := &csr.CertificateRequest{CN: "x", KeyRequest: &csr.KeyRequest{A: "fndsa2048"}}
	caRequest := &csr.CertificateRequest{CN: "x", KeyRequest: &csr.KeyRequest{A: "fndsa512"}, CA: &csr.CAConfig{}}
	fine := &csr.CertificateRequest{CN: "x", Hosts: []string{"a.org"}, KeyRequest: &csr.KeyRequest{A: "falcon512"}}
	for _, c := range []struct {
		endpoint string
		body     any
		want     string
	}{
		{"init_ca", "{", "unexpected end of JSON"},
		{"init_ca", noKey, `"algo" is missing`},
		{"init_ca", unknown, `unknown algorithm "fndsa2048"`},
		{"init_ca", &csr.CertificateRequest{KeyRequest: unknown.KeyRequest}, `unknown algorithm`},
		{"init_ca", &csr.CertificateRequest{KeyRequest: fine.KeyRequest}, "missing subject information"},
		{"newkey", noKey, `"algo" is missing`},
		{"newkey", unknown, `unknown algorithm "fndsa2048"`},
		{"newkey", caRequest, "ca section only permitted in initca"},
		{"newkey", "[]", "cannot unmarshal"},
		{"newcert", map[string]any{}, "missing request section"},
		{"newcert", map[string]any{"request": noKey}, `"algo" is missing`},
		{"newcert", map[string]any{"request": caRequest}, "ca section only permitted in initca"},
		{"newcert", map[string]any{"request": fine, "profile": "peer"}, "authentication required"},
		{"newcert", map[string]any{"request": fine, "profile": "internal"}, "Request does not match policy whitelist"},
		{"certinfo", map[string]any{"domain": "example.org"}, "no valid parameter sets found"},
		{"certinfo", map[string]any{"certificate": "x"}, "decode certificate"},
		{"certinfo", map[string]any{"serial": "1", "authority_key_id": "00"}, "no certificate found"},
		{"sign", map[string]any{}, "missing parameter 'certificate_request'"},
		{"sign", strings.Repeat(" ", maxBody+1), "too large"},
	} {
		status, _, message := s.call(t, "POST", c.endpoint, c.body)
		if status == http.StatusOK || !strings.Contains(message, c.want) {
			t.Errorf("%s %v: status %d, %q, expected %q", c.endpoint, c.body, status, message, c.want)
		} else if status != http.StatusBadRequest && c.endpoint != "sign" {
			t.Errorf("%s %v: status %d", c.endpoint, c.body, status)
		}
	}
	if status, _, _ := s.call(t, "GET", "init_ca", ""); status != http.StatusMethodNotAllowed {
		t.Errorf("GET init_ca: %d", status)
	}
	if status, _, message := s.call(t, "POST", "newcert", map[string]any{"request": &csr.CertificateRequest{CN: "x", KeyRequest: fine.KeyRequest}}); status != 200 || !strings.Contains(message, `lacks a "hosts" field`) {
		t.Errorf("no hosts: %d %q", status, message)
	}
}

func TestCRLEndpoints(t *testing.T) {
	s := serve(t, newWorld(t, "FN-DSA-512"), nil)
	check := func(der []byte, lifetime time.Duration) {
		t.Helper()
		list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(der))
		if err := list.CheckSignatureFrom(s.signer.CA()); err != nil || len(list.RevokedCertificateEntries) != 1 ||
			list.NextUpdate.Sub(list.ThisUpdate) != lifetime {
			t.Errorf("list of %d, for %v, %v", len(list.RevokedCertificateEntries), list.NextUpdate.Sub(list.ThisUpdate), err)
		}
	}
	for query, lifetime := range map[string]time.Duration{"": 48 * time.Hour, "?expiry=1h": time.Hour, "?expiry=48h": 48 * time.Hour} {
		_, result, _ := s.call(t, "GET", "crl"+query, "")
		check(must[[]byte](t)(base64.StdEncoding.DecodeString(result[""].(string))), lifetime)
	}
	for query, want := range map[string]string{"?expiry=49h": "expected at most 48h", "?expiry=-1h": "expected a duration", "?expiry=soon": "expected a duration"} {
		if status, _, message := s.call(t, "GET", "crl"+query, ""); status != http.StatusBadRequest || !strings.Contains(message, want) {
			t.Errorf("%s: %d %q", query, status, message)
		}
	}
	resp := must[*http.Response](t)(s.Client().Get(s.URL + CRLPath))
	defer resp.Body.Close()
	if kind := resp.Header.Get("Content-Type"); kind != "application/pkix-crl" {
		t.Errorf("content type %q", kind)
	}
	check(must[[]byte](t)(io.ReadAll(resp.Body)), 48*time.Hour)
}

func withoutAuth(t *testing.T, w *world) {
	policy := testPolicy(t)
	delete(policy.Profiles, "peer")
	w.signer.SetPolicy(policy)
}

// Without authentication in the configuration, revocation is open as in CFSSL;
// with it, it is closed unless it has a key of its own.
func TestWhoMayRevoke(t *testing.T) {
	open := newWorld(t, "FN-DSA-512")
	withoutAuth(t, open)
	s := serve(t, open, nil)
	body := map[string]any{"serial": s.good.SerialNumber.String(), "authority_key_id": authorityKeyID(s.signer.CA()), "reason": "superseded"}
	if status, _, message := s.call(t, "POST", "revoke", body); status != 200 {
		t.Errorf("revoke: %d %s", status, message)
	}
	if status, _, message := s.call(t, "POST", "revoke", map[string]any{"serial": "1", "authority_key_id": "00"}); status != 400 || !strings.Contains(message, "not found") {
		t.Errorf("revoke of an unknown certificate: %d %s", status, message)
	}
	list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(must[[]byte](t)(NewCRL(s.db, s.signer.ca, s.signer.priv, time.Hour))))
	if len(list.RevokedCertificateEntries) != 2 {
		t.Errorf("%d entries", len(list.RevokedCertificateEntries))
	}
	status, result, message := s.call(t, "POST", "ocspsign", map[string]any{
		"certificate": string(encodePEM(pemCertificate, s.good.Raw)), "status": "revoked", "reason": 1, "revoked_at": "now"})
	if status != 200 {
		t.Fatalf("ocspsign: %d %s", status, message)
	}
	der := must[[]byte](t)(base64.StdEncoding.DecodeString(result["ocspResponse"].(string)))
	if r := must[*x509ext.OCSPResponse](t)(x509ext.ParseOCSPResponse(der, s.good)); r.Status != ocsp.Revoked || r.CheckSignatureFrom(s.signer.CA()) != nil {
		t.Errorf("ocspsign: status %d", r.Status)
	}

	closed := serve(t, newWorld(t, "FN-DSA-512"), nil)
	for _, endpoint := range []string{"revoke", "authrevoke", "ocspsign"} {
		if status, _, _ := closed.call(t, "POST", endpoint, body); status != http.StatusNotFound {
			t.Errorf("%s: status %d, expected not found", endpoint, status)
		}
	}

	provider := must[*auth.Standard](t)(auth.New("abcdef", nil))
	guarded := serve(t, newWorld(t, "FN-DSA-512"), func(s *Server) { s.RevokeAuth = provider })
	inner := must[[]byte](t)(json.Marshal(map[string]any{"serial": guarded.good.SerialNumber.String(), "authority_key_id": authorityKeyID(guarded.signer.CA())}))
	for token, want := range map[string]int{"": 400, string(must[[]byte](t)(provider.Token(inner))): 200} {
		status, _, message := guarded.call(t, "POST", "authrevoke", auth.AuthenticatedRequest{Token: []byte(token), Request: inner})
		if status != want {
			t.Errorf("authrevoke: status %d %s, expected %d", status, message, want)
		}
	}
	if status, _, _ := guarded.call(t, "POST", "authrevoke", string(inner)); status != 400 {
		t.Errorf("authrevoke without envelope: %d", status)
	}
	if records, err := guarded.db.GetRevokedAndUnexpiredCertificates(); err != nil || len(records) != 2 {
		t.Errorf("%d revoked, %v", len(records), err)
	}
}

func TestServerConfiguration(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	s := serve(t, w, func(s *Server) { s.Disable, s.OCSP = []string{"init_ca", "newkey"}, nil })
	for _, path := range []string{APIPrefix + "init_ca", OCSPPath} {
		resp := must[*http.Response](t)(s.Client().Post(s.URL+path, "", strings.NewReader("{}")))
		if resp.Body.Close(); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	for name, server := range map[string]*Server{
		"expected one of":     {Signer: w.signer, Database: w.db, CRLLifetime: 1, Disable: []string{"sing"}},
		"must be set":         {Signer: w.signer, Database: w.db},
		"must be set ":        {Signer: w.signer, CRLLifetime: 1},
		"must be set, always": {},
	} {
		want, _, _ := strings.Cut(strings.TrimSpace(name), ",")
		if _, _, err := server.Handler(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
	// every profile asks for authentication: no sign endpoint
	policy := must[*config.Config](t)(config.LoadConfig([]byte(`{"signing": {"default": {"usages": ["signing"], "expiry": "1h", "auth_key": "k"}},
		"auth_keys": {"k": {"type": "standard", "key": "00"}}}`))).Signing
	w.signer.SetPolicy(policy)
	if s := serve(t, w, nil); slices.Contains(s.endpoints, "sign") || !slices.Contains(s.endpoints, "authsign") {
		t.Errorf("endpoints %v", s.endpoints)
	}
}
