package x509ext

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
)

// CreateCertificate makes a certificate as [x509.CreateCertificate] does from
// the same template fields, for any mix of classical and provider keys: pub is
// the subject's public key, priv the issuer's private key (a crypto.Signer),
// parent the issuer's certificate or, for a self-signed one, template itself.
//
// What differs from the standard library: a subject key identifier is always
// present (SubjectKeyID of pub, unless the template has its own), a nil rand
// means crypto/rand, and template.SignatureAlgorithm must be zero when priv is
// a provider's key. The result is parsed before it is signed, and the signature
// verified before it is returned.
func CreateCertificate(rand io.Reader, template, parent *x509.Certificate, pub crypto.PublicKey, priv any) ([]byte, error) {
	s, tbs, err := draftCertificate(rand, template, parent, pub, priv)
	if err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptCertificate)
}

// draftCertificate returns the TBSCertificate of a certificate and who seals it.
func draftCertificate(rand io.Reader, template, parent *x509.Certificate, pub crypto.PublicKey, priv any) (*sealer, []byte, error) {
	if template == nil || parent == nil {
		return nil, nil, errors.New("x509ext: template and parent must not be nil")
	}
	s, err := newSealer(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, nil, err
	}
	if err := s.matches(parent); err != nil {
		return nil, nil, err
	}
	_, spki, err := normalise(pub)
	if err != nil {
		return nil, nil, fmt.Errorf("x509ext: subject public key: %w", err)
	}
	shadowed, err := shadowCertificate(rand, template, parent, spki)
	if err != nil {
		return nil, nil, err
	}
	tbs, err := replaceElements(shadowed, map[int][]byte{certAlgorithm: s.identifier, certSPKI: spki})
	return s, tbs, err
}

func acceptCertificate(der []byte) error {
	_, err := ParseCertificate(der)
	return err
}

// shadowCertificate lets the standard library build the certificate with a
// throwaway key on both sides.
func shadowCertificate(rand io.Reader, template, parent *x509.Certificate, spki []byte) ([]byte, error) {
	t, p := *template, *parent
	t.SignatureAlgorithm = 0
	p.PublicKey = nil
	if len(t.SubjectKeyId) == 0 {
		var err error
		if t.SubjectKeyId, err = subjectKeyID(spki); err != nil {
			return nil, err
		}
	}
	key := throwaway()
	der, err := x509.CreateCertificate(orSystem(rand), &t, &p, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	return der, nil
}
