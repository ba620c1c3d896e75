package tlsext

import (
	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
)

// maxQuiet bounds the messages after the handshake that come without application data
// between them: each costs this side a key derivation or a cache entry.
const maxQuiet = 32

// postHandshake handles a message after the handshake (RFC 8446, section 4.6). Client
// authentication after the handshake is never offered, and there is no renegotiation,
// so everything else is unexpected.
func (c *Conn) postHandshake(m *message) error {
	if c.in.quiet++; c.in.quiet > maxQuiet {
		return alert.Errorf(alert.UnexpectedMessage, "%d handshake messages without data between them", c.in.quiet)
	}
	switch {
	case m.typ == handshake.TypeKeyUpdate:
		return c.receiveKeyUpdate(m)
	case m.typ == handshake.TypeNewSessionTicket && c.isClient:
		return c.receiveTicket(m)
	}
	return alert.Errorf(alert.UnexpectedMessage, "%v after the handshake", m.typ)
}

// receiveKeyUpdate changes the receiving key (RFC 8446, section 4.6.3). The answer, if
// one is asked for, goes before the next data this side sends: a Read never waits for
// the peer to take a write.
func (c *Conn) receiveKeyUpdate(m *message) error {
	requested, err := handshake.ParseKeyUpdate(m.body)
	if err != nil {
		return err
	}
	if err := c.setReadSecret(c.suite, c.suite.NextSecret(c.in.secret)); err != nil {
		return err
	}
	if requested {
		c.out.updateDue.Store(true)
	}
	return nil
}
