package x509ext

import (
	"bytes"
	"crypto/sha256"
	"encoding/pem"
	"maps"
	"slices"
)

// A CertPool is a set of certificates, each kept once by its DER bytes. The
// zero value is an empty pool; nil is empty too, but nothing can be added to it.
// A pool may be read by several goroutines, not while it is being added to.
type CertPool struct {
	certificates []*Certificate
	bySubject    map[string][]*Certificate
	present      map[[sha256.Size]byte]bool
}

// NewCertPool returns an empty pool.
func NewCertPool() *CertPool { return &CertPool{} }

// AddCert adds c. A certificate that did not come from ParseCertificate is not
// added: it could never be part of a chain.
func (p *CertPool) AddCert(c *Certificate) {
	if !c.parsed() || p.present[c.fingerprint] {
		return
	}
	if p.present == nil {
		p.present = make(map[[sha256.Size]byte]bool)
		p.bySubject = make(map[string][]*Certificate)
	}
	p.present[c.fingerprint] = true
	p.certificates = append(p.certificates, c)
	p.bySubject[string(c.RawSubject)] = append(p.bySubject[string(c.RawSubject)], c)
}

// AppendCertsFromPEM adds every certificate of a PEM file that parses, and
// reports whether there was one. Like crypto/x509 it passes over the others.
func (p *CertPool) AppendCertsFromPEM(data []byte) (ok bool) {
	for {
		var block *pem.Block
		if block, data = pem.Decode(data); block == nil {
			return ok
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if c, err := ParseCertificate(block.Bytes); err == nil {
			p.AddCert(c)
			ok = true
		}
	}
}

// Certificates returns the certificates in the order in which they were added.
func (p *CertPool) Certificates() []*Certificate {
	if p == nil {
		return nil
	}
	return slices.Clone(p.certificates)
}

// Clone returns a copy that can be added to independently, also of a nil pool.
func (p *CertPool) Clone() *CertPool {
	if p == nil {
		return NewCertPool()
	}
	q := &CertPool{
		certificates: slices.Clone(p.certificates),
		bySubject:    make(map[string][]*Certificate, len(p.bySubject)),
		present:      maps.Clone(p.present),
	}
	for subject, list := range p.bySubject {
		q.bySubject[subject] = slices.Clone(list)
	}
	if q.present == nil {
		q.present = make(map[[sha256.Size]byte]bool)
	}
	return q
}

// Equal reports whether both pools hold the same certificates.
func (p *CertPool) Equal(other *CertPool) bool {
	if p == nil || other == nil {
		return p == other
	}
	return maps.Equal(p.present, other.present)
}

func (p *CertPool) contains(c *Certificate) bool {
	return p != nil && p.present[c.fingerprint]
}

// issuersOf returns the certificates whose subject is child's issuer, best
// match of key identifiers first: equal, then one of them absent, then
// different. It is the order of crypto/x509.
func (p *CertPool) issuersOf(child *Certificate) []*Certificate {
	if p == nil {
		return nil
	}
	rank := func(c *Certificate) int {
		switch {
		case bytes.Equal(c.SubjectKeyId, child.AuthorityKeyId):
			return 0
		case len(c.SubjectKeyId) == 0 || len(child.AuthorityKeyId) == 0:
			return 1
		}
		return 2
	}
	list := slices.Clone(p.bySubject[string(child.RawIssuer)])
	slices.SortStableFunc(list, func(a, b *Certificate) int { return rank(a) - rank(b) })
	return list
}
