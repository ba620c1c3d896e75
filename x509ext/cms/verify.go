package cms

import (
	"crypto/x509"
	"errors"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// VerifyOptions says what [SignedData.Verify] accepts. The zero value accepts
// what the system's roots vouch for.
type VerifyOptions struct {
	// Content is the content of a detached message. It must be nil if the
	// message carries its content, and not nil otherwise.
	Content []byte

	// Roots and Intermediates are as in x509ext.VerifyOptions; the certificates
	// of the message serve as intermediates too. A signer's certificate that is
	// not in the message is looked for in both.
	Roots         *x509ext.CertPool // nil: the system's roots
	Intermediates *x509ext.CertPool

	// CurrentTime is when the certificates must be valid; zero: now. The
	// signing-time attribute is only what the signer claims.
	CurrentTime time.Time
	// KeyUsages that the chain must allow; empty: any.
	KeyUsages []x509.ExtKeyUsage

	// RequireSignedAttributes refuses signatures over the bare content.
	RequireSignedAttributes bool
	// Input is the accepted form of signatures by Falcon.
	Input Input
	// SignaturesOnly leaves out the chains: it is for the caller to judge
	// whether Result.Certificate is a signer to be trusted.
	SignaturesOnly bool
}

// A Result is what is known about one signer after verification.
type Result struct {
	Signer *SignerInfo

	// Err is nil if the signature is valid and, unless SignaturesOnly is set,
	// a chain leads to a root. Otherwise it is a SignerError, and the fields
	// below are empty.
	Err error

	Certificate *x509ext.Certificate
	Chains      [][]*x509ext.Certificate // from Certificate to a root
	SigningTime time.Time                // as the signer claims; zero if it does not
	Input       Input                    // the form in which the signature is valid
}

// Verify verifies every signature and the chain of every signer. One bad signer
// fails the whole with a [SignerError]. A message without signers fails too.
// The results are in the order of s.Signers. One certificate may have signed
// several times: who demands several signers compares the certificates.
func (s *SignedData) Verify(opts VerifyOptions) ([]Result, error) {
	results, err := s.VerifyEach(opts)
	if err != nil {
		return nil, err
	}
	for _, result := range results {
		if result.Err != nil {
			return nil, result.Err
		}
	}
	return results, nil
}

// VerifyEach is Verify for callers who accept a message although some of its
// signers are not accepted: it returns one result for each, and an error only
// if no signer can be judged. The caller must look at each Result.Err.
func (s *SignedData) VerifyEach(opts VerifyOptions) ([]Result, error) {
	v, err := newVerification(s, opts)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(s.Signers))
	for i, signer := range s.Signers {
		if results[i] = v.judge(signer); results[i].Err != nil {
			results[i].Err = &SignerError{Index: i, Err: results[i].Err}
		}
	}
	return results, nil
}

// A verification is one message with its content, and what all signers share.
type verification struct {
	data    *SignedData
	opts    VerifyOptions
	content []byte
	sums    map[Digest][]byte      // of content, as they become known
	pooled  []*x509ext.Certificate // of the pools, in which signers are looked for
	chain   x509ext.VerifyOptions
}

func newVerification(s *SignedData, opts VerifyOptions) (*verification, error) {
	switch {
	case s == nil:
		return nil, errNilMessage
	case len(s.Signers) == 0:
		return nil, errors.New("cms: the message has no signers")
	case s.Content != nil && opts.Content != nil:
		return nil, errors.New("cms: the message carries its content, but another one was given")
	case s.Content == nil && opts.Content == nil:
		return nil, errors.New("cms: the message is detached, and its content was not given")
	case opts.Input > InputEither:
		return nil, errors.New("cms: options: unknown Input")
	}
	v := &verification{data: s, opts: opts, content: s.Content, sums: make(map[Digest][]byte)}
	if v.content == nil {
		v.content = opts.Content
	}
	intermediates := x509ext.NewCertPool()
	for _, c := range s.Certificates {
		intermediates.AddCert(c)
	}
	for _, pool := range []*x509ext.CertPool{opts.Intermediates, opts.Roots} {
		if pool != nil {
			v.pooled = append(v.pooled, pool.Certificates()...)
		}
	}
	if opts.Intermediates != nil {
		for _, c := range opts.Intermediates.Certificates() {
			intermediates.AddCert(c)
		}
	}
	v.chain = x509ext.VerifyOptions{Roots: opts.Roots, Intermediates: intermediates, CurrentTime: opts.CurrentTime, KeyUsages: opts.KeyUsages}
	if len(opts.KeyUsages) == 0 {
		v.chain.KeyUsages = []x509.ExtKeyUsage{x509.ExtKeyUsageAny}
	}
	return v, nil
}

// sum digests the content, once for each digest.
func (v *verification) sum(d Digest) []byte {
	if v.sums[d] == nil {
		v.sums[d] = d.sum(v.content)
	}
	return v.sums[d]
}

// lists reports whether the message announces the digest, as RFC 5652, section
// 5.1, demands of a sender.
func (s *SignedData) lists(d Digest) bool {
	for _, ai := range s.digestAlgorithms {
		if found, err := digestOf(ai); err == nil && found == d {
			return true
		}
	}
	return false
}
