package x509ext

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
)

// alternativeInList reads the alternative signature of a revocation list from
// the fields of its TBS. A list has no subject, so it has no key.
func alternativeInList(std *x509.RevocationList, fields [][]byte) (*Alternative, error) {
	if !contains(std.Extensions, oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature) {
		return nil, nil
	}
	list, _, err := extensionsIn(fields, listExtensionsTag)
	if err != nil {
		return nil, err
	}
	a, err := alternativeInExtensions(list, "revocation list")
	if err != nil {
		return nil, err
	}
	if a.hasKey() {
		return nil, fmt.Errorf("x509ext: revocation list: %s does not belong here", placeAlternativeKey)
	}
	return a, nil
}

// CheckAlternativeSignatureFrom verifies the list's alternative signature with
// the alternative key of issuer, and that issuer may sign revocation lists.
func (l *RevocationList) CheckAlternativeSignatureFrom(issuer *Certificate) error {
	if err := l.mayComeFrom(issuer); err != nil {
		return err
	}
	what := fmt.Sprintf("revocation list of %q", l.Issuer)
	if !l.Alternative.hasSignature() {
		return fmt.Errorf("%w: %s has only one signature", ErrNoAlternative, what)
	}
	if !l.Alternative.signatureAlgorithm.supported() {
		return &UnsupportedAlgorithmError{OID: l.Alternative.SignatureOID, Use: "alternative signature", What: what}
	}
	message, err := alternativeMessage(l.RawTBSRevocationList, listAlgorithm, listExtensionsTag)
	if err != nil {
		return err
	}
	return issuer.checkAlternative(l.Alternative, message)
}

// CheckBothSignaturesFrom checks the ordinary and the alternative signature.
// Both are always evaluated, and both errors are returned.
func (l *RevocationList) CheckBothSignaturesFrom(issuer *Certificate) error {
	return errors.Join(l.CheckSignatureFrom(issuer), l.CheckAlternativeSignatureFrom(issuer))
}

// CreateAlternativeRevocationList makes a revocation list as
// [CreateRevocationList] does and signs it with alternative too, the private
// key to the issuer's alternative key.
func CreateAlternativeRevocationList(rand io.Reader, template *x509.RevocationList, issuer *Certificate, priv, alternative crypto.Signer) ([]byte, error) {
	if template == nil {
		return nil, errors.New("x509ext: revocation list: template must not be nil")
	}
	if !issuer.parsed() {
		return nil, errNotParsed
	}
	second, err := newAlternativeSealer(alternative)
	if err != nil {
		return nil, err
	}
	if err := second.isAlternativeOf(issuer); err != nil {
		return nil, err
	}
	t := *template
	if t.ExtraExtensions, err = second.extend(template.ExtraExtensions, nil); err != nil {
		return nil, err
	}
	s, tbs, err := draftRevocationList(rand, &t, issuer.Certificate, priv)
	if err != nil {
		return nil, err
	}
	return s.sealBoth(rand, second, tbs, listAlgorithm, listExtensionsTag, acceptRevocationList)
}
