package authenticator

import (
	"crypto"
	"errors"
	"fmt"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
)

// Authenticate answers a request of the peer with the first certificate that suits it: its
// key works with one of the request's schemes, the signatures of its chain are accepted,
// and its leaf is valid for the request's server_name. Among those, one whose chain names
// an authority of the request goes first. When none suits, the answer is an empty
// authenticator, for which [Context] gives ErrRefused.
//
// A request may name experimental schemes; the certificates given here decide whether
// one is used.
func (e *Endpoint) Authenticate(request []byte, certificates ...tlsext.Certificate) ([]byte, error) {
	candidates, err := newCandidates(certificates)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	t, err := parseRequest(request)
	if err != nil {
		return nil, err
	}
	if t.from != e.role.peer() {
		return nil, fmt.Errorf("authenticator: request: found one of a %v, expected one of a %v", t.from, e.role.peer())
	}
	if err := e.fresh(t.context); err != nil {
		return nil, err
	}
	var out []byte
	if best := choose(candidates, t); best != nil {
		out, err = e.prove(t, best)
	} else {
		out, err = e.refusal(t)
	}
	if err != nil {
		return nil, err
	}
	e.done[string(t.context)] = true
	return out, nil
}

// Refuse answers a request of the peer with an empty authenticator (RFC 9261, section 6).
func (e *Endpoint) Refuse(request []byte) ([]byte, error) { return e.Authenticate(request) }

// refusal is a Finished over a Certificate message without certificates, which is not
// sent itself (section 6).
func (e *Endpoint) refusal(t *terms) ([]byte, error) {
	certificate, err := (&handshake.Certificate{Context: t.context}).Marshal()
	if err != nil {
		return nil, plain(err)
	}
	return handshake.MarshalFinished(e.mac(e.ours, t.request, certificate))
}

// contextString takes the place that "TLS 1.3, server CertificateVerify" has in a
// handshake (section 5.2.2).
const contextString = "Exported Authenticator"

// signedContent is what CertificateVerify signs (section 5.2.2).
func signedContent(transcript []byte) []byte {
	b := make([]byte, 0, 64+len(contextString)+1+len(transcript))
	for range 64 {
		b = append(b, ' ')
	}
	b = append(b, contextString...)
	b = append(b, 0)
	return append(b, transcript...)
}

// prove makes Certificate, CertificateVerify and Finished (section 5.2).
func (e *Endpoint) prove(t *terms, c *candidate) ([]byte, error) {
	m := &handshake.Certificate{Context: t.context}
	for _, der := range c.from.Certificate {
		m.Entries = append(m.Entries, handshake.CertificateEntry{Data: der})
	}
	certificate, err := m.Marshal()
	if err != nil {
		return nil, plain(err)
	}
	if n := len(certificate) - handshake.HeaderSize; n > handshake.Limit(handshake.TypeCertificate) {
		return nil, fmt.Errorf("authenticator: Certificate: found %d bytes, expected at most %d", n, handshake.Limit(handshake.TypeCertificate))
	}
	content := signedContent(e.transcript(e.ours, t.request, certificate))
	signature, err := c.scheme.Sign(e.rand(), c.from.PrivateKey.(crypto.Signer), content)
	if err != nil {
		return nil, fmt.Errorf("authenticator: signing with %s: %w", c.scheme.Name, err)
	}
	// This catches a key that belongs to another certificate.
	if !c.scheme.Verify(c.chain[0].PublicKey, content, signature) {
		return nil, errors.New("authenticator: PrivateKey does not belong to the leaf certificate")
	}
	verify, err := (&handshake.CertificateVerify{Scheme: c.scheme.ID, Signature: signature}).Marshal()
	if err != nil {
		return nil, plain(err)
	}
	finished, err := handshake.MarshalFinished(e.mac(e.ours, t.request, certificate, verify))
	if err != nil {
		return nil, plain(err)
	}
	return append(append(certificate, verify...), finished...), nil
}
