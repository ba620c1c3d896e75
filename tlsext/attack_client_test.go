package tlsext

import (
	"crypto/rand"
	"crypto/x509"
	"fmt"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

// editServerHello changes a ServerHello or HelloRetryRequest.
func editServerHello(f func(m *handshake.ServerHello)) func(*peer, []byte) [][]byte {
	return func(p *peer, raw []byte) [][]byte {
		m, err := handshake.ParseServerHello(raw[4:])
		p.check(err)
		f(m)
		raw, err = m.Marshal()
		p.check(err)
		return one(raw)
	}
}

func setServerExtension(id uint16, data []byte) func(*peer, []byte) [][]byte {
	return editServerHello(func(m *handshake.ServerHello) { m.Extensions = setExtension(m.Extensions, id, data) })
}

func share(group uint16, data []byte) []byte {
	return handshake.ServerShare(handshake.KeyShare{Group: group, Data: data})
}

func withGroups(list ...CurveID) func(*peer, *Config) {
	return func(_ *peer, c *Config) { c.CurvePreferences = list }
}

func serverHelloAttacks() []attack {
	const step = "ServerHello"
	list := structural(step, handshake.TypeServerHello)
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit})
	}
	for _, v := range []uint16{0x0300, 0x0301, 0x0302, 0x0304, 0x0305, 0xfefd} {
		add("4.1.3", fmt.Sprintf("legacy_version %04x", v), alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.Version = v }))
	}
	for _, v := range []uint16{0x0300, 0x0301, 0x0302, 0x0303, 0x0305, 0x7f1c, 0x0a0a} {
		add("4.2.1", fmt.Sprintf("selected_version %04x", v), alert.IllegalParameter, setServerExtension(handshake.ExtSupportedVersions, handshake.Uint16(v)))
	}
	older := func(version uint16, tail string) func(*peer, []byte) [][]byte {
		return editServerHello(func(m *handshake.ServerHello) {
			m.Version, m.Extensions = version, nil
			copy(m.Random[32-len(tail):], tail)
		})
	}
	add("4.1.3", "TLS 1.2", alert.ProtocolVersion, older(0x0303, ""))
	add("4.1.3", "TLS 1.1", alert.ProtocolVersion, older(0x0302, ""))
	add("D.5", "SSL 3.0", alert.ProtocolVersion, older(0x0300, ""))
	add("4.1.3", "TLS 1.2 with downgrade sentinel", alert.IllegalParameter, older(0x0303, handshake.DowngradeTLS12))
	add("4.1.3", "TLS 1.1 with downgrade sentinel", alert.IllegalParameter, older(0x0302, handshake.DowngradeTLS11))
	add("4.1.3", "empty session id", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.SessionID = nil }))
	add("4.1.3", "another session id", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.SessionID = random(32) }))
	add("4.1.3", "session id of 33 bytes", alert.DecodeError, editServerHello(func(m *handshake.ServerHello) { m.SessionID = random(33) }))
	for _, s := range []uint16{0x0000, 0x1304, 0x1305, 0xc02f, 0x0a0a, 0x00ff} {
		add("4.1.3", fmt.Sprintf("cipher suite %04x", s), alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.CipherSuite = s }))
	}
	add("4.1.3", "compression", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.Compression = 1 }))
	for _, id := range misplaced(handshake.InServerHello) {
		add("4.2", fmt.Sprintf("extension %d", id), alert.IllegalParameter, setServerExtension(id, []byte{}))
	}
	for _, id := range []uint16{0xff01, 0x0a0a, 0xfafa, 23} {
		add("4.2", fmt.Sprintf("unsolicited extension %d", id), alert.UnsupportedExtension, setServerExtension(id, []byte{}))
	}
	add("4.2.11", "pre_shared_key not offered", alert.UnsupportedExtension, setServerExtension(handshake.ExtPreSharedKey, handshake.Uint16(0)))
	add("4.2", "an extension twice", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) {
		m.Extensions = append(m.Extensions, m.Extensions[0])
	}))
	add("4.2.1", "supported_versions of one byte", alert.DecodeError, setServerExtension(handshake.ExtSupportedVersions, []byte{3}))
	add("4.2.1", "supported_versions as a list", alert.DecodeError, setServerExtension(handshake.ExtSupportedVersions, handshake.Versions(0x0304)))
	add("4.2.8", "key_share is missing", alert.MissingExtension, setServerExtension(handshake.ExtKeyShare, nil))
	add("4.2.8", "key_share as in a retry", alert.DecodeError, setServerExtension(handshake.ExtKeyShare, handshake.Uint16(29)))
	add("4.2.8", "empty key_share", alert.DecodeError, setServerExtension(handshake.ExtKeyShare, []byte{0, 29, 0, 0}))
	add("4.2.8", "key_share with a byte more", alert.DecodeError, setServerExtension(handshake.ExtKeyShare, append(share(29, random(32)), 0)))
	add("4.2.8", "group without our share", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(23, random(65))))
	add("4.2.8", "group we did not name", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(25, random(133))))
	add("4.2.8", "GREASE group", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(0x2a2a, random(32))))
	add("7.4.2", "X25519 share of zeros", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(29, make([]byte, 32))))
	add("7.4.2", "X25519 share of order 2", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(29, append([]byte{1}, make([]byte, 31)...))))
	add("7.4.2", "X25519 share of 31 bytes", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(29, random(31))))
	add("7.4.2", "X25519 share of 33 bytes", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(29, random(33))))
	add("5.1", "handshake bytes before the change of keys", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte {
		return one(append(m[:len(m):len(m)], 8, 0, 0, 2, 0, 0))
	})
	add("5.1", "part of a message before the change of keys", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte {
		return one(append(m[:len(m):len(m)], 8))
	})
	// With other groups in the ClientHello.
	for name, a := range map[string]struct {
		group CurveID
		data  []byte
	}{
		"P-256 point not on the curve":     {CurveP256, append([]byte{4}, random(64)...)},
		"P-256 point compressed":           {CurveP256, append([]byte{2}, random(32)...)},
		"P-256 point at infinity":          {CurveP256, []byte{0}},
		"P-384 point of 96 bytes":          {CurveP384, append([]byte{4}, random(95)...)},
		"X25519MLKEM768 without X25519":    {X25519MLKEM768, random(1088)},
		"X25519MLKEM768 with zeros":        {X25519MLKEM768, append(random(1088), make([]byte, 32)...)},
		"X25519MLKEM768 too long":          {X25519MLKEM768, random(1121)},
		"SecP256r1MLKEM768 point is wrong": {SecP256r1MLKEM768, append(append([]byte{4}, random(64)...), random(1088)...)},
	} {
		list = append(list, attack{section: "4.2.8.2", name: name, step: step, want: alert.IllegalParameter,
			setup: withGroups(a.group, X25519), edit: setServerExtension(handshake.ExtKeyShare, share(uint16(a.group), a.data))})
	}
	return list
}

