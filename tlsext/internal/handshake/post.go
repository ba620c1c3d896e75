package handshake

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
)

// NewSessionTicket (RFC 8446, section 4.6.1).
type NewSessionTicket struct {
	Lifetime   uint32 // seconds, at most MaxTicketLifetime
	AgeAdd     uint32
	Nonce      []byte
	Ticket     []byte
	Extensions []Extension
}

// MaxTicketLifetime is seven days, in seconds (RFC 8446, section 4.6.1).
const MaxTicketLifetime = 7 * 24 * 60 * 60

// ParseNewSessionTicket reads the message. The lifetime is not judged here: a client
// that never resumes need not care.
func ParseNewSessionTicket(body []byte) (*NewSessionTicket, error) {
	const t = TypeNewSessionTicket
	s := cryptobyte.String(body)
	m := new(NewSessionTicket)
	if !s.ReadUint32(&m.Lifetime) || !s.ReadUint32(&m.AgeAdd) || !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.Nonce)) {
		return nil, malformed(t, "ticket_lifetime, ticket_age_add or ticket_nonce")
	}
	if !s.ReadUint16LengthPrefixed((*cryptobyte.String)(&m.Ticket)) || len(m.Ticket) == 0 {
		return nil, malformed(t, "length of the ticket")
	}
	var err error
	if m.Extensions, err = parseExtensions(t, &s); err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, malformed(t, "bytes after the extensions")
	}
	return m, nil
}

// Marshal returns the message.
func (m *NewSessionTicket) Marshal() ([]byte, error) {
	return message(TypeNewSessionTicket, func(b *cryptobyte.Builder) {
		b.AddUint32(m.Lifetime)
		b.AddUint32(m.AgeAdd)
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Nonce) })
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Ticket) })
		addExtensions(b, m.Extensions)
	})
}

// ParseKeyUpdate reads a KeyUpdate and returns whether the peer asks for one in return
// (RFC 8446, section 4.6.3).
func ParseKeyUpdate(body []byte) (requested bool, err error) {
	if len(body) != 1 {
		return false, malformed(TypeKeyUpdate, "length is not 1")
	}
	if body[0] > 1 {
		return false, alert.Errorf(alert.IllegalParameter, "KeyUpdate: request_update is %d", body[0])
	}
	return body[0] == 1, nil
}

// MarshalKeyUpdate returns a KeyUpdate message.
func MarshalKeyUpdate(request bool) []byte {
	m := []byte{byte(TypeKeyUpdate), 0, 0, 1, 0}
	if request {
		m[4] = 1
	}
	return m
}
