package cfsslca

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// The responder answers POST and every spelling of GET.
func TestOCSPOverHTTP(t *testing.T) {
	s := serve(t, newWorld(t, "FN-DSA-512"), nil)
	for _, c := range []struct {
		cert *x509ext.Certificate
		want int
	}{{s.good, ocsp.Good}, {s.revoked, ocsp.Revoked}} {
		request := must[[]byte](t)(ocsp.CreateRequest(c.cert.Certificate, s.signer.ca.Certificate, nil))
		text := base64.StdEncoding.EncodeToString(request)
		escaped := strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(text)
		responses := []*http.Response{
			must[*http.Response](t)(s.Client().Post(s.URL+OCSPPath, "application/ocsp-request", bytes.NewReader(request))),
			must[*http.Response](t)(s.Client().Get(s.URL + OCSPPath + "/" + text)),
			must[*http.Response](t)(s.Client().Get(s.URL + OCSPPath + "/" + escaped)),
			must[*http.Response](t)(s.Client().Get(s.URL + OCSPPath + "//" + text)),
		}
		for i, resp := range responses {
			der := must[[]byte](t)(io.ReadAll(resp.Body))
			resp.Body.Close()
			r, err := x509ext.ParseOCSPResponse(der, c.cert)
			if err != nil || r.Status != c.want || r.CheckSignatureFrom(s.signer.CA()) != nil {
				t.Errorf("request %d: status %d, %v, %v", i, resp.StatusCode, r, err)
				continue
			}
			if resp.Header.Get("Content-Type") != "application/ocsp-response" || !strings.HasPrefix(resp.Header.Get("Cache-Control"), "max-age=34") {
				t.Errorf("headers %v", resp.Header)
			}
		}
	}
	other, _ := testCA(t, "Falcon-512")
	foreign := must[[]byte](t)(ocsp.CreateRequest(s.good.Certificate, other.Certificate, nil))
	for name, c := range map[string]struct {
		body []byte
		want []byte
	}{
		"another CA": {foreign, ocsp.UnauthorizedErrorResponse},
		"garbage":    {[]byte("hello"), ocsp.MalformedRequestErrorResponse},
	} {
		resp := must[*http.Response](t)(s.Client().Post(s.URL+OCSPPath, "application/ocsp-request", bytes.NewReader(c.body)))
		if got := must[[]byte](t)(io.ReadAll(resp.Body)); !bytes.Equal(got, c.want) {
			t.Errorf("%s: %x", name, got)
		}
		resp.Body.Close()
	}
	for request, want := range map[*http.Request]int{
		must[*http.Request](t)(http.NewRequest("GET", s.URL+OCSPPath+"/***", nil)):                                      400,
		must[*http.Request](t)(http.NewRequest("PUT", s.URL+OCSPPath, nil)):                                             405,
		must[*http.Request](t)(http.NewRequest("POST", s.URL+OCSPPath, strings.NewReader(strings.Repeat("x", 20<<10)))): 400,
	} {
		resp := must[*http.Response](t)(s.Client().Do(request))
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("%s %s: status %d, expected %d", request.Method, request.URL.Path, resp.StatusCode, want)
		}
	}
}

// A response with the certificate of a delegated responder goes out too.
func TestDelegatedResponderOverHTTP(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	req := testRequest(t, "Falcon-512", "ocsp.example.org")
	req.Profile = "responder"
	responder := parsePEM(t, must[[]byte](t)(w.signer.Sign(req)))
	s := serve(t, w, func(s *Server) {
		s.OCSP = must[*OCSPSigner](t)(NewOCSPSigner(w.signer.ca, responder, testKey("Falcon-512", 2), 96*time.Hour))
	})
	request := must[[]byte](t)(ocsp.CreateRequest(w.revoked.Certificate, w.signer.ca.Certificate, nil))
	resp := must[*http.Response](t)(s.Client().Post(s.URL+OCSPPath, "application/ocsp-request", bytes.NewReader(request)))
	defer resp.Body.Close()
	r := must[*x509ext.OCSPResponse](t)(x509ext.ParseOCSPResponse(must[[]byte](t)(io.ReadAll(resp.Body)), w.revoked))
	if err := r.CheckSignatureFrom(w.signer.CA()); err != nil || r.Status != ocsp.Revoked {
		t.Errorf("status %d, %v", r.Status, err)
	}
}
