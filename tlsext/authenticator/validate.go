package authenticator

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/certscheme"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// ErrRefused is in the chain of the error for an empty authenticator: a peer that has no
// certificate for a request, or does not want to show it. From [Endpoint.Validate] it
// means that the refusal itself is authentic.
var ErrRefused = errors.New("authenticator: the peer refused (empty authenticator)")

// ErrInvalid is in the chain of every error that means: well formed, but not made by the
// peer of this connection, for this request, with the key of this certificate.
var ErrInvalid = errors.New("authenticator: invalid")

// A Peer is what a valid authenticator proves.
type Peer struct {
	// Certificates is the chain that was sent, leaf first.
	Certificates []*x509ext.Certificate
	// VerifiedChains are the chains to an anchor; there is at least one.
	VerifiedChains [][]*x509ext.Certificate
	// Scheme signed the proof.
	Scheme tlsext.SignatureScheme
	// Context is the one of the request.
	Context []byte
	// Extensions came with the leaf. They are among those of the request and were not
	// looked into.
	Extensions []Extension
}

// Validate decides about the answer to a request that this endpoint made. The request may
// be answered once.
//
// Options are those of path validation. Roots is required; Intermediates of the peer are
// added to those given. On a client the leaf must be valid for DNSName, which defaults
// to the request's server_name, and one of the two is required; if both are there, both
// are checked. KeyUsages defaults to the usage of the peer's role.
func (e *Endpoint) Validate(request, authenticator []byte, options x509ext.VerifyOptions) (*Peer, error) {
	t, err := parseRequest(request)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if sum, ok := e.issued[string(t.context)]; !ok || sum != sha256.Sum256(request) || t.from != e.role {
		return nil, errors.New("authenticator: request: not made by this endpoint")
	}
	if e.done[string(t.context)] {
		return nil, errors.New("authenticator: request: already answered")
	}
	p, err := split(authenticator)
	if err != nil {
		return nil, err
	}
	if p.isEmpty() {
		return nil, e.validateRefusal(t, p)
	}
	return e.validate(t, p, options)
}

// validateRefusal checks an empty authenticator (RFC 9261, section 6).
func (e *Endpoint) validateRefusal(t *terms, p *parts) error {
	certificate, err := (&handshake.Certificate{Context: t.context}).Marshal()
	if err != nil {
		return plain(err)
	}
	if err := e.checkFinished(p.finished, t.request, certificate); err != nil {
		return err
	}
	e.done[string(t.context)] = true
	return ErrRefused
}

// validate checks everything but the request. Called with the lock.
func (e *Endpoint) validate(t *terms, p *parts, options x509ext.VerifyOptions) (*Peer, error) {
	if err := e.settle(t, &options); err != nil {
		return nil, err
	}
	peer, err := readCertificate(t, p.certificate.body)
	if err != nil {
		return nil, err
	}
	// The MAC comes first: it is cheap, and only the other end of this connection can
	// have made it.
	if err := e.checkFinished(p.finished, t.request, p.certificate.bytes, p.verify.bytes); err != nil {
		return nil, err
	}
	transcript := e.transcript(e.peers, t.request, p.certificate.bytes)
	if peer.Scheme, err = checkProof(t, p.verify.body, peer.Certificates[0], transcript); err != nil {
		return nil, err
	}
	if peer.VerifiedChains, err = verifyChain(t, peer.Certificates, options); err != nil {
		return nil, err
	}
	e.done[string(peer.Context)] = true
	return peer, nil
}

// settle completes the options, so that nothing is accepted for want of a setting.
func (e *Endpoint) settle(t *terms, options *x509ext.VerifyOptions) error {
	if options.Roots == nil {
		return errors.New("authenticator: options: Roots: found none, expected the trust anchors")
	}
	usage := x509.ExtKeyUsageClientAuth
	if e.role == Client {
		usage = x509.ExtKeyUsageServerAuth
		if options.DNSName == "" {
			options.DNSName = t.serverName
		}
		if options.DNSName == "" {
			return errors.New("authenticator: options: DNSName: found none, expected a name, here or in the request")
		}
	}
	if len(options.KeyUsages) == 0 {
		options.KeyUsages = []x509.ExtKeyUsage{usage}
	}
	return nil
}

