package tlsext

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/record"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// TestTwins: a handshake that must succeed, and changes of one thing each that must make
// it fail with a known alert.
func TestTwins(t *testing.T) {
	id, other := testIdentity(t, "P-256"), newIdentity("P-256", leafTemplate("example.test"))
	foreign := testIdentity(t, "Ed25519")
	give := func(id *identity) func(*CertificateRequestInfo) (*Certificate, error) {
		return func(*CertificateRequestInfo) (*Certificate, error) { c := id.ours(); return &c, nil }
	}
	base := func() (client, server *Config) {
		client, server = id.clientConfig(), id.serverConfig()
		client.Certificates = []Certificate{id.ours()}
		server.ClientAuth, server.ClientCAs = RequireAndVerifyClientCert, id.pool()
		return client, server
	}
	for _, c := range []struct {
		name   string
		change func(client, server *Config)
		want   string // in both errors; empty: success
	}{
		{"nothing changed", func(_, _ *Config) {}, ""},
		{"client trusts another CA", func(c, _ *Config) { c.RootCAs = other.pool() }, "unknown_ca"},
		{"client trusts nobody", func(c, _ *Config) { c.RootCAs = x509ext.NewCertPool() }, "unknown_ca"},
		{"server trusts another CA", func(_, s *Config) { s.ClientCAs = other.pool() }, "unknown_ca"},
		{"another host", func(c, _ *Config) { c.ServerName = "other.test" }, "bad_certificate"},
		{"an address that is not named", func(c, _ *Config) { c.ServerName = "127.0.0.2" }, "bad_certificate"},
		{"an address that is named", func(c, _ *Config) { c.ServerName = "127.0.0.1" }, ""},
		{"client lives in the future", func(c, _ *Config) { c.Time = func() time.Time { return time.Now().Add(30 * time.Hour) } }, "certificate_expired"},
		{"server lives in the past", func(_, s *Config) { s.Time = func() time.Time { return time.Now().Add(-30 * time.Hour) } }, "certificate_expired"},
		{"no client certificate", func(c, _ *Config) { c.Certificates = nil }, "certificate_required"},
		{"no client certificate, but not needed", func(c, s *Config) { c.Certificates = nil; s.ClientAuth = VerifyClientCertIfGiven }, ""},
		{"foreign client certificate, if given", func(c, s *Config) {
			c.Certificates = []Certificate{other.ours()}
			s.ClientAuth = VerifyClientCertIfGiven
		}, "unknown_ca"},
		{"foreign client certificate, any", func(c, s *Config) { c.GetClientCertificate, s.ClientAuth = give(foreign), RequireAnyClientCert }, ""},
		{"client does not take the scheme", func(c, _ *Config) {
			c.SignatureSchemes, c.Certificates = []SignatureScheme{Ed25519}, nil
		}, "handshake_failure"},
		{"client does not take the scheme in certificates", func(c, _ *Config) { c.CertificateSchemes = []SignatureScheme{Ed25519} }, "unsupported_certificate"},
		{"server does not take the scheme in certificates", func(_, s *Config) { s.CertificateSchemes = []SignatureScheme{PKCS1WithSHA256} }, "unsupported_certificate"},
		{"no common group", func(c, s *Config) {
			c.CurvePreferences, s.CurvePreferences = []CurveID{X25519}, []CurveID{CurveP256}
		}, "handshake_failure"},
		{"no common suite", func(c, s *Config) {
			c.CipherSuites, s.CipherSuites = []uint16{TLS_AES_128_GCM_SHA256}, []uint16{TLS_AES_256_GCM_SHA384}
		}, "handshake_failure"},
		{"no common protocol", func(c, s *Config) { c.NextProtos, s.NextProtos = []string{"a"}, []string{"b"} }, "no_application_protocol"},
		{"client says no", func(c, _ *Config) {
			c.VerifyConnection = func(s ConnectionState) error {
				if len(s.VerifiedChains) == 0 {
					return errors.New("called too early")
				}
				return errors.New("no")
			}
		}, "bad_certificate"},
		{"server says no", func(_, s *Config) { s.VerifyConnection = func(ConnectionState) error { return errors.New("no") } }, "bad_certificate"},
		{"both say yes", func(c, s *Config) {
			yes := func(s ConnectionState) error {
				if len(s.VerifiedChains) == 0 || !s.HandshakeComplete {
					return errors.New("called too early")
				}
				return nil
			}
			c.VerifyConnection, s.VerifyConnection = yes, yes
		}, ""},
		{"skipping verification", func(c, _ *Config) { c.InsecureSkipVerify, c.RootCAs, c.ServerName = true, nil, "" }, ""},
		{"random source of the client fails", func(c, _ *Config) { c.Rand = strings.NewReader("short") }, "EOF"},
		{"random source of the server fails", func(_, s *Config) { s.Rand = strings.NewReader("short") }, "internal_error"},
	} {
		client, server := base()
		c.change(client, server)
		a, b := memPair(t)
		cc, sc := Client(a, client), Server(b, server)
		ce, se := shake(cc, sc)
		if c.want == "" {
			if ce != nil || se != nil {
				t.Errorf("%s: client %v, server %v", c.name, ce, se)
			}
			continue
		}
		// A client may finish before the server refuses: the alert comes with the first read.
		if ce == nil {
			_, ce = cc.Read(make([]byte, 1))
		}
		if c.want != "EOF" && c.want != "internal_error" {
			expectAlert(t, c.name+", server", se, c.want)
		}
		expectAlert(t, c.name+", client", ce, c.want)
	}
}

