package handshake

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
)

// EncryptedExtensions (RFC 8446, section 4.3.1).
type EncryptedExtensions struct{ Extensions []Extension }

// ParseEncryptedExtensions reads the message.
func ParseEncryptedExtensions(body []byte) (*EncryptedExtensions, error) {
	s := cryptobyte.String(body)
	list, err := parseExtensions(TypeEncryptedExtensions, &s)
	if err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, malformed(TypeEncryptedExtensions, "bytes after the extensions")
	}
	return &EncryptedExtensions{list}, nil
}

// Marshal returns the message.
func (m *EncryptedExtensions) Marshal() ([]byte, error) {
	return message(TypeEncryptedExtensions, func(b *cryptobyte.Builder) { addExtensions(b, m.Extensions) })
}

// CertificateRequest (RFC 8446, section 4.3.2).
type CertificateRequest struct {
	Context    []byte
	Extensions []Extension
}

// ParseCertificateRequest reads the message.
func ParseCertificateRequest(body []byte) (*CertificateRequest, error) {
	s := cryptobyte.String(body)
	m := new(CertificateRequest)
	if !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.Context)) {
		return nil, malformed(TypeCertificateRequest, "certificate_request_context")
	}
	var err error
	if m.Extensions, err = parseExtensions(TypeCertificateRequest, &s); err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, malformed(TypeCertificateRequest, "bytes after the extensions")
	}
	return m, nil
}

// Marshal returns the message.
func (m *CertificateRequest) Marshal() ([]byte, error) {
	return message(TypeCertificateRequest, func(b *cryptobyte.Builder) {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Context) })
		addExtensions(b, m.Extensions)
	})
}

// CertificateEntry is one certificate of a chain.
type CertificateEntry struct {
	Data       []byte
	Extensions []Extension
}

// Certificate (RFC 8446, section 4.4.2).
type Certificate struct {
	Context []byte
	Entries []CertificateEntry
}

// MaxChain is the number of certificates accepted in one message. Real chains have two
// to four; the bound keeps a peer from making us parse thousands of tiny ones.
const MaxChain = 16

// ParseCertificate reads the message.
func ParseCertificate(body []byte) (*Certificate, error) {
	const t = TypeCertificate
	s := cryptobyte.String(body)
	m := new(Certificate)
	var list cryptobyte.String
	if !s.ReadUint8LengthPrefixed((*cryptobyte.String)(&m.Context)) {
		return nil, malformed(t, "certificate_request_context")
	}
	if !s.ReadUint24LengthPrefixed(&list) || !s.Empty() {
		return nil, malformed(t, "length of certificate_list")
	}
	for !list.Empty() {
		var e CertificateEntry
		if !list.ReadUint24LengthPrefixed((*cryptobyte.String)(&e.Data)) || len(e.Data) == 0 {
			return nil, malformed(t, "length of cert_data")
		}
		var err error
		if e.Extensions, err = parseExtensions(t, &list); err != nil {
			return nil, err
		}
		if len(m.Entries) == MaxChain {
			return nil, alert.Errorf(alert.BadCertificate, "%s: more than %d certificates", t, MaxChain)
		}
		m.Entries = append(m.Entries, e)
	}
	return m, nil
}

// Marshal returns the message.
func (m *Certificate) Marshal() ([]byte, error) {
	return message(TypeCertificate, func(b *cryptobyte.Builder) {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Context) })
		b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, e := range m.Entries {
				b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(e.Data) })
				addExtensions(b, e.Extensions)
			}
		})
	})
}

// CertificateVerify (RFC 8446, section 4.4.3).
type CertificateVerify struct {
	Scheme    uint16
	Signature []byte
}

// ParseCertificateVerify reads the message.
func ParseCertificateVerify(body []byte) (*CertificateVerify, error) {
	s := cryptobyte.String(body)
	m := new(CertificateVerify)
	if !s.ReadUint16(&m.Scheme) || !s.ReadUint16LengthPrefixed((*cryptobyte.String)(&m.Signature)) || !s.Empty() {
		return nil, malformed(TypeCertificateVerify, "length of the signature")
	}
	return m, nil
}

// Marshal returns the message.
func (m *CertificateVerify) Marshal() ([]byte, error) {
	return message(TypeCertificateVerify, func(b *cryptobyte.Builder) {
		b.AddUint16(m.Scheme)
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(m.Signature) })
	})
}

// MarshalFinished frames the verify_data of a Finished message (RFC 8446, section
// 4.4.4). Its length depends on the cipher suite and is checked by the receiver.
func MarshalFinished(verifyData []byte) ([]byte, error) {
	return message(TypeFinished, func(b *cryptobyte.Builder) { b.AddBytes(verifyData) })
}