func retryAttacks() []attack {
	const step = "HelloRetryRequest"
	var list []attack
	add := func(step, section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit,
			setup: func(p *peer, c *Config) { p.retry, c.CurvePreferences = true, []CurveID{X25519, CurveP256} }})
	}
	add(step, "4.1.4", "asks for no change", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, nil))
	add(step, "4.1.4", "group that has a share", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, handshake.Uint16(29)))
	add(step, "4.2.8", "group not offered", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, handshake.Uint16(24)))
	add(step, "4.2.8", "GREASE group", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, handshake.Uint16(0x1a1a)))
	add(step, "4.2.8", "a share and not a group", alert.DecodeError, setServerExtension(handshake.ExtKeyShare, share(23, random(65))))
	add(step, "4.2.2", "empty cookie", alert.DecodeError, setServerExtension(handshake.ExtCookie, []byte{0, 0}))
	add(step, "4.2.2", "cookie with a byte more", alert.DecodeError, setServerExtension(handshake.ExtCookie, []byte{0, 1, 7, 0}))
	add(step, "4.2", "unsolicited extension", alert.UnsupportedExtension, setServerExtension(0xfafa, []byte{}))
	for _, id := range misplaced(handshake.InRetryRequest) {
		add(step, "4.2", fmt.Sprintf("extension %d", id), alert.IllegalParameter, setServerExtension(id, []byte{}))
	}
	add(step, "4.1.4", "without supported_versions", alert.ProtocolVersion, setServerExtension(handshake.ExtSupportedVersions, nil))
	add(step, "4.1.3", "another session id", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.SessionID = random(32) }))
	add(step, "4.1.3", "compression", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.Compression = 1 }))
	add(step, "4.1.4", "cipher suite not offered", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.CipherSuite = 0x1305 }))
	add(step, "4.1.4", "cipher suite changes", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.CipherSuite = TLS_CHACHA20_POLY1305_SHA256 }))
	add(step, "5.1", "bytes after it", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return one(append(m[:len(m):len(m)], 2)) })
	add("ServerHello", "4.1.4", "second HelloRetryRequest", alert.UnexpectedMessage, editServerHello(func(m *handshake.ServerHello) {
		m.Random = handshake.RetryRandom[:]
		m.Extensions = setExtension(m.Extensions, handshake.ExtKeyShare, handshake.Uint16(29))
	}))
	add("ServerHello", "4.2.8", "group of the first ClientHello", alert.IllegalParameter, setServerExtension(handshake.ExtKeyShare, share(29, random(32))))
	add("ServerHello", "4.2.2", "cookie", alert.IllegalParameter, setServerExtension(handshake.ExtCookie, []byte{0, 1, 7}))
	return list
}

