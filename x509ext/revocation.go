package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/cryptobyte"
)

// A RevocationList is a certificate revocation list (RFC 5280, section 5) as
// crypto/x509 parsed it, with a signature check that knows the provider's
// algorithms.
type RevocationList struct {
	*x509.RevocationList

	SignatureOID asn1.ObjectIdentifier // algorithm of the list's signature
	Alternative  *Alternative          // the second signature; nil if there is none

	signatureAlgorithm signatureAlgorithm
}

// ParseRevocationList parses one DER revocation list of version 2. It does not
// check the signature; see [RevocationList.CheckSignatureFrom].
func ParseRevocationList(der []byte) (*RevocationList, error) {
	outer, err := splitSigned(der, "revocation list")
	if err != nil {
		return nil, err
	}
	list, ok := elements(outer.tbs)
	if !ok || len(list) <= listAlgorithm {
		return nil, errors.New("x509ext: revocation list: malformed tbs")
	}
	// A list of version 1 has another field here; the standard library refuses it.
	if element := cryptobyte.String(list[listAlgorithm]); list[0][0] == asn1.TagInteger {
		inner, err := readAlgorithm(&element, "revocation list: "+placeInnerAlgorithm)
		if err != nil {
			return nil, err
		}
		if !inner.OID.Equal(outer.algorithm.OID) {
			return nil, fmt.Errorf("x509ext: revocation list: %s is %v but %s is %v", placeInnerAlgorithm, inner.OID, placeOuterAlgorithm, outer.algorithm.OID)
		}
	}
	std, err := x509.ParseRevocationList(der)
	if err != nil {
		return nil, fmt.Errorf("x509ext: revocation list: %w", err)
	}
	alternative, err := alternativeInList(std, list)
	if err != nil {
		return nil, err
	}
	return &RevocationList{
		RevocationList:     std,
		SignatureOID:       outer.algorithm.OID,
		Alternative:        alternative,
		signatureAlgorithm: parsedAlgorithm(outer.algorithm, std.SignatureAlgorithm),
	}, nil
}

// CheckSignatureFrom verifies the list's signature by issuer, and that issuer
// may sign revocation lists.
func (l *RevocationList) CheckSignatureFrom(issuer *Certificate) error {
	if err := l.mayComeFrom(issuer); err != nil {
		return err
	}
	if !l.signatureAlgorithm.supported() {
		what := fmt.Sprintf("revocation list of %q", l.Issuer)
		return &UnsupportedAlgorithmError{OID: l.SignatureOID, Use: "signature", What: what}
	}
	return issuer.checkSignature(l.signatureAlgorithm, l.RawTBSRevocationList, l.Signature, true)
}

// mayComeFrom judges what is not a signature.
func (l *RevocationList) mayComeFrom(issuer *Certificate) error {
	if l == nil || l.RevocationList == nil || len(l.SignatureOID) == 0 {
		return errors.New("x509ext: revocation list was not parsed; use ParseRevocationList")
	}
	if !issuer.parsed() {
		return errNotParsed
	}
	return mayIssue(issuer, x509.KeyUsageCRLSign)
}

// CreateRevocationList makes a revocation list as
// [x509.CreateRevocationList] does from the same template fields. issuer is
// the CA's certificate with its subject key identifier and the cRLSign usage,
// priv its private key. The result is parsed before it is signed, and the
// signature verified before it is returned.
func CreateRevocationList(rand io.Reader, template *x509.RevocationList, issuer *x509.Certificate, priv crypto.Signer) ([]byte, error) {
	s, tbs, err := draftRevocationList(rand, template, issuer, priv)
	if err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptRevocationList)
}

// draftRevocationList returns the TBSCertList of a revocation list.
func draftRevocationList(rand io.Reader, template *x509.RevocationList, issuer *x509.Certificate, priv crypto.Signer) (*sealer, []byte, error) {
	if template == nil || issuer == nil {
		return nil, nil, errors.New("x509ext: revocation list: template and issuer must not be nil")
	}
	s, err := newSealer(priv, template.SignatureAlgorithm)
	if err != nil {
		return nil, nil, err
	}
	if err := s.matches(issuer); err != nil {
		return nil, nil, err
	}
	t := *template
	t.SignatureAlgorithm = 0
	shadowed, err := x509.CreateRevocationList(orSystem(rand), &t, issuer, throwaway())
	if err != nil {
		return nil, nil, fmt.Errorf("x509ext: revocation list: %w", err)
	}
	tbs, err := replaceElements(shadowed, map[int][]byte{listAlgorithm: s.identifier})
	return s, tbs, err
}

func acceptRevocationList(der []byte) error {
	_, err := ParseRevocationList(der)
	return err
}
