package handshake

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
)

// Extension types this package knows (RFC 8446, section 4.2; RFC 8449; RFC 7301).
const (
	ExtServerName              uint16 = 0
	ExtMaxFragmentLength       uint16 = 1
	ExtStatusRequest           uint16 = 5
	ExtSupportedGroups         uint16 = 10
	ExtSignatureAlgorithms     uint16 = 13
	ExtHeartbeat               uint16 = 15
	ExtALPN                    uint16 = 16
	ExtSCT                     uint16 = 18
	ExtClientCertificateType   uint16 = 19
	ExtServerCertificateType   uint16 = 20
	ExtPadding                 uint16 = 21
	ExtRecordSizeLimit         uint16 = 28
	ExtPreSharedKey            uint16 = 41
	ExtEarlyData               uint16 = 42
	ExtSupportedVersions       uint16 = 43
	ExtCookie                  uint16 = 44
	ExtPSKModes                uint16 = 45
	ExtCertificateAuthorities  uint16 = 47
	ExtOIDFilters              uint16 = 48
	ExtPostHandshakeAuth       uint16 = 49
	ExtSignatureAlgorithmsCert uint16 = 50
	ExtKeyShare                uint16 = 51
)

// Place is a message, or a use of one, that carries extensions.
type Place uint8

// The columns of the table in RFC 8446, section 4.2.
const (
	InClientHello Place = 1 << iota
	InServerHello
	InRetryRequest
	InEncryptedExtensions
	InCertificate
	InCertificateRequest
	InNewSessionTicket
)

// places is the table in RFC 8446, section 4.2, with RFC 8449 added.
var places = map[uint16]Place{
	ExtServerName:              InClientHello | InEncryptedExtensions,
	ExtMaxFragmentLength:       InClientHello | InEncryptedExtensions,
	ExtStatusRequest:           InClientHello | InCertificateRequest | InCertificate,
	ExtSupportedGroups:         InClientHello | InEncryptedExtensions,
	ExtSignatureAlgorithms:     InClientHello | InCertificateRequest,
	ExtHeartbeat:               InClientHello | InEncryptedExtensions,
	ExtALPN:                    InClientHello | InEncryptedExtensions,
	ExtSCT:                     InClientHello | InCertificateRequest | InCertificate,
	ExtClientCertificateType:   InClientHello | InEncryptedExtensions,
	ExtServerCertificateType:   InClientHello | InEncryptedExtensions,
	ExtPadding:                 InClientHello,
	ExtRecordSizeLimit:         InClientHello | InEncryptedExtensions,
	ExtPreSharedKey:            InClientHello | InServerHello,
	ExtEarlyData:               InClientHello | InEncryptedExtensions | InNewSessionTicket,
	ExtSupportedVersions:       InClientHello | InServerHello | InRetryRequest,
	ExtCookie:                  InClientHello | InRetryRequest,
	ExtPSKModes:                InClientHello,
	ExtCertificateAuthorities:  InClientHello | InCertificateRequest,
	ExtOIDFilters:              InCertificateRequest,
	ExtPostHandshakeAuth:       InClientHello,
	ExtSignatureAlgorithmsCert: InClientHello | InCertificateRequest,
	ExtKeyShare:                InClientHello | InServerHello | InRetryRequest,
}

// CheckPlaces refuses an extension this package knows in a message it does not belong
// to: illegal_parameter (RFC 8446, section 4.2). Unknown types pass.
func CheckPlaces(list []Extension, where Place) error {
	for _, e := range list {
		if p, known := places[e.ID]; known && p&where == 0 {
			return alert.Errorf(alert.IllegalParameter, "extension %d is not allowed in this message", e.ID)
		}
	}
	return nil
}

// CheckAnswers applies CheckPlaces and then refuses extensions that answer nothing:
// unsupported_extension (RFC 8446, section 4.2).
func CheckAnswers(list []Extension, where Place, requested func(uint16) bool) error {
	if err := CheckPlaces(list, where); err != nil {
		return err
	}
	for _, e := range list {
		if !requested(e.ID) {
			return alert.Errorf(alert.UnsupportedExtension, "extension %d was not requested", e.ID)
		}
	}
	return nil
}

func badExtension(name string) error {
	return alert.Errorf(alert.DecodeError, "extension %s: lengths do not fit", name)
}

func build(f func(b *cryptobyte.Builder)) []byte {
	var b cryptobyte.Builder
	f(&b)
	raw, err := b.Bytes()
	if err != nil {
		// Callers bound their input when the configuration is checked.
		panic("tlsext: extension too long: " + err.Error())
	}
	return raw
}

