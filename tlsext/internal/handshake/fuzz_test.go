package handshake

import (
	"bytes"
	"testing"
)

// Every parser has the same property: what it accepts can be written again to the same
// bytes, and parsing never panics.

// roundTrip fails unless an accepted body marshals to itself.
func roundTrip(t *testing.T, body []byte, accepted error, marshal func() ([]byte, error)) {
	t.Helper()
	if accepted != nil {
		return
	}
	raw, err := marshal()
	if err != nil {
		t.Fatalf("accepted but not written: %v", err)
	}
	if !bytes.Equal(raw[HeaderSize:], body) {
		t.Fatalf("%x\nwritten as %x", body, raw[HeaderSize:])
	}
}

func seedBody(raw []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return raw[HeaderSize:]
}

var seedExtensions = []Extension{
	{ExtSupportedVersions, Versions(Version13)},
	{ExtServerName, ServerName("example.test")},
	{ExtKeyShare, KeyShares([]KeyShare{{29, bytes.Repeat([]byte{1}, 32)}})},
	{0xfafa, nil},
}

func FuzzClientHello(f *testing.F) {
	m := &ClientHello{Version12, make([]byte, 32), make([]byte, 32), []uint16{0x1301}, []byte{0}, seedExtensions}
	f.Add(seedBody(m.Marshal()))
	m.Extensions = nil
	f.Add(seedBody(m.Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseClientHello(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzServerHello(f *testing.F) {
	m := &ServerHello{Version12, RetryRandom[:], make([]byte, 32), 0x1301, 0, seedExtensions}
	f.Add(seedBody(m.Marshal()))
	m.Extensions = nil
	f.Add(seedBody(m.Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseServerHello(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzEncryptedExtensions(f *testing.F) {
	f.Add(seedBody((&EncryptedExtensions{seedExtensions}).Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseEncryptedExtensions(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzCertificateRequest(f *testing.F) {
	f.Add(seedBody((&CertificateRequest{[]byte{1}, seedExtensions}).Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseCertificateRequest(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzCertificate(f *testing.F) {
	f.Add(seedBody((&Certificate{[]byte{1}, []CertificateEntry{{[]byte("leaf"), seedExtensions}, {[]byte("root"), nil}}}).Marshal()))
	f.Add(seedBody((&Certificate{}).Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseCertificate(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzCertificateVerify(f *testing.F) {
	f.Add(seedBody((&CertificateVerify{0x0403, []byte("signature")}).Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseCertificateVerify(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzNewSessionTicket(f *testing.F) {
	f.Add(seedBody((&NewSessionTicket{3600, 7, []byte{0, 1}, []byte("ticket"), seedExtensions}).Marshal()))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseNewSessionTicket(body)
		roundTrip(t, body, err, func() ([]byte, error) { return m.Marshal() })
	})
}

func FuzzKeyUpdate(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{2})
	f.Fuzz(func(t *testing.T, body []byte) {
		requested, err := ParseKeyUpdate(body)
		roundTrip(t, body, err, func() ([]byte, error) { return MarshalKeyUpdate(requested), nil })
	})
}

// FuzzExtension gives its input to the parser of one extension, chosen by the number.
func FuzzExtension(f *testing.F) {
	psk := &PreSharedKey{[]Identity{{[]byte("ticket"), 5}}, [][]byte{make([]byte, 32)}}
	for id, data := range map[uint8][]byte{
		0: Uint16List([]uint16{1, 2}), 1: Uint16(5), 2: Versions(1, 2), 3: ServerName("example.test"), 4: Protocols("h2", "http/1.1"),
		5: {0, 1, 9}, 6: {0, 3, 0, 1, 'x'}, 7: KeyShares([]KeyShare{{29, []byte{1}}}), 8: ServerShare(KeyShare{29, []byte{1}}),
		9: PSKModes(0, 1), 10: psk.Marshal(),
	} {
		f.Add(id, data)
	}
	f.Fuzz(func(t *testing.T, id uint8, data []byte) {
		var again []byte
		var err error
		switch id {
		case 0:
			var l []uint16
			if l, err = ParseUint16List("x", data); err == nil {
				again = Uint16List(l)
			}
		case 1:
			var v uint16
			if v, err = ParseUint16("x", data); err == nil {
				again = Uint16(v)
			}
		case 2:
			var l []uint16
			if l, err = ParseVersions(data); err == nil {
				again = Versions(l...)
			}
		case 3:
			var name string
			name, err = ParseServerName(data)
			if err == nil && name != "" && len(data) == 5+len(name) {
				again = ServerName(name)
			} else {
				again = data // other name types are skipped
			}
		case 4:
			var l []string
			if l, err = ParseProtocols(data); err == nil {
				again = Protocols(l...)
			}
		case 5:
			var c []byte
			if c, err = ParseCookie(data); err == nil {
				again = Cookie(c)
			}
		case 6:
			var l [][]byte
			if l, err = ParseAuthorities(data); err == nil {
				again = Authorities(l)
			}
		case 7:
			var l []KeyShare
			if l, err = ParseKeyShares(data); err == nil {
				again = KeyShares(l)
			}
		case 8:
			var k KeyShare
			if k, err = ParseServerShare(data); err == nil {
				again = ServerShare(k)
			}
		case 9:
			var l []byte
			if l, err = ParsePSKModes(data); err == nil {
				again = PSKModes(l...)
			}
		case 10:
			var p *PreSharedKey
			if p, err = ParsePreSharedKey(data); err == nil {
				again = p.Marshal()
				if p.BindersSize() > len(data) {
					t.Fatal("binders are larger than the extension")
				}
			}
		default:
			return
		}
		if err == nil && !bytes.Equal(again, data) {
			t.Fatalf("%x\nwritten as %x", data, again)
		}
	})
}
