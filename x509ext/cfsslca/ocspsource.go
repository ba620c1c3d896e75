package cfsslca

import (
	"bytes"
	"crypto"
	_ "crypto/sha1" // the default hash of OCSP requests
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"net/http"
	"time"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/cloudflare/cfssl/log"
	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// An OCSPSource answers OCSP requests from the records of a database: what is
// revoked there is revoked in the next answer. Responses are kept in the
// database, as CFSSL's ocsprefresh keeps them, and used again as long as the
// record has not changed and at least half of their life is left.
//
// It is a [cfocsp.Source]. CFSSL's own source looks records up by the
// request's hash of the CA's key, which is not the key identifier that the
// certificates here carry.
type OCSPSource struct {
	database certdb.Accessor
	signer   *OCSPSigner
}

var _ cfocsp.Source = (*OCSPSource)(nil)

// NewOCSPSource returns the source of responses by signer.
func NewOCSPSource(database certdb.Accessor, signer *OCSPSigner) *OCSPSource {
	return &OCSPSource{database: database, signer: signer}
}

// Response answers one request. A certificate that is not in the database, or
// of another CA, is cfocsp.ErrNotFound.
func (s *OCSPSource) Response(req *ocsp.Request) ([]byte, http.Header, error) {
	if req == nil || req.SerialNumber == nil || !s.signer.issuerIs(req) {
		return nil, nil, cfocsp.ErrNotFound
	}
	der, err := s.respond(req.SerialNumber.String(), req.HashAlgorithm)
	return der, nil, err
}

// ResponseFor returns the response about one certificate of the CA, given by
// the decimal serial number of its record.
func (s *OCSPSource) ResponseFor(serial string) ([]byte, error) {
	return s.respond(serial, crypto.SHA1)
}

func (s *OCSPSource) respond(serial string, hash crypto.Hash) ([]byte, error) {
	record, err := s.record(serial)
	if err != nil {
		return nil, err
	}
	cert, err := ParseCertificatePEM([]byte(record.PEM))
	if err != nil {
		return nil, fmt.Errorf("cfsslca: ocsp: record of certificate %s: %w", serial, err)
	}
	// The database keeps one response for each certificate: that for the hash
	// that nearly every client uses.
	keep := hash == crypto.SHA1
	if keep {
		if der := s.kept(record, cert); der != nil {
			return der, nil
		}
	}
	now := time.Now().UTC().Truncate(time.Second)
	next := now.Add(s.signer.interval)
	der, err := s.signer.Sign(cfocsp.SignRequest{
		Certificate: cert.Certificate,
		Status:      record.Status,
		Reason:      record.Reason,
		RevokedAt:   record.RevokedAt.UTC(),
		IssuerHash:  hash,
		ThisUpdate:  &now,
		NextUpdate:  &next,
	})
	if err != nil {
		return nil, err
	}
	if keep {
		// The answer is right without being kept; the next one is made again.
		if err := s.database.UpsertOCSP(record.Serial, record.AKI, string(der), next); err != nil {
			log.Warningf("cfsslca: ocsp: the response about certificate %s is not kept: %v", serial, err)
		}
	}
	return der, nil
}

// record finds a certificate of this CA. One without an authority key
// identifier is recorded without it.
func (s *OCSPSource) record(serial string) (*certdb.CertificateRecord, error) {
	for _, aki := range []string{authorityKeyID(s.signer.issuer), ""} {
		records, err := s.database.GetCertificate(serial, aki)
		if err != nil {
			return nil, err
		}
		for i := range records {
			if isFrom(s.signer.issuer, &records[i]) {
				return &records[i], nil
			}
		}
	}
	return nil, cfocsp.ErrNotFound
}

// kept returns a stored response that still says what the record does.
func (s *OCSPSource) kept(record *certdb.CertificateRecord, cert *x509ext.Certificate) []byte {
	stored, err := s.database.GetOCSP(record.Serial, record.AKI)
	if err != nil {
		return nil
	}
	for _, r := range stored {
		response, err := x509ext.ParseOCSPResponse([]byte(r.Body), cert)
		if err == nil && s.isCurrent(response, record) {
			return []byte(r.Body)
		}
	}
	return nil
}

func (s *OCSPSource) isCurrent(response *x509ext.OCSPResponse, record *certdb.CertificateRecord) bool {
	if response.Status != cfocsp.StatusCode[record.Status] || time.Until(response.NextUpdate) < s.signer.interval/2 {
		return false
	}
	if response.Status == ocsp.Revoked && (response.RevocationReason != record.Reason ||
		!response.RevokedAt.Equal(record.RevokedAt.Truncate(time.Second))) {
		return false
	}
	// Another CA of the same name may have written it, with another key.
	return response.IssuerHash == crypto.SHA1 && response.CheckSignatureFrom(s.signer.issuer) == nil
}

// issuerIs reports whether a request asks about certificates of this CA: its
// hashes are those of the CA's name and key (RFC 6960, section 4.1.1).
func (s *OCSPSigner) issuerIs(req *ocsp.Request) bool {
	if !req.HashAlgorithm.Available() {
		return false
	}
	var spki struct {
		Algorithm pkix.AlgorithmIdentifier
		PublicKey asn1.BitString
	}
	if rest, err := asn1.Unmarshal(s.issuer.RawSubjectPublicKeyInfo, &spki); err != nil || len(rest) > 0 {
		return false
	}
	return bytes.Equal(req.IssuerNameHash, digest(req.HashAlgorithm, s.issuer.RawSubject)) &&
		bytes.Equal(req.IssuerKeyHash, digest(req.HashAlgorithm, spki.PublicKey.RightAlign()))
}

func digest(algorithm crypto.Hash, data []byte) []byte {
	h := algorithm.New()
	h.Write(data)
	return h.Sum(nil)
}
