package x509ext

import (
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
)

// A CertificateRequest is a PKCS #10 request (RFC 2986) as crypto/x509 parsed
// it, with the real public key also when it is one of the provider's.
type CertificateRequest struct {
	*x509.CertificateRequest

	PublicKeyOID asn1.ObjectIdentifier // algorithm of the subject's public key
	SignatureOID asn1.ObjectIdentifier // algorithm of the request's signature

	signatureAlgorithm signatureAlgorithm
}

// ParseCertificateRequest parses one DER request. It does not check the
// signature; see [CertificateRequest.CheckSignature].
func ParseCertificateRequest(der []byte) (*CertificateRequest, error) {
	outer, err := splitSigned(der, "request")
	if err != nil {
		return nil, err
	}
	list, ok := elements(outer.tbs)
	if !ok || len(list) <= requestSPKI {
		return nil, errors.New("x509ext: request: malformed tbs")
	}
	key, keyOID, err := schemeKey(list[requestSPKI], "request")
	if err != nil {
		return nil, err
	}
	std, err := x509.ParseCertificateRequest(der)
	if err != nil {
		return nil, fmt.Errorf("x509ext: request: %w", err)
	}
	if key != nil {
		std.PublicKey = key
	}
	return &CertificateRequest{
		CertificateRequest: std,
		PublicKeyOID:       keyOID,
		SignatureOID:       outer.algorithm.OID,
		signatureAlgorithm: parsedAlgorithm(outer.algorithm, std.SignatureAlgorithm),
	}, nil
}

// CheckSignature verifies the request's signature with the key that it is for:
// the proof that the requester holds the private key.
func (r *CertificateRequest) CheckSignature() error {
	if r == nil || r.CertificateRequest == nil || len(r.PublicKeyOID) == 0 {
		return errors.New("x509ext: request was not parsed; use ParseCertificateRequest")
	}
	what := fmt.Sprintf("request for %q", r.Subject)
	if r.PublicKey == nil {
		return &UnsupportedAlgorithmError{OID: r.PublicKeyOID, Use: "public key", What: what}
	}
	if !r.signatureAlgorithm.supported() {
		return &UnsupportedAlgorithmError{OID: r.SignatureOID, Use: "signature", What: what}
	}
	key := verificationKey{public: r.PublicKey, oid: r.PublicKeyOID}
	return checkSignature(r.signatureAlgorithm, key, r.RawTBSCertificateRequest, r.Signature, true)
}

// CreateCertificateRequest makes a request as [x509.CreateCertificateRequest]
// does from the same template fields, for the public key of priv, a
// crypto.Signer of any supported kind. The result is parsed before it is
// signed, and the signature verified before it is returned.
func CreateCertificateRequest(rand io.Reader, template *x509.CertificateRequest, priv any) ([]byte, error) {
	if template == nil {
		return nil, errors.New("x509ext: request: template must not be nil")
	}
	s, err := newSealer(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	t := *template
	t.SignatureAlgorithm = 0
	shadowed, err := x509.CreateCertificateRequest(orSystem(rand), &t, throwaway())
	if err != nil {
		return nil, fmt.Errorf("x509ext: request: %w", err)
	}
	return s.reseal(rand, shadowed, map[int][]byte{requestSPKI: s.spki}, func(der []byte) error {
		_, err := ParseCertificateRequest(der)
		return err
	})
}
