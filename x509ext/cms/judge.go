package cms

import (
	"crypto/x509/pkix"
	"errors"
	"fmt"

	"github.com/saker-pq/saker/x509ext"
)

// judge decides about one signer.
func (v *verification) judge(s *SignerInfo) Result {
	result := Result{Signer: s}
	digest, algorithm, err := v.algorithms(s)
	if err == nil {
		err = v.checkSubject(s, digest)
	}
	if err == nil {
		result.SigningTime, err = signingTime(s.SignedAttributes)
	}
	var candidates []*x509ext.Certificate
	if err == nil {
		candidates, err = v.candidates(s)
	}
	if err == nil {
		err = v.findSigner(&result, candidates, digest, algorithm)
	}
	if err != nil {
		return Result{Signer: s, Err: err}
	}
	return result
}

// algorithms looks the signer's two algorithms up.
func (v *verification) algorithms(s *SignerInfo) (Digest, pkix.AlgorithmIdentifier, error) {
	digest, err := digestOf(s.digestAlgorithm)
	if err != nil {
		return 0, pkix.AlgorithmIdentifier{}, err
	}
	if !v.data.lists(digest) {
		return 0, pkix.AlgorithmIdentifier{}, fmt.Errorf("digestAlgorithm %v is not among the digestAlgorithms of the message", digest)
	}
	algorithm, err := resolve(s.signatureAlgorithm, digest)
	return digest, algorithm, err
}

// checkSubject checks that the signature, if it is valid, is about the content:
// by the signed attributes, or because it may be over the bare content.
func (v *verification) checkSubject(s *SignerInfo, digest Digest) error {
	if s.signedAttributes != nil {
		return checkSignedAttributes(s, v.data.ContentType, v.sum(digest))
	}
	if v.opts.RequireSignedAttributes {
		return errors.New("there are no signed attributes, which the options require")
	}
	return mayBeBare(v.data.ContentType, v.content)
}

// findSigner fills in the first candidate that has made the signature and is to
// be trusted.
func (v *verification) findSigner(result *Result, candidates []*x509ext.Certificate, digest Digest, algorithm pkix.AlgorithmIdentifier) error {
	var first error
	for _, c := range candidates {
		input, err := v.checkSignature(result.Signer, c, digest, algorithm)
		if err == nil {
			err = mayVouch(c)
		}
		if err == nil && !v.opts.SignaturesOnly {
			result.Chains, err = c.Verify(v.chain)
		}
		if err == nil {
			result.Certificate, result.Input = c, input
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// checkSignature verifies the signature with the key of c and returns the form
// in which it is valid.
func (v *verification) checkSignature(s *SignerInfo, c *x509ext.Certificate, digest Digest, algorithm pkix.AlgorithmIdentifier) (Input, error) {
	var first error
	for _, input := range v.opts.Input.inputs(s) {
		message := v.content
		if s.signedAttributes != nil {
			message = input.message(s.signedAttributes, digest)
		}
		err := c.CheckSignature(algorithm, message, s.Signature)
		if err == nil {
			return input, nil
		}
		if first == nil {
			first = err
		}
	}
	if !errors.Is(first, x509ext.ErrInvalidSignature) {
		return 0, first
	}
	if v.opts.Input == InputAttributes && s.signedAttributes != nil && isOQS(s.SignatureOID) &&
		c.CheckSignature(algorithm, digest.sum(s.signedAttributes), s.Signature) == nil {
		return 0, invalid("it is one over the %v, the form of oqs-provider, which Input does not accept", InputDigest)
	}
	return 0, fmt.Errorf("%w: %w", ErrInvalidSignature, first)
}
