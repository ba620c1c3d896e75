package tlsext

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/record"
)

// A Conn is a TLS 1.3 connection. It implements net.Conn. Read, Write, Close and the
// other methods may be called concurrently; the handshake runs at the first of them
// that needs it.
type Conn struct {
	conn     net.Conn
	isClient bool
	config   *Config
	set      *settings

	handshakeMu   sync.Mutex
	handshakeErr  error
	handshakeDone atomic.Bool
	state         ConnectionState // guarded by handshakeMu

	// Written during the handshake only.
	suite    *keyschedule.Suite
	exporter []byte
	random   []byte // of the ClientHello, names the connection in key logs

	in  inbound
	out outbound
}

// inbound is the receiving half. The handshake uses it without the lock, because nobody
// else does before handshakeDone.
type inbound struct {
	sync.Mutex
	records    *record.Reader
	messages   []byte // handshake bytes not yet consumed
	data       []byte // application data not yet delivered
	secret     []byte
	resumption []byte // on a client: makes the keys of tickets
	quiet      int    // handshake messages since the last application data
	err        error  // final
}

// outbound is the sending half.
type outbound struct {
	sync.Mutex
	records   *record.Writer
	messages  []byte // handshake bytes collected for the next record
	secret    []byte
	updateDue atomic.Bool // the peer asked for a KeyUpdate
	closed    bool        // close_notify is sent
	err       error       // final
}

// Client returns a connection that will act as a client over conn.
func Client(conn net.Conn, config *Config) *Conn { return newConn(conn, config, true) }

// Server returns a connection that will act as a server over conn.
func Server(conn net.Conn, config *Config) *Conn { return newConn(conn, config, false) }

func newConn(conn net.Conn, config *Config, isClient bool) *Conn {
	c := &Conn{conn: conn, config: config, isClient: isClient}
	padding := 0
	if config != nil {
		padding = config.RecordPadding
	}
	c.in.records = record.NewReader(conn)
	c.out.records = record.NewWriter(conn, padding)
	return c
}

// Handshake runs the handshake unless it has run.
func (c *Conn) Handshake() error { return c.HandshakeContext(context.Background()) }

// HandshakeContext runs the handshake unless it has run. When the context ends before
// the handshake does, the underlying connection is closed.
func (c *Conn) HandshakeContext(ctx context.Context) error {
	if c.handshakeDone.Load() {
		return nil
	}
	c.handshakeMu.Lock()
	defer c.handshakeMu.Unlock()
	if c.handshakeErr != nil || c.handshakeDone.Load() {
		return c.handshakeErr
	}
	if c.handshakeErr = c.runHandshake(ctx); c.handshakeErr == nil {
		c.handshakeDone.Store(true)
	}
	return c.handshakeErr
}

func (c *Conn) runHandshake(ctx context.Context) error {
	validate := c.config.ValidateServer
	if c.isClient {
		validate = c.config.ValidateClient
	}
	if err := validate(); err != nil {
		return err
	}
	c.set, _ = c.config.settle()
	if c.set.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.set.timeout)
		defer cancel()
	}
	stop := context.AfterFunc(ctx, func() { c.conn.Close() })

	var err error
	if c.isClient {
		err = c.clientHandshake(ctx)
	} else {
		err = c.serverHandshake(ctx)
	}
	if !stop() && ctx.Err() != nil {
		return fmt.Errorf("tlsext: handshake: %w", ctx.Err())
	}
	if err != nil {
		c.abort(err)
		c.in.err, c.out.err = err, err
		clear(c.in.secret)
		clear(c.out.secret)
	}
	return err
}

// transportError marks failures of the stream, after which no alert can be sent.
type transportError struct{ error }

func (e transportError) Unwrap() error { return e.error }

// abort tells the peer about a failure of this side.
func (c *Conn) abort(err error) {
	var t transportError
	var received alert.Code
	if errors.As(err, &t) || errors.As(err, &received) {
		return
	}
	c.out.messages = nil
	c.writeAlert(alert.For(err))
}

// closeTimeout bounds how long a dying connection waits to deliver its last alert.
const closeTimeout = 5 * time.Second

// Close sends close_notify, unless a Write is blocked, and closes the connection.
func (c *Conn) Close() error {
	var alertErr error
	if c.handshakeDone.Load() && c.out.TryLock() {
		c.conn.SetWriteDeadline(time.Now().Add(closeTimeout))
		alertErr = c.closeNotify()
		c.out.Unlock()
	}
	if err := c.conn.Close(); err != nil {
		return err
	}
	return alertErr
}

var errHandshakePending = errors.New("tlsext: CloseWrite before the handshake has finished")

// CloseWrite sends close_notify; reading goes on (RFC 8446, section 6.1).
func (c *Conn) CloseWrite() error {
	if !c.handshakeDone.Load() {
		return errHandshakePending
	}
	c.out.Lock()
	defer c.out.Unlock()
	return c.closeNotify()
}

// closeNotify is called with the lock.
func (c *Conn) closeNotify() error {
	if c.out.closed || c.out.err != nil {
		return nil
	}
	c.out.closed = true
	if err := c.queueDue(); err != nil {
		return err
	}
	return c.writeAlert(alert.CloseNotify)
}

// LocalAddr returns the address of this side.
func (c *Conn) LocalAddr() net.Addr { return c.conn.LocalAddr() }

// RemoteAddr returns the address of the peer.
func (c *Conn) RemoteAddr() net.Addr { return c.conn.RemoteAddr() }

// NetConn returns the underlying connection. Reading or writing it directly breaks the
// TLS connection.
func (c *Conn) NetConn() net.Conn { return c.conn }

// SetDeadline sets the read and write deadlines.
func (c *Conn) SetDeadline(t time.Time) error { return c.conn.SetDeadline(t) }

// SetReadDeadline sets the read deadline; reading can go on after it has passed.
func (c *Conn) SetReadDeadline(t time.Time) error { return c.conn.SetReadDeadline(t) }

// SetWriteDeadline sets the write deadline. A Write that runs into it leaves the
// connection unusable for writing, because part of a record may have been sent.
func (c *Conn) SetWriteDeadline(t time.Time) error { return c.conn.SetWriteDeadline(t) }

var _ net.Conn = (*Conn)(nil)
