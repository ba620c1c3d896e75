package cfsslca

import (
	"crypto/x509"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	"github.com/saker-pq/saker/x509ext"
)

// One request, once for a key of CFSSL's own and once for each of ours: the
// roots differ in nothing but the key and what depends on it.
func TestInitCAIsCFSSLsButForTheKey(t *testing.T) {
	for name, ca := range map[string]*csr.CAConfig{
		"defaults":     nil,
		"path length":  {Expiry: "87600h", PathLength: 2},
		"no CA below":  {Expiry: "1h", PathLenZero: true},
		"backdated":    {Expiry: "100h", Backdate: "50h"},
		"contradicted": {PathLength: 1, PathLenZero: true},
	} {
		t.Run(name, func(t *testing.T) {
			request := func(algo string, size int) *csr.CertificateRequest {
				return &csr.CertificateRequest{
					CN:         "Example Root",
					Names:      []csr.Name{{C: "DE", O: "Example", OU: "PKI", E: "ca@example.org"}},
					Hosts:      []string{"ca.example.org", "192.0.2.1"},
					KeyRequest: &csr.KeyRequest{A: algo, S: size},
					CA:         ca,
					CRL:        "http://ca.example.org/crl",
				}
			}
			cert, _, _, err := InitCA(request("ecdsa", 256))
			if err != nil {
				t.Fatal(err)
			}
			model := parsePEM(t, cert)
			cert, csrPEM, key, err := InitCA(request("fndsa", 512))
			if err != nil {
				t.Fatal(err)
			}
			root := parsePEM(t, cert)
			sameButKey(t, root, model)
			if root.PublicKeyOID.String() != "2.999.206.1" || root.SignatureOID.String() != "2.999.206.1" {
				t.Errorf("algorithms %v and %v", root.PublicKeyOID, root.SignatureOID)
			}
			if err := root.CheckSignatureFrom(root); err != nil {
				t.Error(err)
			}
			if priv, err := ParsePrivateKeyPEM(key); err != nil || !samePublic(priv.Public(), root.PublicKey) {
				t.Errorf("the key is not the root's: %v", err)
			}
			r, err := x509ext.ParseCertificateRequest(pemBytes(t, csrPEM))
			if err != nil || !samePublic(r.PublicKey, root.PublicKey) || r.Subject.String() != root.Subject.String() {
				t.Errorf("request for %v: %v", r, err)
			} else if err := r.CheckSignature(); err != nil {
				t.Error(err)
			}
		})
	}
}

// sameButKey compares everything of two certificates that CFSSL decides.
func sameButKey(t *testing.T, got, want *x509ext.Certificate) {
	t.Helper()
	fields := func(c *x509ext.Certificate) map[string]any {
		var ids []string
		for _, e := range c.Extensions {
			id := e.Id.String()
			if e.Critical {
				id += " critical"
			}
			ids = append(ids, id)
		}
		return map[string]any{
			"version": c.Version, "issuer": string(c.RawIssuer), "subject": string(c.RawSubject),
			"not before": c.NotBefore.Round(time.Minute), "not after": c.NotAfter.Round(time.Minute),
			"serial bits":      c.SerialNumber.BitLen() > 128,
			"extensions":       ids,
			"ca":               []any{c.BasicConstraintsValid, c.IsCA, c.MaxPathLen, c.MaxPathLenZero},
			"key usage":        c.KeyUsage,
			"ext key usage":    c.ExtKeyUsage,
			"names":            []any{c.DNSNames, c.EmailAddresses, len(c.IPAddresses), len(c.URIs)},
			"crl":              c.CRLDistributionPoints,
			"ocsp":             c.OCSPServer,
			"policies":         c.PolicyIdentifiers,
			"authority key id": len(c.AuthorityKeyId),
			"subject key id":   len(c.SubjectKeyId),
		}
	}
	g, w := fields(got), fields(want)
	for name := range w {
		if !reflect.DeepEqual(g[name], w[name]) {
			t.Errorf("%s: %v, CFSSL has %v", name, g[name], w[name])
		}
	}
}

