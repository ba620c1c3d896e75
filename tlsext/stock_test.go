package tlsext

import (
	"crypto/tls"
	"fmt"
	"testing"
)

var groups = []CurveID{X25519MLKEM768, SecP256r1MLKEM768, X25519, CurveP256, CurveP384}
var suites = []uint16{TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256}

// pairs runs a test with ours against stock in both roles and against itself.
func pairs(t *testing.T, id *identity, change func(client, server *Config, stockClient, stockServer *tls.Config), check func(t *testing.T, client, server secure)) {
	for _, roles := range []string{"our client, stock server", "stock client, our server", "both ours"} {
		t.Run(roles, func(t *testing.T) {
			cc, sc, stc, sts := id.clientConfig(), id.serverConfig(), id.stockClient(), id.stockServer()
			if change != nil {
				change(cc, sc, stc, sts)
			}
			c, s := tcpPair(t)
			var client, server secure = Client(c, cc), Server(s, sc)
			switch roles {
			case "our client, stock server":
				server = tls.Server(s, sts)
			case "stock client, our server":
				client = tls.Client(c, stc)
			}
			mustShake(t, client, server)
			check(t, client, server)
			echo(t, client, server, pattern(40000))
		})
	}
}

func TestStockKeys(t *testing.T) {
	for _, kind := range classicalKinds {
		t.Run(kind, func(t *testing.T) {
			pairs(t, testIdentity(t, kind), nil, func(t *testing.T, client, server secure) {
				if c, ok := client.(*Conn); ok {
					state := c.ConnectionState()
					if len(state.VerifiedChains) == 0 || state.PeerSignatureScheme == 0 || state.Version != VersionTLS13 {
						t.Errorf("client state: %+v", state)
					}
				}
			})
		})
	}
}

func TestStockGroups(t *testing.T) {
	for _, g := range groups {
		t.Run(g.String(), func(t *testing.T) {
			pairs(t, testIdentity(t, "P-256"), func(client, server *Config, stockClient, stockServer *tls.Config) {
				server.CurvePreferences = []CurveID{g}
				stockServer.CurvePreferences = []tls.CurveID{tls.CurveID(g)}
			}, func(t *testing.T, client, server secure) {
				for _, c := range []secure{client, server} {
					var got CurveID
					switch c := c.(type) {
					case *Conn:
						got = c.ConnectionState().CurveID
					case *tls.Conn:
						got = CurveID(c.ConnectionState().CurveID)
					}
					if got != g {
						t.Errorf("group %v, want %v", got, g)
					}
				}
			})
		})
	}
}

func TestStockSuites(t *testing.T) {
	for _, suite := range suites {
		t.Run(fmt.Sprintf("%04x", suite), func(t *testing.T) {
			pairs(t, testIdentity(t, "Ed25519"), func(client, server *Config, _, _ *tls.Config) {
				client.CipherSuites = []uint16{suite}
				server.CipherSuites = []uint16{suite}
			}, func(t *testing.T, client, server secure) {
				for _, c := range []secure{client, server} {
					if c, ok := c.(*Conn); ok && c.ConnectionState().CipherSuite != suite {
						t.Errorf("suite %04x, want %04x", c.ConnectionState().CipherSuite, suite)
					}
				}
			})
		})
	}
}
