package tlsext

import (
	"errors"
	"fmt"
	"net"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/record"
)

// queue collects a handshake message; messages under one key share records.
func (c *Conn) queue(raw []byte) { c.out.messages = append(c.out.messages, raw...) }

// seal moves the collected messages into records, before a change of keys.
func (c *Conn) seal() error {
	if len(c.out.messages) == 0 {
		return nil
	}
	err := c.out.records.Append(record.Handshake, c.out.messages)
	c.out.messages = c.out.messages[:0]
	return err
}

// flush sends everything collected.
func (c *Conn) flush() error {
	if err := c.seal(); err != nil {
		return err
	}
	if err := c.out.records.Flush(); err != nil {
		return transportError{fmt.Errorf("tlsext: handshake: %w", err)}
	}
	return nil
}

// setWriteSecret changes the sending keys, after the messages collected so far.
func (c *Conn) setWriteSecret(s *keyschedule.Suite, secret []byte) error {
	if err := c.seal(); err != nil {
		return err
	}
	clear(c.out.secret)
	c.out.secret = secret
	c.out.records.SetKeys(s, secret)
	return nil
}

// setReadSecret changes the receiving keys.
func (c *Conn) setReadSecret(s *keyschedule.Suite, secret []byte) error {
	if err := c.atRecordEdge(); err != nil {
		return err
	}
	clear(c.in.secret)
	c.in.secret = secret
	c.in.records.SetKeys(s, secret)
	return nil
}

// writeAlert sends an alert now.
func (c *Conn) writeAlert(code alert.Code) error {
	level := byte(2)
	if code == alert.CloseNotify || code == alert.UserCanceled {
		level = 1
	}
	if err := c.out.records.Append(record.Alert, []byte{level, byte(code)}); err != nil {
		return err
	}
	return c.out.records.Flush()
}

var errClosedForWriting = errors.New("tlsext: write after close_notify was sent")

// Write sends application data.
func (c *Conn) Write(b []byte) (int, error) {
	if err := c.Handshake(); err != nil {
		return 0, err
	}
	c.out.Lock()
	defer c.out.Unlock()
	if c.out.err != nil {
		return 0, c.out.err
	}
	if c.out.closed {
		return 0, errClosedForWriting
	}
	if err := c.queueDue(); err != nil {
		return 0, c.writeFailed(err)
	}
	n, err := c.out.records.WriteAll(b)
	if err != nil {
		return n, c.writeFailed(err)
	}
	return n, nil
}

// writeFailed makes an error of the sending half final: part of a record may have left.
func (c *Conn) writeFailed(err error) error {
	c.out.err = err
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		// The caller sees the timeout; later calls see an error that is none.
		c.out.err = fmt.Errorf("tlsext: an earlier write failed: %v", err)
	}
	return err
}

// queueDue puts messages that wait for the next write in front of it: a ticket, and a
// KeyUpdate that the peer asked for or the age of the key demands.
func (c *Conn) queueDue() error {
	if err := c.seal(); err != nil {
		return err
	}
	if c.out.updateDue.Swap(false) || c.out.records.NeedsUpdate() {
		return c.updateWriteKey(false)
	}
	return nil
}

// updateWriteKey sends a KeyUpdate and changes the sending key (RFC 8446, 4.6.3).
func (c *Conn) updateWriteKey(request bool) error {
	if err := c.out.records.Append(record.Handshake, handshake.MarshalKeyUpdate(request)); err != nil {
		return err
	}
	return c.setWriteSecret(c.suite, c.suite.NextSecret(c.out.secret))
}

// KeyUpdate changes the sending key, and with request asks the peer to change its own
// before it next sends data.
func (c *Conn) KeyUpdate(request bool) error {
	if err := c.Handshake(); err != nil {
		return err
	}
	c.out.Lock()
	defer c.out.Unlock()
	if c.out.err != nil {
		return c.out.err
	}
	if c.out.closed {
		return errClosedForWriting
	}
	c.out.updateDue.Store(false)
	err := c.seal()
	if err == nil {
		err = c.updateWriteKey(request)
	}
	if err == nil {
		err = c.out.records.Flush()
	}
	if err != nil {
		return c.writeFailed(err)
	}
	return nil
}
