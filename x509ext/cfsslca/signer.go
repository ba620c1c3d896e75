package cfsslca

import (
	"crypto"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/cloudflare/cfssl/config"
	cferr "github.com/cloudflare/cfssl/errors"
	"github.com/cloudflare/cfssl/info"
	"github.com/cloudflare/cfssl/signer"
	"github.com/cloudflare/cfssl/signer/local"
	"github.com/saker-pq/saker/x509ext"
)

// A Signer issues certificates for one CA whose key, like those of its
// subjects, is of any kind: the provider's schemes, ECDSA, RSA or Ed25519. It
// is a [signer.Signer]; CFSSL's HTTP handlers serve it. Profiles, whitelists,
// expiry, constraints and serial numbers (159 random bits) are CFSSL's, and so
// are the errors about them.
//
// With a database, the record of a certificate is written before the
// certificate is returned. A Signer is safe for concurrent use once its
// database is set.
type Signer struct {
	ca       *x509ext.Certificate
	priv     crypto.Signer
	policy   atomic.Pointer[config.Signing]
	database certdb.Accessor

	// stage is told how far a request has come; tests end the process there.
	stage func(string)
}

var _ signer.Signer = (*Signer)(nil)

// NewSigner returns the signer of a CA. A nil policy is CFSSL's default.
// Profiles that name remote signers are refused, and so are those with
// certificate transparency logs unless the CA's key is classical.
func NewSigner(priv crypto.Signer, ca *x509ext.Certificate, policy *config.Signing) (*Signer, error) {
	if err := checkCA(ca, priv); err != nil {
		return nil, err
	}
	if policy == nil {
		policy = &config.Signing{Default: config.DefaultConfig()}
	}
	s := &Signer{ca: ca, priv: priv, stage: func(string) {}}
	if err := checkPolicy(policy, !s.classical()); err != nil {
		return nil, err
	}
	s.policy.Store(policy)
	return s, nil
}

// checkCA refuses a key that is not the certificate's, and a certificate that
// may not issue others.
func checkCA(ca *x509ext.Certificate, priv crypto.Signer) error {
	if ca == nil || ca.Certificate == nil || priv == nil {
		return errors.New("cfsslca: the CA's certificate and private key must not be nil")
	}
	pub, ok := priv.Public().(interface{ Equal(crypto.PublicKey) bool })
	if !ok || ca.PublicKey == nil || !pub.Equal(ca.PublicKey) {
		return errors.New("cfsslca: the private key does not match the CA's certificate")
	}
	if !ca.IsCA || ca.KeyUsage != 0 && ca.KeyUsage&x509.KeyUsageCertSign == 0 {
		return fmt.Errorf("cfsslca: the certificate of %q may not issue others", ca.Subject)
	}
	return nil
}

func (s *Signer) classical() bool { return isClassical(s.ca.PublicKey) }

// CA returns the certificate of the CA.
func (s *Signer) CA() *x509ext.Certificate { return s.ca }

// Sign issues the certificate that req asks for and returns it as PEM. The
// request's own signature must be valid. Key usages that the subject's key
// cannot have are left out of what the profile allows.
func (s *Signer) Sign(req signer.SignRequest) ([]byte, error) {
	policy := s.policy.Load()
	profile, err := selectProfile(policy, req.Profile)
	if err != nil {
		return nil, err
	}
	request, err := readRequest(req.Request)
	if err != nil {
		return nil, err
	}
	subjectIsClassical := isClassical(request.PublicKey)
	resealing := !subjectIsClassical || !s.classical()
	if err := checkProfile(req.Profile, profile, resealing); err != nil {
		return nil, err
	}
	if !resealing {
		stock, err := s.stock(policy)
		if err != nil {
			return nil, err
		}
		return stock.Sign(req)
	}
	if req.ReturnPrecert {
		return nil, policyError("cfsslca: precertificates are not supported with these keys")
	}
	if !subjectIsClassical {
		masked, err := maskProfile(profile)
		if err != nil {
			return nil, err
		}
		policy = replaceProfile(policy, req.Profile, masked)
	}
	return s.reseal(policy, request, req)
}

