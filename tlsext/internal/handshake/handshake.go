// Package handshake encodes and decodes the TLS 1.3 handshake messages.
//
// A message is decoded in two steps. Parse functions read the frame of a message and
// keep its extensions as an ordered list of raw values, so that what was accepted can
// be written again to the same bytes; the functions in extensions.go read the content
// of one extension. Parse functions take the body without the four-byte header,
// Marshal methods return the whole message with it.
//
// Errors are *alert.Fault values with the alert RFC 8446 asks for: decode_error for
// a length that does not fit, illegal_parameter for a value that is not allowed.
// Parsed messages alias their input.
package handshake

import (
	"fmt"

	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
)

// Type is a HandshakeType (RFC 8446, section 4).
type Type uint8

// Handshake message types.
const (
	TypeClientHello         Type = 1
	TypeServerHello         Type = 2
	TypeNewSessionTicket    Type = 4
	TypeEndOfEarlyData      Type = 5
	TypeEncryptedExtensions Type = 8
	TypeCertificate         Type = 11
	TypeCertificateRequest  Type = 13
	TypeCertificateVerify   Type = 15
	TypeFinished            Type = 20
	TypeKeyUpdate           Type = 24
	TypeMessageHash         Type = 254
)

// HeaderSize is the size of the type and length fields before each message.
const HeaderSize = 4

var typeNames = map[Type]string{
	TypeClientHello:         "ClientHello",
	TypeServerHello:         "ServerHello",
	TypeNewSessionTicket:    "NewSessionTicket",
	TypeEndOfEarlyData:      "EndOfEarlyData",
	TypeEncryptedExtensions: "EncryptedExtensions",
	TypeCertificate:         "Certificate",
	TypeCertificateRequest:  "CertificateRequest",
	TypeCertificateVerify:   "CertificateVerify",
	TypeFinished:            "Finished",
	TypeKeyUpdate:           "KeyUpdate",
	TypeMessageHash:         "message_hash",
}

// String returns the name of the message.
func (t Type) String() string {
	if s, ok := typeNames[t]; ok {
		return s
	}
	return fmt.Sprintf("handshake type %d", uint8(t))
}

// Limits on message bodies. A length beyond the limit is refused from the header alone,
// before any memory is spent on the body.
const (
	// maxHello leaves room for several hybrid key shares (1.2 KB each) and a ticket
	// that carries a client chain; RFC 8446 would allow more than 64 KB.
	maxHello = 64 << 10
	// maxCertificate takes a chain of ten Falcon-1024 certificates (about 3.7 KB each)
	// and the 40 KB chains this package is tested with, three times over.
	maxCertificate = 128 << 10
	// maxCertificateVerify is the largest value the format has: a scheme, a length and
	// 65535 bytes; SLH-DSA needs 50 KB of it.
	maxCertificateVerify = 4 + 65535
	// maxTicket is the largest value the ticket format has without extensions.
	maxTicket = 4 + 4 + 1 + 255 + 2 + 65535 + 2
	// maxOther bounds the messages that hold lists of names and algorithms.
	maxOther = 64 << 10
	// maxFinished is the longest hash of any cipher suite.
	maxFinished = 64
)

// Limit returns the largest body accepted for a message type; 0 means the type does
// not exist in TLS 1.3 or has an empty body.
func Limit(t Type) int {
	switch t {
	case TypeClientHello, TypeServerHello:
		return maxHello
	case TypeCertificate:
		return maxCertificate
	case TypeCertificateVerify:
		return maxCertificateVerify
	case TypeNewSessionTicket:
		return maxTicket
	case TypeEncryptedExtensions, TypeCertificateRequest:
		return maxOther
	case TypeFinished:
		return maxFinished
	case TypeKeyUpdate:
		return 1
	}
	return 0
}

// Extension is one raw entry of an extension block.
type Extension struct {
	ID   uint16
	Data []byte
}

func malformed(t Type, what string) error {
	return alert.Errorf(alert.DecodeError, "%s: %s", t, what)
}

// parseExtensions reads an extension block up to its end. Two extensions of one type
// are refused (RFC 8446, section 4.2).
func parseExtensions(t Type, s *cryptobyte.String) ([]Extension, error) {
	var block cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&block) {
		return nil, malformed(t, "length of the extension block")
	}
	list := []Extension{} // not nil: an empty block is not an absent one
	seen := make(map[uint16]bool, 16)
	for !block.Empty() {
		var e Extension
		if !block.ReadUint16(&e.ID) || !block.ReadUint16LengthPrefixed((*cryptobyte.String)(&e.Data)) {
			return nil, malformed(t, "length of an extension")
		}
		if seen[e.ID] {
			return nil, alert.Errorf(alert.IllegalParameter, "%s: extension %d appears twice", t, e.ID)
		}
		seen[e.ID] = true
		list = append(list, e)
	}
	return list, nil
}

func addExtensions(b *cryptobyte.Builder, list []Extension) {
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
		for _, e := range list {
			b.AddUint16(e.ID)
			b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(e.Data) })
		}
	})
}

// Find returns the content of an extension and whether it is present.
func Find(list []Extension, id uint16) (data []byte, ok bool) {
	for _, e := range list {
		if e.ID == id {
			return e.Data, true
		}
	}
	return nil, false
}

// message frames a body. It fails when a field is too long for its length prefix, which
// only a configuration can cause.
func message(t Type, body func(b *cryptobyte.Builder)) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddUint8(uint8(t))
	b.AddUint24LengthPrefixed(body)
	raw, err := b.Bytes()
	if err != nil {
		return nil, fmt.Errorf("%s: a field is too long for its length prefix", t)
	}
	return raw, nil
}
