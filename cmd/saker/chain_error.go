package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/saker-pq/saker/x509ext"
)

// chainFailure says in the words of certificates why there is no chain: which
// signature is wrong, which issuer was looked for, which usage was found.
// The certificates are those of file, the first of which was to be verified.
func chainFailure(file string, certs []*x509ext.Certificate, usage x509.ExtKeyUsage, err error) error {
	hint := verifyHint(err)
	isServer := func(c *x509ext.Certificate) bool { return !c.IsCA }
	if certs[0].IsCA && slices.ContainsFunc(certs[1:], isServer) {
		hint = fmt.Sprintf("the first certificate in %s is a CA; put the server's first", displayName(file))
	}
	return failed(file, &chainError{text: chainText(err, usage), cause: err}, hint)
}

// chainError has a text of its own and the cause for errors.As.
type chainError struct {
	text  string
	cause error
}

func (e *chainError) Error() string { return e.text }
func (e *chainError) Unwrap() error { return e.cause }

func chainText(err error, usage x509.ExtKeyUsage) string {
	var chain *x509ext.ChainError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &chain):
		if child := chain.Verdict.Cert; child != nil && errors.Is(chain.Reason, x509ext.ErrInvalidSignature) {
			return fmt.Sprintf("the signature of %q by %q is not valid", child.Subject, child.Issuer)
		}
		err = chain.Reason
	case errors.As(err, &unknown) && unknown.Cert != nil:
		return fmt.Sprintf("found no certificate of %q, the issuer of %q, among the roots and intermediates",
			unknown.Cert.Issuer, unknown.Cert.Subject)
	case errors.As(err, &invalid) && invalid.Reason == x509.IncompatibleUsage && invalid.Cert != nil:
		found := extendedUsageNames(invalid.Cert)
		if len(found) == 0 || slices.Contains(found, usage.String()) {
			return fmt.Sprintf("a CA of the chain does not allow extended key usage %s", usage)
		}
		return fmt.Sprintf("found extended key usage %s, expected %s", strings.Join(found, ", "), usage)
	}
	return err.Error()
}

// verifyHint says what to do about an error of certificate verification.
func verifyHint(err error) string {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	switch {
	case errors.Is(err, x509ext.ErrInvalidSignature):
		return "the certificate was altered, or that CA has another key"
	case errors.Is(err, x509.ErrUnsupportedAlgorithm):
		return "\"saker schemes\" lists the algorithms that are understood"
	case errors.As(err, &unknown):
		return "give every CA between the certificate and the root with --intermediates"
	case errors.As(err, &host):
		return "\"saker inspect\" lists the names a certificate is for"
	}
	return ""
}
