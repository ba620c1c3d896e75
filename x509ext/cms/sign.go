package cms

import (
	"crypto/rand"
	encoding_asn1 "encoding/asn1"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// Options says how to sign. The zero value signs data with SHA-512 and signed
// attributes, at the present time, and includes content and signers'
// certificates.
type Options struct {
	Detached bool // leave the content out of the message

	// ContentType of the content; nil: data (1.2.840.113549.1.7.1). Any other
	// demands signed attributes.
	ContentType encoding_asn1.ObjectIdentifier
	Digest      Digest

	// NoSignedAttributes signs the bare content. That is for recipients who
	// understand nothing else: the algorithms, the type and the time are then
	// not signed.
	NoSignedAttributes bool
	SigningTime        time.Time // in the signed attributes; zero: now
	NoSigningTime      bool
	Attributes         []Attribute // further signed attributes

	// Certificates go into the message, usually the signers' issuers.
	Certificates []*x509ext.Certificate
	// NoSignerCertificates leaves out those of the signers.
	NoSignerCertificates bool

	Input  Input     // InputDigest: Falcon signatures as OpenSSL with oqs-provider makes them
	Random io.Reader // nil: crypto/rand
}

// Sign makes a SignedData message (RFC 5652) in DER. Every signature is
// verified with the signer's certificate before the message is returned. The
// signers are in DER order in the message.
func Sign(content []byte, signers []Signer, opts Options) ([]byte, error) {
	out, err := signAll(content, signers, opts)
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	return out, nil
}

func signAll(content []byte, signers []Signer, opts Options) ([]byte, error) {
	if len(signers) == 0 || len(signers) > MaxSigners {
		return nil, fmt.Errorf("%d signers, expected 1 to %d", len(signers), MaxSigners)
	}
	if opts.ContentType == nil {
		opts.ContentType = oidData
	}
	if opts.SigningTime.IsZero() {
		opts.SigningTime = time.Now()
	}
	if opts.Random == nil {
		opts.Random = rand.Reader
	}
	if opts.NoSignedAttributes {
		if len(opts.Attributes) > 0 {
			return nil, errors.New("options: NoSignedAttributes is set, but Attributes are given")
		}
		if err := mayBeBare(opts.ContentType, content); err != nil {
			return nil, err
		}
	}
	s := &SignedData{ContentType: opts.ContentType}
	if !opts.Detached {
		s.Content = append([]byte{}, content...)
	}
	used := make(map[Digest]bool)
	for i, signer := range signers {
		info, digest, err := signer.sign(content, opts)
		if err != nil {
			return nil, fmt.Errorf("signer %d: %w", i+1, err)
		}
		used[digest] = true
		s.Signers = append(s.Signers, info)
	}
	for _, row := range digests { // which are in DER order
		if used[row.digest] {
			s.digestAlgorithms = append(s.digestAlgorithms, row.digest.identifier())
		}
	}
	if err := s.gather(signers, opts); err != nil {
		return nil, err
	}
	s.version = s.expectedVersion()
	return s.marshalSorted()
}

// gather collects the certificates, each once.
func (s *SignedData) gather(signers []Signer, opts Options) error {
	add := func(c *x509ext.Certificate) {
		if !contains(s.Certificates, c) {
			s.Certificates = append(s.Certificates, c)
		}
	}
	if !opts.NoSignerCertificates {
		for _, signer := range signers {
			add(signer.Certificate)
		}
	}
	for i, c := range opts.Certificates {
		if !isParsed(c) {
			return fmt.Errorf("options: certificate %d was not parsed; use x509ext.ParseCertificate", i+1)
		}
		add(c)
	}
	if len(s.Certificates) > MaxCertificates {
		return fmt.Errorf("%d certificates, expected at most %d", len(s.Certificates), MaxCertificates)
	}
	return nil
}

func isParsed(c *x509ext.Certificate) bool { return c != nil && c.Certificate != nil && len(c.Raw) > 0 }
