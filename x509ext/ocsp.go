package x509ext

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/ocsp"
)

// An OCSPResponse is the status of one certificate (RFC 6960) as
// golang.org/x/crypto/ocsp parsed it, with a signature check that knows the
// provider's algorithms.
type OCSPResponse struct {
	*ocsp.Response

	// Responder is the certificate that came with the response, the signer's
	// when the CA has delegated; nil if there was none. Response.Certificate is
	// the same.
	Responder    *Certificate
	SignatureOID asn1.ObjectIdentifier // algorithm of the response's signature

	signatureAlgorithm signatureAlgorithm
	issuerNameHash     []byte
	issuerKeyHash      []byte
}

// ParseOCSPResponse parses a DER response. cert picks the status if the
// response has several; with nil it must have one. The signature is not
// checked; see [OCSPResponse.CheckSignatureFrom]. A response that only tells
// why there is none gives an [ocsp.ResponseError].
func ParseOCSPResponse(data []byte, cert *Certificate) (*OCSPResponse, error) {
	var std *x509.Certificate
	if cert != nil {
		if !cert.parsed() {
			return nil, errNotParsed
		}
		std = cert.Certificate
	}
	basic, err := splitOCSP(data)
	if err != nil {
		// The standard parser knows error responses, and has better words.
		if _, stdErr := ocsp.ParseResponseForCert(data, std, nil); stdErr != nil {
			err = fmt.Errorf("x509ext: ocsp: %w", stdErr)
		}
		return nil, err
	}
	input := cryptobyte.String(basic.algorithm)
	ai, err := readAlgorithm(&input, "ocsp: "+placeOuterAlgorithm)
	if err != nil {
		return nil, err
	}
	r := &OCSPResponse{SignatureOID: ai.OID}
	if len(basic.certificates) > 0 {
		if r.Responder, err = ParseCertificate(basic.certificates[0]); err != nil {
			return nil, fmt.Errorf("x509ext: ocsp: embedded certificate: %w", err)
		}
	}
	if err := r.fill(data, basic, ai, std); err != nil {
		return nil, err
	}
	return r, nil
}

// fill parses the standard parts. x/crypto/ocsp insists on verifying with an
// embedded certificate and may not know its algorithm, so it is given the
// response without one.
func (r *OCSPResponse) fill(data []byte, basic basicOCSP, ai der.AlgorithmIdentifier, cert *x509.Certificate) error {
	basic.certificates = nil
	bare, err := basic.marshal()
	if err != nil {
		return fmt.Errorf("x509ext: ocsp: %w", err)
	}
	if r.Response, err = ocsp.ParseResponseForCert(bare, cert, nil); err != nil {
		return fmt.Errorf("x509ext: ocsp: %w", err)
	}
	r.Raw = data
	if r.Responder != nil {
		r.Certificate = r.Responder.Certificate
	}
	r.signatureAlgorithm = parsedAlgorithm(ai, r.SignatureAlgorithm)
	if !r.signatureAlgorithm.supported() {
		r.signatureAlgorithm = algorithmFor(ai) // RSA-PSS and Ed25519, which x/crypto/ocsp leaves out
	}
	r.issuerNameHash, r.issuerKeyHash, err = basic.issuerHashes(r.SerialNumber)
	return err
}

// CheckSignatureFrom verifies that the response speaks for issuer, the CA of
// the certificate in question: that it names issuer, and that it is signed by
// issuer's key or by the embedded responder certificate, which issuer must
// have issued for OCSP signing. Whether the response and the responder's
// certificate are current is left to the caller, who knows the time.
func (r *OCSPResponse) CheckSignatureFrom(issuer *Certificate) error {
	if r == nil || r.Response == nil || len(r.SignatureOID) == 0 {
		return errors.New("x509ext: ocsp: response was not parsed; use ParseOCSPResponse")
	}
	if !issuer.parsed() {
		return errNotParsed
	}
	if err := r.checkIssuer(issuer); err != nil {
		return err
	}
	signer := issuer
	if r.Responder != nil && !bytes.Equal(r.Responder.RawSubjectPublicKeyInfo, issuer.RawSubjectPublicKeyInfo) {
		if err := r.Responder.delegatedBy(issuer); err != nil {
			return err
		}
		signer = r.Responder
	}
	if !r.signatureAlgorithm.supported() {
		what := fmt.Sprintf("ocsp response for serial number %v", r.SerialNumber)
		return &UnsupportedAlgorithmError{OID: r.SignatureOID, Use: "signature", What: what}
	}
	return signer.checkSignature(r.signatureAlgorithm, r.TBSResponseData, r.Signature, true)
}

// checkIssuer compares the hashes in the response with issuer's name and key.
// Without it a responder that serves two CAs could be made to answer for the
// wrong one, since the embedded certificate is not part of what is signed.
func (r *OCSPResponse) checkIssuer(issuer *Certificate) error {
	info, err := der.ParseSPKI(issuer.RawSubjectPublicKeyInfo)
	if err != nil {
		return fmt.Errorf("x509ext: ocsp: issuer: %w", err)
	}
	if !r.IssuerHash.Available() {
		return fmt.Errorf("x509ext: ocsp: digest %v is not available", r.IssuerHash)
	}
	digest := func(data []byte) []byte {
		h := r.IssuerHash.New()
		h.Write(data)
		return h.Sum(nil)
	}
	if !bytes.Equal(r.issuerNameHash, digest(issuer.RawSubject)) || !bytes.Equal(r.issuerKeyHash, digest(info.PublicKey)) {
		return fmt.Errorf("x509ext: ocsp: the response is not about a certificate issued by %s", certificateName(issuer.Certificate))
	}
	return nil
}

// delegatedBy applies RFC 6960, 4.2.2.2: a delegated responder's certificate
// is issued directly by the CA and marked for OCSP signing.
func (c *Certificate) delegatedBy(issuer *Certificate) error {
	if !bytes.Equal(c.RawIssuer, issuer.RawSubject) {
		return fmt.Errorf("x509ext: ocsp: responder %s was not issued by %s", certificateName(c.Certificate), certificateName(issuer.Certificate))
	}
	if !slices.Contains(c.ExtKeyUsage, x509.ExtKeyUsageOCSPSigning) {
		return fmt.Errorf("x509ext: ocsp: responder %s lacks the extended key usage OCSPSigning", certificateName(c.Certificate))
	}
	return c.CheckSignatureFrom(issuer)
}
