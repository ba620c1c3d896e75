// Package keyexchange holds the key exchange groups of the handshake: the curves of
// RFC 8446, section 4.2.8.2, and the hybrids of draft-ietf-tls-ecdhe-mlkem.
package keyexchange

import (
	"crypto/ecdh"
	"errors"
	"io"
)

// Group is a named group.
type Group struct {
	ID   uint16
	Name string
	// Parts in the order of the wire: a classical curve, ML-KEM-768, or both.
	parts []part
}

// The groups. X25519MLKEM768 puts ML-KEM first, SecP256r1MLKEM768 the curve, in both
// shares and in the secret (draft-ietf-tls-ecdhe-mlkem, section 4).
var (
	P256              = &Group{23, "P-256", []part{curve{ecdh.P256(), 65}}}
	P384              = &Group{24, "P-384", []part{curve{ecdh.P384(), 97}}}
	X25519            = &Group{29, "X25519", []part{curve{ecdh.X25519(), 32}}}
	SecP256r1MLKEM768 = &Group{4587, "SecP256r1MLKEM768", []part{curve{ecdh.P256(), 65}, kem{}}}
	X25519MLKEM768    = &Group{4588, "X25519MLKEM768", []part{kem{}, curve{ecdh.X25519(), 32}}}
)

// All lists the groups in the default order of preference.
var All = []*Group{X25519MLKEM768, SecP256r1MLKEM768, X25519, P256, P384}

// ByID returns the group with a code point, or nil.
func ByID(id uint16) *Group {
	for _, g := range All {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// IsHybrid reports whether the group has a post-quantum half.
func (g *Group) IsHybrid() bool { return len(g.parts) == 2 }

// Classical is the curve inside a hybrid group, as a group of its own; nil for others.
func (g *Group) Classical() *Group {
	switch g {
	case X25519MLKEM768:
		return X25519
	case SecP256r1MLKEM768:
		return P256
	}
	return nil
}

// part is one half of an exchange.
type part interface {
	clientSize() int
	serverSize() int
	generate(rand io.Reader) (private, error)
	respond(rand io.Reader, client []byte) (server, secret []byte, err error)
}

// private is a client's ephemeral key for one part.
type private interface {
	share() []byte
	secret(server []byte) ([]byte, error)
}

// errShare is the peer's fault: its share is no valid key. Callers answer with
// illegal_parameter.
var errShare = errors.New("key share is not valid for its group")

// ErrShare returns whether err says that the peer's share was bad, rather than that
// the random source failed.
func ErrShare(err error) bool { return errors.Is(err, errShare) }

// Key is a client's ephemeral key.
type Key struct {
	Group *Group
	parts []private
}

// Generate makes a client's ephemeral key.
func Generate(g *Group, rand io.Reader) (*Key, error) {
	k := &Key{Group: g}
	for _, p := range g.parts {
		priv, err := p.generate(rand)
		if err != nil {
			return nil, err
		}
		k.parts = append(k.parts, priv)
	}
	return k, nil
}

// Classical returns the curve half of a hybrid key as a key of its own, which a client
// may offer beside the hybrid without drawing a second key; nil for other groups.
func (k *Key) Classical() *Key {
	g := k.Group.Classical()
	if g == nil {
		return nil
	}
	for i, p := range k.Group.parts {
		if _, ok := p.(curve); ok {
			return &Key{Group: g, parts: k.parts[i : i+1]}
		}
	}
	return nil
}

// Share is the client's share.
func (k *Key) Share() []byte {
	var out []byte
	for _, p := range k.parts {
		out = append(out, p.share()...)
	}
	return out
}

// Secret computes the shared secret from the server's share.
func (k *Key) Secret(server []byte) ([]byte, error) {
	total := 0
	for _, p := range k.Group.parts {
		total += p.serverSize()
	}
	if len(server) != total {
		return nil, errShare
	}
	var out []byte
	for i, p := range k.Group.parts {
		s, err := k.parts[i].secret(server[:p.serverSize()])
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
		clear(s)
		server = server[p.serverSize():]
	}
	return out, nil
}

// Respond is the server's side: it answers a client's share with its own share and
// the secret.
func Respond(g *Group, rand io.Reader, client []byte) (server, secret []byte, err error) {
	total := 0
	for _, p := range g.parts {
		total += p.clientSize()
	}
	if len(client) != total {
		return nil, nil, errShare
	}
	for _, p := range g.parts {
		share, s, err := p.respond(rand, client[:p.clientSize()])
		if err != nil {
			return nil, nil, err
		}
		server = append(server, share...)
		secret = append(secret, s...)
		clear(s)
		client = client[p.clientSize():]
	}
	return server, secret, nil
}
