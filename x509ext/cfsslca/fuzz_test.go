package cfsslca

import (
	"crypto"
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/cloudflare/cfssl/csr"
	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/x509ext"
)

// Whatever is sent as a request, the signer does not panic, and what it issues
// is for the key of that request and verifies.
func FuzzSign(f *testing.F) {
	s := testSigner(f, "FN-DSA-512", nil)
	for _, kind := range []string{"Falcon-512", "Ed25519", "FN-DSA-512-ECDSA-P256-SHA256"} {
		f.Add(testRequest(f, kind).Request)
	}
	f.Add("")
	f.Add("-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n")
	f.Fuzz(func(t *testing.T, request string) {
		certPEM, err := s.Sign(signer.SignRequest{Request: request})
		if err != nil {
			return
		}
		cert := parsePEM(t, certPEM)
		if err := cert.CheckSignatureFrom(s.CA()); err != nil {
			t.Error(err)
		}
		r, err := readRequest(request)
		if err != nil || !samePublic(cert.PublicKey, r.PublicKey) {
			t.Errorf("issued for another key: %v", err)
		}
	})
}

// A key request that is accepted names one scheme, and its name names it again.
func FuzzKeyRequest(f *testing.F) {
	for _, text := range []string{`{"algo": "fndsa", "size": 512}`, `{"algo": "falcon-padded-1024"}`, `{"algo": "rsa", "size": 2048}`, `{}`, `{"algo": "-512"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var req csr.KeyRequest
		if json.Unmarshal([]byte(text), &req) != nil {
			return
		}
		scheme, err := schemeFor(&req)
		if err != nil || scheme == nil {
			return
		}
		again, err := schemeFor(&csr.KeyRequest{A: strings.ToLower(scheme.Name())})
		if err != nil || again != scheme {
			t.Errorf("%s is %s, whose name is %v, %v", text, scheme.Name(), again, err)
		}
	})
}

// The responder takes any request without panic and answers none with a
// response about another certificate.
func FuzzOCSPRequest(f *testing.F) {
	w := newWorld(f, "FN-DSA-512")
	source := NewOCSPSource(w.db, w.ocspSigner(f))
	good := ocspRequest(f, w.good, w.signer.ca, crypto.SHA1)
	f.Add(good.IssuerNameHash, good.IssuerKeyHash, good.SerialNumber.Bytes(), uint(crypto.SHA1))
	f.Add([]byte{}, []byte{}, []byte{1}, uint(99))
	f.Fuzz(func(t *testing.T, name, key, serial []byte, hash uint) {
		req := *good
		req.IssuerNameHash, req.IssuerKeyHash, req.SerialNumber = name, key, new(big.Int).SetBytes(serial)
		req.HashAlgorithm = crypto.Hash(hash)
		der, _, err := source.Response(&req)
		if err != nil {
			return
		}
		r, err := x509ext.ParseOCSPResponse(der, nil)
		if err != nil || r.SerialNumber.Cmp(req.SerialNumber) != 0 || r.CheckSignatureFrom(w.signer.ca) != nil {
			t.Errorf("answer %v, %v", r, err)
		}
	})
}