func setEncryptedExtension(id uint16, data []byte) func(*peer, []byte) [][]byte {
	raw, err := (&handshake.EncryptedExtensions{Extensions: []handshake.Extension{{ID: id, Data: data}}}).Marshal()
	return instead(must(raw, err))
}

func encryptedExtensionsAttacks() []attack {
	const step = "EncryptedExtensions"
	list := structural(step, handshake.TypeEncryptedExtensions)
	withALPN := func(_ *peer, c *Config) { c.NextProtos = []string{"a", "b"} }
	add := func(section, name string, want alert.Code, setup func(*peer, *Config), edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit, setup: setup})
	}
	for _, id := range misplaced(handshake.InEncryptedExtensions) {
		add("4.3.1", fmt.Sprintf("extension %d", id), alert.IllegalParameter, nil, setEncryptedExtension(id, nil))
	}
	for _, id := range []uint16{0xfafa, 0x0a0a, 0xff01, handshake.ExtALPN, handshake.ExtRecordSizeLimit, handshake.ExtEarlyData, handshake.ExtMaxFragmentLength} {
		add("4.2", fmt.Sprintf("unsolicited extension %d", id), alert.UnsupportedExtension, nil, setEncryptedExtension(id, nil))
	}
	add("4.2", "an extension twice", alert.IllegalParameter, nil, instead(reframe(8, []byte{0, 8, 0, 0, 0, 0, 0, 0, 0, 0})))
	add("RFC 6066 3", "server_name is not empty", alert.DecodeError, nil, setEncryptedExtension(handshake.ExtServerName, handshake.ServerName("example.test")))
	add("RFC 7301 3.1", "no protocol", alert.DecodeError, withALPN, setEncryptedExtension(handshake.ExtALPN, []byte{0, 0}))
	add("RFC 7301 3.1", "empty protocol", alert.DecodeError, withALPN, setEncryptedExtension(handshake.ExtALPN, []byte{0, 1, 0}))
	add("RFC 7301 3.1", "two protocols", alert.DecodeError, withALPN, setEncryptedExtension(handshake.ExtALPN, handshake.Protocols("a", "b")))
	add("RFC 7301 3.1", "protocol not offered", alert.IllegalParameter, withALPN, setEncryptedExtension(handshake.ExtALPN, handshake.Protocols("c")))
	add("RFC 7301 3.1", "part of a protocol's name", alert.DecodeError, withALPN, setEncryptedExtension(handshake.ExtALPN, []byte{0, 2, 2, 'a'}))
	limit := func(_ *peer, c *Config) { c.RecordSizeLimit = 1000 }
	add("RFC 8449 4", "record_size_limit of 63", alert.IllegalParameter, limit, setEncryptedExtension(handshake.ExtRecordSizeLimit, handshake.Uint16(63)))
	add("RFC 8449 4", "record_size_limit of 3 bytes", alert.DecodeError, limit, setEncryptedExtension(handshake.ExtRecordSizeLimit, []byte{0, 0, 200}))
	return list
}

