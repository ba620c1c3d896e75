package cfsslca

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"time"

	cferr "github.com/cloudflare/cfssl/errors"
	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// An OCSPSigner makes OCSP responses for the certificates of one CA. It is a
// [cfocsp.Signer] with the behaviour and the errors of CFSSL's own, for keys
// of any kind.
type OCSPSigner struct {
	issuer, responder *x509ext.Certificate
	priv              crypto.Signer
	interval          time.Duration
}

var _ cfocsp.Signer = (*OCSPSigner)(nil)

// NewOCSPSigner returns the signer of responses about certificates of issuer.
// responder is the certificate of priv: issuer itself, or one that it issued
// for OCSP signing. A response is valid for interval.
func NewOCSPSigner(issuer, responder *x509ext.Certificate, priv crypto.Signer, interval time.Duration) (*OCSPSigner, error) {
	if issuer == nil || responder == nil || priv == nil {
		return nil, errors.New("cfsslca: ocsp: issuer, responder and private key must not be nil")
	}
	pub, ok := priv.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || responder.PublicKey == nil || !pub.Equal(responder.PublicKey) {
		return nil, errors.New("cfsslca: ocsp: the private key does not match the responder's certificate")
	}
	if !responder.Equal(issuer) {
		if err := responder.CheckSignatureFrom(issuer); err != nil {
			return nil, fmt.Errorf("cfsslca: ocsp: the responder's certificate is not from the issuer: %w", err)
		}
	}
	if interval <= 0 {
		return nil, fmt.Errorf("cfsslca: ocsp: found interval %v, expected a positive one", interval)
	}
	return &OCSPSigner{issuer: issuer, responder: responder, priv: priv, interval: interval}, nil
}

// Sign makes the response that req describes.
func (s *OCSPSigner) Sign(req cfocsp.SignRequest) ([]byte, error) {
	if req.Certificate == nil {
		return nil, cferr.New(cferr.OCSPError, cferr.ReadFailed)
	}
	if !bytes.Equal(req.Certificate.RawIssuer, s.issuer.RawSubject) {
		return nil, cferr.New(cferr.OCSPError, cferr.IssuerMismatch)
	}
	// CFSSL's handlers parse with crypto/x509, which cannot check the signature.
	cert, err := x509ext.ParseCertificate(req.Certificate.Raw)
	if err == nil {
		err = cert.CheckSignatureFrom(s.issuer)
	}
	if err != nil {
		return nil, cferr.Wrap(cferr.OCSPError, cferr.VerifyFailed, err)
	}
	status, ok := cfocsp.StatusCode[req.Status]
	if !ok {
		return nil, cferr.New(cferr.OCSPError, cferr.InvalidStatus)
	}
	template := ocsp.Response{
		Status:          status,
		SerialNumber:    cert.SerialNumber,
		ThisUpdate:      time.Now().Truncate(time.Hour),
		ExtraExtensions: req.Extensions,
		IssuerHash:      req.IssuerHash,
	}
	if req.ThisUpdate != nil {
		template.ThisUpdate = *req.ThisUpdate
	}
	template.NextUpdate = template.ThisUpdate.Add(s.interval)
	if req.NextUpdate != nil {
		template.NextUpdate = *req.NextUpdate
	}
	if status == ocsp.Revoked {
		template.RevokedAt = req.RevokedAt
		template.RevocationReason = req.Reason
	}
	// A response by the CA itself needs no certificate, and is smaller by it.
	if !s.responder.Equal(s.issuer) {
		template.Certificate = s.responder.Certificate
	}
	der, err := x509ext.CreateOCSPResponse(nil, s.issuer.Certificate, s.responder.Certificate, template, s.priv)
	if err != nil {
		return nil, cferr.Wrap(cferr.OCSPError, cferr.Unknown, err)
	}
	return der, nil
}
