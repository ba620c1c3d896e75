// Package record is the record layer of TLS 1.3 (RFC 8446, section 5): framing,
// protection, padding and limits, one type for each direction.
package record

import (
	"crypto/cipher"
	"errors"

	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// Type is a ContentType (RFC 8446, section 5.1).
type Type uint8

// Content types.
const (
	ChangeCipherSpec Type = 20
	Alert            Type = 21
	Handshake        Type = 22
	ApplicationData  Type = 23
)

const (
	// HeaderSize is the size of type, version and length.
	HeaderSize = 5
	// MaxPlaintext is the longest fragment (section 5.1).
	MaxPlaintext = 1 << 14
	// MaxCiphertext is the longest protected record body (section 5.2).
	MaxCiphertext = MaxPlaintext + 256
	// MaxInner is the longest TLSInnerPlaintext: a fragment and its type (section 5.4).
	MaxInner = MaxPlaintext + 1
	// MinSizeLimit is the smallest record_size_limit (RFC 8449, section 4).
	MinSizeLimit = 64
	// tagSize is the expansion of every suite's AEAD.
	tagSize = 16
)

// ConfidentialityLimit is the number of records after which a sender should change its
// keys: AES-GCM keeps its margin for 2^24.5 full records (section 5.5); the same round
// number serves all suites.
const ConfidentialityLimit = 1 << 24

var errSequence = errors.New("tlsext: record sequence number exhausted")

// protection is the state of one traffic key.
type protection struct {
	aead cipher.AEAD
	iv   [keyschedule.IVSize]byte
	seq  uint64
	next [keyschedule.IVSize]byte // the nonce of the record at hand
}

func newProtection(s *keyschedule.Suite, secret []byte) *protection {
	p := new(protection)
	p.aead, p.iv = s.TrafficKeys(secret)
	return p
}

// nonce returns the per-record nonce (section 5.3) and advances the sequence number,
// which must never wrap. The result is valid until the next call.
func (p *protection) nonce() ([]byte, error) {
	if p.seq == 1<<64-1 {
		return nil, errSequence
	}
	p.next = p.iv
	for i := range 8 {
		p.next[len(p.next)-1-i] ^= byte(p.seq >> (8 * i))
	}
	p.seq++
	return p.next[:], nil
}
