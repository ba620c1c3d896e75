package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"slices"
)

// AlternativeKeys are the second keys for [CreateAlternativeCertificate].
type AlternativeKeys struct {
	// PublicKey is the subject's. Without it the certificate has two
	// signatures, but its subject cannot issue certificates with two.
	PublicKey crypto.PublicKey
	// PrivateKey is the issuer's: a crypto.Signer.
	PrivateKey any
}

// CreateAlternativeCertificate makes a certificate as [CreateCertificate] does
// and puts a second key and a second signature into the extensions of ITU-T
// X.509 (10/2019), 9.8, none of them critical. The customary choice is a
// classical key in pub and priv, which old software verifies, and a
// post-quantum one in alternative.
//
// The alternative signature is made first, and the other one covers it. A
// parsed parent must have the alternative key that signs. Both signatures are
// verified before the certificate is returned.
func CreateAlternativeCertificate(rand io.Reader, template, parent *x509.Certificate, pub crypto.PublicKey, priv any, alternative AlternativeKeys) ([]byte, error) {
	if template == nil || parent == nil {
		return nil, errors.New("x509ext: template and parent must not be nil")
	}
	second, err := newAlternativeSealer(alternative.PrivateKey)
	if err != nil {
		return nil, err
	}
	var spki []byte
	if alternative.PublicKey != nil {
		if _, spki, err = normalise(alternative.PublicKey); err != nil {
			return nil, fmt.Errorf("x509ext: subject's alternative public key: %w", err)
		}
	}
	if err := second.matchesAlternative(template, parent, spki); err != nil {
		return nil, err
	}
	t := *template
	if t.ExtraExtensions, err = second.extend(template.ExtraExtensions, spki); err != nil {
		return nil, err
	}
	s, tbs, err := draftCertificate(rand, &t, parent, pub, priv)
	if err != nil {
		return nil, err
	}
	return s.sealBoth(rand, second, tbs, certAlgorithm, certExtensionsTag, acceptCertificate)
}

func newAlternativeSealer(priv any) (*sealer, error) {
	s, err := newSealer(priv, 0)
	if err != nil {
		return nil, fmt.Errorf("x509ext: alternative: %w", err)
	}
	return s, nil
}

// matchesAlternative is matches for the alternative key. A parent that was not
// parsed is looked at only when it is the template: then the certificate is
// self-signed in both ways.
func (s *sealer) matchesAlternative(template, parent *x509.Certificate, subject []byte) error {
	if len(parent.Raw) == 0 {
		if parent == template && !bytes.Equal(subject, s.spki) {
			return errors.New("x509ext: the alternative private key of a self-signed certificate does not match its alternative public key")
		}
		return nil
	}
	issuer, err := ParseCertificate(parent.Raw)
	if err != nil {
		return fmt.Errorf("x509ext: issuer: %w", err)
	}
	return s.isAlternativeOf(issuer)
}

func (s *sealer) isAlternativeOf(issuer *Certificate) error {
	if !issuer.Alternative.hasKey() {
		return fmt.Errorf("%w: the issuer, %s, has only one key", ErrNoAlternative, certificateName(issuer.Certificate))
	}
	if !bytes.Equal(issuer.Alternative.spki, s.spki) {
		return errors.New("x509ext: the alternative private key does not match the issuer certificate's alternative public key")
	}
	return nil
}

// extend appends the three extensions, with an empty signature. subject nil
// leaves the key out.
func (s *sealer) extend(list []pkix.Extension, subject []byte) ([]pkix.Extension, error) {
	if err := refuseExtensions(list, oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature); err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	if subject != nil {
		list = append(list, pkix.Extension{Id: oidAlternativeKey, Value: subject})
	}
	empty, err := bitString(nil)
	if err != nil {
		return nil, err
	}
	return append(list,
		pkix.Extension{Id: oidAlternativeAlgorithm, Value: s.identifier},
		pkix.Extension{Id: oidAlternativeSignature, Value: empty}), nil
}

// sealBoth signs tbs, in which the alternative signature is still empty, with
// second and then, completed, with s.
func (s *sealer) sealBoth(random io.Reader, second *sealer, tbs []byte, algorithm int, extensionsTag uint8, accept func(der []byte) error) ([]byte, error) {
	if err := s.consider(tbs, accept); err != nil {
		return nil, err
	}
	message, err := alternativeMessage(tbs, algorithm, extensionsTag)
	if err != nil {
		return nil, err
	}
	signature, err := second.sign(random, message)
	if err != nil {
		return nil, fmt.Errorf("x509ext: alternative: %w", err)
	}
	value, err := bitString(signature)
	if err != nil {
		return nil, err
	}
	if tbs, err = replaceExtension(tbs, extensionsTag, oidAlternativeSignature, value); err != nil {
		return nil, err
	}
	return s.seal(random, tbs, accept)
}
