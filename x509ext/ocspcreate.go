package x509ext

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/crypto/ocsp"
)

// throwawayECDSA takes the place of throwaway where x/crypto/ocsp signs: it
// does not know Ed25519.
var throwawayECDSA = sync.OnceValues(func() (*ecdsa.PrivateKey, error) {
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
})

// CreateOCSPResponse makes a response as [ocsp.CreateResponse] does from the
// same template fields. issuer is the CA of the certificate in question,
// responder the certificate of priv: issuer itself, or one it has issued for
// OCSP signing, which then also belongs into template.Certificate. The result
// is parsed before it is signed, and the signature verified before it is
// returned.
func CreateOCSPResponse(random io.Reader, issuer, responder *x509.Certificate, template ocsp.Response, priv crypto.Signer) ([]byte, error) {
	if issuer == nil || responder == nil || template.SerialNumber == nil {
		return nil, errors.New("x509ext: ocsp: issuer, responder and template.SerialNumber must not be nil")
	}
	s, err := newSealer(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, err
	}
	for _, signer := range []*x509.Certificate{responder, template.Certificate} {
		if signer == nil {
			continue
		}
		if err := s.matches(signer); err != nil {
			return nil, err
		}
	}
	shadow, err := throwawayECDSA()
	if err != nil {
		return nil, fmt.Errorf("x509ext: ocsp: %w", err)
	}
	template.SignatureAlgorithm = 0
	shadowed, err := ocsp.CreateResponse(issuer, responder, template, shadow)
	if err != nil {
		return nil, fmt.Errorf("x509ext: ocsp: %w", err)
	}
	basic, err := splitOCSP(shadowed)
	if err != nil {
		return nil, err
	}
	basic.algorithm, basic.signature = s.identifier, nil
	draft, err := basic.marshal()
	if err != nil {
		return nil, err
	}
	if _, err := ParseOCSPResponse(draft, nil); err != nil {
		return nil, fmt.Errorf("x509ext: refusing to sign: %w", err)
	}
	if basic.signature, err = s.sign(random, basic.tbs); err != nil {
		return nil, err
	}
	return basic.marshal()
}
