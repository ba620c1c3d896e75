package x509ext

import (
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
)

// In a request the key, the algorithm and the signature of ITU-T X.509
// (10/2019), 9.8, are attributes whose types are the identifiers of the
// extensions. The alternative signature covers the CertificationRequestInfo
// without the attribute that holds it. This is what Bouncy Castle does; there
// is no standard for it.

// alternativeInAttributes reads the three attributes.
func alternativeInAttributes(attributes [][]byte) (*Alternative, error) {
	const what = "request"
	key, err := attributeValue(attributes, oidAlternativeKey, what+": "+placeAlternativeKey)
	if err != nil {
		return nil, err
	}
	algorithm, err := attributeValue(attributes, oidAlternativeAlgorithm, what+": "+placeAlternativeAlgorithm)
	if err != nil {
		return nil, err
	}
	signature, err := attributeValue(attributes, oidAlternativeSignature, what+": "+placeAlternativeSignature)
	if err != nil {
		return nil, err
	}
	if (key == nil) != (algorithm == nil) {
		return nil, fmt.Errorf("x509ext: %s: %s present: %t, but %s present: %t", what,
			placeAlternativeKey, key != nil, placeAlternativeAlgorithm, algorithm != nil)
	}
	return parseAlternative(what, key, algorithm, signature)
}

// CheckAlternativeSignature verifies the request's alternative signature with
// the alternative key that it is for.
func (r *CertificateRequest) CheckAlternativeSignature() error {
	if !r.parsed() {
		return errRequestNotParsed
	}
	what := requestName(r.CertificateRequest)
	a := r.Alternative
	if !a.hasSignature() {
		return fmt.Errorf("%w: %s has only one signature", ErrNoAlternative, what)
	}
	if a.PublicKey == nil {
		return &UnsupportedAlgorithmError{OID: a.PublicKeyOID, Use: "alternative public key", What: what}
	}
	if !a.signatureAlgorithm.supported() {
		return &UnsupportedAlgorithmError{OID: a.SignatureOID, Use: "alternative signature", What: what}
	}
	message, err := alternativeRequestMessage(r.RawTBSCertificateRequest)
	if err != nil {
		return err
	}
	if err := checkSignature(a.signatureAlgorithm, a.key(), message, a.Signature, false); err != nil {
		return fmt.Errorf("x509ext: alternative signature: %w", err)
	}
	return nil
}

// CheckBothSignatures checks the ordinary and the alternative signature. Both
// are always evaluated, and both errors are returned.
func (r *CertificateRequest) CheckBothSignatures() error {
	return errors.Join(r.CheckSignature(), r.CheckAlternativeSignature())
}

func alternativeRequestMessage(tbs []byte) ([]byte, error) {
	return changeAttributes(tbs, func(list [][]byte) [][]byte {
		return withoutAttribute(list, oidAlternativeSignature)
	})
}

// CreateAlternativeCertificateRequest makes a request as
// [CreateCertificateRequest] does for a certificate with two keys, those of
// priv and alternative, and proves that the requester holds both.
func CreateAlternativeCertificateRequest(rand io.Reader, template *x509.CertificateRequest, priv, alternative any) ([]byte, error) {
	second, err := newAlternativeSealer(alternative)
	if err != nil {
		return nil, err
	}
	s, tbs, err := draftRequest(rand, template, priv)
	if err != nil {
		return nil, err
	}
	empty, err := bitString(nil)
	if err != nil {
		return nil, err
	}
	for _, a := range []struct {
		id    asn1.ObjectIdentifier
		value []byte
	}{{oidAlternativeKey, second.spki}, {oidAlternativeAlgorithm, second.identifier}, {oidAlternativeSignature, empty}} {
		if tbs, err = withAttribute(tbs, a.id, a.value); err != nil {
			return nil, err
		}
	}
	if err := s.consider(tbs, acceptRequest); err != nil {
		return nil, err
	}
	message, err := alternativeRequestMessage(tbs)
	if err != nil {
		return nil, err
	}
	signature, err := second.sign(rand, message)
	if err != nil {
		return nil, fmt.Errorf("x509ext: alternative: %w", err)
	}
	value, err := bitString(signature)
	if err != nil {
		return nil, err
	}
	if tbs, err = withAttribute(tbs, oidAlternativeSignature, value); err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptRequest)
}
