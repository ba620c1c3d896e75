package tlsext

import (
	"fmt"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// editClientHello changes a ClientHello.
func editClientHello(f func(m *handshake.ClientHello)) func(*peer, []byte) [][]byte {
	return func(p *peer, raw []byte) [][]byte {
		m, err := handshake.ParseClientHello(raw[4:])
		p.check(err)
		f(m)
		raw, err = m.Marshal()
		p.check(err)
		return one(raw)
	}
}

func setClientExtension(id uint16, data []byte) func(*peer, []byte) [][]byte {
	return editClientHello(func(m *handshake.ClientHello) { m.Extensions = setExtension(m.Extensions, id, data) })
}

func shares(list ...handshake.KeyShare) []byte { return handshake.KeyShares(list) }

func clientHelloAttacks() []attack {
	const step = "ClientHello"
	list := structural(step, handshake.TypeClientHello)
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit})
	}
	ext := func(section, name string, want alert.Code, id uint16, data []byte) {
		add(section, name, want, setClientExtension(id, data))
	}
	for _, v := range []uint16{0x0000, 0x0002, 0x0300} {
		add("D.5", fmt.Sprintf("legacy_version %04x", v), alert.ProtocolVersion, editClientHello(func(m *handshake.ClientHello) { m.Version = v }))
	}
	add("4.1.2", "no extensions", alert.ProtocolVersion, editClientHello(func(m *handshake.ClientHello) { m.Extensions = nil }))
	add("4.1.2", "empty extension block", alert.ProtocolVersion, editClientHello(func(m *handshake.ClientHello) { m.Extensions = []handshake.Extension{} }))
	add("4.1.2", "session id of 33 bytes", alert.DecodeError, editClientHello(func(m *handshake.ClientHello) { m.SessionID = random(33) }))
	add("4.1.2", "no cipher suite", alert.DecodeError, editClientHello(func(m *handshake.ClientHello) { m.CipherSuites = nil }))
	add("4.1.1", "no common cipher suite", alert.HandshakeFailure, editClientHello(func(m *handshake.ClientHello) { m.CipherSuites = []uint16{0x1304, 0xc02f, 0x0a0a, 0x00ff} }))
	add("4.1.2", "no compression method", alert.DecodeError, editClientHello(func(m *handshake.ClientHello) { m.CompressionMethods = nil }))
	for _, c := range [][]byte{{1}, {0, 1}, {1, 0}, {0, 0}} {
		add("4.1.2", fmt.Sprintf("compression methods %x", c), alert.IllegalParameter, editClientHello(func(m *handshake.ClientHello) { m.CompressionMethods = c }))
	}
	add("4.2", "an extension twice", alert.IllegalParameter, editClientHello(func(m *handshake.ClientHello) { m.Extensions = append(m.Extensions, m.Extensions[0]) }))
	add("4.2", "an unknown extension twice", alert.IllegalParameter, editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = append(m.Extensions, handshake.Extension{ID: 0xfafa}, handshake.Extension{ID: 0xfafa})
	}))
	for _, id := range misplaced(handshake.InClientHello) {
		ext("4.2", fmt.Sprintf("extension %d", id), alert.IllegalParameter, id, []byte{})
	}
	ext("4.2.1", "supported_versions is missing", alert.ProtocolVersion, handshake.ExtSupportedVersions, nil)
	ext("4.2.1", "only TLS 1.2", alert.ProtocolVersion, handshake.ExtSupportedVersions, handshake.Versions(0x0303))
	ext("4.2.1", "only drafts and GREASE", alert.ProtocolVersion, handshake.ExtSupportedVersions, handshake.Versions(0x7f1c, 0x0a0a))
	ext("4.2.1", "no version", alert.DecodeError, handshake.ExtSupportedVersions, []byte{0})
	ext("4.2.1", "half a version", alert.DecodeError, handshake.ExtSupportedVersions, []byte{3, 3, 4, 3})
	ext("4.2.1", "a byte after the versions", alert.DecodeError, handshake.ExtSupportedVersions, []byte{2, 3, 4, 0})
	ext("4.2.7", "no group", alert.DecodeError, handshake.ExtSupportedGroups, []byte{0, 0})
	ext("4.2.7", "half a group", alert.DecodeError, handshake.ExtSupportedGroups, []byte{0, 1, 0})
	ext("4.2.7", "a byte after the groups", alert.DecodeError, handshake.ExtSupportedGroups, []byte{0, 2, 0, 29, 0})
	ext("9.2", "supported_groups is missing", alert.MissingExtension, handshake.ExtSupportedGroups, nil)
	ext("9.2", "key_share is missing", alert.MissingExtension, handshake.ExtKeyShare, nil)
	ext("9.2", "signature_algorithms is missing", alert.MissingExtension, handshake.ExtSignatureAlgorithms, nil)
	ext("4.2.3", "no signature algorithm", alert.DecodeError, handshake.ExtSignatureAlgorithms, []byte{0, 0})
	ext("4.2.3", "half a signature algorithm", alert.DecodeError, handshake.ExtSignatureAlgorithms, []byte{0, 3, 4, 3, 8})
	ext("4.2.3", "no certificate signature algorithm", alert.DecodeError, handshake.ExtSignatureAlgorithmsCert, []byte{0, 0})
	ext("4.4.3", "no common signature algorithm", alert.HandshakeFailure, handshake.ExtSignatureAlgorithms, handshake.Uint16List([]uint16{0x0807, 0x0503, 0x0401, 0xfed7}))
	ext("4.1.1", "no common group", alert.HandshakeFailure, handshake.ExtSupportedGroups, handshake.Uint16List([]uint16{25, 29}))
	list[len(list)-1].edit = editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtSupportedGroups, handshake.Uint16List([]uint16{25, 0x1a1a}))
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 25, Data: random(133)}))
	})
	ext("4.2.8", "two shares for a group", alert.IllegalParameter, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 29, Data: random(32)}, handshake.KeyShare{Group: 29, Data: random(32)}))
	ext("4.2.8", "share for a group not listed", alert.IllegalParameter, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 24, Data: random(97)}))
	ext("4.2.8", "empty share", alert.DecodeError, handshake.ExtKeyShare, []byte{0, 4, 0, 29, 0, 0})
	ext("4.2.8", "share past the end", alert.DecodeError, handshake.ExtKeyShare, []byte{0, 5, 0, 29, 0, 2, 1})
	ext("4.2.8", "shares shorter than the extension", alert.DecodeError, handshake.ExtKeyShare, []byte{0, 0, 0})
	for name, k := range map[string]handshake.KeyShare{
		"X25519 of zeros":      {Group: 29, Data: make([]byte, 32)},
		"X25519 of 31 bytes":   {Group: 29, Data: random(31)},
		"X25519 of 33 bytes":   {Group: 29, Data: random(33)},
		"P-256 off the curve":  {Group: 23, Data: append([]byte{4}, random(64)...)},
		"P-256 compressed":     {Group: 23, Data: append([]byte{2}, random(32)...)},
		"P-256 hybrid form":    {Group: 23, Data: append([]byte{6}, random(64)...)},
		"P-256 at infinity":    {Group: 23, Data: []byte{0}},
		"P-384 off the curve":  {Group: 24, Data: append([]byte{4}, random(96)...)},
		"X25519MLKEM768 short": {Group: 4588, Data: random(1184)},
		"X25519MLKEM768 long":  {Group: 4588, Data: random(1217)},
		// A coefficient of 4095 is not reduced: the check of FIPS 203, section 7.2.
		"X25519MLKEM768 not reduced":    {Group: 4588, Data: append([]byte{255, 255, 255}, random(1213)...)},
		"X25519MLKEM768 zero X25519":    {Group: 4588, Data: make([]byte, 1216)},
		"SecP256r1MLKEM768 short":       {Group: 4587, Data: random(1248)},
		"SecP256r1MLKEM768 bad point":   {Group: 4587, Data: append([]byte{4}, make([]byte, 64+1184)...)},
		"SecP256r1MLKEM768 wrong order": {Group: 4587, Data: append(make([]byte, 1184), append([]byte{4}, random(64)...)...)},
	} {
		add("4.2.8", name, alert.IllegalParameter, editClientHello(func(m *handshake.ClientHello) {
			m.Extensions = setExtension(m.Extensions, handshake.ExtSupportedGroups, handshake.Uint16List([]uint16{k.Group}))
			m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares(k))
		}))
	}
	const sni = handshake.ExtServerName
	ext("RFC 6066 3", "no name", alert.DecodeError, sni, []byte{0, 0})
	ext("RFC 6066 3", "empty server_name", alert.DecodeError, sni, []byte{})
	ext("RFC 6066 3", "empty host name", alert.DecodeError, sni, []byte{0, 3, 0, 0, 0})
	ext("RFC 6066 3", "name past the end", alert.DecodeError, sni, []byte{0, 4, 0, 0, 2, 'a'})
	ext("RFC 6066 3", "two host names", alert.IllegalParameter, sni, []byte{0, 8, 0, 0, 1, 'a', 0, 0, 1, 'b'})
	ext("RFC 6066 3", "final dot", alert.IllegalParameter, sni, handshake.ServerName("example.test."))
	for name, data := range map[string][]byte{"no protocol": {0, 0}, "empty protocol": {0, 1, 0}, "past the end": {0, 2, 2, 'a'}, "a byte after": {0, 2, 1, 'a', 0}} {
		ext("RFC 7301 3.1", name, alert.DecodeError, handshake.ExtALPN, data)
	}
	add("RFC 7301 3.2", "no common protocol", alert.NoApplicationProtocol, setClientExtension(handshake.ExtALPN, handshake.Protocols("c")))
	list[len(list)-1].setup = func(_ *peer, c *Config) { c.NextProtos = []string{"a", "b"} }
	ext("4.2.2", "empty cookie", alert.DecodeError, handshake.ExtCookie, []byte{0, 0})
	ext("4.2.9", "no PSK mode", alert.DecodeError, handshake.ExtPSKModes, []byte{0})
	ext("4.2.9", "PSK modes past the end", alert.DecodeError, handshake.ExtPSKModes, []byte{2, 1})
	ext("4.2.10", "early_data is not empty", alert.DecodeError, handshake.ExtEarlyData, []byte{0})
	ext("4.2.6", "post_handshake_auth is not empty", alert.DecodeError, handshake.ExtPostHandshakeAuth, []byte{0})
	ext("RFC 8449 4", "record_size_limit of 63", alert.IllegalParameter, handshake.ExtRecordSizeLimit, handshake.Uint16(63))
	ext("RFC 8449 4", "record_size_limit of a byte", alert.DecodeError, handshake.ExtRecordSizeLimit, []byte{64})
	add("4.1.2", "twice", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return one(append(m[:len(m):len(m)], m...)) })
	add("5.1", "bytes after it", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return one(append(m[:len(m):len(m)], 20)) })
	return append(list, identityAttacks()...)
}

