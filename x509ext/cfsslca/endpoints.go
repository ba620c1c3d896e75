package cfsslca

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cloudflare/cfssl/api"
	"github.com/cloudflare/cfssl/api/generator"
	apiinitca "github.com/cloudflare/cfssl/api/initca"
	"github.com/cloudflare/cfssl/api/signhandler"
	"github.com/cloudflare/cfssl/auth"
	"github.com/cloudflare/cfssl/certinfo"
	"github.com/cloudflare/cfssl/csr"
	cferr "github.com/cloudflare/cfssl/errors"
)

// readJSON decodes the body of a request. Nothing is filled in beforehand:
// CFSSL starts from a key request for ECDSA P-256, whose size would stay
// beside another algorithm.
func readJSON(r *http.Request, into any) error {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, into)
	}
	if err != nil {
		return cferr.NewBadRequest(err)
	}
	return nil
}

// initCA makes a root and returns it with its key.
func initCA(w http.ResponseWriter, r *http.Request) error {
	var req csr.CertificateRequest
	if err := readJSON(r, &req); err != nil {
		return err
	}
	cert, _, key, err := InitCA(&req)
	if err != nil {
		return err
	}
	defer clear(key)
	return api.SendResponse(w, &apiinitca.NewCA{Key: string(key), Cert: string(cert)})
}

// newKey makes a key and the request for it.
func newKey(w http.ResponseWriter, r *http.Request) error {
	var req csr.CertificateRequest
	if err := readJSON(r, &req); err != nil {
		return err
	}
	if req.CA != nil {
		return cferr.NewBadRequestString("ca section only permitted in initca")
	}
	csrPEM, key, err := ParseRequest(&req)
	if err != nil {
		return err
	}
	defer clear(key)
	return api.SendResponse(w, &generator.CertRequest{
		Key:  string(key),
		CSR:  string(csrPEM),
		Sums: map[string]generator.Sum{"certificate_request": sum(csrPEM)},
	})
}

// newCert makes a key and certifies it. CFSSL's endpoint of this name does so
// under profiles that ask for authentication too; this one does not.
func (s *Server) newCert(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Request *csr.CertificateRequest `json:"request"`
		Profile string                  `json:"profile"`
		Label   string                  `json:"label"`
		Bundle  bool                    `json:"bundle"`
	}
	if err := readJSON(r, &req); err != nil {
		return err
	}
	if req.Request == nil {
		return cferr.NewBadRequestString("missing request section")
	}
	if req.Request.CA != nil {
		return cferr.NewBadRequestString("ca section only permitted in initca")
	}
	profile, err := selectProfile(s.Signer.Policy(), req.Profile)
	if err != nil {
		return err
	}
	if profile.Provider != nil {
		return cferr.NewBadRequestString("authentication required")
	}
	cert, csrPEM, key, err := NewCertificate(s.Signer, req.Request, req.Profile, req.Label)
	if err != nil {
		return err
	}
	defer clear(key)
	result := map[string]any{
		"private_key":         string(key),
		"certificate_request": string(csrPEM),
		"certificate":         string(cert),
		"sums": map[string]generator.Sum{
			"certificate_request": sum(csrPEM),
			"certificate":         sum(cert),
		},
	}
	code := cferr.New(cferr.PolicyError, cferr.InvalidRequest).ErrorCode
	switch {
	case req.Bundle:
		return api.SendResponseWithMessage(w, result, signhandler.NoBundlerMessage, code)
	case len(req.Request.Hosts) == 0:
		return api.SendResponseWithMessage(w, result, generator.CSRNoHostMessage, code)
	}
	return api.SendResponse(w, result)
}

// sum returns the fingerprints that CFSSL reports, over the DER.
func sum(pemText []byte) generator.Sum {
	block, _ := pem.Decode(pemText)
	return generator.Sum{
		MD5:    fmt.Sprintf("%X", md5.Sum(block.Bytes)),
		SHA1:   fmt.Sprintf("%X", sha1.Sum(block.Bytes)),
		SHA256: fmt.Sprintf("%X", sha256.Sum256(block.Bytes)),
	}
}

// certInfo describes a certificate: the one sent, or one of the database.
func (s *Server) certInfo(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Certificate string `json:"certificate"`
		Serial      string `json:"serial"`
		AKI         string `json:"authority_key_id"`
	}
	if err := readJSON(r, &req); err != nil {
		return err
	}
	var cert *certinfo.Certificate
	var err error
	switch {
	case req.Certificate != "":
		cert, err = certinfo.ParseCertificatePEM([]byte(req.Certificate))
	case req.Serial != "" && req.AKI != "":
		cert, err = certinfo.ParseSerialNumber(req.Serial, req.AKI, s.Database)
	default:
		return cferr.NewBadRequestString("no valid parameter sets found")
	}
	if err != nil {
		return cferr.NewBadRequest(err)
	}
	return api.SendResponse(w, cert)
}

// crl returns the revocation list, base64 in JSON.
func (s *Server) crl(w http.ResponseWriter, r *http.Request) error {
	lifetime := s.CRLLifetime
	if text := r.URL.Query().Get("expiry"); text != "" {
		asked, err := time.ParseDuration(text)
		if err != nil || asked <= 0 {
			return cferr.NewBadRequest(fmt.Errorf("expiry: found %q, expected a duration like 24h", text))
		}
		if asked > lifetime {
			// Whoever keeps such a list could hide later revocations with it.
			return cferr.NewBadRequest(fmt.Errorf("expiry: found %v, expected at most %v", asked, lifetime))
		}
		lifetime = asked
	}
	list, err := NewCRL(s.Database, s.Signer.ca, s.Signer.priv, lifetime)
	if err != nil {
		return err
	}
	return api.SendResponse(w, list)
}

// serveCRL returns the revocation list as the file that a crl_url promises.
func (s *Server) serveCRL(w http.ResponseWriter, r *http.Request) {
	list, err := NewCRL(s.Database, s.Signer.ca, s.Signer.priv, s.CRLLifetime)
	if err != nil {
		api.HandleError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/pkix-crl")
	http.ServeContent(w, r, "", time.Now(), bytes.NewReader(list))
}

// authenticated opens the envelope of CFSSL's authenticated requests in front
// of a handler that knows nothing of them.
func authenticated(provider auth.Provider, next http.Handler) http.Handler {
	return post(func(w http.ResponseWriter, r *http.Request) error {
		var envelope auth.AuthenticatedRequest
		if err := readJSON(r, &envelope); err != nil {
			return err
		}
		if !provider.Verify(&envelope) {
			return cferr.NewBadRequestString("invalid token")
		}
		inner := r.Clone(r.Context())
		inner.Body = io.NopCloser(bytes.NewReader(envelope.Request))
		next.ServeHTTP(w, inner)
		return nil
	})
}
