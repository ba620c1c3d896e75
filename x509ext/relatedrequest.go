package x509ext

import (
	"crypto/x509"
	"fmt"
	"io"
	"time"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// RelatedKey is the certificate that a new one is to be related to, for
// [CreateRelatedCertificateRequest].
type RelatedKey struct {
	Certificate *Certificate
	PrivateKey  any       // a crypto.Signer
	Time        time.Time // zero: now
	Locations   []string  // URIs at which a CA finds the certificate, at least one
}

// CreateRelatedCertificateRequest makes a request as [CreateCertificateRequest]
// does, and asks for a certificate that names the one of related. It is signed
// by both private keys.
func CreateRelatedCertificateRequest(rand io.Reader, template *x509.CertificateRequest, priv any, related RelatedKey) ([]byte, error) {
	s, tbs, err := draftRequest(rand, template, priv)
	if err != nil {
		return nil, err
	}
	other, err := newSealer(related.PrivateKey, 0)
	if err != nil {
		return nil, fmt.Errorf("x509ext: related: %w", err)
	}
	if !related.Certificate.parsed() {
		return nil, errNotParsed
	}
	if err := other.matches(related.Certificate.Certificate); err != nil {
		return nil, fmt.Errorf("x509ext: related: %w", err)
	}
	r, err := related.request()
	if err != nil {
		return nil, err
	}
	if tbs, err = r.addTo(tbs); err != nil {
		return nil, err
	}
	if err := s.consider(tbs, acceptRequest); err != nil {
		return nil, err
	}
	if r.Signature, err = other.sign(rand, r.message()); err != nil {
		return nil, fmt.Errorf("x509ext: related: %w", err)
	}
	if tbs, err = r.addTo(tbs); err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptRequest)
}

// addTo puts the attribute, as it is so far, into a CertificationRequestInfo.
func (r *RelatedRequest) addTo(tbs []byte) ([]byte, error) {
	value, err := r.marshal()
	if err != nil {
		return nil, err
	}
	return withAttribute(tbs, oidRelatedRequest, value)
}

// request returns the attribute as it is before it is signed.
func (k RelatedKey) request() (*RelatedRequest, error) {
	if k.Certificate.IsCA {
		return nil, fmt.Errorf("x509ext: related: %s is a CA, expected an end entity", certificateName(k.Certificate.Certificate))
	}
	at := k.Time
	if at.IsZero() {
		at = time.Now()
	}
	r := &RelatedRequest{Locations: k.Locations}
	var id, seconds cryptobyte.Builder
	id.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddBytes(k.Certificate.RawIssuer)
		b.AddASN1BigInt(k.Certificate.SerialNumber)
	})
	seconds.AddASN1Int64(at.Unix())
	var err error
	if r.certID, err = id.Bytes(); err != nil {
		return nil, err
	}
	r.time, err = seconds.Bytes()
	return r, err
}

// CheckRelated is the CA's half of RFC 9763, section 3.2: other is the
// certificate that the request names, its key has signed the request for it,
// and the time in it is no further from now than window. The CA verifies other
// as any certificate besides, and the request's own signature.
func (r *CertificateRequest) CheckRelated(other *Certificate, now time.Time, window time.Duration) error {
	if !r.parsed() {
		return errRequestNotParsed
	}
	if !other.parsed() {
		return errNotParsed
	}
	name := certificateName(other.Certificate)
	switch {
	case r.Related == nil:
		return fmt.Errorf("%w: %s names none", ErrNotRelated, requestName(r.CertificateRequest))
	case other.IsCA:
		return fmt.Errorf("%w: %s is a CA", ErrNotRelated, name)
	case string(other.RawIssuer) != string(r.Related.RawIssuer) || other.SerialNumber.Cmp(r.Related.SerialNumber) != 0:
		return fmt.Errorf("%w: %s has another issuer or serial number", ErrNotRelated, name)
	}
	if off := r.Related.Time.Sub(now).Abs(); off > window {
		return fmt.Errorf("x509ext: %s: requestTime is %v off, expected at most %v", placeRelatedRequest, off, window)
	}
	alg, err := relatedAlgorithm(other)
	if err != nil {
		return err
	}
	if err := checkSignature(alg, other.key(), r.Related.message(), r.Related.Signature, false); err != nil {
		return fmt.Errorf("x509ext: %s: %w", placeRelatedRequest, err)
	}
	return nil
}

// relatedAlgorithm is how the key of c signs: the attribute has no place for an
// algorithm, so it is what newSealer chooses without being asked.
func relatedAlgorithm(c *Certificate) (signatureAlgorithm, error) {
	if scheme := schemeByOID(c.PublicKeyOID); scheme != nil {
		return signatureAlgorithm{oid: c.PublicKeyOID, scheme: scheme}, nil
	}
	if c.PublicKey == nil {
		return signatureAlgorithm{}, unsupportedIn(c, c.PublicKeyOID, "public key")
	}
	std, err := defaultAlgorithm(c.PublicKey)
	return signatureAlgorithm{oid: c.PublicKeyOID, std: std}, err
}