// identityAttacks are against pre_shared_key.
func identityAttacks() []attack {
	const step, psk = "ClientHello", handshake.ExtPreSharedKey
	var list []attack
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit})
	}
	offer := func(binders ...[]byte) []byte {
		p := &handshake.PreSharedKey{Binders: binders}
		for range binders {
			p.Identities = append(p.Identities, handshake.Identity{Ticket: []byte("ticket")})
		}
		return p.Marshal()
	}
	good := offer(random(32))
	for name, data := range map[string][]byte{
		"no identity":         {0, 0, 0, 33, 32},
		"empty":               {},
		"binder of 31 bytes":  offer(random(31)),
		"no binders":          {0, 7, 0, 1, 'a', 0, 0, 0, 0, 0, 0},
		"identity is empty":   append([]byte{0, 6, 0, 0, 0, 0, 0, 0, 0, 33, 32}, random(32)...),
		"identities past end": append([]byte{1, 7, 0, 1, 'a', 0, 0, 0, 0, 0, 33, 32}, random(32)...),
		"a byte after":        append(good[:len(good):len(good)], 0),
	} {
		add("4.2.11", name, alert.DecodeError, setClientExtension(psk, data))
	}
	two := (&handshake.PreSharedKey{Identities: []handshake.Identity{{Ticket: []byte("a")}, {Ticket: []byte("b")}}, Binders: [][]byte{random(32)}}).Marshal()
	add("4.2.11", "two identities and one binder", alert.IllegalParameter, setClientExtension(psk, two))
	add("4.2.11", "not the last extension", alert.IllegalParameter, editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = append([]handshake.Extension{{ID: psk, Data: good}}, m.Extensions...)
	}))
	add("4.2.9", "psk_key_exchange_modes is missing", alert.MissingExtension, editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = append(setExtension(m.Extensions, handshake.ExtPSKModes, nil), handshake.Extension{ID: psk, Data: good})
	}))
	add("9.2", "unknown identity and no signature_algorithms", alert.MissingExtension, editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = append(setExtension(m.Extensions, handshake.ExtSignatureAlgorithms, nil), handshake.Extension{ID: psk, Data: good})
	}))
	add("4.2.9", "psk_ke only, without groups", alert.HandshakeFailure, editClientHello(func(m *handshake.ClientHello) {
		m.Extensions = []handshake.Extension{
			{ID: handshake.ExtSupportedVersions, Data: handshake.Versions(0x0304)},
			{ID: handshake.ExtPSKModes, Data: handshake.PSKModes(0)}, {ID: psk, Data: good},
		}
	}))
	// A ticket of the server with a binder that is wrong, or over another hello.
	secret := random(32)
	for name, change := range map[string]func(raw []byte){
		"binder flipped":          func(raw []byte) { raw[len(raw)-1] ^= 1 },
		"binder of zeros":         func(raw []byte) { clear(raw[len(raw)-32:]) },
		"hello after the binder":  func(raw []byte) { raw[6+20] ^= 1 },
		"obfuscated age modified": func(raw []byte) { raw[len(raw)-32-3-1] ^= 1 },
	} {
		list = append(list, attack{section: "4.2.11.2", name: name, step: step, want: alert.DecryptError,
			setup: func(_ *peer, c *Config) { c.SessionTicketKeys = [][32]byte{{1}} },
			edit: func(p *peer, m []byte) [][]byte {
				raw := withTicket(p, m, &session{suite: p.suite.ID, created: time.Now(), psk: secret, serverName: "example.test"})
				change(raw)
				return one(raw)
			}})
	}
	return list
}