func certificateRequestAttacks() []attack {
	const step = "CertificateRequest"
	var list []attack
	for _, a := range structural(step, handshake.TypeCertificateRequest, handshake.TypeCertificate) {
		a.setup = func(p *peer, _ *Config) { p.request = true }
		list = append(list, a)
	}
	good := []handshake.Extension{{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List([]uint16{0x0403})}}
	request := func(context []byte, ext []handshake.Extension) func(*peer, []byte) [][]byte {
		return instead(must((&handshake.CertificateRequest{Context: context, Extensions: ext}).Marshal()))
	}
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit,
			setup: func(p *peer, _ *Config) { p.request = true }})
	}
	add("4.3.2", "context is not empty", alert.IllegalParameter, request([]byte{1}, good))
	add("4.3.2", "signature_algorithms is missing", alert.MissingExtension, request(nil, nil))
	add("4.2.3", "no signature algorithm", alert.DecodeError, request(nil, setExtension(good, 13, []byte{0, 0})))
	add("4.2.3", "half a signature algorithm", alert.DecodeError, request(nil, setExtension(good, 13, []byte{0, 3, 4, 3, 4})))
	add("4.2.3", "no certificate signature algorithm", alert.DecodeError, request(nil, setExtension(good, 50, []byte{0, 0})))
	add("4.2.4", "empty certificate_authorities", alert.DecodeError, request(nil, setExtension(good, 47, []byte{0, 0})))
	add("4.2.4", "empty name in certificate_authorities", alert.DecodeError, request(nil, setExtension(good, 47, []byte{0, 2, 0, 0})))
	add("4.2", "an extension twice", alert.IllegalParameter, request(nil, append(good[:1:1], good[0])))
	for _, id := range misplaced(handshake.InCertificateRequest) {
		add("4.2", fmt.Sprintf("extension %d", id), alert.IllegalParameter, request(nil, setExtension(good, id, []byte{})))
	}
	add("4.3.2", "two requests", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return [][]byte{m, m} })
	return list
}

func chainOf(entries ...handshake.CertificateEntry) func(*peer, []byte) [][]byte {
	return instead(must((&handshake.Certificate{Entries: entries}).Marshal()))
}

