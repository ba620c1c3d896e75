package x509ext

import (
	"bytes"
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

	// Alternative is a second key for the certificate with the signature that
	// proves its possession; nil if there is none.
	Alternative *Alternative
	// Related names another certificate of the requester, to which the new one
	// is to be related; nil if there is none.
	Related *RelatedRequest

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
	attributes, err := attributesOf(list)
	if err != nil {
		return nil, err
	}
	alternative, err := alternativeInAttributes(attributes)
	if err != nil {
		return nil, err
	}
	if alternative != nil && bytes.Equal(alternative.spki, std.RawSubjectPublicKeyInfo) {
		return nil, fmt.Errorf("x509ext: request: %s: the same key as in subjectPKInfo", placeAlternativeKey)
	}
	related, err := relatedInAttributes(attributes)
	if err != nil {
		return nil, err
	}
	return &CertificateRequest{
		CertificateRequest: std,
		PublicKeyOID:       keyOID,
		SignatureOID:       outer.algorithm.OID,
		Alternative:        alternative,
		Related:            related,
		signatureAlgorithm: parsedAlgorithm(outer.algorithm, std.SignatureAlgorithm),
	}, nil
}

// CheckSignature verifies the request's signature with the key that it is for:
// the proof that the requester holds the private key.
func (r *CertificateRequest) CheckSignature() error {
	if !r.parsed() {
		return errRequestNotParsed
	}
	what := requestName(r.CertificateRequest)
	if r.PublicKey == nil {
		return &UnsupportedAlgorithmError{OID: r.PublicKeyOID, Use: "public key", What: what}
	}
	if !r.signatureAlgorithm.supported() {
		return &UnsupportedAlgorithmError{OID: r.SignatureOID, Use: "signature", What: what}
	}
	key := verificationKey{public: r.PublicKey, oid: r.PublicKeyOID}
	return checkSignature(r.signatureAlgorithm, key, r.RawTBSCertificateRequest, r.Signature, true)
}

var errRequestNotParsed = errors.New("x509ext: request was not parsed; use ParseCertificateRequest")

func (r *CertificateRequest) parsed() bool {
	return r != nil && r.CertificateRequest != nil && len(r.PublicKeyOID) > 0
}

// requestName names a request in error texts.
func requestName(r *x509.CertificateRequest) string {
	return fmt.Sprintf("request for %q", r.Subject)
}

// CreateCertificateRequest makes a request as [x509.CreateCertificateRequest]
// does from the same template fields, for the public key of priv, a
// crypto.Signer of any supported kind. The result is parsed before it is
// signed, and the signature verified before it is returned.
func CreateCertificateRequest(rand io.Reader, template *x509.CertificateRequest, priv any) ([]byte, error) {
	s, tbs, err := draftRequest(rand, template, priv)
	if err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptRequest)
}

// draftRequest returns the CertificationRequestInfo of a request.
func draftRequest(rand io.Reader, template *x509.CertificateRequest, priv any) (*sealer, []byte, error) {
	if template == nil {
		return nil, nil, errors.New("x509ext: request: template must not be nil")
	}
	s, err := newSealer(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, nil, err
	}
	t := *template
	t.SignatureAlgorithm = 0
	shadowed, err := x509.CreateCertificateRequest(orSystem(rand), &t, throwaway())
	if err != nil {
		return nil, nil, fmt.Errorf("x509ext: request: %w", err)
	}
	tbs, err := replaceElements(shadowed, map[int][]byte{requestSPKI: s.spki})
	return s, tbs, err
}

func acceptRequest(der []byte) error {
	_, err := ParseCertificateRequest(der)
	return err
}
