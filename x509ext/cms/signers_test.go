package cms

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/saker-pq/saker/x509ext"
)

func crlFor(id identity) ([]byte, error) {
	key := newKey("ECDSA-P256")
	ca := certify(&x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "list"}, NotBefore: now, NotAfter: now.AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCRLSign,
	}, nil, key, key)
	return x509ext.CreateRevocationList(nil, &x509.RevocationList{Number: big.NewInt(7), ThisUpdate: now, NextUpdate: now.AddDate(0, 1, 0)}, ca.Certificate, key)
}

// TestSignerCertificateElsewhere: a message without certificates verifies with
// that of a pool.
func TestSignerCertificateElsewhere(t *testing.T) {
	for _, byKey := range []bool{false, true} {
		id := testIdentity("FN-DSA-512")
		signer := id.Signer
		signer.ByKeyIdentifier = byKey
		s := must(Parse(must(Sign([]byte("content"), []Signer{signer}, Options{NoSignerCertificates: true}))))
		if len(s.Certificates) != 0 {
			t.Fatal("certificates inside")
		}
		opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
		if _, err := s.Verify(opts); !errors.Is(err, ErrNoSignerCertificate) {
			t.Errorf("without it: %v", err)
		}
		opts.Intermediates = poolOf(testIdentity("ECDSA-P256").Certificate, id.Certificate)
		if _, err := s.Verify(opts); err != nil {
			t.Errorf("from the intermediates: %v", err)
		}
	}
	self := selfSigned("Falcon-512")
	s := must(Parse(must(Sign([]byte("content"), []Signer{self}, Options{NoSignerCertificates: true}))))
	results, err := s.Verify(VerifyOptions{Roots: poolOf(self.Certificate), CurrentTime: now})
	if err != nil || len(results[0].Chains[0]) != 1 {
		t.Errorf("self-signed, from the roots: %v", err)
	}
}

func selfSigned(kind string) Signer {
	key := newKey(kind)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(9), Subject: pkix.Name{CommonName: "self"}, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	return Signer{Certificate: certify(template, nil, key, key), Key: key}
}

// TestSharedIdentifier: certificates of other keys with the same identifier
// come first; only the signer's key counts, and the search is bounded.
func TestSharedIdentifier(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	signer := id.Signer
	signer.ByKeyIdentifier = true
	var others []*x509ext.Certificate
	for i := range maxCandidates {
		other := newIdentity("ECDSA-P256", func(c *x509.Certificate) {
			c.SubjectKeyId = id.Certificate.SubjectKeyId
			c.SerialNumber = big.NewInt(int64(100 + i))
		})
		others = append(others, other.Certificate)
	}
	s := must(Parse(must(Sign([]byte("content"), []Signer{signer}, Options{Certificates: others[:maxCandidates-1]}))))
	results, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now})
	if err != nil || !results[0].Certificate.Equal(id.Certificate) {
		t.Errorf("among %d: %v", maxCandidates, err)
	}
	s = must(Parse(must(Sign([]byte("content"), []Signer{signer}, Options{Certificates: others}))))
	if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err == nil || !strings.Contains(err.Error(), "more than 4 certificates") {
		t.Errorf("among %d: %v", maxCandidates+1, err)
	}
}

// TestChainVerdicts: the chain is judged as package x509ext does, with its
// errors.
func TestChainVerdicts(t *testing.T) {
	id := newIdentity("FN-DSA-512", func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection} })
	s := must(Parse(must(Sign([]byte("content"), []Signer{id.Signer}, Options{}))))
	base := VerifyOptions{Roots: id.roots(), CurrentTime: now}
	for _, test := range []struct {
		name string
		edit func(*VerifyOptions)
		ok   func(error) bool
	}{
		{"any usage", func(o *VerifyOptions) {}, func(err error) bool { return err == nil }},
		{"its usage", func(o *VerifyOptions) { o.KeyUsages = []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection} }, func(err error) bool { return err == nil }},
		{"another usage", func(o *VerifyOptions) { o.KeyUsages = []x509.ExtKeyUsage{x509.ExtKeyUsageCodeSigning} }, isInvalid(x509.IncompatibleUsage)},
		{"expired", func(o *VerifyOptions) { o.CurrentTime = now.AddDate(2, 0, 0) }, isInvalid(x509.Expired)},
		{"another root", func(o *VerifyOptions) { o.Roots = testIdentity("ECDSA-P256").roots() }, func(err error) bool { return errors.As(err, new(x509.UnknownAuthorityError)) }},
		{"no roots, signatures only", func(o *VerifyOptions) { o.Roots, o.SignaturesOnly = poolOf(), true }, func(err error) bool { return err == nil }},
	} {
		opts := base
		test.edit(&opts)
		if _, err := s.Verify(opts); !test.ok(err) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func isInvalid(reason x509.InvalidReason) func(error) bool {
	return func(err error) bool {
		var invalid x509.CertificateInvalidError
		return errors.As(err, &invalid) && invalid.Reason == reason
	}
}

// TestKeyUsage: certificates that are not for signing data neither sign nor
// are accepted.
func TestKeyUsage(t *testing.T) {
	id := newIdentity("ECDSA-P256", func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyAgreement })
	if _, err := Sign([]byte("x"), []Signer{id.Signer}, Options{}); err == nil || !strings.Contains(err.Error(), "keyUsage") {
		t.Errorf("signed: %v", err)
	}
	s := must(Parse(craft(id, []byte("x"), standardAttributes(id, []byte("x")), nil)))
	if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err == nil || !strings.Contains(err.Error(), "keyUsage") {
		t.Errorf("accepted: %v", err)
	}
	id = newIdentity("ECDSA-P256", func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageContentCommitment })
	if _, err := Sign([]byte("x"), []Signer{id.Signer}, Options{}); err != nil {
		t.Errorf("nonRepudiation alone: %v", err)
	}
}