// certificateAttacks work on both sides, except where a server may not stay silent.
func certificateAttacks(id *identity, setup func(*peer, *Config)) []attack {
	const step = "Certificate"
	var list []attack
	for _, a := range structural(step, handshake.TypeCertificate, handshake.TypeCertificateRequest) {
		a.setup = setup
		list = append(list, a)
	}
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit, setup: setup})
	}
	leaf := handshake.CertificateEntry{Data: id.chain[0]}
	with := func(ext ...handshake.Extension) handshake.CertificateEntry {
		return handshake.CertificateEntry{Data: id.chain[0], Extensions: ext}
	}
	add("4.4.2", "context is not empty", alert.IllegalParameter, instead(must((&handshake.Certificate{Context: []byte{1}, Entries: []handshake.CertificateEntry{leaf}}).Marshal())))
	add("4.4.2", "empty certificate", alert.DecodeError, chainOf(leaf, handshake.CertificateEntry{}))
	add("4.4.2", "garbage", alert.BadCertificate, chainOf(handshake.CertificateEntry{Data: random(300)}))
	add("4.4.2", "garbage after the leaf", alert.BadCertificate, chainOf(leaf, handshake.CertificateEntry{Data: []byte{0x30, 0}}))
	add("4.4.2", "trailing byte in a certificate", alert.BadCertificate, chainOf(handshake.CertificateEntry{Data: append(id.chain[0][:len(id.chain[0]):len(id.chain[0])], 0)}))
	add("4.4.2", "status_request not asked for", alert.UnsupportedExtension, chainOf(with(handshake.Extension{ID: handshake.ExtStatusRequest})))
	add("4.4.2", "SCT not asked for", alert.UnsupportedExtension, chainOf(with(handshake.Extension{ID: handshake.ExtSCT})))
	add("4.4.2", "unknown extension", alert.UnsupportedExtension, chainOf(with(handshake.Extension{ID: 0xfafa})))
	add("4.4.2", "an extension twice", alert.IllegalParameter, chainOf(with(handshake.Extension{ID: 5}, handshake.Extension{ID: 5})))
	for _, ext := range misplaced(handshake.InCertificate) {
		add("4.2", fmt.Sprintf("extension %d", ext), alert.IllegalParameter, chainOf(with(handshake.Extension{ID: ext})))
	}
	many := make([]handshake.CertificateEntry, handshake.MaxChain+1)
	for i := range many {
		many[i] = leaf
	}
	add("4.4.2", "too many certificates", alert.BadCertificate, chainOf(many...))
	add("4.4.2", "twice", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return [][]byte{m, m} })
	for name, change := range map[string]struct {
		want alert.Code
		edit func(*x509.Certificate)
	}{
		"expired":             {alert.CertificateExpired, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }},
		"not yet valid":       {alert.CertificateExpired, func(c *x509.Certificate) { c.NotBefore = time.Now().Add(time.Hour) }},
		"no digitalSignature": {alert.BadCertificate, func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyAgreement }},
		"for code signing":    {alert.UnsupportedCertificate, func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} }},
	} {
		template := leafTemplate("example.test")
		change.edit(template)
		der := must(x509.CreateCertificate(rand.Reader, template, id.root, id.key.Public(), id.rootKey))
		add("4.4.2", name, change.want, chainOf(handshake.CertificateEntry{Data: der}))
	}
	other := newIdentity("P-256", leafTemplate("example.test"))
	add("6.2", "of another authority", alert.UnknownCA, chainOf(handshake.CertificateEntry{Data: other.chain[0]}))
	return list
}

