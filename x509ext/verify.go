package x509ext

import (
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// VerifyOptions says what [Certificate.Verify] accepts. The fields mean what
// they mean in [x509.VerifyOptions].
type VerifyOptions struct {
	DNSName             string // host name or IP address the leaf must be valid for; empty: not checked
	Intermediates       *CertPool
	Roots               *CertPool          // nil: the system's roots
	CurrentTime         time.Time          // zero: now
	KeyUsages           []x509.ExtKeyUsage // empty: server authentication
	CertificatePolicies []x509.OID

	// RequireAlternative asks for two valid signatures on every certificate of
	// a chain but its root: the ordinary one by the issuer's key and the
	// alternative one by the issuer's alternative key. Where one is missing
	// there is no chain, and the reason is [ErrNoAlternative]. The leaf needs no
	// alternative key of its own.
	RequireAlternative bool
}

// A ChainError is the standard library's verdict that no chain leads to a
// trusted root, together with what this package knows to be the reason: an
// [UnsupportedAlgorithmError], an error with [ErrInvalidSignature], or an
// [x509.InsecureAlgorithmError]. A verdict without such a reason, a root that
// simply is not trusted, is returned as a bare [x509.UnknownAuthorityError].
type ChainError struct {
	Verdict x509.UnknownAuthorityError
	Reason  error
}

func (e *ChainError) Error() string {
	return fmt.Sprintf("x509ext: %s has no verifiable issuer: %v", certificateName(e.Verdict.Cert), e.Reason)
}

// Unwrap gives errors.Is and errors.As both halves.
func (e *ChainError) Unwrap() []error { return []error{e.Verdict, e.Reason} }

// errAnchorUnchecked: see verifiedAlone.
var errAnchorUnchecked = errors.New("x509ext: a trusted certificate offered as leaf must be self-signed or come with its issuer")

// Verify builds every chain from c to a root in opts.Roots, possibly through
// opts.Intermediates, and judges them as [x509.Certificate.Verify] does: time,
// host name, key usages, name constraints, path length, policies and critical
// extensions, with the same error types. Signatures of all kinds are checked.
//
// Two things are stricter. A trusted certificate that is itself offered as leaf
// must have a signature that verifies. And no more than [MaxSignatureChecks]
// signatures are checked, alternative ones included.
func (c *Certificate) Verify(opts VerifyOptions) ([][]*Certificate, error) {
	if !c.parsed() {
		return nil, errNotParsed
	}
	s := newSearch(opts.Roots, opts.Intermediates)
	s.both = opts.RequireAlternative
	s.from(c)
	shadows, options := s.shadowWorld(c, opts)
	chains, err := shadows.leaf.Verify(options)
	if err != nil {
		return nil, s.explain(err, shadows)
	}
	var verified [][]*Certificate
	for _, chain := range chains {
		real, err := shadows.realChain(chain)
		if err == nil {
			err = s.checkChain(real)
		}
		if err != nil {
			if len(verified) == 0 {
				s.failure[c] = err
			}
			continue
		}
		verified = append(verified, real)
	}
	if len(verified) == 0 {
		return nil, &ChainError{Verdict: x509.UnknownAuthorityError{Cert: c.Certificate}, Reason: s.failure[c]}
	}
	return verified, nil
}

// A shadowMap remembers which certificate a shadow stands for.
type shadowMap struct {
	leaf *x509.Certificate
	real map[*x509.Certificate]*Certificate
}

// shadowWorld builds the shadows of leaf and of everything the search linked
// to it, in pools like the real ones.
func (s *search) shadowWorld(leaf *Certificate, opts VerifyOptions) (shadowMap, x509.VerifyOptions) {
	shadows := shadowMap{real: make(map[*x509.Certificate]*Certificate)}
	options := x509.VerifyOptions{
		DNSName:             opts.DNSName,
		Intermediates:       x509.NewCertPool(),
		CurrentTime:         opts.CurrentTime,
		KeyUsages:           slices.Clone(opts.KeyUsages),
		CertificatePolicies: slices.Clone(opts.CertificatePolicies),
	}
	if opts.Roots != nil {
		options.Roots = x509.NewCertPool()
	}
	made := make(map[*Certificate]*x509.Certificate)
	shadow := func(c *Certificate) *x509.Certificate {
		if made[c] == nil {
			made[c] = shadowOf(c, s.issuerOf[c])
			if s.both {
				handleAlternative(made[c], c.Alternative)
			}
			shadows.real[made[c]] = c
		}
		return made[c]
	}
	shadows.leaf = shadow(leaf)
	for _, c := range append([]*Certificate{leaf}, s.linked...) {
		if opts.Roots.contains(c) {
			options.Roots.AddCert(shadow(c))
		}
		if opts.Intermediates.contains(c) {
			options.Intermediates.AddCert(shadow(c))
		}
	}
	return shadows, options
}

// realChain maps a chain back. Certificates of the system's roots have no
// shadow and are parsed here.
func (m shadowMap) realChain(chain []*x509.Certificate) ([]*Certificate, error) {
	real := make([]*Certificate, len(chain))
	for i, c := range chain {
		if real[i] = m.real[c]; real[i] != nil {
			continue
		}
		var err error
		if real[i], err = ParseCertificate(c.Raw); err != nil {
			return nil, err
		}
	}
	return real, nil
}

// checkChain is the gate of Verify: whatever the search and the standard
// library made of the shadows, each certificate of the chain must be verified
// by the next with its real key, by a certificate that may issue.
func (s *search) checkChain(chain []*Certificate) error {
	if len(chain) == 1 {
		return s.verifiedAlone(chain[0])
	}
	for i, child := range chain[:len(chain)-1] {
		if err := mayIssue(chain[i+1], x509.KeyUsageCertSign); err != nil {
			return err
		}
		if err := s.check(child, chain[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// verifiedAlone judges a chain of one, a trusted certificate as leaf. The
// standard library takes it as it is; here its signature must have been
// verified, by its own key or by an issuer from the pools.
func (s *search) verifiedAlone(c *Certificate) error {
	switch {
	case s.issuerOf[c] != nil:
		return nil
	case s.failure[c] != nil:
		return s.failure[c]
	}
	return errAnchorUnchecked
}

// explain turns an error about shadows into one about the real certificates.
func (s *search) explain(err error, shadows shadowMap) error {
	real := func(c *x509.Certificate) *x509.Certificate {
		if r := shadows.real[c]; r != nil {
			return r.Certificate
		}
		return c
	}
	var invalid x509.CertificateInvalidError
	var hostname x509.HostnameError
	var unknown x509.UnknownAuthorityError
	switch {
	case errors.As(err, &invalid):
		invalid.Cert = real(invalid.Cert)
		return invalid
	case errors.As(err, &hostname):
		hostname.Certificate = real(hostname.Certificate)
		return hostname
	case errors.As(err, &unknown):
		if s.limited {
			return ErrSignatureLimit
		}
		child := shadows.real[unknown.Cert]
		unknown.Cert = real(unknown.Cert)
		if child != nil && s.issuerOf[child] == nil && s.failure[child] != nil {
			return &ChainError{Verdict: unknown, Reason: s.failure[child]}
		}
		return unknown
	case s.limited || strings.Contains(err.Error(), "signature check attempts limit"):
		return ErrSignatureLimit
	}
	return err
}
