package tlsext

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/crypto/cryptobyte"
)

// A ticket is the session of a server, sealed so that only the server can read it:
//
//	16 bytes  name of the key
//	12 bytes  random nonce
//	rest      AES-256-GCM of the encoding in session, with the name as additional data
//
// It is used over a full key exchange only (psk_dhe_ke), so a stolen ticket key does
// not reveal recorded connections.

const (
	// ticketLifetime is how long a session can be resumed.
	ticketLifetime = 24 * time.Hour
	// maxTicket bounds tickets: they carry the client's chain, and come back in a
	// ClientHello. Sessions with longer chains get no ticket.
	maxTicket     = 32 << 10
	ticketNameLen = 16
	ticketVersion = 1
)

// session is what a server keeps, in a ticket, about a connection.
type session struct {
	suite      uint16
	created    time.Time
	psk        []byte
	serverName string
	chain      [][]byte // of the client
}

func (s *session) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddUint8(ticketVersion)
	b.AddUint16(s.suite)
	b.AddUint64(uint64(s.created.Unix()))
	b.AddUint8LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(s.psk) })
	b.AddUint16LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes([]byte(s.serverName)) })
	b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) {
		for _, der := range s.chain {
			b.AddUint24LengthPrefixed(func(b *cryptobyte.Builder) { b.AddBytes(der) })
		}
	})
	return b.Bytes()
}

func parseSession(data []byte) (*session, error) {
	in := cryptobyte.String(data)
	var version uint8
	var created uint64
	var name, chain cryptobyte.String
	s := new(session)
	if !in.ReadUint8(&version) || version != ticketVersion || !in.ReadUint16(&s.suite) || !in.ReadUint64(&created) ||
		!in.ReadUint8LengthPrefixed((*cryptobyte.String)(&s.psk)) || !in.ReadUint16LengthPrefixed(&name) ||
		!in.ReadUint24LengthPrefixed(&chain) || !in.Empty() {
		return nil, errTicket
	}
	s.created, s.serverName = time.Unix(int64(created), 0), string(name)
	for !chain.Empty() {
		var der cryptobyte.String
		if !chain.ReadUint24LengthPrefixed(&der) {
			return nil, errTicket
		}
		s.chain = append(s.chain, der)
	}
	return s, nil
}

var errTicket = errors.New("tlsext: ticket is not one of ours")

// ticketKey seals and opens tickets.
type ticketKey struct {
	name    [ticketNameLen]byte
	aead    cipher.AEAD
	created time.Time
}

func newTicketKey(secret [32]byte, created time.Time) (*ticketKey, error) {
	// The name is derived apart from the key, so that it can be public.
	material, err := hkdf.Expand(sha256.New, secret[:], "saker ticket key", ticketNameLen+32)
	if err != nil {
		return nil, err
	}
	defer clear(material)
	block, err := aes.NewCipher(material[ticketNameLen:])
	if err != nil {
		return nil, err
	}
	k := &ticketKey{name: [ticketNameLen]byte(material), created: created}
	k.aead, err = cipher.NewGCM(block)
	return k, err
}

func (k *ticketKey) seal(rand io.Reader, plain []byte) ([]byte, error) {
	out := make([]byte, ticketNameLen+k.aead.NonceSize(), ticketNameLen+k.aead.NonceSize()+len(plain)+k.aead.Overhead())
	copy(out, k.name[:])
	nonce := out[ticketNameLen:]
	if _, err := io.ReadFull(rand, nonce); err != nil {
		return nil, fmt.Errorf("tlsext: drawing a ticket nonce: %w", err)
	}
	return k.aead.Seal(out, nonce, plain, k.name[:]), nil
}

func (k *ticketKey) open(ticket []byte) ([]byte, error) {
	n := k.aead.NonceSize()
	if len(ticket) < ticketNameLen+n || string(ticket[:ticketNameLen]) != string(k.name[:]) {
		return nil, errTicket
	}
	ticket = ticket[ticketNameLen:]
	return k.aead.Open(nil, ticket[:n], ticket[n:], k.name[:])
}

// ticketKeys is the set of a Config: the configured keys, or keys of its own of which a
// new one is made each day and the last is kept for the lifetime of its tickets.
type ticketKeys struct {
	mu   sync.Mutex
	keys []*ticketKey
}

const ticketKeyAge = 24 * time.Hour

// current returns the keys, the one for new tickets first.
func (t *ticketKeys) current(c *Config, s *settings) ([]*ticketKey, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := s.now()
	if c.SessionTicketKeys != nil {
		if t.keys == nil {
			for _, secret := range c.SessionTicketKeys {
				k, err := newTicketKey(secret, now)
				if err != nil {
					return nil, err
				}
				t.keys = append(t.keys, k)
			}
		}
		return t.keys, nil
	}
	if len(t.keys) > 0 && now.Sub(t.keys[0].created) < ticketKeyAge {
		return t.keys, nil
	}
	var secret [32]byte
	if _, err := io.ReadFull(s.rand, secret[:]); err != nil {
		return nil, fmt.Errorf("tlsext: drawing a ticket key: %w", err)
	}
	k, err := newTicketKey(secret, now)
	clear(secret[:])
	if err != nil {
		return nil, err
	}
	keys := []*ticketKey{k} // a new slice: callers hold the old one
	for _, old := range t.keys {
		if now.Sub(old.created) < ticketKeyAge+ticketLifetime {
			keys = append(keys, old)
		}
	}
	t.keys = keys
	return keys, nil
}

// openTicket returns the session in a ticket; an error means that the ticket is not
// ours, which is no fault.
func (c *Conn) openTicket(ticket []byte) (*session, error) {
	keys, err := c.config.tickets.current(c.config, c.set)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if plain, err := k.open(ticket); err == nil {
			return parseSession(plain)
		}
	}
	return nil, errTicket
}

// sealTicket makes a ticket; nil without an error means that the session is too large.
func (c *Conn) sealTicket(s *session) ([]byte, error) {
	keys, err := c.config.tickets.current(c.config, c.set)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	plain, err := s.marshal()
	if err != nil {
		return nil, fmt.Errorf("tlsext: encoding a session: %w", err)
	}
	defer clear(plain)
	if len(plain) > maxTicket {
		return nil, nil
	}
	return keys[0].seal(c.set.rand, plain)
}