// TestSelection: of several certificates the one that suits the client is sent.
func TestSelection(t *testing.T) {
	names := map[string]*identity{
		"P-256 a":   newIdentity("P-256", leafTemplate("a.test")),
		"P-256 b":   newIdentity("P-256", leafTemplate("b.test")),
		"Ed25519 a": newIdentity("Ed25519", leafTemplate("a.test")),
	}
	var certs []Certificate
	for _, n := range []string{"P-256 a", "P-256 b", "Ed25519 a"} {
		certs = append(certs, names[n].ours())
	}
	for _, c := range []struct {
		host   string
		scheme SignatureScheme
		want   string
	}{
		{"a.test", ECDSAWithP256AndSHA256, "P-256 a"}, {"b.test", ECDSAWithP256AndSHA256, "P-256 b"}, {"a.test", Ed25519, "Ed25519 a"},
		{"b.test", Ed25519, ""}, {"c.test", ECDSAWithP256AndSHA256, ""},
	} {
		pool := x509ext.NewCertPool()
		for _, id := range names {
			pool.AddCert(must(x509ext.ParseCertificate(id.root.Raw)))
		}
		a, b := memPair(t)
		client := Client(a, &Config{RootCAs: pool, ServerName: c.host, SignatureSchemes: []SignatureScheme{c.scheme}})
		ce, se := shake(client, Server(b, &Config{Certificates: certs}))
		if c.want == "" {
			if ce == nil {
				t.Errorf("%s, %v: succeeded", c.host, c.scheme)
			}
			continue
		}
		if ce != nil || se != nil {
			t.Errorf("%s, %v: client %v, server %v", c.host, c.scheme, ce, se)
		} else if got := client.ConnectionState().PeerCertificates[0].Raw; !bytes.Equal(got, names[c.want].chain[0]) {
			t.Errorf("%s, %v: another certificate", c.host, c.scheme)
		}
	}
}

