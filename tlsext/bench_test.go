package tlsext

import (
	"crypto/tls"
	"io"
	"net"
	"testing"
)

// BenchmarkHandshake is one full handshake, client and server together, on one
// connection in memory; the stock ones are crypto/tls with the same certificate.
func BenchmarkHandshake(b *testing.B) {
	id := testIdentity(b, "P-256")
	oneCurve := func(c *tls.Config) *tls.Config { c.SessionTicketsDisabled = true; return c }
	b.Run("ECDSA-P256", func(b *testing.B) {
		cc, sc := id.clientConfig(), id.serverConfig()
		sc.SessionTicketsDisabled = true
		benchHandshake(b, func(x net.Conn) secure { return Client(x, cc) }, func(x net.Conn) secure { return Server(x, sc) })
	})
	b.Run("ECDSA-P256-stock", func(b *testing.B) {
		cc, sc := oneCurve(id.stockClient()), oneCurve(id.stockServer())
		benchHandshake(b, func(x net.Conn) secure { return tls.Client(x, cc) }, func(x net.Conn) secure { return tls.Server(x, sc) })
	})
	for _, name := range []string{"FN-DSA-512", "Falcon-512", "ML-DSA-44", "FN-DSA-1024"} {
		b.Run(name, func(b *testing.B) {
			id := pqTestIdentity(b, name)
			cc, sc := id.configs()
			cc.Certificates, sc.ClientAuth, sc.SessionTicketsDisabled = nil, NoClientCert, true
			benchHandshake(b, func(x net.Conn) secure { return Client(x, cc) }, func(x net.Conn) secure { return Server(x, sc) })
		})
	}
	b.Run("resumed", func(b *testing.B) {
		cc, sc := id.clientConfig(), id.serverConfig()
		cc.ClientSessionCache = NewLRUClientSessionCache(1)
		x, y := tcpPair(b)
		client, server := Client(x, cc), Server(y, sc)
		mustShake(b, client, server)
		echo(b, client, server, []byte("x"))
		state, _ := cc.ClientSessionCache.Get("example.test")
		benchHandshake(b, func(x net.Conn) secure { cc.ClientSessionCache.Put("example.test", state); return Client(x, cc) },
			func(x net.Conn) secure { return Server(x, sc) })
	})
}

func benchHandshake(b *testing.B, client, server func(net.Conn) secure) {
	b.ReportAllocs()
	for b.Loop() {
		x, y := memPair(b)
		mustShake(b, client(x), server(y))
	}
}

// BenchmarkBulk writes 1 MB at a time over loopback.
func BenchmarkBulk(b *testing.B) {
	id := testIdentity(b, "P-256")
	for _, suite := range suites {
		name := map[uint16]string{TLS_AES_128_GCM_SHA256: "AES-128-GCM", TLS_AES_256_GCM_SHA384: "AES-256-GCM", TLS_CHACHA20_POLY1305_SHA256: "ChaCha20"}[suite]
		b.Run(name, func(b *testing.B) {
			cc, sc := id.clientConfig(), id.serverConfig()
			cc.CipherSuites = []uint16{suite}
			x, y := tcpPair(b)
			benchBulk(b, Client(x, cc), Server(y, sc))
		})
	}
	b.Run("AES-128-GCM-stock", func(b *testing.B) {
		x, y := tcpPair(b)
		benchBulk(b, tls.Client(x, id.stockClient()), tls.Server(y, id.stockServer()))
	})
}

func benchBulk(b *testing.B, client, server secure) {
	mustShake(b, client, server)
	data := pattern(1 << 20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(io.Discard, server)
	}()
	for b.Loop() {
		if _, err := client.Write(data); err != nil {
			b.Fatal(err)
		}
	}
	client.CloseWrite()
	<-done
}
