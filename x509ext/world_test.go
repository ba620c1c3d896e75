package x509ext

import (
	"crypto"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// A world builds one chain shape with keys of chosen kinds.
type world struct {
	t      *testing.T
	kinds  []string       // kinds in rotation, one per new key name
	keys   map[string]int // key name -> number
	serial int64

	leaf                 *Certificate
	roots, intermediates []*Certificate
	options              x509.VerifyOptions // without pools
}

// A node is a certificate of a world with its private key.
type node struct {
	*Certificate
	key crypto.Signer
}

type tweak func(*x509.Certificate)

func newWorld(t *testing.T, kinds ...string) *world {
	w := &world{t: t, kinds: kinds, keys: map[string]int{}}
	w.options.CurrentTime = now
	return w
}

func (w *world) key(name string) crypto.Signer {
	n, ok := w.keys[name]
	if !ok {
		n = len(w.keys)
		w.keys[name] = n
	}
	return testKey(w.t, w.kinds[n%len(w.kinds)], n)
}

// cert makes a certificate. issuer nil means self-signed.
func (w *world) cert(template *x509.Certificate, keyName string, issuer *node, tweaks []tweak) *node {
	w.t.Helper()
	w.serial++
	template.SerialNumber = big.NewInt(w.serial)
	for _, change := range tweaks {
		change(template)
	}
	key := w.key(keyName)
	if issuer == nil {
		return &node{issue(w.t, template, nil, key, key), key}
	}
	return &node{issue(w.t, template, issuer.Certificate, key, issuer.key), key}
}

func (w *world) root(name string, tweaks ...tweak) *node {
	n := w.cert(caTemplate(name), name, nil, tweaks)
	w.roots = append(w.roots, n.Certificate)
	return n
}

// ca makes an intermediate whose key has its name.
func (w *world) ca(name string, issuer *node, tweaks ...tweak) *node {
	n := w.cert(caTemplate(name), name, issuer, tweaks)
	w.intermediates = append(w.intermediates, n.Certificate)
	return n
}

func (w *world) end(issuer *node, tweaks ...tweak) *node {
	n := w.cert(leafTemplate("leaf.example"), "leaf", issuer, tweaks)
	w.leaf = n.Certificate
	return n
}

// damaged flips a bit of the signature.
func (w *world) damaged(c *Certificate) *Certificate {
	der := slices.Clone(c.Raw)
	der[len(der)-1] ^= 1
	return must(ParseCertificate(der))
}

func pools(list []*Certificate) (*CertPool, *x509.CertPool) {
	ours, std := NewCertPool(), x509.NewCertPool()
	for _, c := range list {
		ours.AddCert(c)
		std.AddCert(c.Certificate)
	}
	return ours, std
}

// ours runs this package's Verify and describes the outcome.
func (w *world) ours() string {
	roots, _ := pools(w.roots)
	intermediates, _ := pools(w.intermediates)
	chains, err := w.leaf.Verify(VerifyOptions{
		DNSName: w.options.DNSName, Roots: roots, Intermediates: intermediates, CurrentTime: w.options.CurrentTime,
		KeyUsages: w.options.KeyUsages, CertificatePolicies: w.options.CertificatePolicies,
	})
	var names []string
	for _, chain := range chains {
		var line []string
		for _, c := range chain {
			line = append(line, fmt.Sprintf("%s#%v", c.Subject.CommonName, c.SerialNumber))
		}
		names = append(names, strings.Join(line, "<"))
	}
	return outcome(names, err)
}

// standard runs crypto/x509's Verify.
func (w *world) standard() string {
	_, w.options.Roots = pools(w.roots)
	_, w.options.Intermediates = pools(w.intermediates)
	chains, err := w.leaf.Certificate.Verify(w.options)
	var names []string
	for _, chain := range chains {
		var line []string
		for _, c := range chain {
			line = append(line, fmt.Sprintf("%s#%v", c.Subject.CommonName, c.SerialNumber))
		}
		names = append(names, strings.Join(line, "<"))
	}
	return outcome(names, err)
}

// outcome is what two verifiers must agree on: the set of chains, or the type
// of the error with the certificate and reason in it.
func outcome(chains []string, err error) string {
	var invalid x509.CertificateInvalidError
	var hostname x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var critical x509.UnhandledCriticalExtension
	switch {
	case err == nil:
		slices.Sort(chains)
		return "ok " + strings.Join(chains, ", ")
	case errors.As(err, &invalid):
		return fmt.Sprintf("CertificateInvalidError %d %s#%v", invalid.Reason, invalid.Cert.Subject.CommonName, invalid.Cert.SerialNumber)
	case errors.As(err, &hostname):
		return "HostnameError " + hostname.Host
	case errors.As(err, &unknown):
		return fmt.Sprintf("UnknownAuthorityError %s#%v", unknown.Cert.Subject.CommonName, unknown.Cert.SerialNumber)
	case errors.As(err, &critical):
		return "UnhandledCriticalExtension"
	}
	return fmt.Sprintf("%T %v", err, err)
}