// TestCertificateVerifyBytes flips, cuts and extends every byte of a CertificateVerify,
// for each kind of key and for the schemes of the provider; without -long, about 150
// bytes spread over a long one.
func TestCertificateVerifyBytes(t *testing.T) {
	type target struct {
		name   string
		key    crypto.PrivateKey
		leaf   *x509ext.Certificate
		scheme *sigscheme.Scheme
	}
	var targets []target
	for _, kind := range classicalKinds {
		id := testIdentity(t, kind)
		leaf := must(x509ext.ParseCertificate(id.chain[0]))
		for _, s := range sigscheme.Default() {
			if s.Fits(leaf.PublicKey) {
				targets = append(targets, target{kind, id.key, leaf, s})
			}
		}
	}
	for _, name := range pqSchemes {
		id := pqTestIdentity(t, name)
		leaf := must(x509ext.ParseCertificate(id.Certificate.Certificate[0]))
		targets = append(targets, target{name, id.PrivateKey, leaf, sigscheme.ByID(uint16(id.scheme))})
	}
	transcript := make([]byte, 32)
	for _, g := range targets {
		offered := []*sigscheme.Scheme{g.scheme}
		cred := &credential{signer: g.key.(crypto.Signer), leaf: g.leaf}
		raw, err := makeProof(rand.Reader, cred, g.scheme, serverContext, transcript)
		if err != nil {
			t.Fatal(err)
		}
		check := func(body []byte, context string, transcript []byte) error {
			_, err := checkProof(&message{body: body}, offered, g.leaf, context, transcript)
			return err
		}
		body := raw[4:]
		if err := check(body, serverContext, transcript); err != nil {
			t.Fatalf("%s: %v", g.scheme.Name, err)
		}
		step := 1
		if !*long {
			step += len(body) / 150
		}
		for i := 0; i < len(body); i += step {
			changed := bytes.Clone(body)
			changed[i] ^= 1 << (i % 8)
			if check(changed, serverContext, transcript) == nil {
				t.Errorf("%s: byte %d flipped and accepted", g.scheme.Name, i)
			}
			if check(body[:i], serverContext, transcript) == nil {
				t.Errorf("%s: cut to %d bytes and accepted", g.scheme.Name, i)
			}
		}
		shorter := append(append([]byte{}, body[:2]...), byte((len(body)-5)>>8), byte(len(body)-5))
		shorter = append(shorter, body[4:len(body)-1]...)
		longer := append(append([]byte{}, body[:2]...), byte((len(body)-3)>>8), byte(len(body)-3))
		longer = append(append(longer, body[4:]...), 0)
		for name, b := range map[string][]byte{"shorter signature": shorter, "longer signature": longer, "trailing byte": append(bytes.Clone(body), 0)} {
			if check(b, serverContext, transcript) == nil {
				t.Errorf("%s: %s accepted", g.scheme.Name, name)
			}
		}
		if check(body, clientContext, transcript) == nil || check(body, serverContext, make([]byte, 48)) == nil {
			t.Errorf("%s: accepted for another context or transcript", g.scheme.Name)
		}
	}
}

// TestGREASE: values nobody knows are passed over everywhere a client or server may put
// them (RFC 8701).
func TestGREASE(t *testing.T) {
	id := testIdentity(t, "P-256")
	const grease = 0x5a5a
	a, b := memPair(t)
	p := newPeer(t, a, id)
	p.change = func(p *peer, step string, m []byte) [][]byte {
		switch step {
		case "ClientHello":
			return editClientHello(func(m *handshake.ClientHello) {
				m.CipherSuites = append([]uint16{grease}, append(m.CipherSuites, 0x00ff)...)
				e := m.Extensions
				e = setExtension(e, handshake.ExtSupportedGroups, handshake.Uint16List([]uint16{grease, 29, 0x6a6a}))
				e = setExtension(e, handshake.ExtSignatureAlgorithms, handshake.Uint16List([]uint16{grease, 0x0403}))
				e = setExtension(e, handshake.ExtSupportedVersions, handshake.Versions(grease, 0x0304, 0x0303))
				e = setExtension(e, handshake.ExtPSKModes, handshake.PSKModes(0x0b, 1))
				data, _ := handshake.Find(e, handshake.ExtKeyShare)
				list := must(handshake.ParseKeyShares(data))
				e = setExtension(e, handshake.ExtKeyShare, shares(append([]handshake.KeyShare{{Group: grease, Data: []byte{0}}}, list...)...))
				e = setExtension(e, handshake.ExtALPN, handshake.Protocols("\x5a\x5a", "a"))
				m.Extensions = append(append([]handshake.Extension{{ID: grease}}, e...), handshake.Extension{ID: 0x6a6a, Data: []byte{0}})
			})(p, m)
		case "after":
			p.raw(record.ApplicationData, []byte("data"))
			p.raw(record.Alert, []byte{1, 0})
			return nil
		}
		return one(m)
	}
	config := id.serverConfig()
	config.NextProtos = []string{"a"}
	go p.outcome(p.connect)
	if got, err := io.ReadAll(Server(b, config)); err != nil || string(got) != "data" {
		t.Errorf("server: %q, %v", got, err)
	}

	a, b = memPair(t)
	p2 := newPeer(t, b, id)
	p2.request = true
	p2.change = func(p *peer, step string, m []byte) [][]byte {
		switch step {
		case "CertificateRequest":
			return one(must((&handshake.CertificateRequest{Extensions: []handshake.Extension{
				{ID: grease, Data: []byte{1}},
				{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List([]uint16{grease, 0x0403})},
			}}).Marshal()))
		case "after":
			p.raw(record.Handshake, ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Ticket: []byte("t"), Extensions: []handshake.Extension{{ID: grease}}}))
			p.raw(record.ApplicationData, []byte("data"))
			p.raw(record.Alert, []byte{1, 0})
			return nil
		}
		return one(m)
	}
	config = id.clientConfig()
	config.Certificates = []Certificate{id.ours()}
	go p2.outcome(p2.serve)
	if got, err := io.ReadAll(Client(a, config)); err != nil || string(got) != "data" {
		t.Errorf("client: %q, %v", got, err)
	}
}

