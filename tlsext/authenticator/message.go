package authenticator

import (
	"errors"
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
)

// typeClientCertificateRequest is the message by which a client asks (RFC 9261, section
// 4). A server asks with the CertificateRequest of TLS 1.3, which has the same body.
const typeClientCertificateRequest handshake.Type = 17

func typeName(t handshake.Type) string {
	if t == typeClientCertificateRequest {
		return "ClientCertificateRequest"
	}
	return t.String()
}

// plain drops the alert of an error made by the handshake parsers: there is no one to
// send it to, and failures of an authenticator do not end the connection.
func plain(err error) error {
	var f *alert.Fault
	if errors.As(err, &f) {
		return fmt.Errorf("authenticator: %w", f.Err)
	}
	return fmt.Errorf("authenticator: %w", err)
}

// raw is one handshake message, with and without its header.
type raw struct {
	kind  handshake.Type
	bytes []byte
	body  []byte
}

// next cuts one message off s. Bodies over the limits of the handshake are refused.
func next(s *cryptobyte.String) (raw, error) {
	all := *s
	var kind uint8
	var body cryptobyte.String
	if !s.ReadUint8(&kind) || !s.ReadUint24LengthPrefixed(&body) {
		return raw{}, errors.New("authenticator: message: cut off")
	}
	m := raw{handshake.Type(kind), all[:len(all)-len(*s)], body}
	limitType := m.kind
	if limitType == typeClientCertificateRequest {
		limitType = handshake.TypeCertificateRequest
	}
	if limit := handshake.Limit(limitType); len(body) > limit {
		return raw{}, fmt.Errorf("authenticator: %s: found %d bytes, expected at most %d", typeName(m.kind), len(body), limit)
	}
	return m, nil
}

// parts are the messages of an authenticator; an empty one has only finished (sections
// 5.2.4 and 6).
type parts struct{ certificate, verify, finished raw }

func (p *parts) isEmpty() bool { return p.certificate.bytes == nil }

// split reads an authenticator up to the bodies of its messages.
func split(authenticator []byte) (*parts, error) {
	s := cryptobyte.String(authenticator)
	p := new(parts)
	slots := []struct {
		kind handshake.Type
		to   *raw
	}{{handshake.TypeCertificate, &p.certificate}, {handshake.TypeCertificateVerify, &p.verify}, {handshake.TypeFinished, &p.finished}}
	if len(s) > 0 && handshake.Type(s[0]) == handshake.TypeFinished {
		slots = slots[2:]
	}
	for _, slot := range slots {
		m, err := next(&s)
		if err != nil {
			return nil, err
		}
		if m.kind != slot.kind {
			return nil, fmt.Errorf("authenticator: found %s, expected %s", typeName(m.kind), slot.kind)
		}
		*slot.to = m
	}
	if !s.Empty() {
		return nil, fmt.Errorf("authenticator: found %d bytes after Finished, expected none", len(s))
	}
	return p, nil
}

// Context returns the certificate_request_context of a request or of an authenticator,
// which tells the receiver what it belongs to. An empty authenticator has none: the
// error is [ErrRefused], and the application must know by other means what was refused.
// Nothing is verified.
func Context(message []byte) ([]byte, error) {
	if len(message) > 0 && isRequest(handshake.Type(message[0])) {
		t, err := parseRequest(message)
		if err != nil {
			return nil, err
		}
		return t.context, nil
	}
	p, err := split(message)
	if err != nil {
		return nil, err
	}
	if p.isEmpty() {
		return nil, ErrRefused
	}
	c, err := handshake.ParseCertificate(p.certificate.body)
	if err != nil {
		return nil, plain(err)
	}
	return c.Context, nil
}

func isRequest(t handshake.Type) bool {
	return t == typeClientCertificateRequest || t == handshake.TypeCertificateRequest
}