// withTicket adds a ticket under the key {1} and its binder to a ClientHello.
func withTicket(p *peer, hello []byte, s *session) []byte {
	key, err := newTicketKey([32]byte{1}, time.Now())
	p.check(err)
	plain, err := s.marshal()
	p.check(err)
	var zeros repeating
	ticket, err := key.seal(zeros, plain)
	p.check(err)
	o := &offeredSession{
		state: &ClientSessionState{ticket: ticket, received: time.Now()},
		suite: p.suite, schedule: keyschedule.New(p.suite, s.psk),
	}
	psk := o.extension(time.Now())
	m, err := handshake.ParseClientHello(hello[4:])
	p.check(err)
	m.Extensions = setExtension(m.Extensions, handshake.ExtPreSharedKey, psk.Marshal())
	raw, err := m.Marshal()
	p.check(err)
	o.bind(raw, psk, nil)
	return raw
}

// repeating is a bad random source that never fails.
type repeating byte

func (r repeating) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r)
	}
	return len(b), nil
}

// secondHelloAttacks are against the ClientHello after a HelloRetryRequest.
func secondHelloAttacks() []attack {
	const step = "ClientHello2"
	list := structural(step, handshake.TypeClientHello)
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit})
	}
	change := func(name string, f func(m *handshake.ClientHello)) {
		add("4.1.2", name, alert.IllegalParameter, editClientHello(f))
	}
	change("another random", func(m *handshake.ClientHello) { m.Random = random(32) })
	change("another session id", func(m *handshake.ClientHello) { m.SessionID = random(32) })
	change("another legacy_version", func(m *handshake.ClientHello) { m.Version = 0x0302 })
	change("more cipher suites", func(m *handshake.ClientHello) { m.CipherSuites = append(m.CipherSuites, 0x1302) })
	change("another compression", func(m *handshake.ClientHello) { m.CompressionMethods = []byte{1} })
	change("another server_name", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtServerName, handshake.ServerName("other.test"))
	})
	change("more groups", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtSupportedGroups, handshake.Uint16List([]uint16{29, 23, 24}))
	})
	change("one more extension", func(m *handshake.ClientHello) {
		m.Extensions = append(m.Extensions, handshake.Extension{ID: 0xfafa})
	})
	change("another order", func(m *handshake.ClientHello) {
		m.Extensions[0], m.Extensions[1] = m.Extensions[1], m.Extensions[0]
	})
	change("no share", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares())
	})
	change("the first share again", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 29, Data: random(32)}))
	})
	change("two shares", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 23, Data: random(65)}, handshake.KeyShare{Group: 29, Data: random(32)}))
	})
	change("early_data", func(m *handshake.ClientHello) {
		m.Extensions = append(m.Extensions, handshake.Extension{ID: handshake.ExtEarlyData})
	})
	change("bad point", func(m *handshake.ClientHello) {
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, shares(handshake.KeyShare{Group: 23, Data: append([]byte{4}, random(64)...)}))
	})
	for i := range list {
		list[i].setup = func(_ *peer, c *Config) { c.CurvePreferences = []CurveID{CurveP256} }
	}
	return list
}

