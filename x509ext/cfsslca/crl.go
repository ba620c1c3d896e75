package cfsslca

import (
	"crypto"
	"crypto/x509"
	"fmt"
	"math/big"
	"time"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/saker-pq/saker/x509ext"
)

// NewCRL makes the DER revocation list of one CA from the records of a
// database: its revoked certificates that have not expired, with the reasons.
// A database may hold the records of several CAs; those of others are left
// out. The list's number is the time in nanoseconds, so that numbers grow on
// every machine that shares the database as long as their clocks agree.
func NewCRL(database certdb.Accessor, ca *x509ext.Certificate, priv crypto.Signer, lifetime time.Duration) ([]byte, error) {
	records, err := database.GetRevokedAndUnexpiredCertificates()
	if err != nil {
		return nil, err
	}
	template := &x509.RevocationList{}
	for _, r := range records {
		if !isFrom(ca, &r) {
			continue
		}
		serial, ok := new(big.Int).SetString(r.Serial, 10)
		if !ok {
			return nil, fmt.Errorf("cfsslca: crl: the database has a record with serial number %q, expected decimal digits", r.Serial)
		}
		template.RevokedCertificateEntries = append(template.RevokedCertificateEntries, x509.RevocationListEntry{
			SerialNumber:   serial,
			RevocationTime: r.RevokedAt.UTC(),
			ReasonCode:     listedReason(r.Reason),
		})
	}
	now := time.Now().UTC()
	template.Number = big.NewInt(now.UnixNano())
	template.ThisUpdate = now
	template.NextUpdate = now.Add(lifetime)
	der, err := x509ext.CreateRevocationList(nil, template, ca.Certificate, priv)
	if err != nil {
		return nil, fmt.Errorf("cfsslca: crl: %w", err)
	}
	return der, nil
}

// listedReason is the reason code for a full list: removeFromCRL (8) belongs in
// delta lists only, where it takes a revocation back, and 7 and those above 10
// are not assigned (RFC 5280, section 5.3.1). Such a certificate is listed
// without a reason.
func listedReason(code int) int {
	if code == 7 || code == 8 || code < 0 || code > 10 {
		return 0
	}
	return code
}

// isFrom reports whether ca issued the certificate of a record. A certificate
// whose issuer has the subject's name, or no key identifier, is recorded
// without one: there the certificate itself tells.
func isFrom(ca *x509ext.Certificate, r *certdb.CertificateRecord) bool {
	if r.AKI != "" {
		return r.AKI == authorityKeyID(ca)
	}
	cert, err := ParseCertificatePEM([]byte(r.PEM))
	return err == nil && cert.CheckSignatureFrom(ca) == nil
}