func TestInitCAErrorsAreCFSSLs(t *testing.T) {
	for name, change := range map[string]func(*csr.CertificateRequest){
		"no subject":   func(r *csr.CertificateRequest) { r.CN = "" },
		"empty name":   func(r *csr.CertificateRequest) { r.CN, r.Names = "", []csr.Name{{E: "x"}} },
		"bad expiry":   func(r *csr.CertificateRequest) { r.CA = &csr.CAConfig{Expiry: "soon"} },
		"bad backdate": func(r *csr.CertificateRequest) { r.CA = &csr.CAConfig{Backdate: "long ago"} },
	} {
		classical := &csr.CertificateRequest{CN: "x", KeyRequest: &csr.KeyRequest{A: "ecdsa", S: 256}}
		ours := &csr.CertificateRequest{CN: "x", KeyRequest: &csr.KeyRequest{A: "fndsa512"}}
		change(classical)
		change(ours)
		_, _, _, want := InitCA(classical)
		_, _, _, got := InitCA(ours)
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%s: error %v, CFSSL has %v", name, got, want)
		}
	}
}

// A renewed root has the same key and the same name, and what the old one
// issued verifies under it.
func TestRenewCA(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "P256-Falcon-512", "ECDSA-P256"} {
		ca, key := testCA(t, kind)
		leaf := parsePEM(t, must[[]byte](t)(testSigner(t, kind, nil).Sign(testRequest(t, "FN-DSA-512"))))
		renewed := parsePEM(t, must[[]byte](t)(RenewCA(ca, key)))
		sameButKey(t, renewed, ca)
		if renewed.SerialNumber.Cmp(ca.SerialNumber) == 0 || !renewed.PublicKeyOID.Equal(ca.PublicKeyOID) ||
			!samePublic(renewed.PublicKey, ca.PublicKey) {
			t.Errorf("%s: not a renewal with the same key", kind)
		}
		verifies(t, leaf, renewed, "www.example.org")
		if _, err := RenewCA(ca, testKey(kind, 7)); err == nil || !strings.Contains(err.Error(), "does not match") {
			t.Errorf("%s: renewed with another key: %v", kind, err)
		}
	}
	leaf := parsePEM(t, must[[]byte](t)(testSigner(t, "FN-DSA-512", nil).Sign(testRequest(t, "FN-DSA-512"))))
	if _, err := RenewCA(leaf, testKey("FN-DSA-512", 2)); err == nil || !strings.Contains(err.Error(), "may not issue others") {
		t.Errorf("a leaf was renewed as a CA: %v", err)
	}
}

// A request made from a certificate asks for a key of the same algorithm,
// where CFSSL's own would ask for ECDSA.
func TestExtractedRequestKeepsTheAlgorithm(t *testing.T) {
	ca, _ := testCA(t, "Falcon-padded-512")
	req, err := ExtractCertificateRequest(ca)
	if err != nil {
		t.Fatal(err)
	}
	cert, _, _, err := InitCA(req)
	if err != nil {
		t.Fatal(err)
	}
	if again := parsePEM(t, cert); !again.PublicKeyOID.Equal(ca.PublicKeyOID) || again.Subject.String() != ca.Subject.String() {
		t.Errorf("%v for %v became %v for %v", ca.PublicKeyOID, ca.Subject, again.PublicKeyOID, again.Subject)
	}
}

func TestSelfSign(t *testing.T) {
	profile := &config.SigningProfile{Usage: []string{"signing", "key encipherment", "server auth"}, Expiry: time.Hour}
	for _, kind := range []string{"FN-DSA-512", "Falcon-512", "ECDSA-P256"} {
		req := testRequest(t, kind)
		cert := parsePEM(t, must[[]byte](t)(SelfSign(testKey(kind, 2), []byte(req.Request), profile)))
		if err := cert.CheckSignature(algorithmOf(cert), cert.RawTBSCertificate, cert.Signature); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		wantUsage := x509.KeyUsageDigitalSignature
		if kind == "ECDSA-P256" {
			wantUsage |= x509.KeyUsageKeyEncipherment
		}
		if cert.KeyUsage != wantUsage || cert.DNSNames[0] != "www.example.org" {
			t.Errorf("%s: key usage %b, names %v", kind, cert.KeyUsage, cert.DNSNames)
		}
		if _, err := SelfSign(testKey(kind, 3), []byte(req.Request), profile); err == nil {
			t.Errorf("%s: self-signed with another key", kind)
		}
		if _, err := SelfSign(testKey(kind, 2), []byte(req.Request), nil); err == nil || !strings.Contains(err.Error(), "no profile") {
			t.Errorf("%s: without a profile: %v", kind, err)
		}
	}
}
