package tlsext

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext/internal/certscheme"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// A Certificate is a chain with the private key of its leaf.
type Certificate struct {
	// Certificate holds DER certificates, leaf first.
	Certificate [][]byte
	// PrivateKey implements crypto.Signer; its public key is the leaf's.
	PrivateKey crypto.PrivateKey
	// SupportedSignatureAlgorithms narrows the schemes the key is used with; nil means
	// all that fit.
	SupportedSignatureAlgorithms []SignatureScheme
	// Leaf may hold the parsed leaf, which saves parsing it again for certificates
	// returned by callbacks.
	Leaf *x509ext.Certificate
}

// credential is a Certificate after it was checked.
type credential struct {
	chain   [][]byte
	signer  crypto.Signer
	leaf    *x509ext.Certificate
	schemes []*sigscheme.Scheme // usable with the key, in the configured order
	signed  []uint16            // schemes of the chain's signatures; 0: not a TLS scheme
	issuers [][]byte            // DER names of the issuers in the chain
}

var errNoSigner = errors.New("PrivateKey does not implement crypto.Signer")

// newCredential checks that chain, key and configured schemes go together.
func (s *settings) newCredential(c *Certificate) (*credential, error) {
	if len(c.Certificate) == 0 {
		return nil, errors.New("the chain is empty")
	}
	total := 0
	for _, der := range c.Certificate {
		total += len(der) + 5
	}
	if total > maxOwnChain {
		return nil, fmt.Errorf("the chain has %d bytes, more than the %d peers of this package accept", total, maxOwnChain)
	}
	signer, ok := c.PrivateKey.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("%w (%T)", errNoSigner, c.PrivateKey)
	}
	cred := &credential{chain: c.Certificate, signer: signer}
	for i, der := range c.Certificate {
		cert := c.Leaf
		if i > 0 || cert == nil || !bytes.Equal(cert.Raw, der) {
			var err error
			if cert, err = x509ext.ParseCertificate(der); err != nil {
				return nil, fmt.Errorf("certificate %d of the chain: %w", i, err)
			}
		}
		if i == 0 {
			cred.leaf = cert
		}
		cred.issuers = append(cred.issuers, cert.RawIssuer)
		// The signature of a self-signed root says nothing to a peer (RFC 8446, 4.2.3).
		if string(cert.RawIssuer) != string(cert.RawSubject) {
			cred.signed = append(cred.signed, certscheme.Of(cert))
		}
	}
	if err := samePublicKey(signer.Public(), cred.leaf.PublicKey); err != nil {
		return nil, err
	}
	for _, k := range s.schemes {
		allowed := c.SupportedSignatureAlgorithms == nil || slices.Contains(c.SupportedSignatureAlgorithms, SignatureScheme(k.ID))
		if allowed && k.Fits(cred.leaf.PublicKey) {
			cred.schemes = append(cred.schemes, k)
		}
	}
	if len(cred.schemes) == 0 {
		return nil, fmt.Errorf("no enabled signature scheme fits the key of %q; name its scheme in SignatureSchemes", cred.leaf.Subject)
	}
	return cred, nil
}

// maxOwnChain is what the receiving side of this package takes in one message, with
// room for the message's own fields.
const maxOwnChain = 127 << 10

// samePublicKey catches a certificate paired with the key of another one. A signer may
// spell its public key in another type than the parser of certificates does.
func samePublicKey(signer, leaf crypto.PublicKey) error {
	k, ok := leaf.(interface{ Equal(crypto.PublicKey) bool })
	if !ok {
		return fmt.Errorf("the leaf has a public key of unsupported type %T", leaf)
	}
	if k.Equal(signer) {
		return nil
	}
	der, err := provider.MarshalPKIXPublicKey(signer)
	if err != nil {
		return fmt.Errorf("PrivateKey: %w", err)
	}
	if pub, err := provider.ParsePKIXPublicKey(der); err != nil || !k.Equal(pub) {
		return errors.New("PrivateKey does not belong to the leaf certificate")
	}
	return nil
}

// choose returns the first scheme of the credential that the peer accepts, or nil.
func (c *credential) choose(peer []uint16) *sigscheme.Scheme {
	for _, k := range c.schemes {
		if slices.Contains(peer, k.ID) {
			return k
		}
	}
	return nil
}

// chainFits reports whether the peer accepts every signature of the chain.
func (c *credential) chainFits(peer []uint16) bool {
	for _, id := range c.signed {
		if !slices.Contains(peer, id) {
			return false
		}
	}
	return true
}

// issuedBy reports whether the chain leads to one of the names (section 4.4.2.3); no
// names mean any.
func (c *credential) issuedBy(names [][]byte) bool {
	for _, issuer := range c.issuers {
		for _, name := range names {
			if string(issuer) == string(name) {
				return true
			}
		}
	}
	return len(names) == 0
}

// peerWishes is what the peer said about the certificates it accepts.
type peerWishes struct {
	serverName  string
	schemes     []uint16
	certSchemes []uint16
	authorities [][]byte
}

// selectCredential picks from the configured chains. A scheme the peer accepts is a
// must (RFC 8446, section 4.4.2.2), and so is an authority the peer named, because a
// client may well do without a certificate. The other wishes only order the candidates:
// a peer may know better than its extensions tell.
func (s *settings) selectCredential(w *peerWishes) (*credential, *sigscheme.Scheme) {
	var best *credential
	bestScore := -1
	for _, c := range s.certificates {
		if c.choose(w.schemes) == nil || !c.issuedBy(w.authorities) {
			continue
		}
		score := 0
		if w.serverName != "" && c.leaf.VerifyHostname(w.serverName) == nil {
			score += 2
		}
		if c.chainFits(w.certSchemes) {
			score++
		}
		if score > bestScore {
			best, bestScore = c, score
		}
	}
	if best == nil {
		return nil, nil
	}
	return best, best.choose(w.schemes)
}
