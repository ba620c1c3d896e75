package cfsslca

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cloudflare/cfssl/log"
	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// maxOCSPRequest bounds a request. One for a single certificate has about 80
// bytes, twice that with SHA-512.
const maxOCSPRequest = 10 << 10

// OCSPHandler serves a source over HTTP: POST, and GET with the base64 request
// as the rest of the path after prefix (RFC 6960, appendix A; cache headers of
// RFC 5019, section 6.2). [cfocsp.Responder] does the same, but refuses to send
// a response with the certificate of a responder whose algorithm crypto/x509
// does not know.
//
// It must see paths as they came: http.ServeMux would merge the double slashes
// that base64 may contain.
func OCSPHandler(source cfocsp.Source, prefix string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, status := readOCSPRequest(w, r, prefix)
		if status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "application/ocsp-response")
		parsed, err := ocsp.ParseRequest(request)
		if err != nil {
			writeOCSP(w, ocsp.MalformedRequestErrorResponse)
			return
		}
		response, _, err := source.Response(parsed)
		if errors.Is(err, cfocsp.ErrNotFound) {
			writeOCSP(w, ocsp.UnauthorizedErrorResponse)
			return
		}
		if err == nil {
			err = cacheHeaders(w.Header(), response)
		}
		if err != nil {
			log.Errorf("cfsslca: ocsp: certificate %d: %v", parsed.SerialNumber, err)
			writeOCSP(w, ocsp.InternalErrorErrorResponse)
			return
		}
		writeOCSP(w, response)
	})
}

func readOCSPRequest(w http.ResponseWriter, r *http.Request, prefix string) ([]byte, int) {
	switch r.Method {
	case http.MethodPost:
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxOCSPRequest))
		if err != nil {
			return nil, http.StatusBadRequest
		}
		return body, http.StatusOK
	case http.MethodGet:
		text, err := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), prefix))
		if err != nil {
			return nil, http.StatusBadRequest
		}
		// A request begins with the byte 0x30, so its base64 never does with a slash.
		request, err := base64.StdEncoding.DecodeString(strings.TrimLeft(text, "/"))
		if err != nil {
			return nil, http.StatusBadRequest
		}
		return request, http.StatusOK
	}
	w.Header().Set("Allow", "GET, POST")
	return nil, http.StatusMethodNotAllowed
}

// cacheHeaders tells caches how long a response lives.
func cacheHeaders(h http.Header, response []byte) error {
	parsed, err := x509ext.ParseOCSPResponse(response, nil)
	if err != nil {
		return err
	}
	seconds := max(0, int(time.Until(parsed.NextUpdate)/time.Second))
	h.Set("Cache-Control", fmt.Sprintf("max-age=%d, public, no-transform, must-revalidate", seconds))
	h.Set("Last-Modified", parsed.ThisUpdate.UTC().Format(http.TimeFormat))
	h.Set("Expires", parsed.NextUpdate.UTC().Format(http.TimeFormat))
	return nil
}

func writeOCSP(w http.ResponseWriter, response []byte) {
	if _, err := w.Write(response); err != nil {
		log.Debugf("cfsslca: ocsp: %v", err)
	}
}
