package tlsext

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// An HTTPTransport is an http.RoundTripper for https URLs over this package, with
// HTTP/1.1 and HTTP/2 by the server's choice. Proxies are not used.
//
// net/http finds out about HTTP/2 from a *tls.Conn, which a *Conn is not. So the
// transport keeps one http.Transport for each protocol, connects once to learn what a
// server speaks, and hands that connection to the right one.
type HTTPTransport struct {
	config *Config
	http1  *http.Transport
	http2  *http.Transport

	mu     sync.Mutex
	speaks map[string]string // protocol by address
	ready  map[poolKey]*Conn // connected, about to be used
}

type poolKey struct{ protocol, addr string }

const (
	protoHTTP1 = "http/1.1"
	protoHTTP2 = "h2"
)

// readyTimeout bounds how long a connection waits for the request it was made for.
const readyTimeout = 10 * time.Second

// Transport returns a transport for net/http clients. Without NextProtos, both
// protocols are offered; ServerName is normally left empty and taken from each URL.
func Transport(config *Config) (*HTTPTransport, error) {
	if config == nil {
		return nil, errors.New("tlsext: config: nil, but a client needs RootCAs")
	}
	c := config.Clone()
	if c.NextProtos == nil {
		c.NextProtos = []string{protoHTTP2, protoHTTP1}
	}
	probe := c
	if c.ServerName == "" {
		probe = c.Clone()
		probe.ServerName = "checked.invalid"
	}
	if err := probe.ValidateClient(); err != nil {
		return nil, err
	}
	t := &HTTPTransport{config: c, speaks: make(map[string]string), ready: make(map[poolKey]*Conn)}
	t.http1, t.http2 = t.half(protoHTTP1), t.half(protoHTTP2)
	return t, nil
}

// half builds the transport for one protocol.
func (t *HTTPTransport) half(protocol string) *http.Transport {
	h := &http.Transport{
		Protocols:             new(http.Protocols),
		MaxIdleConns:          100,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return t.take(ctx, poolKey{protocol, addr})
		},
	}
	if protocol == protoHTTP2 {
		// "Unencrypted" as far as net/http can see.
		h.Protocols.SetUnencryptedHTTP2(true)
	} else {
		h.Protocols.SetHTTP1(true)
	}
	return h
}

// RoundTrip implements http.RoundTripper.
func (t *HTTPTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	protocol, err := t.protocolFor(req)
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	if protocol == protoHTTP2 {
		return t.http2.RoundTrip(req)
	}
	return t.http1.RoundTrip(req)
}

// protocolFor connects to a server not met before.
func (t *HTTPTransport) protocolFor(req *http.Request) (string, error) {
	if req.URL == nil || req.URL.Scheme != "https" {
		return "", errors.New("tlsext: transport: the URL is not an https URL")
	}
	addr := req.URL.Host
	if req.URL.Port() == "" {
		addr = net.JoinHostPort(req.URL.Hostname(), "443")
	}
	t.mu.Lock()
	protocol, ok := t.speaks[addr]
	t.mu.Unlock()
	if ok {
		return protocol, nil
	}
	c, err := t.dial(req.Context(), addr)
	if err != nil {
		return "", err
	}
	protocol = spoken(c)
	t.keep(poolKey{protocol, addr}, c)
	return protocol, nil
}

func spoken(c *Conn) string {
	if c.ConnectionState().NegotiatedProtocol == protoHTTP2 {
		return protoHTTP2
	}
	return protoHTTP1
}

func (t *HTTPTransport) dial(ctx context.Context, addr string) (*Conn, error) {
	return (&Dialer{Config: t.config}).dial(ctx, "tcp", addr)
}

// keep holds a connection for the request that is about to ask for it.
func (t *HTTPTransport) keep(key poolKey, c *Conn) {
	t.mu.Lock()
	old := t.ready[key]
	t.speaks[key.addr] = key.protocol
	t.ready[key] = c
	t.mu.Unlock()
	if old != nil {
		old.Close()
	}
	time.AfterFunc(readyTimeout, func() {
		t.mu.Lock()
		unused := t.ready[key] == c
		if unused {
			delete(t.ready, key)
		}
		t.mu.Unlock()
		if unused {
			c.Close()
		}
	})
}

// take returns the waiting connection, or a new one.
func (t *HTTPTransport) take(ctx context.Context, key poolKey) (*Conn, error) {
	t.mu.Lock()
	c := t.ready[key]
	delete(t.ready, key)
	t.mu.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := t.dial(ctx, key.addr)
	if err != nil {
		return nil, err
	}
	if got := spoken(c); got != key.protocol {
		t.mu.Lock()
		delete(t.speaks, key.addr)
		t.mu.Unlock()
		c.Close()
		return nil, fmt.Errorf("tlsext: transport: %s now speaks %s", key.addr, got)
	}
	return c, nil
}

// CloseIdleConnections closes connections that no request uses.
func (t *HTTPTransport) CloseIdleConnections() {
	t.http1.CloseIdleConnections()
	t.http2.CloseIdleConnections()
	t.mu.Lock()
	waiting := t.ready
	t.ready = make(map[poolKey]*Conn)
	t.mu.Unlock()
	for _, c := range waiting {
		c.Close()
	}
}

type connKey struct{}

// ConfigureServer prepares an http.Server for a listener of this package: HTTP/1.1 and,
// if the listener's NextProtos have "h2", HTTP/2; and ConnFromContext in handlers. The
// Request.TLS of handlers stays nil.
func ConfigureServer(s *http.Server) {
	if s.Protocols == nil {
		s.Protocols = new(http.Protocols)
	}
	s.Protocols.SetHTTP1(true)
	s.Protocols.SetUnencryptedHTTP2(true)
	next := s.ConnContext
	s.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if next != nil {
			ctx = next(ctx, c)
		}
		if c, ok := c.(*Conn); ok {
			ctx = context.WithValue(ctx, connKey{}, c)
		}
		return ctx
	}
}

// ConnFromContext returns the connection of a request, in a handler of a server that
// ConfigureServer prepared; nil otherwise.
func ConnFromContext(ctx context.Context) *Conn {
	c, _ := ctx.Value(connKey{}).(*Conn)
	return c
}
