package handshake

import (
	"crypto/sha256"

	"golang.org/x/crypto/cryptobyte"
)

// Version12 is the value of every legacy_version field; Version13 is negotiated in
// supported_versions (RFC 8446, section 4.1.2).
const (
	Version12 uint16 = 0x0303
	Version13 uint16 = 0x0304
)

// ClientHello (RFC 8446, section 4.1.2).
type ClientHello struct {
	Version            uint16
	Random             []byte
	SessionID          []byte
	CipherSuites       []uint16
	CompressionMethods []byte
	Extensions         []Extension
}

// ParseClientHello reads a ClientHello. A hello without an extension block, which old
// versions allow, is accepted here: its version decides what becomes of it.
func ParseClientHello(body []byte) (*ClientHello, error) {
	const t = TypeClientHello
	s := cryptobyte.String(body)
	m := new(ClientHello)
	if !s.ReadUint16(&m.Version) || !s.ReadBytes(&m.Random, 32) {
		return nil, malformed(t, "shorter than version and random")
	}
	if !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.SessionID)) || len(m.SessionID) > 32 {
		return nil, malformed(t, "legacy_session_id")
	}
	var suites cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&suites) || !readUint16s(suites, &m.CipherSuites) {
		return nil, malformed(t, "cipher_suites")
	}
	if !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.CompressionMethods)) || len(m.CompressionMethods) == 0 {
		return nil, malformed(t, "legacy_compression_methods")
	}
	if s.Empty() {
		return m, nil
	}
	var err error
	if m.Extensions, err = parseExtensions(t, &s); err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, malformed(t, "bytes after the extensions")
	}
	return m, nil
}

// Marshal returns the message.
func (m *ClientHello) Marshal() ([]byte, error) {
	return message(TypeClientHello, func(b *cryptobyte.Builder) {
		b.AddUint16(m.Version)
		b.AddBytes(m.Random)
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.SessionID) })
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { addUint16s(b, m.CipherSuites) })
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.CompressionMethods) })
		if m.Extensions != nil {
			addExtensions(b, m.Extensions)
		}
	})
}

// ServerHello is also the form of HelloRetryRequest (RFC 8446, sections 4.1.3, 4.1.4).
type ServerHello struct {
	Version     uint16
	Random      []byte
	SessionID   []byte
	CipherSuite uint16
	Compression uint8
	Extensions  []Extension
}

// RetryRandom is the random of a HelloRetryRequest: SHA-256 of the words
// "HelloRetryRequest" (RFC 8446, section 4.1.3).
var RetryRandom = sha256.Sum256([]byte("HelloRetryRequest"))

// IsRetry reports whether the message is a HelloRetryRequest.
func (m *ServerHello) IsRetry() bool { return string(m.Random) == string(RetryRandom[:]) }

// The last eight bytes of the random of a server that could speak TLS 1.3 but was
// asked for less (RFC 8446, section 4.1.3).
const (
	DowngradeTLS12 = "DOWNGRD\x01"
	DowngradeTLS11 = "DOWNGRD\x00"
)

// ParseServerHello reads a ServerHello or HelloRetryRequest. An absent extension block
// is how an older server answers and is accepted here.
func ParseServerHello(body []byte) (*ServerHello, error) {
	const t = TypeServerHello
	s := cryptobyte.String(body)
	m := new(ServerHello)
	if !s.ReadUint16(&m.Version) || !s.ReadBytes(&m.Random, 32) {
		return nil, malformed(t, "shorter than version and random")
	}
	if !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.SessionID)) || len(m.SessionID) > 32 {
		return nil, malformed(t, "legacy_session_id_echo")
	}
	if !s.ReadUint16(&m.CipherSuite) || !s.ReadUint8(&m.Compression) {
		return nil, malformed(t, "cipher_suite or legacy_compression_method")
	}
	if s.Empty() {
		return m, nil
	}
	var err error
	if m.Extensions, err = parseExtensions(t, &s); err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, malformed(t, "bytes after the extensions")
	}
	return m, nil
}

// Marshal returns the message.
func (m *ServerHello) Marshal() ([]byte, error) {
	return message(TypeServerHello, func(b *cryptobyte.Builder) {
		b.AddUint16(m.Version)
		b.AddBytes(m.Random)
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.SessionID) })
		b.AddUint16(m.CipherSuite)
		b.AddUint8(m.Compression)
		if m.Extensions != nil {
			addExtensions(b, m.Extensions)
		}
	})
}

// readUint16s reads a list that must not be empty and must have even length.
func readUint16s(s cryptobyte.String, list *[]uint16) bool {
	if len(s) == 0 || len(s)%2 != 0 {
		return false
	}
	*list = make([]uint16, 0, len(s)/2)
	for !s.Empty() {
		var v uint16
		s.ReadUint16(&v)
		*list = append(*list, v)
	}
	return true
}

func addUint16s(b *cryptobyte.Builder, list []uint16) {
	for _, v := range list {
		b.AddUint16(v)
	}
}
