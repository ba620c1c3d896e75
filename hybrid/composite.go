package hybrid

import (
	"bytes"
	"crypto"
	"crypto/rand"
	_ "crypto/sha256" // the pre-hashes of the table
	_ "crypto/sha512"
	"encoding/asn1"
	"fmt"
	"slices"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
)

// compositePrefix begins every message representative: 32 ASCII bytes
// (draft-ietf-lamps-pq-composite-sigs-19, section 2.2).
const compositePrefix = "CompositeAlgorithmSignatures2025"

const maxContextLength = 255

// CompositeParameters describes a scheme of the LAMPS construction.
type CompositeParameters struct {
	Name string                // name of the scheme, unique in a program
	OID  asn1.ObjectIdentifier // of the key and of the signature alike
	TLS  uint                  // SignatureScheme of TLS 1.3, 0 if there is none

	// Label is part of every signed message and the context of the
	// post-quantum half: 1 to 255 bytes, used by no other scheme.
	Label string

	PQ        sign.Scheme // must support contexts and have signatures of one length
	Classical Classical
	PreHash   crypto.Hash // hash of the message, linked into the program
}

// NewComposite returns the composite of a post-quantum scheme and a classical
// algorithm. Call it once per scheme, in the initialisation of a package:
// schemes are told apart by their address.
func NewComposite(p CompositeParameters) (*Scheme, error) {
	if !der.IsOID(p.OID) {
		return nil, fmt.Errorf("hybrid: composite %s: object identifier %q is malformed", p.Name, p.OID)
	}
	return keyguard.Call("hybrid: composite "+p.Name, func() (*Scheme, error) { return newComposite(p) })
}

func newComposite(p CompositeParameters) (*Scheme, error) {
	switch {
	case p.Name == "":
		return nil, fmt.Errorf("hybrid: composite: name is empty")
	case p.Label == "" || len(p.Label) > maxContextLength:
		return nil, fmt.Errorf("hybrid: composite %s: label of %d bytes, expected 1 to %d", p.Name, len(p.Label), maxContextLength)
	case p.PQ == nil || p.Classical == nil:
		return nil, fmt.Errorf("hybrid: composite %s: a half is missing", p.Name)
	case !p.PQ.SupportsContext():
		return nil, fmt.Errorf("hybrid: composite %s: %s takes no context", p.Name, p.PQ.Name())
	case !p.PreHash.Available():
		return nil, fmt.Errorf("hybrid: composite %s: hash %v is not available", p.Name, p.PreHash)
	}
	return &Scheme{
		name:      p.Name,
		oid:       slices.Clone(p.OID),
		tls:       p.TLS,
		pq:        p.PQ,
		classical: p.Classical,
		construct: &composite{label: p.Label, preHash: p.PreHash},
	}, nil
}

// composite is the construction of draft-ietf-lamps-pq-composite-sigs-19.
type composite struct {
	label   string
	preHash crypto.Hash
}

// prepare builds M' = Prefix || Label || len(ctx) || ctx || PH(M), which both
// halves sign (draft-ietf-lamps-pq-composite-sigs-19, section 2.2). The label
// is the context of the post-quantum half, so that neither half of a signature
// is a signature of M, nor of M' under another scheme.
func (c *composite) prepare(message []byte, context string) ([]byte, string) {
	h := c.preHash.New()
	h.Write(message)
	m := make([]byte, 0, len(compositePrefix)+len(c.label)+1+len(context)+h.Size())
	m = append(m, compositePrefix...)
	m = append(m, c.label...)
	m = append(m, byte(len(context))) // at most 255: checked by the callers
	m = append(m, context...)
	return h.Sum(m), c.label
}

func (*composite) supportsContext() bool { return true }

// join concatenates, post-quantum half first (section 4 of the draft).
func (*composite) join(pq, classical []byte) []byte { return slices.Concat(pq, classical) }

func (*composite) split(object []byte, pqSize int) (pq, classical []byte, err error) {
	if len(object) <= pqSize {
		return nil, nil, fmt.Errorf("%d bytes, expected %d and a classical part", len(object), pqSize)
	}
	return object[:pqSize:pqSize], object[pqSize:], nil
}

func (*composite) overhead() int { return 0 }

// The private key keeps the seed of the post-quantum half and nothing else of
// it: every seed is a valid key.

func (*composite) pqPrivateSize(pq sign.Scheme) int { return pq.SeedSize() }

func (*composite) encodePQ(k *PrivateKey) ([]byte, error) { return bytes.Clone(k.pq.seed), nil }

func (c *composite) parsePQ(pq sign.Scheme, seed []byte) (pqKey, error) {
	if len(seed) != pq.SeedSize() {
		return pqKey{}, fmt.Errorf("%s seed: %d bytes, expected %d", pq.Name(), len(seed), pq.SeedSize())
	}
	return c.derivePQ(pq, seed), nil
}

func (*composite) derivePQ(pq sign.Scheme, seed []byte) pqKey {
	public, private := pq.DeriveKey(seed)
	return pqKey{public, private, bytes.Clone(seed)}
}

func (c *composite) generatePQ(pq sign.Scheme) (pqKey, error) {
	seed := make([]byte, pq.SeedSize())
	defer clear(seed)
	if _, err := rand.Read(seed); err != nil {
		return pqKey{}, err
	}
	return c.derivePQ(pq, seed), nil
}

func (*composite) wrapped() bool { return false }

func (c *composite) domain(*Scheme) string { return c.label }
