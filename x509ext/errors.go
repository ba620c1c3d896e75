package x509ext

import (
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
)

// ErrInvalidSignature is in the chain of every error that means: the signature
// was checked, or cannot be one by this key, and it is not valid.
var ErrInvalidSignature = errors.New("x509ext: invalid signature")

// ErrSignatureLimit is returned by Verify when a chain was not found within
// [MaxSignatureChecks] signature checks.
var ErrSignatureLimit = fmt.Errorf("x509ext: no chain found within %d signature checks", MaxSignatureChecks)

var errNotParsed = errors.New("x509ext: certificate was not parsed; use ParseCertificate")

// An UnsupportedAlgorithmError says which algorithm of which object neither
// the provider nor crypto/x509 implements. It matches
// [x509.ErrUnsupportedAlgorithm] in errors.Is.
type UnsupportedAlgorithmError struct {
	OID  asn1.ObjectIdentifier
	Use  string // "public key" or "signature"
	What string // the object that carries it, for example: certificate "CN=example"

	// Certificate carries the algorithm; nil for a request, a revocation list
	// or an OCSP response.
	Certificate *Certificate
}

func (e *UnsupportedAlgorithmError) Error() string {
	return fmt.Sprintf("x509ext: %s: %s algorithm %v is not supported", e.What, e.Use, e.OID)
}

// Is makes the error match [x509.ErrUnsupportedAlgorithm].
func (e *UnsupportedAlgorithmError) Is(target error) bool {
	return target == x509.ErrUnsupportedAlgorithm
}

func unsupportedIn(c *Certificate, oid asn1.ObjectIdentifier, use string) error {
	return &UnsupportedAlgorithmError{OID: oid, Use: use, What: certificateName(c.Certificate), Certificate: c}
}

// certificateName names a certificate in error texts.
func certificateName(c *x509.Certificate) string {
	if c == nil {
		return "no certificate"
	}
	if name := c.Subject.String(); name != "" {
		return fmt.Sprintf("certificate %q", name)
	}
	return fmt.Sprintf("certificate with serial number %v", c.SerialNumber)
}
