package tlsext

import (
	"context"
	"errors"
	"fmt"
	"net"
)

// Dial connects to an address and runs the handshake. Without a ServerName in the
// configuration, the host of the address is used.
func Dial(network, addr string, config *Config) (*Conn, error) {
	return DialContext(context.Background(), network, addr, config)
}

// DialContext is Dial with a context that bounds connecting and handshake.
func DialContext(ctx context.Context, network, addr string, config *Config) (*Conn, error) {
	return (&Dialer{Config: config}).dial(ctx, network, addr)
}

// A Dialer makes connections with a configuration and options of the net package.
type Dialer struct {
	NetDialer *net.Dialer // nil means the zero net.Dialer
	Config    *Config
}

// DialContext connects and runs the handshake. The connection is a *Conn.
func (d *Dialer) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	c, err := d.dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (d *Dialer) dial(ctx context.Context, network, addr string) (*Conn, error) {
	config, err := configFor(d.Config, addr)
	if err != nil {
		return nil, err
	}
	if err := config.ValidateClient(); err != nil {
		return nil, err
	}
	nd := d.NetDialer
	if nd == nil {
		nd = new(net.Dialer)
	}
	raw, err := nd.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	c := Client(raw, config)
	if err := c.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return c, nil
}

// configFor fills in the server name.
func configFor(config *Config, addr string) (*Config, error) {
	if config == nil {
		return nil, errors.New("tlsext: config: nil, but a client needs RootCAs")
	}
	if config.ServerName != "" {
		return config, nil
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("tlsext: address %q: %w", addr, err)
	}
	c := config.Clone()
	c.ServerName = host
	return c, nil
}

// Listen announces on a local address and serves connections with a configuration.
func Listen(network, addr string, config *Config) (net.Listener, error) {
	if err := config.ValidateServer(); err != nil {
		return nil, err
	}
	l, err := net.Listen(network, addr)
	if err != nil {
		return nil, err
	}
	return &listener{l, config}, nil
}

// NewListener wraps a listener. Unlike its namesake in crypto/tls it fails when the
// configuration cannot serve anybody. The handshake runs when a connection is first
// used, not in Accept, so a slow client does not hold up others.
func NewListener(inner net.Listener, config *Config) (net.Listener, error) {
	if err := config.ValidateServer(); err != nil {
		return nil, err
	}
	return &listener{inner, config}, nil
}

type listener struct {
	net.Listener
	config *Config
}

// Accept returns the next connection, a *Conn.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return Server(c, l.config), nil
}
