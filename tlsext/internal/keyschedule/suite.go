// Package keyschedule is the key schedule of TLS 1.3 (RFC 8446, section 7) with its
// cipher suites and the transcript hash (section 4.4.1).
package keyschedule

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/sha512"
	"hash"

	"golang.org/x/crypto/chacha20poly1305"
)

// Suite is a cipher suite (RFC 8446, appendix B.4): an AEAD and a hash.
type Suite struct {
	ID      uint16
	Name    string
	HashLen int
	keyLen  int
	hash    func() hash.Hash
	aead    func(key []byte) (cipher.AEAD, error)
}

// IVSize is the size of the per-connection nonce mask of all suites.
const IVSize = 12

var (
	AES128GCM = &Suite{0x1301, "TLS_AES_128_GCM_SHA256", 32, 16, sha256.New, newGCM}
	AES256GCM = &Suite{0x1302, "TLS_AES_256_GCM_SHA384", 48, 32, sha512.New384, newGCM}
	ChaCha20  = &Suite{0x1303, "TLS_CHACHA20_POLY1305_SHA256", 32, 32, sha256.New, chacha20poly1305.New}
)

// SuiteByID returns the suite with a code point, or nil.
func SuiteByID(id uint16) *Suite {
	for _, s := range []*Suite{AES128GCM, AES256GCM, ChaCha20} {
		if s.ID == id {
			return s
		}
	}
	return nil
}

func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// NewHash returns the hash of the suite.
func (s *Suite) NewHash() hash.Hash { return s.hash() }

// SameHash reports whether two suites derive keys with the same hash, which is what
// lets a pre-shared key move between them (RFC 8446, section 4.2.11).
func (s *Suite) SameHash(o *Suite) bool { return s.HashLen == o.HashLen }

// TrafficKeys derives the AEAD and nonce mask of a traffic secret (section 7.3).
func (s *Suite) TrafficKeys(secret []byte) (cipher.AEAD, [IVSize]byte) {
	key := s.ExpandLabel(secret, "key", nil, s.keyLen)
	defer clear(key)
	aead, err := s.aead(key)
	if err != nil {
		panic("tlsext: key of the suite's own size refused: " + err.Error())
	}
	return aead, [IVSize]byte(s.ExpandLabel(secret, "iv", nil, IVSize))
}

// NextSecret is the traffic secret after a KeyUpdate (section 7.2).
func (s *Suite) NextSecret(secret []byte) []byte {
	return s.ExpandLabel(secret, "traffic upd", nil, s.HashLen)
}

// ExpandLabel is HKDF-Expand-Label (section 7.1). Labels and contexts of this package
// are far below the 255 bytes their length fields hold.
func (s *Suite) ExpandLabel(secret []byte, label string, context []byte, n int) []byte {
	info := make([]byte, 0, 80)
	info = append(info, byte(n>>8), byte(n), byte(6+len(label)))
	info = append(info, "tls13 "...)
	info = append(info, label...)
	info = append(info, byte(len(context)))
	info = append(info, context...)
	out, err := hkdf.Expand(s.hash, secret, string(info), n)
	if err != nil {
		panic("tlsext: HKDF-Expand: " + err.Error())
	}
	return out
}

func (s *Suite) extract(salt, ikm []byte) []byte {
	if ikm == nil {
		ikm = make([]byte, s.HashLen)
	}
	prk, err := hkdf.Extract(s.hash, ikm, salt)
	if err != nil {
		panic("tlsext: HKDF-Extract: " + err.Error())
	}
	return prk
}

// emptyHash is the transcript hash of no messages.
func (s *Suite) emptyHash() []byte { return s.hash().Sum(nil) }
