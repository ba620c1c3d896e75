package tlsext

import (
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/record"
)

// message is one handshake message as received. Its bytes stay valid.
type message struct {
	typ  handshake.Type
	body []byte
	raw  []byte // header and body, what the transcript covers
}

// popMessage takes a whole message off the collected handshake bytes. A length beyond
// the limit of its type is refused as soon as the header is there.
func (c *Conn) popMessage() (*message, error) {
	buf := c.in.messages
	if len(buf) < handshake.HeaderSize {
		return nil, nil
	}
	typ := handshake.Type(buf[0])
	n := int(buf[1])<<16 | int(buf[2])<<8 | int(buf[3])
	limit := handshake.Limit(typ)
	if limit == 0 {
		return nil, alert.Errorf(alert.UnexpectedMessage, "unexpected %v", typ)
	}
	if n > limit {
		code := alert.IllegalParameter
		if limit == 1 {
			code = alert.DecodeError
		}
		return nil, alert.Errorf(code, "%v of %d bytes, more than %d", typ, n, limit)
	}
	if len(buf) < handshake.HeaderSize+n {
		return nil, nil
	}
	raw := buf[: handshake.HeaderSize+n : handshake.HeaderSize+n]
	if c.in.messages = buf[len(raw):]; len(c.in.messages) == 0 {
		c.in.messages = nil // the next bytes get memory of their own
	}
	return &message{typ, raw[handshake.HeaderSize:], raw}, nil
}

// readMessage returns the next handshake message during the handshake.
func (c *Conn) readMessage() (*message, error) {
	for {
		if m, err := c.popMessage(); m != nil || err != nil {
			return m, err
		}
		typ, content, err := c.in.records.Next()
		if err != nil {
			return nil, readError(err)
		}
		switch typ {
		case record.Handshake:
			c.in.messages = append(c.in.messages, content...)
		case record.Alert:
			if err := c.receiveAlert(content); err != nil {
				return nil, readError(err)
			}
		default:
			return nil, alert.Errorf(alert.UnexpectedMessage, "application data during the handshake")
		}
	}
}

// expect reads the next message and requires a type.
func (c *Conn) expect(typ handshake.Type) (*message, error) {
	m, err := c.readMessage()
	if err == nil && m.typ != typ {
		err = alert.Errorf(alert.UnexpectedMessage, "%v instead of %v", m.typ, typ)
	}
	return m, err
}

// readError marks errors of the stream during the handshake.
func readError(err error) error {
	var f *alert.Fault
	var received alert.Code
	if errors.As(err, &f) || errors.As(err, &received) {
		return err
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return transportError{fmt.Errorf("tlsext: handshake: %w", err)}
}

// atRecordEdge requires that no handshake bytes are left over: messages must not span
// a change of keys (RFC 8446, section 5.1).
func (c *Conn) atRecordEdge() error {
	if len(c.in.messages) > 0 {
		return alert.Errorf(alert.UnexpectedMessage, "handshake bytes before a change of keys")
	}
	return nil
}

// receiveAlert judges an alert record. nil means that it can be ignored.
func (c *Conn) receiveAlert(content []byte) error {
	if len(c.in.messages) > 0 {
		return alert.Errorf(alert.UnexpectedMessage, "alert inside a handshake message")
	}
	if len(content) != 2 {
		return alert.Errorf(alert.DecodeError, "alert record of %d bytes", len(content))
	}
	// The level is ignored: every alert but two is an error (RFC 8446, section 6).
	switch code := alert.Code(content[1]); code {
	case alert.CloseNotify:
		return io.EOF
	case alert.UserCanceled:
		if c.in.quiet++; c.in.quiet > maxQuiet {
			return alert.Errorf(alert.UnexpectedMessage, "%d user_canceled alerts", c.in.quiet)
		}
		return nil
	default:
		return &net.OpError{Op: "remote error", Net: "tls", Err: code}
	}
}

// Read reads application data. It returns io.EOF after the peer's close_notify, and
// io.ErrUnexpectedEOF when the stream ends without one.
func (c *Conn) Read(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	if len(b) == 0 {
		return 0, nil
	}
	c.in.Lock()
	defer c.in.Unlock()
	for len(c.in.data) == 0 {
		if err := c.readRecord(); err != nil {
			return 0, err
		}
	}
	n := copy(b, c.in.data)
	c.in.data = c.in.data[n:]
	return n, nil
}

// readRecord handles one record after the handshake.
func (c *Conn) readRecord() error {
	if c.in.err != nil {
		return c.in.err
	}
	err := c.handleRecord()
	if err == nil {
		return nil
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return err // the reader kept its bytes: try again later
	}
	c.in.err = err
	clear(c.in.secret)
	c.in.messages = nil
	var f *alert.Fault
	if errors.As(err, &f) {
		c.failWrites(err, f.Code)
	}
	return err
}

func (c *Conn) handleRecord() error {
	typ, content, err := c.in.records.Next()
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	switch typ {
	case record.ApplicationData:
		if len(c.in.messages) > 0 {
			return alert.Errorf(alert.UnexpectedMessage, "application data inside a handshake message")
		}
		c.in.quiet = 0
		c.in.data = content
		return nil
	case record.Alert:
		return c.receiveAlert(content)
	}
	c.in.messages = append(c.in.messages, content...)
	for {
		m, err := c.popMessage()
		if m == nil || err != nil {
			return err
		}
		if err := c.postHandshake(m); err != nil {
			return err
		}
	}
}

// failWrites ends the sending half after a fault in the receiving half. A Write that
// is blocked is given up first.
func (c *Conn) failWrites(err error, code alert.Code) {
	c.conn.SetWriteDeadline(time.Now().Add(closeTimeout))
	c.out.Lock()
	defer c.out.Unlock()
	if c.out.err == nil {
		if !c.out.closed {
			c.writeAlert(code)
		}
		c.out.err = err
	}
}
