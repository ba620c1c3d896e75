package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/saker-pq/saker/tlsext"
)

// handshakeBench is one line of the table: how to put TLS on both ends of a connection.
type handshakeBench struct {
	contestant     contestant
	engine         string
	client, server func(net.Conn) handshaker
}

type handshaker interface{ HandshakeContext(context.Context) error }

func (o *tlsBenchOptions) benches(group tlsext.CurveID) ([]handshakeBench, error) {
	stock, err := stockBench(ecdsaP256(), group)
	if err != nil {
		return nil, failed("", err, "")
	}
	list := []handshakeBench{stock}
	for _, name := range o.algs {
		c, err := benchContestant(name)
		if err != nil {
			return nil, err
		}
		b, err := ourBench(c, group)
		if err != nil {
			return nil, failed("", fmt.Errorf("%s: %w", c.name, err), "")
		}
		list = append(list, b)
	}
	return list, nil
}

func benchContestant(name string) (contestant, error) {
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch plain {
	case "ecdsap256":
		return ecdsaP256(), nil
	case "ed25519":
		return ed25519Contestant(), nil
	}
	s, err := schemeByName(name)
	if err != nil {
		return contestant{}, err
	}
	if schemeCodePoint(s) == 0 {
		return contestant{}, usagef("\"saker schemes\" lists those that have one", "--alg: %s has no TLS code point", s.Name())
	}
	return schemeContestant(s), nil
}

func ourBench(c contestant, group tlsext.CurveID) (handshakeBench, error) {
	chain, err := buildChain(c)
	if err != nil {
		return handshakeBench{}, err
	}
	server, client, err := chain.configs()
	if err != nil {
		return handshakeBench{}, err
	}
	for _, config := range []*tlsext.Config{server, client} {
		config.CurvePreferences, config.SessionTicketsDisabled = []tlsext.CurveID{group}, true
	}
	return handshakeBench{c, "saker",
		func(conn net.Conn) handshaker { return tlsext.Client(conn, client) },
		func(conn net.Conn) handshaker { return tlsext.Server(conn, server) }}, nil
}

// configs are those of a server with the chain and of a client that trusts its root.
func (d *demoChain) configs() (server, client *tlsext.Config, err error) {
	schemes := []tlsext.SignatureScheme{keyScheme(d.server.key.Public())}
	server = &tlsext.Config{SignatureSchemes: schemes, Certificates: []tlsext.Certificate{{
		Certificate: [][]byte{d.server.der, d.intermediate.der}, PrivateKey: d.server.key,
	}}}
	roots, err := d.roots()
	if err != nil {
		return nil, nil, err
	}
	return server, &tlsext.Config{SignatureSchemes: schemes, RootCAs: roots, ServerName: demoHost}, nil
}

func stockBench(c contestant, group tlsext.CurveID) (handshakeBench, error) {
	chain, err := buildChain(c)
	if err != nil {
		return handshakeBench{}, err
	}
	root, err := x509.ParseCertificate(chain.root.der)
	if err != nil {
		return handshakeBench{}, err
	}
	base := tls.Config{MinVersion: tls.VersionTLS13, CurvePreferences: []tls.CurveID{tls.CurveID(group)}, SessionTicketsDisabled: true}
	client, server := base.Clone(), base.Clone()
	client.RootCAs, client.ServerName = x509.NewCertPool(), demoHost
	client.RootCAs.AddCert(root)
	server.Certificates = []tls.Certificate{{Certificate: [][]byte{chain.server.der, chain.intermediate.der}, PrivateKey: chain.server.key}}
	return handshakeBench{c, stockEngine,
		func(conn net.Conn) handshaker { return tls.Client(conn, client) },
		func(conn net.Conn) handshaker { return tls.Server(conn, server) }}, nil
}

// run repeats the handshake for about the given time.
func (b *handshakeBench) run(budget time.Duration) (tlsBenchResult, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return tlsBenchResult{}, err
	}
	defer listener.Close()
	confirmed := make(chan error)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			err = b.server(conn).HandshakeContext(context.Background())
			confirmed <- err
			conn.Close()
		}
	}()
	r := tlsBenchResult{Name: b.contestant.name, Engine: b.engine}
	var spent []int64
	for begin := time.Now(); len(spent) < minRuns || len(spent) < maxRuns && time.Since(begin) < budget; {
		took, err := b.once(listener.Addr().String(), confirmed, &r)
		if err != nil {
			return r, err
		}
		spent = append(spent, took.Nanoseconds())
	}
	var total int64
	for _, v := range spent {
		total += v
	}
	r.PerSecond = float64(len(spent)) / (float64(total) / 1e9)
	slices.Sort(spent)
	r.Time = timing{Runs: len(spent), Median: spent[len(spent)/2], Fast: spent[0]}
	return r, nil
}

// once makes one handshake and notes its bytes.
func (b *handshakeBench) once(addr string, confirmed <-chan error, r *tlsBenchResult) (time.Duration, error) {
	raw, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer raw.Close()
	counted := &countingConn{Conn: raw}
	begin := time.Now()
	if err := b.client(counted).HandshakeContext(context.Background()); err != nil {
		raw.Close() // the server waits for it
		<-confirmed
		return 0, err
	}
	if err := <-confirmed; err != nil {
		return 0, err
	}
	took := time.Since(begin)
	r.FromClient, r.FromServer = counted.sent, counted.received
	return took, nil
}

// countingConn counts the bytes on the wire of either engine.
type countingConn struct {
	net.Conn
	sent, received int64
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.received += int64(n)
	return n, err
}

func (c *countingConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.sent += int64(n)
	return n, err
}
