package authenticator

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

// RequestOptions say what a request asks for.
type RequestOptions struct {
	// SignatureSchemes are the schemes accepted in the proof, by preference. There is no
	// default.
	SignatureSchemes []tlsext.SignatureScheme
	// CertificateSchemes are the schemes accepted in the signatures of the chain; nil
	// means SignatureSchemes, which for RSA leaves out PKCS #1 v1.5. Trust anchors are
	// exempt.
	CertificateSchemes []tlsext.SignatureScheme
	// ServerName, in a request by a client, is the name the certificate must be for.
	ServerName string
	// Authorities are the DER names of acceptable authorities; nil says nothing.
	Authorities [][]byte
	// Extensions are further extensions, for example status_request. The leaf of the
	// answer may carry those named here, and [Peer] hands them over unread.
	Extensions []Extension
	// Context identifies the request: 1 to 255 bytes that are unique on the connection and
	// that the peer cannot predict. Nil means 32 random bytes.
	Context []byte
}

// An Extension is a TLS extension that this package does not look into.
type Extension struct {
	ID   uint16
	Data []byte
}

const contextSize = 32

// Request makes a request: a ClientCertificateRequest on a client, a CertificateRequest on
// a server (RFC 9261, section 4).
func (e *Endpoint) Request(o *RequestOptions) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if o == nil || len(o.SignatureSchemes) == 0 {
		return nil, errors.New("authenticator: request: SignatureSchemes: found none, expected at least one")
	}
	context := slices.Clone(o.Context)
	if o.Context == nil {
		context = make([]byte, contextSize)
		if _, err := io.ReadFull(e.rand(), context); err != nil {
			return nil, fmt.Errorf("authenticator: request: random context: %w", err)
		}
	}
	if len(context) == 0 || len(context) > 255 {
		return nil, fmt.Errorf("authenticator: request: Context: found %d bytes, expected 1 to 255", len(context))
	}
	if err := e.fresh(context); err != nil {
		return nil, err
	}
	extensions, err := e.requestExtensions(o)
	if err != nil {
		return nil, fmt.Errorf("authenticator: request: %w", err)
	}
	message, err := (&handshake.CertificateRequest{Context: context, Extensions: extensions}).Marshal()
	if err != nil {
		return nil, fmt.Errorf("authenticator: request: %w", err)
	}
	if e.role == Client {
		message[0] = byte(typeClientCertificateRequest)
	}
	// What the peer would refuse is not sent.
	if _, err := parseRequest(message); err != nil {
		return nil, err
	}
	e.issued[string(context)] = sha256.Sum256(message)
	return message, nil
}

func (e *Endpoint) requestExtensions(o *RequestOptions) ([]handshake.Extension, error) {
	ids, err := schemeIDs("SignatureSchemes", o.SignatureSchemes, false)
	if err != nil {
		return nil, err
	}
	list := []handshake.Extension{{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List(ids)}}
	if o.CertificateSchemes != nil {
		if ids, err = schemeIDs("CertificateSchemes", o.CertificateSchemes, true); err != nil {
			return nil, err
		}
		list = append(list, handshake.Extension{ID: handshake.ExtSignatureAlgorithmsCert, Data: handshake.Uint16List(ids)})
	}
	if o.ServerName != "" {
		if e.role != Client {
			return nil, errors.New("found a ServerName, which only a client asks for")
		}
		if len(o.ServerName) > 255 {
			return nil, fmt.Errorf("ServerName: found %d bytes, expected at most 255", len(o.ServerName))
		}
		list = append(list, handshake.Extension{ID: handshake.ExtServerName, Data: handshake.ServerName(o.ServerName)})
	}
	if o.Authorities != nil {
		var b cryptobyte.Builder
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, name := range o.Authorities {
				b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(name) })
			}
		})
		data, err := b.Bytes()
		if err != nil {
			return nil, errors.New("names in Authorities: too long for an extension")
		}
		list = append(list, handshake.Extension{ID: handshake.ExtCertificateAuthorities, Data: data})
	}
	for i, x := range o.Extensions {
		if isOurs(x.ID) {
			return nil, fmt.Errorf("field Extensions[%d]: extension %d has a field of its own in RequestOptions", i, x.ID)
		}
		list = append(list, handshake.Extension{ID: x.ID, Data: x.Data})
	}
	return list, nil
}