// readCertificate reads the Certificate message (section 5.2.1).
func readCertificate(t *terms, body []byte) (*Peer, error) {
	m, err := handshake.ParseCertificate(body)
	if err != nil {
		return nil, plain(err)
	}
	if len(m.Entries) == 0 {
		return nil, errors.New("authenticator: Certificate: found no certificate beside a CertificateVerify")
	}
	if t.request == nil {
		t.context = m.Context
	}
	if !bytes.Equal(m.Context, t.context) {
		return nil, fmt.Errorf("authenticator: Certificate: found context %x, expected that of the request, %x", m.Context, t.context)
	}
	peer := &Peer{Context: m.Context}
	for i, entry := range m.Entries {
		if err := handshake.CheckAnswers(entry.Extensions, handshake.InCertificate, t.allows); err != nil {
			return nil, plain(err)
		}
		cert, err := x509ext.ParseCertificate(entry.Data)
		if err != nil {
			return nil, fmt.Errorf("authenticator: certificate %d of the peer: %w", i, err)
		}
		peer.Certificates = append(peer.Certificates, cert)
	}
	for _, x := range m.Entries[0].Extensions {
		peer.Extensions = append(peer.Extensions, Extension(x))
	}
	if !maySign(peer.Certificates[0]) {
		return nil, fmt.Errorf("authenticator: certificate of the peer: %w", errKeyUsage)
	}
	if t.serverName != "" {
		if err := peer.Certificates[0].VerifyHostname(t.serverName); err != nil {
			return nil, fmt.Errorf("authenticator: certificate of the peer: %w", err)
		}
	}
	return peer, nil
}

// checkFinished compares the MAC in constant time (section 5.2.3).
func (e *Endpoint) checkFinished(finished raw, messages ...[]byte) error {
	if !hmac.Equal(finished.body, e.mac(e.peers, messages...)) {
		return fmt.Errorf("%w: Finished does not match; made on another connection, by the wrong side, or for another request", ErrInvalid)
	}
	return nil
}

// checkProof verifies CertificateVerify (section 5.2.2).
func checkProof(t *terms, body []byte, leaf *x509ext.Certificate, transcript []byte) (tlsext.SignatureScheme, error) {
	m, err := handshake.ParseCertificateVerify(body)
	if err != nil {
		return 0, plain(err)
	}
	scheme := sigscheme.ByID(m.Scheme)
	if scheme == nil || scheme.CertificateOnly || !slices.Contains(t.schemes, m.Scheme) {
		return 0, fmt.Errorf("authenticator: CertificateVerify: found %v, expected a scheme of the request", tlsext.SignatureScheme(m.Scheme))
	}
	if !scheme.Fits(leaf.PublicKey) {
		return 0, fmt.Errorf("authenticator: CertificateVerify: %s does not fit the key of the certificate (%T)", scheme.Name, leaf.PublicKey)
	}
	if !scheme.Verify(leaf.PublicKey, signedContent(transcript), m.Signature) {
		return 0, fmt.Errorf("%w: the signature of CertificateVerify is not valid", ErrInvalid)
	}
	return tlsext.SignatureScheme(m.Scheme), nil
}

// verifyChain builds chains to the anchors and keeps those whose signatures below the
// anchor use accepted schemes.
func verifyChain(t *terms, peer []*x509ext.Certificate, options x509ext.VerifyOptions) ([][]*x509ext.Certificate, error) {
	intermediates := x509ext.NewCertPool()
	if options.Intermediates != nil {
		intermediates = options.Intermediates.Clone()
	}
	for _, c := range peer[1:] {
		intermediates.AddCert(c)
	}
	options.Intermediates = intermediates
	chains, err := peer[0].Verify(options)
	if err != nil {
		return nil, fmt.Errorf("authenticator: certificate of the peer: %w", err)
	}
	var accepted [][]*x509ext.Certificate
	for _, chain := range chains {
		if isAccepted(chain[:len(chain)-1], t.certSchemes) {
			accepted = append(accepted, chain)
		}
	}
	if accepted == nil {
		return nil, errors.New("authenticator: certificate of the peer: the chain has a signature that the request does not accept")
	}
	return accepted, nil
}

func isAccepted(chain []*x509ext.Certificate, schemes []uint16) bool {
	for _, c := range chain {
		if !certscheme.IsAccepted(c, schemes) {
			return false
		}
	}
	return true
}
