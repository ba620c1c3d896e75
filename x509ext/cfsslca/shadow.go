package cfsslca

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"fmt"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/signer"
	"github.com/cloudflare/cfssl/signer/local"
	"github.com/saker-pq/saker/x509ext"
)

// CFSSL's own code decides everything about a certificate but its key and its
// signature. To that end it is given shadows of what it cannot read: a request
// and a CA of the same contents with Ed25519 keys. What it issues is resealed
// by x509ext with the real keys. Shadow keys live for one operation, and
// nothing they signed leaves this package.

func newShadowKey() (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("cfsslca: shadow key: %w", err)
	}
	return key, nil
}

// shadowCSR returns the PEM request with the contents of r for a shadow key.
func shadowCSR(r *x509.CertificateRequest, key ed25519.PrivateKey) ([]byte, error) {
	der, err := x509.CreateCertificateRequest(rand.Reader, copyRequest(r), key)
	if err != nil {
		return nil, fmt.Errorf("cfsslca: shadow request: %w", err)
	}
	return encodePEM(pemRequest, der), nil
}

// shadowSign runs one request through CFSSL's local signer. ca is the real CA,
// whose name, key identifier and constraints CFSSL must see; without a public
// key in its copy, any key may sign for it. The certificate returned is signed
// by the shadow key; the record is the one to store, with that certificate
// still in it.
func shadowSign(ca *x509ext.Certificate, policy *config.Signing, key ed25519.PrivateKey, req signer.SignRequest) ([]byte, *certdb.CertificateRecord, error) {
	shadowCA := *ca.Certificate
	shadowCA.PublicKey = nil
	// A signer of its own for every request: local.Signer is not meant to be
	// shared by requests that each want their record back.
	s, err := local.NewSigner(key, &shadowCA, x509.PureEd25519, policy)
	if err != nil {
		return nil, nil, err
	}
	var catcher recordCatcher
	s.SetDBAccessor(&catcher)
	certPEM, err := s.Sign(req)
	if err != nil {
		return nil, nil, err
	}
	if catcher.record == nil {
		return nil, nil, fmt.Errorf("cfsslca: internal error: CFSSL issued a certificate without a record")
	}
	return certPEM, catcher.record, nil
}

// recordCatcher takes the place of the database in a shadow signer: the record
// is to be written when the certificate in it is the real one. CFSSL's signer
// calls no other method.
type recordCatcher struct {
	certdb.Accessor
	record *certdb.CertificateRecord
}

func (c *recordCatcher) InsertCertificate(record certdb.CertificateRecord) error {
	c.record = &record
	return nil
}
