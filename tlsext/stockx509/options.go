package stockx509

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// Options say which chains are accepted.
type Options struct {
	// Roots are the trust anchors; required.
	Roots *x509ext.CertPool
	// Intermediates may complete the chains that peers send.
	Intermediates *x509ext.CertPool
	// RequireAlternative asks for two valid signatures on every certificate below the
	// anchor, the ordinary and the alternative one (x509ext.VerifyOptions).
	RequireAlternative bool
	// Signatures, unless nil, are the algorithms of which every certificate below the
	// anchor must have a signature: with RequireAlternative, either of its two. Without
	// this list a chain may have a classical link below a post-quantum root.
	Signatures []asn1.ObjectIdentifier
	// VerifyChains, if not nil, is called with the chains that were accepted, and may
	// refuse them.
	VerifyChains func(tls.ConnectionState, [][]*x509ext.Certificate) error
}

var (
	errNoRoots   = errors.New("stockx509: Roots: found none, expected the trust anchors")
	errNoPeer    = errors.New("stockx509: the peer sent no certificate")
	errSignature = errors.New("stockx509: the chain has a signature whose algorithm is not among Signatures")
)

// verify judges the certificates of a connection.
func (o *Options) verify(state tls.ConnectionState, name string, usage x509.ExtKeyUsage, now func() time.Time) error {
	if len(state.PeerCertificates) == 0 {
		return errNoPeer
	}
	options := x509ext.VerifyOptions{
		DNSName: name, Roots: o.Roots, Intermediates: x509ext.NewCertPool(),
		KeyUsages: []x509.ExtKeyUsage{usage}, RequireAlternative: o.RequireAlternative,
	}
	if now != nil {
		options.CurrentTime = now()
	}
	if o.Intermediates != nil {
		options.Intermediates = o.Intermediates.Clone()
	}
	var leaf *x509ext.Certificate
	for i, c := range state.PeerCertificates {
		cert, err := x509ext.ParseCertificate(c.Raw)
		if err != nil {
			return fmt.Errorf("stockx509: certificate %d of the peer: %w", i, err)
		}
		if i == 0 {
			leaf = cert
		} else {
			options.Intermediates.AddCert(cert)
		}
	}
	chains, err := leaf.Verify(options)
	if err != nil {
		return fmt.Errorf("stockx509: certificate of the peer: %w", err)
	}
	if o.Signatures != nil {
		chains = slices.DeleteFunc(chains, func(chain []*x509ext.Certificate) bool { return !o.isSigned(chain) })
		if len(chains) == 0 {
			return errSignature
		}
	}
	if o.VerifyChains != nil {
		return o.VerifyChains(state, chains)
	}
	return nil
}

// isSigned reports whether every certificate below the anchor has a signature of the list.
// Without RequireAlternative alternative signatures were not checked, and do not count.
func (o *Options) isSigned(chain []*x509ext.Certificate) bool {
	for _, c := range chain[:len(chain)-1] {
		alternative := o.RequireAlternative && c.Alternative != nil && contains(o.Signatures, c.Alternative.SignatureOID)
		if !alternative && !contains(o.Signatures, c.SignatureOID) {
			return false
		}
	}
	return true
}

func contains(list []asn1.ObjectIdentifier, oid asn1.ObjectIdentifier) bool {
	return slices.ContainsFunc(list, oid.Equal)
}

// subjects is a pool for the names of the anchors only: what a server tells its clients.
func (o *Options) subjects() *x509.CertPool {
	pool := x509.NewCertPool()
	for _, c := range o.Roots.Certificates() {
		pool.AddCert(c.Certificate)
	}
	return pool
}
