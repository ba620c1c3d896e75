package cfsslca

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"

	"github.com/cloudflare/cfssl/csr"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// ParseRequest makes the key that a CFSSL request names and the certificate
// request for it, as [csr.ParseRequest] does, and returns both as PEM. The key
// is a secret that the caller wipes.
func ParseRequest(req *csr.CertificateRequest) (csrPEM, key []byte, err error) {
	scheme, err := schemeFor(req.KeyRequest)
	if err != nil {
		return nil, nil, err
	}
	if err := checkRequest(req); err != nil {
		return nil, nil, err
	}
	if scheme == nil {
		return csr.ParseRequest(req)
	}
	priv, err := GenerateKey(req.KeyRequest)
	if err != nil {
		return nil, nil, err
	}
	if csrPEM, err = GenerateCSR(priv, req); err != nil {
		return nil, nil, err
	}
	if key, err = provider.MarshalPrivateKeyPEM(priv); err != nil {
		return nil, nil, fmt.Errorf("cfsslca: key: %w", err)
	}
	return csrPEM, key, nil
}

// checkRequest finds what no certificate request can be made of, such as a
// host name that is not ASCII. [csr.ParseRequest] and with it [initca.New]
// panic on that (CFSSL 1.6.5); [csr.Generate] returns CFSSL's error.
func checkRequest(req *csr.CertificateRequest) error {
	shadow, err := newShadowKey()
	if err != nil {
		return err
	}
	_, err = csr.Generate(shadow, req)
	return err
}

// GenerateCSR makes the certificate request for an existing key of any kind,
// as [csr.Generate] does, and returns it as PEM. The request's key section is
// ignored.
func GenerateCSR(priv crypto.Signer, req *csr.CertificateRequest) ([]byte, error) {
	if priv == nil {
		return nil, errors.New("cfsslca: request: the private key must not be nil")
	}
	if isClassical(priv.Public()) {
		return csr.Generate(priv, req)
	}
	shadow, err := newShadowKey()
	if err != nil {
		return nil, err
	}
	der, err := csr.GenerateDER(shadow, req)
	if err != nil {
		return nil, err
	}
	return resealCSR(der, priv)
}

// resealCSR turns a request that CFSSL made for a shadow key into one for priv.
func resealCSR(shadowDER []byte, priv crypto.Signer) ([]byte, error) {
	shadow, err := x509.ParseCertificateRequest(shadowDER)
	if err != nil {
		return nil, fmt.Errorf("cfsslca: request: %w", err)
	}
	der, err := x509ext.CreateCertificateRequest(nil, copyRequest(shadow), priv)
	if err != nil {
		return nil, fmt.Errorf("cfsslca: request: %w", err)
	}
	return encodePEM(pemRequest, der), nil
}

// copyRequest returns a template with the subject and the extensions of r, to
// be signed with another key. The other fields of r repeat what the extensions
// say.
func copyRequest(r *x509.CertificateRequest) *x509.CertificateRequest {
	return &x509.CertificateRequest{RawSubject: r.RawSubject, ExtraExtensions: r.Extensions}
}

// ExtractCertificateRequest returns the CFSSL request that asks for another
// certificate like cert, as [csr.ExtractCertificateRequest] does, with one
// difference: the key section names the algorithm of cert, so that a renewal
// with a new key keeps it.
func ExtractCertificateRequest(cert *x509ext.Certificate) (*csr.CertificateRequest, error) {
	key, err := KeyRequestFor(cert.PublicKey)
	if err != nil {
		return nil, err
	}
	req := csr.ExtractCertificateRequest(cert.Certificate)
	req.KeyRequest = key
	return req, nil
}
