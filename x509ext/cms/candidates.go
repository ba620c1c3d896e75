package cms

import (
	"bytes"
	"crypto/x509"
	"fmt"

	"github.com/saker-pq/saker/x509ext"
)

// maxCandidates bounds the certificates that one signer identifier may fit. A
// key identifier fits all certificates of a key, for example of cross-signed
// ones.
const maxCandidates = 4

// names reports whether the signer identifier is that of c (RFC 5652, section
// 5.3): issuer and serial number compared by their bytes, or the content of
// the subjectKeyIdentifier extension.
func (s *SignerInfo) names(c *x509ext.Certificate) bool {
	if s.version == versionKeyIdentifier {
		return len(c.SubjectKeyId) > 0 && bytes.Equal(c.SubjectKeyId, s.SubjectKeyID)
	}
	return bytes.Equal(c.RawIssuer, s.RawIssuer) && c.SerialNumber.Cmp(s.SerialNumber) == 0
}

// candidates returns the certificates that may be the signer's, each once.
func (v *verification) candidates(s *SignerInfo) ([]*x509ext.Certificate, error) {
	var found []*x509ext.Certificate
	for _, list := range [][]*x509ext.Certificate{v.data.Certificates, v.pooled} {
		for _, c := range list {
			if !s.names(c) || contains(found, c) {
				continue
			}
			if len(found) == maxCandidates {
				return nil, fmt.Errorf("more than %d certificates fit the signer identifier", maxCandidates)
			}
			found = append(found, c)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w (%s)", ErrNoSignerCertificate, s.identifier())
	}
	return found, nil
}

func contains(list []*x509ext.Certificate, c *x509ext.Certificate) bool {
	for _, other := range list {
		if other.Equal(c) {
			return true
		}
	}
	return false
}

// identifier names the signer in error texts.
func (s *SignerInfo) identifier() string {
	if s.version == versionKeyIdentifier {
		return fmt.Sprintf("key identifier %x", s.SubjectKeyID)
	}
	return fmt.Sprintf("serial number %v", s.SerialNumber)
}

// mayVouch refuses certificates whose keyUsage is for other things than signing
// data (RFC 5280, 4.2.1.3).
func mayVouch(c *x509ext.Certificate) error {
	if c.KeyUsage != 0 && c.KeyUsage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0 {
		return fmt.Errorf("the signer's certificate %q is not for signing data: keyUsage has neither digitalSignature nor nonRepudiation", c.Subject)
	}
	return nil
}
