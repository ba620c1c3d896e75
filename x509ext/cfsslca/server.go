package cfsslca

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/cloudflare/cfssl/api"
	"github.com/cloudflare/cfssl/api/health"
	apiinfo "github.com/cloudflare/cfssl/api/info"
	apiocsp "github.com/cloudflare/cfssl/api/ocsp"
	"github.com/cloudflare/cfssl/api/revoke"
	"github.com/cloudflare/cfssl/api/signhandler"
	"github.com/cloudflare/cfssl/auth"
	"github.com/cloudflare/cfssl/certdb"
)

// APIPrefix is where CFSSL's clients look for endpoints.
const APIPrefix = "/api/v1/cfssl/"

// Paths beside CFSSL's own: the responder and the DER revocation list, for the
// ocsp_url and the crl_url of a profile.
const (
	OCSPPath = "/ocsp"
	CRLPath  = "/crl"
)

// maxBody bounds the body of a request.
const maxBody = 1 << 20

// A Server is CFSSL's HTTP API for one CA. Fields are set before Handler is
// called.
type Server struct {
	Signer   *Signer         // required; with the database set
	Database certdb.Accessor // required
	OCSP     *OCSPSigner     // nil: no responder

	// CRLLifetime is how long a revocation list is valid, and the most that a
	// client may ask for.
	CRLLifetime time.Duration

	// RevokeAuth is who may revoke and ask for any OCSP status. Without it
	// these endpoints are open, as in CFSSL, but only if no profile asks for
	// authentication either; otherwise they are left out.
	RevokeAuth auth.Provider

	// Disable names endpoints to leave out.
	Disable []string
}

// Handler returns the API and the names of the endpoints that it serves.
//
// CFSSL's own handlers serve sign, authsign, info, revoke, ocspsign and
// health; init_ca, newkey, newcert, crl and certinfo are served here with the
// same JSON. Three are stricter than in CFSSL: newcert refuses a profile that
// asks for authentication, certinfo connects to no other host, and crl allows
// no longer life than CRLLifetime.
func (s *Server) Handler() (http.Handler, []string, error) {
	if s.Signer == nil || s.Database == nil || s.CRLLifetime <= 0 {
		return nil, nil, errors.New("cfsslca: server: Signer, Database and CRLLifetime must be set")
	}
	endpoints, err := s.endpoints()
	if err != nil {
		return nil, nil, err
	}
	for _, name := range s.Disable {
		if _, known := endpoints[name]; !known {
			return nil, nil, fmt.Errorf("cfsslca: server: found endpoint %q to disable, expected one of %s", name,
				strings.Join(slices.Sorted(maps.Keys(endpoints)), ", "))
		}
		delete(endpoints, name)
	}
	mux := http.NewServeMux()
	for name, h := range endpoints {
		mux.Handle(APIPrefix+name, http.MaxBytesHandler(h, maxBody))
	}
	mux.HandleFunc("GET "+CRLPath, s.serveCRL)
	return s.withResponder(mux), slices.Sorted(maps.Keys(endpoints)), nil
}

func (s *Server) endpoints() (map[string]http.Handler, error) {
	info, err := apiinfo.NewHandler(s.Signer)
	if err != nil {
		return nil, err
	}
	all := map[string]http.Handler{
		"info":     info,
		"health":   health.NewHealthCheck(),
		"init_ca":  post(initCA),
		"newkey":   post(newKey),
		"newcert":  post(s.newCert),
		"certinfo": post(s.certInfo),
		"crl":      api.HTTPHandler{Handler: api.HandlerFunc(s.crl), Methods: []string{http.MethodGet}},
	}
	// CFSSL's constructors fail if every profile, or none, is authenticated.
	if h, err := signhandler.NewHandlerFromSigner(s.Signer); err == nil {
		all["sign"] = h
	}
	if h, err := signhandler.NewAuthHandlerFromSigner(s.Signer); err == nil {
		all["authsign"] = h
	}
	guarded := map[string]http.Handler{"revoke": revoke.NewHandler(s.Database)}
	if s.OCSP != nil {
		guarded["ocspsign"] = apiocsp.NewHandler(s.OCSP)
	}
	for name, h := range guarded {
		switch {
		case s.RevokeAuth != nil:
			all["auth"+name] = authenticated(s.RevokeAuth, h)
		case !s.hasAuth():
			all[name] = h
		}
	}
	return all, nil
}

// hasAuth reports whether any profile asks for authentication.
func (s *Server) hasAuth() bool {
	policy := s.Signer.Policy()
	if policy.Default.Provider != nil {
		return true
	}
	for _, p := range policy.Profiles {
		if p.Provider != nil {
			return true
		}
	}
	return false
}

// withResponder puts the OCSP responder in front of the rest.
func (s *Server) withResponder(next http.Handler) http.Handler {
	if s.OCSP == nil {
		return next
	}
	responder := OCSPHandler(NewOCSPSource(s.Database, s.OCSP), OCSPPath)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == OCSPPath || strings.HasPrefix(r.URL.Path, OCSPPath+"/") {
			responder.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func post(f func(http.ResponseWriter, *http.Request) error) http.Handler {
	return api.HTTPHandler{Handler: api.HandlerFunc(f), Methods: []string{http.MethodPost}}
}