func isOurs(id uint16) bool {
	switch id {
	case handshake.ExtSignatureAlgorithms, handshake.ExtSignatureAlgorithmsCert, handshake.ExtServerName, handshake.ExtCertificateAuthorities:
		return true
	}
	return false
}

// schemeIDs checks a list of schemes and returns the code points.
func schemeIDs(field string, list []tlsext.SignatureScheme, inCertificates bool) ([]uint16, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: found none, expected at least one", field)
	}
	var ids []uint16
	for i, id := range list {
		s := sigscheme.ByID(uint16(id))
		switch {
		case s == nil:
			return nil, fmt.Errorf("%s[%d]: 0x%04x is not supported", field, i, uint16(id))
		case s.CertificateOnly && !inCertificates:
			return nil, fmt.Errorf("%s[%d]: %s cannot sign an authenticator", field, i, s.Name)
		case slices.Contains(ids, uint16(id)):
			return nil, fmt.Errorf("%s[%d]: %s appears twice", field, i, s.Name)
		}
		ids = append(ids, uint16(id))
	}
	return ids, nil
}

// terms are what an authenticator has to satisfy: those of a request, or for a
// spontaneous one those of the ClientHello.
type terms struct {
	from        Role   // who asked; 0 without a request
	request     []byte // the whole message; empty without one
	context     []byte
	schemes     []uint16
	certSchemes []uint16
	serverName  string
	authorities [][]byte
	extensions  []uint16 // allowed in the Certificate message
}

func (t *terms) allows(id uint16) bool { return slices.Contains(t.extensions, id) }

// parseRequest reads a request. Extensions nobody here knows are ignored, as section
// 5.2.1 asks; those known must be allowed in a request and well formed.
func parseRequest(message []byte) (*terms, error) {
	s := cryptobyte.String(message)
	m, err := next(&s)
	if err != nil {
		return nil, err
	}
	if !isRequest(m.kind) {
		return nil, fmt.Errorf("authenticator: found %s, expected a request", typeName(m.kind))
	}
	if !s.Empty() {
		return nil, fmt.Errorf("authenticator: found %d bytes after the request, expected none", len(s))
	}
	req, err := handshake.ParseCertificateRequest(m.body)
	if err != nil {
		return nil, plain(err)
	}
	t := &terms{from: Server, request: message, context: req.Context}
	if m.kind == typeClientCertificateRequest {
		t.from = Client
	}
	for _, x := range req.Extensions {
		t.extensions = append(t.extensions, x.ID)
		if err := t.read(x); err != nil {
			return nil, plain(err)
		}
	}
	if t.schemes == nil {
		return nil, errors.New("authenticator: request: signature_algorithms is missing")
	}
	if t.certSchemes == nil {
		t.certSchemes = t.schemes // RFC 8446, section 4.2.3
	}
	return t, nil
}

// read takes one extension of a request. server_name belongs to clients (section 4); the
// rest of the rules are those of a CertificateRequest.
func (t *terms) read(x handshake.Extension) (err error) {
	if x.ID == handshake.ExtServerName && t.from == Client {
		t.serverName, err = handshake.ParseServerName(x.Data)
		return err
	}
	if err := handshake.CheckPlaces([]handshake.Extension{x}, handshake.InCertificateRequest); err != nil {
		return err
	}
	switch x.ID {
	case handshake.ExtSignatureAlgorithms:
		t.schemes, err = handshake.ParseUint16List("signature_algorithms", x.Data)
	case handshake.ExtSignatureAlgorithmsCert:
		t.certSchemes, err = handshake.ParseUint16List("signature_algorithms_cert", x.Data)
	case handshake.ExtCertificateAuthorities:
		t.authorities, err = handshake.ParseAuthorities(x.Data)
	}
	return err
}
