package authenticator

import (
	"errors"
	"fmt"
	"io"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

// A Hello is the part of the ClientHello that takes the place of a request: what the
// client of the connection offered in it. A client knows its own; a server finds it in
// ClientHelloInfo. crypto/tls offers classical schemes only.
type Hello struct {
	SignatureSchemes   []tlsext.SignatureScheme
	CertificateSchemes []tlsext.SignatureScheme // nil: SignatureSchemes
	Extensions         []uint16                 // types of all extensions; needed only for those the leaf may carry
}

func (h Hello) terms() (*terms, error) {
	if len(h.SignatureSchemes) == 0 {
		return nil, errors.New("authenticator: hello: SignatureSchemes: found none, expected those of the ClientHello")
	}
	t := &terms{extensions: h.Extensions}
	for _, id := range h.SignatureSchemes {
		t.schemes = append(t.schemes, uint16(id))
	}
	t.certSchemes = t.schemes
	if h.CertificateSchemes != nil {
		t.certSchemes = nil
		for _, id := range h.CertificateSchemes {
			t.certSchemes = append(t.certSchemes, uint16(id))
		}
	}
	return t, nil
}

// ErrNoCertificate means that no certificate suits the ClientHello. Without a request
// there is nothing to refuse, so there is no empty authenticator either.
var ErrNoCertificate = errors.New("authenticator: no certificate suits the ClientHello")

// AuthenticateSpontaneous makes an authenticator that was not asked for, under a random
// context. Only servers may (RFC 9261, section 5.2).
func (e *Endpoint) AuthenticateSpontaneous(hello Hello, certificates ...tlsext.Certificate) ([]byte, error) {
	if e.role != Server {
		return nil, errors.New("authenticator: spontaneous: only a server authenticates without a request")
	}
	candidates, err := newCandidates(certificates)
	if err != nil {
		return nil, err
	}
	t, err := hello.terms()
	if err != nil {
		return nil, err
	}
	best := choose(candidates, t)
	if best == nil {
		return nil, ErrNoCertificate
	}
	t.context = make([]byte, contextSize)
	if _, err := io.ReadFull(e.rand(), t.context); err != nil {
		return nil, fmt.Errorf("authenticator: spontaneous: random context: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.fresh(t.context); err != nil {
		return nil, err
	}
	out, err := e.prove(t, best)
	if err != nil {
		return nil, err
	}
	e.done[string(t.context)] = true
	return out, nil
}

// ValidateSpontaneous decides, on a client, about an authenticator it did not ask for.
// hello is what this client offered in the handshake, options are those of
// [Endpoint.Validate], with DNSName required.
func (e *Endpoint) ValidateSpontaneous(hello Hello, authenticator []byte, options x509ext.VerifyOptions) (*Peer, error) {
	if e.role != Client {
		return nil, errors.New("authenticator: spontaneous: only a client accepts an answer without a request")
	}
	t, err := hello.terms()
	if err != nil {
		return nil, err
	}
	p, err := split(authenticator)
	if err != nil {
		return nil, err
	}
	if p.isEmpty() {
		return nil, fmt.Errorf("%w: there is no request that it could refuse", ErrInvalid)
	}
	context, err := Context(authenticator)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.fresh(context); err != nil {
		return nil, err
	}
	return e.validate(t, p, options)
}