// ParseUint16List reads supported_groups, signature_algorithms and
// signature_algorithms_cert (RFC 8446, sections 4.2.7 and 4.2.3).
func ParseUint16List(name string, data []byte) (list []uint16, err error) {
	s := cryptobyte.String(data)
	var inner cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&inner) || !s.Empty() || !readUint16s(inner, &list) {
		return nil, badExtension(name)
	}
	return list, nil
}

// Uint16List is the inverse of ParseUint16List.
func Uint16List(list []uint16) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { addUint16s(b, list) })
	})
}

// ParseUint16 reads the selected version, the group of a HelloRetryRequest, the selected
// identity and record_size_limit, which are single numbers.
func ParseUint16(name string, data []byte) (v uint16, err error) {
	s := cryptobyte.String(data)
	if !s.ReadUint16(&v) || !s.Empty() {
		return 0, badExtension(name)
	}
	return v, nil
}

// Uint16 is the inverse of ParseUint16.
func Uint16(v uint16) []byte { return []byte{byte(v >> 8), byte(v)} }

// ParseVersions reads supported_versions of a ClientHello (RFC 8446, section 4.2.1).
func ParseVersions(data []byte) (list []uint16, err error) {
	s := cryptobyte.String(data)
	var inner cryptobyte.String
	if !s.ReadUint8LengthPrefixed(&inner) || !s.Empty() || !readUint16s(inner, &list) {
		return nil, badExtension("supported_versions")
	}
	return list, nil
}

// Versions is the inverse of ParseVersions.
func Versions(list ...uint16) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { addUint16s(b, list) })
	})
}

// ParseServerName reads the host name of a ClientHello (RFC 6066, section 3). A list
// with two host names, an empty name and a name with a final dot are refused; name
// types other than host_name are skipped.
func ParseServerName(data []byte) (name string, err error) {
	s := cryptobyte.String(data)
	var list cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&list) || !s.Empty() || list.Empty() {
		return "", badExtension("server_name")
	}
	for !list.Empty() {
		var kind uint8
		var value cryptobyte.String
		if !list.ReadUint8(&kind) || !list.ReadUint16LengthPrefixed(&value) || value.Empty() {
			return "", badExtension("server_name")
		}
		if kind != 0 {
			continue
		}
		if name != "" {
			return "", alert.Errorf(alert.IllegalParameter, "extension server_name: two host names")
		}
		name = string(value)
		if name[len(name)-1] == '.' {
			return "", alert.Errorf(alert.IllegalParameter, "extension server_name: name ends in a dot")
		}
	}
	return name, nil
}

// ServerName encodes one host name.
func ServerName(name string) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			b.AddUint8(0)
			b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(name)) })
		})
	})
}

// ParseProtocols reads application_layer_protocol_negotiation (RFC 7301, section 3.1).
func ParseProtocols(data []byte) (list []string, err error) {
	s := cryptobyte.String(data)
	var inner cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&inner) || !s.Empty() || inner.Empty() {
		return nil, badExtension("application_layer_protocol_negotiation")
	}
	for !inner.Empty() {
		var p cryptobyte.String
		if !inner.ReadUint8LengthPrefixed(&p) || p.Empty() {
			return nil, badExtension("application_layer_protocol_negotiation")
		}
		list = append(list, string(p))
	}
	return list, nil
}

// Protocols is the inverse of ParseProtocols.
func Protocols(list ...string) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, p := range list {
				b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(p)) })
			}
		})
	})
}

// ParseCookie reads cookie (RFC 8446, section 4.2.2).
func ParseCookie(data []byte) ([]byte, error) {
	s := cryptobyte.String(data)
	var c cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&c) || !s.Empty() || c.Empty() {
		return nil, badExtension("cookie")
	}
	return c, nil
}

// Cookie is the inverse of ParseCookie.
func Cookie(c []byte) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(c) })
	})
}

// ParseAuthorities reads certificate_authorities, a list of DER names (RFC 8446,
// section 4.2.4).
func ParseAuthorities(data []byte) (list [][]byte, err error) {
	s := cryptobyte.String(data)
	var inner cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&inner) || !s.Empty() || inner.Empty() {
		return nil, badExtension("certificate_authorities")
	}
	for !inner.Empty() {
		var name cryptobyte.String
		if !inner.ReadUint16LengthPrefixed(&name) || name.Empty() {
			return nil, badExtension("certificate_authorities")
		}
		list = append(list, name)
	}
	return list, nil
}

// Authorities is the inverse of ParseAuthorities.
func Authorities(list [][]byte) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, name := range list {
				b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(name) })
			}
		})
	})
}
