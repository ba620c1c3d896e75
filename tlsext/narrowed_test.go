package tlsext

import (
	"io"
	"testing"
)

// TestPlainAlertAfterHandshake injects what anybody on the path can write: an unprotected
// alert, after the handshake and after a KeyUpdate, when the record counter is 0 again.
// Taken for the peer's it would cut the data short unnoticed (RFC 8446, section 6.1).
func TestPlainAlertAfterHandshake(t *testing.T) {
	id := testIdentity(t, "P-256")
	for name, prepare := range map[string]func(c *Conn) error{
		"after the handshake": func(c *Conn) error { return nil },
		"after a KeyUpdate": func(c *Conn) error {
			if _, err := c.Write([]byte("first half")); err != nil {
				return err
			}
			return c.KeyUpdate(false)
		},
	} {
		for _, code := range []byte{0, 90} { // close_notify, user_canceled
			for _, toServer := range []bool{true, false} {
				x, y := tcpPair(t)
				c, s := Client(x, id.clientConfig()), Server(y, id.serverConfig())
				mustShake(t, c, s)
				sender, wire, reader := c, x, s
				if !toServer {
					sender, wire, reader = s, y, c
				}
				if err := prepare(sender); err != nil {
					t.Fatal(err)
				}
				if _, err := wire.Write([]byte{21, 3, 3, 0, 2, 1, code}); err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadAll(reader); err == nil {
					t.Errorf("%s, to the server %t: alert %d was believed", name, toServer, code)
				}
			}
		}
	}
}

// TestNarrowedSchemesAndResumption changes what a side accepts between two connections: a
// session that began with a key no longer accepted must not be resumed.
func TestNarrowedSchemesAndResumption(t *testing.T) {
	id, server := testIdentity(t, "P-256"), testIdentity(t, "Ed25519")
	narrow := func(c *Config) *Config {
		c = c.Clone()
		c.SignatureSchemes = []SignatureScheme{Ed25519}
		c.CertificateSchemes = []SignatureScheme{ECDSAWithP256AndSHA256, Ed25519}
		return c
	}
	connect := func(client, server *Config) (resumed bool, err error) {
		x, y := tcpPair(t)
		c, s := Client(x, client), Server(y, server)
		ce, se := shake(c, s)
		if ce != nil {
			return false, ce
		}
		if se != nil {
			return false, se
		}
		go s.Write([]byte("x"))
		_, err = io.ReadFull(c, make([]byte, 1))
		return s.ConnectionState().DidResume, err
	}

	client := id.clientConfig()
	client.ClientSessionCache = NewLRUClientSessionCache(4)
	serving := id.serverConfig()
	if _, err := connect(client, serving); err != nil {
		t.Fatal(err)
	}
	if resumed, err := connect(narrow(client), serving); err == nil {
		t.Errorf("client: the server's ECDSA key is no longer accepted, resumed %t", resumed)
	}

	client = server.clientConfig()
	client.Certificates = []Certificate{id.ours()}
	client.ClientSessionCache = NewLRUClientSessionCache(4)
	serving = server.serverConfig()
	serving.ClientAuth, serving.ClientCAs, serving.SessionTicketKeys = RequireAndVerifyClientCert, id.pool(), [][32]byte{{1}}
	if _, err := connect(client, serving); err != nil {
		t.Fatal(err)
	}
	if resumed, err := connect(client, serving); err != nil || !resumed {
		t.Errorf("server unchanged: resumed %t, %v", resumed, err)
	}
	if resumed, err := connect(client, narrow(serving)); err == nil {
		t.Errorf("server: the client's ECDSA key is no longer accepted, resumed %t", resumed)
	}
}
