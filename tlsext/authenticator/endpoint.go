package authenticator

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"hash"
	"io"
	"sync"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// Role is the side of the TLS connection that an [Endpoint] is on.
type Role uint8

// The roles. The zero value is neither.
const (
	Client Role = iota + 1
	Server
)

// String returns "client" or "server", the words in the exporter labels.
func (r Role) String() string {
	switch r {
	case Client:
		return "client"
	case Server:
		return "server"
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}

func (r Role) peer() Role { return Client + Server - r }

// Exporter is what a connection must offer: the exporter of RFC 8446, section 7.5, which
// *tls.ConnectionState and *tlsext.ConnectionState are.
type Exporter interface {
	ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error)
}

// maxContexts bounds what an Endpoint remembers, for one connection, about contexts that
// were used: at most 255 bytes each. More than a few authenticators on one connection
// are unusual, and a peer must not be able to fill our memory.
const maxContexts = 4096

// An Endpoint makes and validates the authenticators of one side of one connection. It
// remembers which contexts were used, so a connection needs exactly one on each side.
// Its methods may be called concurrently.
type Endpoint struct {
	// Rand is the source of contexts and signatures; nil means crypto/rand. It is set
	// before first use.
	Rand io.Reader

	role  Role
	hash  func() hash.Hash
	ours  keys // of authenticators this side makes
	peers keys // of authenticators the other side makes

	mu     sync.Mutex
	issued map[string][sha256.Size]byte // requests of this side by context
	done   map[string]bool              // contexts of authenticators made or validated
}

// keys are the exported values of one direction (RFC 9261, section 5.1).
type keys struct{ handshakeContext, finished []byte }

// New returns the endpoint of a TLS 1.3 connection, given its cipher suite, whose hash is
// used throughout. The role is that of this side in the TLS handshake.
func New(conn Exporter, cipherSuite uint16, role Role) (*Endpoint, error) {
	if role != Client && role != Server {
		return nil, fmt.Errorf("authenticator: role: found %v, expected Client or Server", role)
	}
	suite := keyschedule.SuiteByID(cipherSuite)
	if suite == nil {
		return nil, fmt.Errorf("authenticator: cipher suite: found 0x%04x, expected one of TLS 1.3", cipherSuite)
	}
	e := &Endpoint{
		role: role, hash: suite.NewHash,
		issued: make(map[string][sha256.Size]byte), done: make(map[string]bool),
	}
	for _, side := range []struct {
		role Role
		keys *keys
	}{{role, &e.ours}, {role.peer(), &e.peers}} {
		for _, value := range []struct {
			name string
			out  *[]byte
		}{{"handshake context", &side.keys.handshakeContext}, {"finished key", &side.keys.finished}} {
			label := "EXPORTER-" + side.role.String() + " authenticator " + value.name
			v, err := conn.ExportKeyingMaterial(label, []byte{}, suite.HashLen)
			if err != nil {
				return nil, fmt.Errorf("authenticator: exporting %q: %w", label, err)
			}
			if len(v) != suite.HashLen {
				return nil, fmt.Errorf("authenticator: exporting %q: found %d bytes, expected %d", label, len(v), suite.HashLen)
			}
			*value.out = v
		}
	}
	return e, nil
}

var errNoHandshake = errors.New("authenticator: the handshake has not finished")

// ForStock returns the endpoint of a connection of crypto/tls.
func ForStock(state tls.ConnectionState, role Role) (*Endpoint, error) {
	if !state.HandshakeComplete {
		return nil, errNoHandshake
	}
	if state.Version != tls.VersionTLS13 {
		return nil, fmt.Errorf("authenticator: version: found %s, expected TLS 1.3", tls.VersionName(state.Version))
	}
	return New(&state, state.CipherSuite, role)
}

// For returns the endpoint of a connection of package tlsext.
func For(state tlsext.ConnectionState, role Role) (*Endpoint, error) {
	if !state.HandshakeComplete {
		return nil, errNoHandshake
	}
	return New(&state, state.CipherSuite, role)
}

func (e *Endpoint) rand() io.Reader {
	if e.Rand == nil {
		return rand.Reader
	}
	return e.Rand
}

// transcript hashes the handshake context and the messages after it (section 5.2.2).
func (e *Endpoint) transcript(k keys, messages ...[]byte) []byte {
	h := e.hash()
	h.Write(k.handshakeContext)
	for _, m := range messages {
		h.Write(m)
	}
	return h.Sum(nil)
}

// mac is the content of Finished (section 5.2.3).
func (e *Endpoint) mac(k keys, messages ...[]byte) []byte {
	m := hmac.New(e.hash, k.finished)
	m.Write(e.transcript(k, messages...))
	return m.Sum(nil)
}

var errTooMany = fmt.Errorf("authenticator: more than %d contexts on one connection", maxContexts)

// fresh refuses a context that was used on this connection. Called with the lock.
func (e *Endpoint) fresh(context []byte) error {
	_, issued := e.issued[string(context)]
	if issued || e.done[string(context)] {
		return fmt.Errorf("authenticator: context %x was used before on this connection", context)
	}
	if len(e.issued)+len(e.done) >= maxContexts {
		return errTooMany
	}
	return nil
}
