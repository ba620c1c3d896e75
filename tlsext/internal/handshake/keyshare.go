package handshake

import (
	"golang.org/x/crypto/cryptobyte"

	"github.com/saker-pq/saker/tlsext/internal/alert"
)

// KeyShare is a KeyShareEntry (RFC 8446, section 4.2.8).
type KeyShare struct {
	Group uint16
	Data  []byte
}

func readKeyShare(s *cryptobyte.String, k *KeyShare) bool {
	return s.ReadUint16(&k.Group) && s.ReadUint16LengthPrefixed((*cryptobyte.String)(&k.Data)) && len(k.Data) > 0
}

func addKeyShare(b *cryptobyte.Builder, k KeyShare) {
	b.AddUint16(k.Group)
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(k.Data) })
}

// ParseKeyShares reads key_share of a ClientHello. The list may be empty; a group must
// not appear twice (RFC 8446, section 4.2.8).
func ParseKeyShares(data []byte) (list []KeyShare, err error) {
	s := cryptobyte.String(data)
	var inner cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&inner) || !s.Empty() {
		return nil, badExtension("key_share")
	}
	seen := make(map[uint16]bool, 4)
	for !inner.Empty() {
		var k KeyShare
		if !readKeyShare(&inner, &k) {
			return nil, badExtension("key_share")
		}
		if seen[k.Group] {
			return nil, alert.Errorf(alert.IllegalParameter, "extension key_share: group %d appears twice", k.Group)
		}
		seen[k.Group] = true
		list = append(list, k)
	}
	return list, nil
}

// KeyShares is the inverse of ParseKeyShares.
func KeyShares(list []KeyShare) []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, k := range list {
				addKeyShare(b, k)
			}
		})
	})
}

// ParseServerShare reads key_share of a ServerHello.
func ParseServerShare(data []byte) (k KeyShare, err error) {
	s := cryptobyte.String(data)
	if !readKeyShare(&s, &k) || !s.Empty() {
		return KeyShare{}, badExtension("key_share")
	}
	return k, nil
}

// ServerShare is the inverse of ParseServerShare.
func ServerShare(k KeyShare) []byte {
	return build(func(b *cryptobyte.Builder) { addKeyShare(b, k) })
}

// PSKModeDHE is psk_dhe_ke, the only mode this package uses (RFC 8446, section 4.2.9).
const PSKModeDHE = 1

// ParsePSKModes reads psk_key_exchange_modes.
func ParsePSKModes(data []byte) ([]byte, error) {
	s := cryptobyte.String(data)
	var modes cryptobyte.String
	if !s.ReadUint8LengthPrefixed(&modes) || !s.Empty() || modes.Empty() {
		return nil, badExtension("psk_key_exchange_modes")
	}
	return modes, nil
}

// PSKModes is the inverse of ParsePSKModes.
func PSKModes(modes ...byte) []byte { return append([]byte{byte(len(modes))}, modes...) }

// Identity is a PskIdentity (RFC 8446, section 4.2.11).
type Identity struct {
	Ticket        []byte
	ObfuscatedAge uint32
}

// PreSharedKey is the extension in a ClientHello (RFC 8446, section 4.2.11).
type PreSharedKey struct {
	Identities []Identity
	Binders    [][]byte
}

// ParsePreSharedKey reads the extension. The two lists must have the same length.
func ParsePreSharedKey(data []byte) (*PreSharedKey, error) {
	s := cryptobyte.String(data)
	var identities, binders cryptobyte.String
	if !s.ReadUint16LengthPrefixed(&identities) || !s.ReadUint16LengthPrefixed(&binders) || !s.Empty() ||
		identities.Empty() || binders.Empty() {
		return nil, badExtension("pre_shared_key")
	}
	p := new(PreSharedKey)
	for !identities.Empty() {
		var id Identity
		if !identities.ReadUint16LengthPrefixed((*cryptobyte.String)(&id.Ticket)) || len(id.Ticket) == 0 ||
			!identities.ReadUint32(&id.ObfuscatedAge) {
			return nil, badExtension("pre_shared_key")
		}
		p.Identities = append(p.Identities, id)
	}
	for !binders.Empty() {
		var b cryptobyte.String
		if !binders.ReadUint8LengthPrefixed(&b) || len(b) < 32 {
			return nil, badExtension("pre_shared_key")
		}
		p.Binders = append(p.Binders, b)
	}
	if len(p.Identities) != len(p.Binders) {
		return nil, alert.Errorf(alert.IllegalParameter, "extension pre_shared_key: %d identities and %d binders",
			len(p.Identities), len(p.Binders))
	}
	return p, nil
}

// Marshal is the inverse of ParsePreSharedKey.
func (p *PreSharedKey) Marshal() []byte {
	return build(func(b *cryptobyte.Builder) {
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, id := range p.Identities {
				b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(id.Ticket) })
				b.AddUint32(id.ObfuscatedAge)
			}
		})
		b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) {
			for _, v := range p.Binders {
				b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(v) })
			}
		})
	})
}

// BindersSize is the size of the encoded binder list, which ends the ClientHello and is
// left out of what a binder covers (RFC 8446, section 4.2.11.2).
func (p *PreSharedKey) BindersSize() int {
	n := 2
	for _, b := range p.Binders {
		n += 1 + len(b)
	}
	return n
}
