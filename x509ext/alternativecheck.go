package x509ext

import (
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
)

// ErrNoAlternative is in the chain of every error that means: an alternative
// signature was asked for, and the object has none, or its issuer has no key
// for it.
var ErrNoAlternative = errors.New("x509ext: no alternative signature")

// alternativeMessage returns what the alternative signature of a certificate
// or revocation list covers (ITU-T X.509 (10/2019), 7.2.2 and 7.10): the DER
// of the TBS without its signature field, at position algorithm, and without
// the extension that holds the alternative signature itself.
func alternativeMessage(tbs []byte, algorithm int, extensionsTag uint8) ([]byte, error) {
	fields, ok := elements(tbs)
	if !ok || len(fields) <= algorithm {
		return nil, errors.New("x509ext: alternative signature: malformed tbs")
	}
	list, at, err := extensionsIn(fields, extensionsTag)
	if err != nil {
		return nil, err
	}
	if at < 0 {
		return nil, ErrNoAlternative
	}
	kept := make([]rawExtension, 0, len(list))
	for _, e := range list {
		if !e.id.Equal(oidAlternativeSignature) {
			kept = append(kept, e)
		}
	}
	if fields[at], err = extensionsField(kept, extensionsTag); err != nil {
		return nil, err
	}
	return joinElements(append(fields[:algorithm:algorithm], fields[algorithm+1:]...))
}

// CheckAlternativeSignatureFrom verifies the alternative signature of c with
// the alternative key of parent, and that parent may sign certificates at all.
// It is no path validation; see RequireAlternative in [VerifyOptions].
func (c *Certificate) CheckAlternativeSignatureFrom(parent *Certificate) error {
	if !c.parsed() || !parent.parsed() {
		return errNotParsed
	}
	if err := mayIssue(parent, x509.KeyUsageCertSign); err != nil {
		return err
	}
	return c.checkAlternativeEdge(parent)
}

// CheckBothSignaturesFrom is [Certificate.CheckSignatureFrom] and
// [Certificate.CheckAlternativeSignatureFrom] in one. Both are always
// evaluated, and both errors are returned.
func (c *Certificate) CheckBothSignaturesFrom(parent *Certificate) error {
	return errors.Join(c.CheckSignatureFrom(parent), c.CheckAlternativeSignatureFrom(parent))
}

// checkAlternativeEdge is checkEdge for the alternative signature.
func (c *Certificate) checkAlternativeEdge(parent *Certificate) error {
	if !c.Alternative.hasSignature() {
		return fmt.Errorf("%w: %s has only one signature", ErrNoAlternative, certificateName(c.Certificate))
	}
	if !c.Alternative.signatureAlgorithm.supported() {
		return unsupportedIn(c, c.Alternative.SignatureOID, "alternative signature")
	}
	message, err := alternativeMessage(c.RawTBSCertificate, certAlgorithm, certExtensionsTag)
	if err != nil {
		return err
	}
	return parent.checkAlternative(c.Alternative, message)
}

// checkAlternative verifies the signature in a over message with the
// alternative key of c.
func (c *Certificate) checkAlternative(a *Alternative, message []byte) error {
	if !c.Alternative.hasKey() {
		return fmt.Errorf("%w: the issuer, %s, has only one key", ErrNoAlternative, certificateName(c.Certificate))
	}
	if c.Alternative.PublicKey == nil {
		return unsupportedIn(c, c.Alternative.PublicKeyOID, "alternative public key")
	}
	if err := checkSignature(a.signatureAlgorithm, c.Alternative.key(), message, a.Signature, false); err != nil {
		return fmt.Errorf("x509ext: alternative signature: %w", err)
	}
	return nil
}

// handleAlternative tells the standard library that a critical alternative key
// has been understood.
func handleAlternative(shadow *x509.Certificate, a *Alternative) {
	if !a.hasKey() || a.PublicKey == nil {
		return
	}
	shadow.UnhandledCriticalExtensions = slices.DeleteFunc(slices.Clone(shadow.UnhandledCriticalExtensions), oidAlternativeKey.Equal)
}