// TestMessageFragments: handshake messages in records of one byte, and several messages
// in one record, are the same to both sides.
func TestMessageFragments(t *testing.T) {
	id := testIdentity(t, "P-256")
	for _, server := range []bool{false, true} {
		a, b := memPair(t)
		p := newPeer(t, b, id)
		p.change = func(p *peer, step string, m []byte) [][]byte {
			if step == "after" {
				p.raw(record.ApplicationData, []byte("data"))
				p.raw(record.Alert, []byte{1, 0})
				return nil
			}
			for i := range m[:len(m)-1] {
				p.raw(record.Handshake, m[i:i+1])
			}
			p.transcript.Add(m[:len(m)-1])
			return one(m[len(m)-1:])
		}
		var conn *Conn
		if server {
			conn = Server(a, id.serverConfig())
			go p.outcome(p.connect)
		} else {
			conn = Client(a, id.clientConfig())
			go p.outcome(p.serve)
		}
		if got, err := io.ReadAll(conn); err != nil || string(got) != "data" {
			t.Errorf("server %v: %q, %v", server, got, err)
		}
	}
}

// TestEarlyDataRefused: a server passes over early data it did not ask for, with and
// without a HelloRetryRequest (RFC 8446, section 4.2.10).
func TestEarlyDataRefused(t *testing.T) {
	id := testIdentity(t, "P-256")
	for _, retry := range []bool{false, true} {
		a, b := memPair(t)
		p := newPeer(t, a, id)
		p.change = func(p *peer, step string, m []byte) [][]byte {
			switch step {
			case "ClientHello":
				raw := withTicket(p, m, &session{suite: p.suite.ID, created: time.Now(), psk: random(32), serverName: "example.test"})
				raw = editClientHello(func(m *handshake.ClientHello) {
					m.Extensions = append([]handshake.Extension{{ID: handshake.ExtEarlyData}}, m.Extensions...)
				})(p, raw)[0]
				p.raw(record.Handshake, raw)
				for range 10 {
					p.wire(append([]byte{23, 3, 3, 4, 0}, random(1024)...)...)
				}
				p.transcript.Add(raw)
				return nil
			case "ClientHello2":
				return editClientHello(func(m *handshake.ClientHello) {})(p, m)
			case "after":
				p.raw(record.ApplicationData, []byte("data"))
				p.raw(record.Alert, []byte{1, 0})
				return nil
			}
			return one(m)
		}
		config := id.serverConfig()
		if retry {
			config.CurvePreferences = []CurveID{CurveP256}
		}
		go p.outcome(p.connect)
		got, err := io.ReadAll(Server(b, config))
		if err != nil || string(got) != "data" {
			t.Errorf("retry %v: %q, %v", retry, got, err)
		}
	}
}
