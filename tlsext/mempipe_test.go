package tlsext

import (
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"time"
)

// memPair is a connection in memory that takes any amount of data, and delivers what
// was written before a close. A TCP connection may drop it when it is reset.
func memPair(t testing.TB) (a, b net.Conn) {
	x, y := newHalf(), newHalf()
	a, b = &memConn{x, y}, &memConn{y, x}
	deadline := time.Now().Add(20 * time.Second)
	a.SetDeadline(deadline)
	b.SetDeadline(deadline)
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

// half is one direction.
type half struct {
	mu       sync.Mutex
	cond     *sync.Cond
	data     []byte
	closed   bool // by the writer
	broken   bool // by the reader
	deadline time.Time
	timer    *time.Timer
}

func newHalf() *half {
	h := new(half)
	h.cond = sync.NewCond(&h.mu)
	return h
}

type memConn struct{ in, out *half }

func (c *memConn) Read(b []byte) (int, error) {
	h := c.in
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		switch {
		case h.broken:
			return 0, net.ErrClosed
		case !h.deadline.IsZero() && !time.Now().Before(h.deadline):
			return 0, os.ErrDeadlineExceeded
		case len(h.data) > 0:
			n := copy(b, h.data)
			h.data = h.data[n:]
			return n, nil
		case h.closed:
			return 0, io.EOF
		}
		h.cond.Wait()
	}
}

func (c *memConn) Write(b []byte) (int, error) {
	h := c.out
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return 0, net.ErrClosed
	}
	h.data = append(h.data, b...)
	h.cond.Broadcast()
	return len(b), nil
}

func (c *memConn) Close() error {
	c.in.mu.Lock()
	c.in.broken = true
	c.in.cond.Broadcast()
	c.in.mu.Unlock()
	c.out.mu.Lock()
	c.out.closed = true
	c.out.cond.Broadcast()
	c.out.mu.Unlock()
	return nil
}

func (c *memConn) SetReadDeadline(t time.Time) error {
	h := c.in
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deadline = t
	if h.timer != nil {
		h.timer.Stop()
	}
	if !t.IsZero() {
		h.timer = time.AfterFunc(time.Until(t)+time.Millisecond, func() {
			h.mu.Lock()
			h.cond.Broadcast()
			h.mu.Unlock()
		})
	}
	h.cond.Broadcast()
	return nil
}

func (c *memConn) SetWriteDeadline(time.Time) error { return nil }
func (c *memConn) SetDeadline(t time.Time) error    { return c.SetReadDeadline(t) }
func (c *memConn) LocalAddr() net.Addr              { return &net.IPAddr{} }
func (c *memConn) RemoteAddr() net.Addr             { return &net.IPAddr{} }
