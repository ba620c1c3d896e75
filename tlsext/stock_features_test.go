package tlsext

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"strings"
	"testing"
)

// exporter is the value both kinds of connections derive.
func exporter(t *testing.T, c secure, label string, context []byte) []byte {
	t.Helper()
	var out []byte
	var err error
	switch c := c.(type) {
	case *Conn:
		out, err = c.ExportKeyingMaterial(label, context, 48)
	case *tls.Conn:
		s := c.ConnectionState()
		out, err = s.ExportKeyingMaterial(label, context, 48)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestStockExporters(t *testing.T) {
	pairs(t, testIdentity(t, "P-256"), nil, func(t *testing.T, client, server secure) {
		for _, context := range [][]byte{nil, {}, []byte("context")} {
			a, b := exporter(t, client, "EXPERIMENTAL label", context), exporter(t, server, "EXPERIMENTAL label", context)
			if !bytes.Equal(a, b) {
				t.Errorf("context %q: exporters differ", context)
			}
		}
		if bytes.Equal(exporter(t, client, "EXPERIMENTAL a", nil), exporter(t, client, "EXPERIMENTAL b", nil)) {
			t.Error("two labels give one value")
		}
		if c, ok := client.(*Conn); ok {
			s := c.ConnectionState()
			binding, err := s.TLSExporter()
			if err != nil || !bytes.Equal(binding, exporter(t, server, "EXPORTER-Channel-Binding", nil)[:0:0]) && len(binding) != 32 {
				t.Errorf("channel binding: %x, %v", binding, err)
			}
		}
	})
}

func TestStockALPN(t *testing.T) {
	pairs(t, testIdentity(t, "P-256"), func(client, server *Config, stockClient, stockServer *tls.Config) {
		client.NextProtos, stockClient.NextProtos = []string{"a", "h2", "b"}, []string{"a", "h2", "b"}
		server.NextProtos, stockServer.NextProtos = []string{"b", "h2"}, []string{"b", "h2"}
	}, func(t *testing.T, client, server secure) {
		for _, c := range []secure{client, server} {
			got := ""
			switch c := c.(type) {
			case *Conn:
				got = c.ConnectionState().NegotiatedProtocol
			case *tls.Conn:
				got = c.ConnectionState().NegotiatedProtocol
			}
			if got != "b" {
				t.Errorf("protocol %q, want b", got)
			}
		}
	})
}

func TestStockClientAuth(t *testing.T) {
	for _, kind := range classicalKinds {
		t.Run(kind, func(t *testing.T) {
			id := testIdentity(t, kind)
			pairs(t, id, func(client, server *Config, stockClient, stockServer *tls.Config) {
				client.Certificates = []Certificate{id.ours()}
				stockClient.Certificates = []tls.Certificate{id.stock()}
				server.ClientAuth, stockServer.ClientAuth = RequireAndVerifyClientCert, tls.RequireAndVerifyClientCert
				server.ClientCAs, stockServer.ClientCAs = id.pool(), id.stockPool()
			}, func(t *testing.T, client, server secure) {
				if s, ok := server.(*Conn); ok {
					state := s.ConnectionState()
					if len(state.PeerCertificates) != 1 || len(state.VerifiedChains) == 0 || state.PeerSignatureScheme == 0 {
						t.Errorf("server state: %+v", state)
					}
				}
			})
		})
	}
}

// TestStockRetry makes the server insist on a group the client sends no share for.
func TestStockRetry(t *testing.T) {
	for _, g := range groups[1:] {
		t.Run(g.String(), func(t *testing.T) {
			id := testIdentity(t, "P-256")
			first := X25519
			if g == X25519 {
				first = CurveP256
			}
			for _, role := range []string{"client", "server", "both"} {
				c, s := tcpPair(t)
				cc, sc, stc, sts := id.clientConfig(), id.serverConfig(), id.stockClient(), id.stockServer()
				cc.CurvePreferences = []CurveID{first, g}
				stc.CurvePreferences = []tls.CurveID{tls.CurveID(first), tls.CurveID(g)}
				sc.CurvePreferences, sts.CurvePreferences = []CurveID{g}, []tls.CurveID{tls.CurveID(g)}
				var client, server secure = Client(c, cc), Server(s, sc)
				switch role {
				case "client":
					server = tls.Server(s, sts)
				case "server":
					client = tls.Client(c, stc)
				}
				mustShake(t, client, server)
				for _, c := range []secure{client, server} {
					if c, ok := c.(*Conn); ok {
						state := c.ConnectionState()
						// crypto/tls sends a share for a group that follows from a hybrid's curve.
						if role != "server" && (!state.HelloRetryRequest || state.CurveID != g || len(state.Flights) != 5) {
							t.Errorf("%s: retry %v, group %v, flights %v", role, state.HelloRetryRequest, state.CurveID, state.Flights)
						}
					}
				}
				echo(t, client, server, pattern(100))
			}
		})
	}
}

func TestStockResumption(t *testing.T) {
	for _, mutual := range []bool{false, true} {
		for _, retry := range []bool{false, true} {
			for _, roles := range []string{"our client, stock server", "stock client, our server", "both ours"} {
				t.Run(fmt.Sprintf("%s, mutual %v, retry %v", roles, mutual, retry), func(t *testing.T) {
					id := testIdentity(t, "P-256")
					cc, sc, stc, sts := id.clientConfig(), id.serverConfig(), id.stockClient(), id.stockServer()
					cc.ClientSessionCache = NewLRUClientSessionCache(1)
					stc.ClientSessionCache = tls.NewLRUClientSessionCache(1)
					if mutual {
						cc.Certificates, stc.Certificates = []Certificate{id.ours()}, []tls.Certificate{id.stock()}
						sc.ClientAuth, sts.ClientAuth = RequireAndVerifyClientCert, tls.RequireAndVerifyClientCert
						sc.ClientCAs, sts.ClientCAs = id.pool(), id.stockPool()
					}
					if retry {
						cc.CurvePreferences = []CurveID{X25519, CurveP384}
						stc.CurvePreferences = []tls.CurveID{tls.X25519, tls.CurveP384}
						sc.CurvePreferences, sts.CurvePreferences = []CurveID{CurveP384}, []tls.CurveID{tls.CurveP384}
					}
					for round := range 3 {
						c, s := tcpPair(t)
						var client, server secure = Client(c, cc), Server(s, sc)
						switch roles {
						case "our client, stock server":
							server = tls.Server(s, sts)
						case "stock client, our server":
							client = tls.Client(c, stc)
						}
						mustShake(t, client, server)
						echo(t, client, server, pattern(100))
						for _, c := range []secure{client, server} {
							var resumed bool
							var peers int
							switch c := c.(type) {
							case *Conn:
								state := c.ConnectionState()
								resumed, peers = state.DidResume, len(state.PeerCertificates)
								if c.isClient && len(state.VerifiedChains) == 0 {
									t.Errorf("round %d: no verified chains", round)
								}
							case *tls.Conn:
								resumed, peers = c.ConnectionState().DidResume, len(c.ConnectionState().PeerCertificates)
							}
							if resumed != (round > 0) {
								t.Errorf("round %d: resumed is %v (%T)", round, resumed, c)
							}
							if mutual && peers == 0 {
								t.Errorf("round %d: no peer certificates (%T)", round, c)
							}
						}
					}
				})
			}
		}
	}
}

// lines answers a first byte, for exchanges where both sides stay open.
func ping(t *testing.T, from, to secure, data []byte) {
	t.Helper()
	go from.Write(data)
	got := make([]byte, len(data))
	if _, err := io.ReadFull(to, got); err != nil || !bytes.Equal(got, data) {
		t.Fatalf("%d bytes: %v", len(data), err)
	}
}

// TestStockKeyUpdate: crypto/tls answers KeyUpdate but does not begin one; the twin with
// both sides ours covers the rest.
func TestStockKeyUpdate(t *testing.T) {
	pairs(t, testIdentity(t, "P-256"), nil, func(t *testing.T, client, server secure) {
		for range 5 {
			for _, c := range []secure{client, server} {
				if c, ok := c.(*Conn); ok {
					for _, request := range []bool{false, true} {
						if err := c.KeyUpdate(request); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			ping(t, client, server, []byte("to the server"))
			ping(t, server, client, []byte("to the client"))
		}
	})
}

// TestStockSizes sends data around the limit of a record.
func TestStockSizes(t *testing.T) {
	pairs(t, testIdentity(t, "P-256"), nil, func(t *testing.T, client, server secure) {
		for _, n := range []int{1, 2, 16383, 16384, 16385, 32767, 32768, 32769, 65536, 70001} {
			ping(t, client, server, pattern(n))
			ping(t, server, client, pattern(n))
		}
	})
}

func TestStockPadding(t *testing.T) {
	for _, padding := range []int{2, 100, 4096, 16384, 16385} {
		pairs(t, testIdentity(t, "P-256"), func(client, server *Config, _, _ *tls.Config) {
			client.RecordPadding, server.RecordPadding = padding, padding
		}, func(t *testing.T, client, server secure) {
			for _, n := range []int{1, 16383, 16384, 16385} {
				ping(t, client, server, pattern(n))
				ping(t, server, client, pattern(n))
			}
		})
	}
}

func TestRecordSizeLimit(t *testing.T) {
	for _, limit := range []int{64, 65, 500, 16384, 16385} {
		id := testIdentity(t, "P-256")
		for _, both := range []bool{true, false} {
			cc, sc := id.clientConfig(), id.serverConfig()
			cc.RecordSizeLimit = limit
			cc.RecordPadding, sc.RecordPadding = 50, 50
			if both {
				sc.RecordSizeLimit = limit
			}
			c, s := tcpPair(t)
			client, server := Client(c, cc), Server(s, sc)
			mustShake(t, client, server)
			echo(t, client, server, pattern(20000))
		}
	}
}

func TestKeyLog(t *testing.T) {
	id := testIdentity(t, "P-256")
	var ours, stock strings.Builder
	cc, sts := id.clientConfig(), id.stockServer()
	cc.KeyLogWriter, sts.KeyLogWriter = &ours, &stock
	c, s := tcpPair(t)
	client, server := Client(c, cc), tls.Server(s, sts)
	mustShake(t, client, server)
	echo(t, client, server, pattern(1))
	for _, line := range strings.Split(strings.TrimSpace(stock.String()), "\n") {
		if !strings.Contains(ours.String(), line) {
			t.Errorf("our log misses %.40s...", line)
		}
	}
	if n := strings.Count(ours.String(), "\n"); n != 5 {
		t.Errorf("%d lines, want 5", n)
	}
}
