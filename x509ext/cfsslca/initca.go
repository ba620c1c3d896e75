package cfsslca

import (
	"crypto"
	"encoding/pem"
	"errors"
	"fmt"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	"github.com/cloudflare/cfssl/initca"
	"github.com/cloudflare/cfssl/selfsign"
	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// InitCA makes a root: the key that the request names, its certificate, and
// the certificate request in between, all PEM, as CFSSL's initca does from the
// same request. The key is a secret that the caller wipes.
func InitCA(req *csr.CertificateRequest) (cert, csrPEM, key []byte, err error) {
	scheme, err := schemeFor(req.KeyRequest)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := checkRequest(req); err != nil {
		return nil, nil, nil, err
	}
	if scheme == nil {
		return initca.New(req)
	}
	priv, err := GenerateKey(req.KeyRequest)
	if err != nil {
		return nil, nil, nil, err
	}
	// The shadow root has a shadow key that CFSSL makes: a root is its own
	// issuer, so its request must bear the key that signs it.
	shadow := *req
	shadow.KeyRequest = &csr.KeyRequest{A: "ed25519"}
	shadowCert, shadowRequest, _, err := initca.New(&shadow)
	if err != nil {
		return nil, nil, nil, err
	}
	if cert, csrPEM, err = resealRoot(shadowCert, shadowRequest, priv); err != nil {
		return nil, nil, nil, err
	}
	if key, err = provider.MarshalPrivateKeyPEM(priv); err != nil {
		return nil, nil, nil, fmt.Errorf("cfsslca: key: %w", err)
	}
	return cert, csrPEM, key, nil
}

// InitCAFromSigner makes the root certificate of an existing key, as
// [initca.NewFromSigner] does. The request's key section is ignored.
func InitCAFromSigner(req *csr.CertificateRequest, priv crypto.Signer) (cert, csrPEM []byte, err error) {
	if priv == nil {
		return nil, nil, errors.New("cfsslca: root: the private key must not be nil")
	}
	if isClassical(priv.Public()) {
		return initca.NewFromSigner(req, priv)
	}
	shadow, err := newShadowKey()
	if err != nil {
		return nil, nil, err
	}
	shadowCert, shadowRequest, err := initca.NewFromSigner(req, shadow)
	if err != nil {
		return nil, nil, err
	}
	return resealRoot(shadowCert, shadowRequest, priv)
}

func resealRoot(shadowCert, shadowRequest []byte, priv crypto.Signer) (cert, csrPEM []byte, err error) {
	der, err := resealCertificate(shadowCert, nil, priv.Public(), priv)
	if err != nil {
		return nil, nil, err
	}
	block, _ := pem.Decode(shadowRequest)
	if block == nil {
		return nil, nil, errors.New("cfsslca: internal error: CFSSL returned no PEM")
	}
	if csrPEM, err = resealCSR(block.Bytes, priv); err != nil {
		return nil, nil, err
	}
	return encodePEM(pemCertificate, der), csrPEM, nil
}

// RenewCA makes a root certificate with the contents and the length of
// validity of ca, from now on, for the same key, as [initca.RenewFromSigner]
// does.
func RenewCA(ca *x509ext.Certificate, priv crypto.Signer) ([]byte, error) {
	if err := checkCA(ca, priv); err != nil {
		return nil, err
	}
	req, err := ExtractCertificateRequest(ca)
	if err != nil {
		return nil, err
	}
	cert, _, err := InitCAFromSigner(req, priv)
	return cert, err
}

// SelfSign makes a self-signed certificate from a request and its own key, as
// [selfsign.Sign] does. It is for tests: nobody can revoke the certificate.
func SelfSign(priv crypto.Signer, csrPEM []byte, profile *config.SigningProfile) ([]byte, error) {
	if priv == nil {
		return nil, errors.New("cfsslca: self-signed: the private key must not be nil")
	}
	if isClassical(priv.Public()) || profile == nil {
		return selfsign.Sign(priv, csrPEM, profile)
	}
	request, err := readRequest(string(csrPEM))
	if err != nil {
		return nil, err
	}
	masked, err := maskProfile(profile)
	if err != nil {
		return nil, err
	}
	shadow, err := newShadowKey()
	if err != nil {
		return nil, err
	}
	shadowRequest, err := shadowCSR(request.CertificateRequest, shadow)
	if err != nil {
		return nil, err
	}
	shadowCert, err := selfsign.Sign(shadow, shadowRequest, masked)
	if err != nil {
		return nil, err
	}
	der, err := resealCertificate(shadowCert, nil, request.PublicKey, priv)
	if err != nil {
		return nil, err
	}
	return encodePEM(pemCertificate, der), nil
}

// NewCertificate makes a key and has s certify it, as CFSSL's gencert does.
// All three results are PEM; the key is a secret that the caller wipes. The
// ca section of a request, which asks for a CA below that of s, is granted
// only by a profile that says so.
func NewCertificate(s signer.Signer, req *csr.CertificateRequest, profile, label string) (cert, csrPEM, key []byte, err error) {
	csrPEM, key, err = ParseRequest(req)
	if err != nil {
		return nil, nil, nil, err
	}
	cert, err = s.Sign(signer.SignRequest{Request: string(csrPEM), Profile: profile, Label: label})
	if err != nil {
		clear(key)
		return nil, nil, nil, err
	}
	return cert, csrPEM, key, nil
}