// stock is CFSSL's own signer, for what it can do itself.
func (s *Signer) stock(policy *config.Signing) (*local.Signer, error) {
	stock, err := local.NewSigner(s.priv, s.ca.Certificate, s.SigAlgo(), policy)
	if err != nil {
		return nil, err
	}
	if s.database != nil {
		stock.SetDBAccessor(s.database)
	}
	return stock, nil
}

// reseal has CFSSL issue a shadow, turns it into the real certificate, and
// writes the record.
func (s *Signer) reseal(policy *config.Signing, request *x509ext.CertificateRequest, req signer.SignRequest) ([]byte, error) {
	key, err := newShadowKey()
	if err != nil {
		return nil, err
	}
	shadowRequest, err := shadowCSR(request.CertificateRequest, key)
	if err != nil {
		return nil, err
	}
	req.Request = string(shadowRequest)
	shadow, record, err := shadowSign(s.ca, policy, key, req)
	if err != nil {
		return nil, err
	}
	s.stage("decided")
	der, err := resealCertificate(shadow, s.ca.Certificate, request.PublicKey, s.priv)
	if err != nil {
		return nil, err
	}
	certPEM := encodePEM(pemCertificate, der)
	s.stage("sealed")
	if s.database != nil {
		record.PEM = string(certPEM)
		if err := s.database.InsertCertificate(*record); err != nil {
			return nil, err
		}
	}
	s.stage("recorded")
	return certPEM, nil
}

// resealCertificate is x509ext.Reseal with CFSSL's PEM and errors. issuer nil
// means self-signed.
func resealCertificate(shadowPEM []byte, issuer *x509.Certificate, pub crypto.PublicKey, priv crypto.Signer) ([]byte, error) {
	block, _ := pem.Decode(shadowPEM)
	if block == nil {
		return nil, errors.New("cfsslca: internal error: CFSSL returned no PEM")
	}
	der, err := x509ext.Reseal(nil, block.Bytes, issuer, pub, priv)
	if err != nil {
		return nil, cferr.Wrap(cferr.CertificateError, cferr.Unknown, err)
	}
	return der, nil
}

// readRequest parses a PEM request and checks its signature, with the errors
// that CFSSL has for each.
func readRequest(text string) (*x509ext.CertificateRequest, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, cferr.New(cferr.CSRError, cferr.DecodeFailed)
	}
	if block.Type != pemRequest && block.Type != "NEW "+pemRequest {
		return nil, cferr.Wrap(cferr.CSRError, cferr.BadRequest, errors.New("not a csr"))
	}
	request, err := x509ext.ParseCertificateRequest(block.Bytes)
	if err != nil {
		return nil, cferr.Wrap(cferr.CSRError, cferr.ParseFailed, err)
	}
	if err := request.CheckSignature(); err != nil {
		return nil, cferr.Wrap(cferr.CSRError, cferr.KeyMismatch, err)
	}
	return request, nil
}

// Info returns the CA's certificate and what a profile allows.
func (s *Signer) Info(req info.Req) (*info.Resp, error) {
	stock, err := s.stock(s.policy.Load())
	if err != nil {
		return nil, err
	}
	return stock.Info(req)
}

// Policy returns the signing policy.
func (s *Signer) Policy() *config.Signing { return s.policy.Load() }

// SetPolicy replaces the signing policy. It cannot refuse one as NewSigner
// does: Sign then returns the error.
func (s *Signer) SetPolicy(policy *config.Signing) { s.policy.Store(policy) }

// SetDBAccessor sets the database that records what is issued.
func (s *Signer) SetDBAccessor(database certdb.Accessor) { s.database = database }

// GetDBAccessor returns the database, nil if there is none.
func (s *Signer) GetDBAccessor() certdb.Accessor { return s.database }

// SigAlgo returns the signature algorithm if the standard library has a name
// for it, and x509.UnknownSignatureAlgorithm for the provider's schemes.
func (s *Signer) SigAlgo() x509.SignatureAlgorithm { return signer.DefaultSigAlgo(s.priv) }

// SetReqModifier does nothing: no request is sent anywhere.
func (s *Signer) SetReqModifier(func(*http.Request, []byte)) {}

// authorityKeyID returns the name of the CA in database records: CFSSL's
// authority key identifier, lower-case hexadecimal.
func authorityKeyID(ca *x509ext.Certificate) string { return hex.EncodeToString(ca.SubjectKeyId) }