// proofAttacks are against CertificateVerify and Finished, on both sides.
func proofAttacks(id *identity, setup func(*peer, *Config), own, foreign string) []attack {
	var list []attack
	for _, step := range []string{"CertificateVerify", "Finished"} {
		typ := handshake.TypeCertificateVerify
		if step == "Finished" {
			typ = handshake.TypeFinished
		}
		for _, a := range structural(step, typ) {
			a.setup = setup
			list = append(list, a)
		}
	}
	add := func(step, section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit, setup: setup})
	}
	const cv, fin = "CertificateVerify", "Finished"
	for _, s := range []uint16{0x0401, 0x0201, 0x0203, 0x0000, 0x0a0a, 0xfed7, 0xff60} {
		add(cv, "4.4.3", fmt.Sprintf("scheme %04x was not offered", s), alert.IllegalParameter, bodyEdit(func(b []byte) []byte { b[0], b[1] = byte(s>>8), byte(s); return b }))
	}
	for _, s := range []uint16{0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0807} {
		add(cv, "4.4.3", fmt.Sprintf("scheme %04x does not fit the key", s), alert.IllegalParameter, bodyEdit(func(b []byte) []byte { b[0], b[1] = byte(s>>8), byte(s); return b }))
	}
	sign := func(context string, change func(p *peer)) func(*peer, []byte) [][]byte {
		return func(p *peer, _ []byte) [][]byte {
			saved := p.transcript
			change(p)
			raw, err := p.certificateVerify(p.id.key, sigscheme.ECDSAWithP256AndSHA256, context)
			p.check(err)
			p.transcript = saved
			return one(raw)
		}
	}
	nothing := func(*peer) {}
	add(cv, "4.4.3", "context string of the other side", alert.DecryptError, sign(foreign, nothing))
	add(cv, "4.4.3", "no context string", alert.DecryptError, sign("", nothing))
	add(cv, "4.4.3", "another transcript", alert.DecryptError, sign(own, func(p *peer) {
		p.transcript = newTranscriptWith(p, []byte("another transcript"))
	}))
	add(cv, "4.4.3", "another key", alert.DecryptError, func(p *peer, _ []byte) [][]byte {
		raw, err := p.certificateVerify(keyKinds["P-256"](), sigscheme.ECDSAWithP256AndSHA256, own)
		p.check(err)
		return one(raw)
	})
	add(cv, "4.4.3", "empty signature", alert.DecryptError, bodyEdit(func(b []byte) []byte { return []byte{b[0], b[1], 0, 0} }))
	add(cv, "4.4.3", "inner length 0", alert.DecodeError, bodyEdit(func(b []byte) []byte { b[2], b[3] = 0, 0; return b }))
	add(cv, "4.4.3", "inner length past the end", alert.DecodeError, bodyEdit(func(b []byte) []byte { b[3]++; return b }))
	add(cv, "4.4.3", "inner length 65535", alert.DecodeError, bodyEdit(func(b []byte) []byte { b[2], b[3] = 255, 255; return b }))
	add(cv, "4.4.3", "missing", alert.UnexpectedMessage, instead())
	add(cv, "4.4.3", "twice", alert.UnexpectedMessage, func(_ *peer, m []byte) [][]byte { return [][]byte{m, m} })
	for _, i := range []int{0, 1, 2, 3, 4, 10, 30} {
		want := alert.DecryptError
		switch {
		case i < 2:
			want = alert.IllegalParameter
		case i < 4:
			want = alert.DecodeError
		}
		add(cv, "4.4.3", fmt.Sprintf("byte %d flipped", i), want, bodyEdit(func(b []byte) []byte { b[i] ^= 0x40; return b }))
	}
	for _, i := range []int{0, 15, 31} {
		add(fin, "4.4.4", fmt.Sprintf("byte %d flipped", i), alert.DecryptError, bodyEdit(func(b []byte) []byte { b[i] ^= 1; return b }))
	}
	add(fin, "4.4.4", "zeros", alert.DecryptError, bodyEdit(func(b []byte) []byte { clear(b); return b }))
	add(fin, "4.4.4", "of the other side", alert.DecryptError, func(p *peer, _ []byte) [][]byte {
		secret := p.client
		if own == clientContext {
			secret = p.server
		}
		return one(must(handshake.MarshalFinished(p.suite.FinishedMAC(secret, p.transcript.Sum()))))
	})
	add(fin, "4.4.4", "with the hash of SHA-384", alert.DecodeError, bodyEdit(func(b []byte) []byte { return append(b, random(16)...) }))
	add(fin, "4.4.4", "longer than any hash", alert.IllegalParameter, bodyEdit(func(b []byte) []byte { return random(65) }))
	return list
}

func TestAttackClient(t *testing.T) {
	id := testIdentity(t, "P-256")
	list := serverHelloAttacks()
	list = append(list, retryAttacks()...)
	list = append(list, encryptedExtensionsAttacks()...)
	list = append(list, certificateRequestAttacks()...)
	list = append(list, certificateAttacks(id, nil)...)
	list = append(list, proofAttacks(id, nil, serverContext, clientContext)...)
	list = append(list,
		attack{section: "4.4.2.4", name: "no certificate", step: "Certificate", want: alert.DecodeError, edit: chainOf()},
		attack{section: "4.4.2", name: "another host", step: "Certificate", want: alert.BadCertificate,
			edit: func(p *peer, _ []byte) [][]byte {
				der := must(x509.CreateCertificate(rand.Reader, leafTemplate("other.test"), id.root, id.key.Public(), id.rootKey))
				return one(must(marshalChain([][]byte{der})))
			}},
		attack{section: "4.3.2", name: "request after the certificate", step: "CertificateVerify", want: alert.UnexpectedMessage,
			edit: func(_ *peer, m []byte) [][]byte {
				return [][]byte{must((&handshake.CertificateRequest{Extensions: []handshake.Extension{{ID: 13, Data: []byte{0, 2, 4, 3}}}}).Marshal()), m}
			}},
		attack{section: "4.4.4", name: "certificate and proof are missing", step: "Certificate", want: alert.UnexpectedMessage,
			edit: func(p *peer, _ []byte) [][]byte {
				return one(must(handshake.MarshalFinished(p.suite.FinishedMAC(p.server, p.transcript.Sum()))))
			}},
	)
	t.Logf("%d attacks", len(list))
	for _, a := range list {
		a.run(t, id, false)
	}
}