func TestAttackServer(t *testing.T) {
	id := testIdentity(t, "P-256")
	mutual := func(_ *peer, c *Config) { c.ClientAuth, c.ClientCAs = RequireAndVerifyClientCert, id.pool() }
	list := clientHelloAttacks()
	list = append(list, secondHelloAttacks()...)
	for _, a := range certificateAttacks(id, mutual) {
		if a.name != "type 13 instead" {
			list = append(list, a)
		}
	}
	list = append(list, proofAttacks(id, mutual, clientContext, serverContext)...)
	list = append(list,
		attack{section: "4.4.2.4", name: "no certificate", step: "Certificate", want: alert.CertificateRequired, edit: chainOf(), setup: mutual},
		attack{section: "4.4.2.4", name: "no certificate, any is required", step: "Certificate", want: alert.CertificateRequired, edit: chainOf(),
			setup: func(_ *peer, c *Config) { c.ClientAuth = RequireAnyClientCert }},
		attack{section: "4.4.2.4", name: "no certificate but a proof", step: "Certificate", want: alert.UnexpectedMessage, edit: chainOf(),
			setup: func(_ *peer, c *Config) { c.ClientAuth = RequestClientCert }},
		attack{section: "4.4", name: "certificate not asked for", step: "Finished", want: alert.UnexpectedMessage,
			edit: func(p *peer, m []byte) [][]byte { return [][]byte{must(marshalChain(p.id.chain)), m} }},
		attack{section: "4.5", name: "EndOfEarlyData without early data", step: "Finished", want: alert.UnexpectedMessage,
			edit: func(p *peer, m []byte) [][]byte { return [][]byte{{5, 0, 0, 0}, m} }},
	)
	t.Logf("%d attacks", len(list))
	for _, a := range list {
		a.run(t, id, true)
	}
}
