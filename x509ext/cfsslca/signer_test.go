package cfsslca

import (
	"crypto"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/cloudflare/cfssl/csr"
	"github.com/cloudflare/cfssl/info"
	"github.com/cloudflare/cfssl/signer"
	"github.com/cloudflare/cfssl/signer/local"
	"github.com/saker-pq/saker/x509ext"
)

var kinds = []string{"ECDSA-P256", "RSA-2048", "Ed25519", "FN-DSA-512", "Falcon-512", "P256-Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256"}

// Every kind of CA issues for every kind of subject; the certificate verifies,
// has the subject's real key, and is what the database holds.
func TestSignMatrix(t *testing.T) {
	db := testDatabase(t)
	for _, issuer := range kinds {
		s := testSigner(t, issuer, testPolicy(t))
		s.SetDBAccessor(db)
		for _, subject := range kinds {
			t.Run(issuer+" issues "+subject, func(t *testing.T) {
				certPEM, err := s.Sign(testRequest(t, subject))
				if err != nil {
					t.Fatal(err)
				}
				cert := parsePEM(t, certPEM)
				verifies(t, cert, s.CA(), "www.example.org")
				if !samePublic(cert.PublicKey, testKey(subject, 2).Public()) {
					t.Errorf("the public key is not the subject's")
				}
				if len(cert.AuthorityKeyId) == 0 || string(cert.AuthorityKeyId) != string(s.CA().SubjectKeyId) {
					t.Errorf("authority key identifier %x, the CA has %x", cert.AuthorityKeyId, s.CA().SubjectKeyId)
				}
				if cert.SerialNumber.BitLen() < 128 {
					t.Errorf("serial number %x is short", cert.SerialNumber)
				}
				wantUsage := x509.KeyUsageDigitalSignature
				if isClassical(cert.PublicKey) {
					wantUsage |= x509.KeyUsageKeyEncipherment
				}
				if cert.KeyUsage != wantUsage {
					t.Errorf("key usage %b, expected %b", cert.KeyUsage, wantUsage)
				}
				records, err := db.GetCertificate(cert.SerialNumber.String(), hex.EncodeToString(cert.AuthorityKeyId))
				if err != nil || len(records) != 1 {
					t.Fatalf("%d records, %v", len(records), err)
				}
				r := records[0]
				sans, _ := r.GetSANs()
				if r.PEM != string(certPEM) || r.Status != "good" || !r.Expiry.Equal(cert.NotAfter) ||
					r.CommonName.String != "www.example.org" || len(sans) != 1 || sans[0] != "www.example.org" {
					t.Errorf("the record differs from the certificate: %+v", r)
				}
			})
		}
	}
}

// A classical subject under a classical CA takes CFSSL's own way: the same
// signature algorithm and key identifier as without this package.
func TestClassicalStaysCFSSLs(t *testing.T) {
	s := testSigner(t, "RSA-2048", testPolicy(t))
	stock := must[*local.Signer](t)(local.NewSigner(s.priv, s.ca.Certificate, s.SigAlgo(), s.Policy()))
	req := testRequest(t, "ECDSA-P256")
	got := parsePEM(t, must[[]byte](t)(s.Sign(req)))
	want := parsePEM(t, must[[]byte](t)(stock.Sign(req)))
	sameButKey(t, got, want)
	if string(got.SubjectKeyId) != string(want.SubjectKeyId) || !got.SignatureOID.Equal(want.SignatureOID) {
		t.Errorf("key identifier %x signed with %v, CFSSL has %x and %v", got.SubjectKeyId, got.SignatureOID, want.SubjectKeyId, want.SignatureOID)
	}
}

// Whatever a sign request asks for, the certificate is CFSSL's but for the key.
func TestSignIsCFSSLsButForTheKey(t *testing.T) {
	policy := testPolicy(t)
	ours, theirs := testSigner(t, "FN-DSA-512", policy), testSigner(t, "Ed25519", policy)
	for name, change := range map[string]func(*signer.SignRequest){
		"default profile": func(*signer.SignRequest) {},
		"unknown profile": func(r *signer.SignRequest) { r.Profile = "nothing" },
		"peer":            func(r *signer.SignRequest) { r.Profile = "peer" },
		"responder":       func(r *signer.SignRequest) { r.Profile = "responder" },
		"other hosts": func(r *signer.SignRequest) {
			r.Hosts = []string{"a.example", "192.0.2.9", "b@c.example", "https://d.example/"}
		},
		"no hosts": func(r *signer.SignRequest) { r.Hosts = []string{} },
		"other subject": func(r *signer.SignRequest) {
			r.Subject = &signer.Subject{CN: "other", Names: []csr.Name{{O: "Org", C: "FR"}}, SerialNumber: "7"}
		},
		"crl override": func(r *signer.SignRequest) { r.CRLOverride = "http://other.example/crl" },
		"extension": func(r *signer.SignRequest) {
			r.Profile, r.Hosts = "internal", []string{"db.internal"}
			r.Subject = &signer.Subject{CN: "db.internal"}
			r.Extensions = []signer.Extension{{ID: []int{1, 3, 6, 1, 4, 1, 99999, 1}, Critical: true, Value: "0500"}}
		},
		"dates": func(r *signer.SignRequest) {
			r.NotBefore, r.NotAfter = ours.CA().NotBefore.AddDate(0, 0, 1), ours.CA().NotBefore.AddDate(0, 0, 2)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := testRequest(t, "Ed25519"), testRequest(t, "Ed25519")
			change(&a)
			change(&b)
			got, want := parsePEM(t, must[[]byte](t)(ours.Sign(a))), parsePEM(t, must[[]byte](t)(theirs.Sign(b)))
			got.RawIssuer = want.RawIssuer // the two CAs have names of their own
			sameButKey(t, got, want)
		})
	}
}

func TestIntermediate(t *testing.T) {
	root := testSigner(t, "FN-DSA-512", testPolicy(t))
	key := testKey("Falcon-padded-512", 4)
	csrPEM := must[[]byte](t)(GenerateCSR(key, &csr.CertificateRequest{CN: "Intermediate", CA: &csr.CAConfig{PathLenZero: true}}))
	ca := parsePEM(t, must[[]byte](t)(root.Sign(signer.SignRequest{Request: string(csrPEM), Profile: "intermediate"})))
	if !ca.IsCA || ca.MaxPathLen != 0 || !ca.MaxPathLenZero || ca.KeyUsage != x509.KeyUsageCertSign|x509.KeyUsageCRLSign {
		t.Errorf("not the CA that the profile describes: %v, path length %d, usage %b", ca.IsCA, ca.MaxPathLen, ca.KeyUsage)
	}
	s := must[*Signer](t)(NewSigner(key, ca, testPolicy(t)))
	leaf := parsePEM(t, must[[]byte](t)(s.Sign(testRequest(t, "FN-DSA-1024"))))
	roots, between := x509ext.NewCertPool(), x509ext.NewCertPool()
	roots.AddCert(root.CA())
	between.AddCert(ca)
	if _, err := leaf.Verify(x509ext.VerifyOptions{Roots: roots, Intermediates: between, DNSName: "www.example.org"}); err != nil {
		t.Error(err)
	}
	if _, err := s.Sign(signer.SignRequest{Request: string(csrPEM), Profile: "intermediate"}); err == nil || !strings.Contains(err.Error(), `"code":5300`) {
		t.Errorf("a CA of path length 0 issued another: %v", err)
	}
}

func TestNewCertificateFromJSON(t *testing.T) {
	cert, _, key, err := InitCA(loadJSON(t, "ca-csr.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer clear(key)
	s := must[*Signer](t)(NewSigner(must[crypto.Signer](t)(ParsePrivateKeyPEM(key)), parsePEM(t, cert), testPolicy(t)))
	certPEM, _, leafKey, err := NewCertificate(s, loadJSON(t, "server-csr.json"), "", "")
	if err != nil {
		t.Fatal(err)
	}
	leaf := parsePEM(t, certPEM)
	for _, host := range []string{"www.example.org", "example.org", "192.0.2.1"} {
		verifies(t, leaf, s.CA(), host)
	}
	if len(leaf.EmailAddresses) != 1 || len(leaf.URIs) != 1 || leaf.OCSPServer[0] != "http://ca.example.org/ocsp" {
		t.Errorf("names %v %v, responder %v", leaf.EmailAddresses, leaf.URIs, leaf.OCSPServer)
	}
	if priv, err := ParsePrivateKeyPEM(leafKey); err != nil || !samePublic(priv.Public(), leaf.PublicKey) {
		t.Errorf("the key is not the certificate's: %v", err)
	}
}

func TestInfo(t *testing.T) {
	s := testSigner(t, "Falcon-512", testPolicy(t))
	resp, err := s.Info(info.Req{Profile: "peer"})
	if err != nil {
		t.Fatal(err)
	}
	if ca := parsePEM(t, []byte(resp.Certificate)); !ca.Equal(s.CA()) || resp.ExpiryString != "2160h" || len(resp.Usage) != 3 {
		t.Errorf("info %+v", resp)
	}
}

// Requests that arrive at the same time do not get each other's records.
func TestConcurrentSign(t *testing.T) {
	db := testDatabase(t)
	s := testSigner(t, "FN-DSA-512", nil)
	s.SetDBAccessor(db)
	var wg sync.WaitGroup
	for i := range 16 {
		host := fmt.Sprintf("host%d.example.org", i)
		req := testRequest(t, "Ed25519", host)
		wg.Go(func() {
			certPEM, err := s.Sign(req)
			if err != nil {
				t.Error(err)
				return
			}
			cert, err := ParseCertificatePEM(certPEM)
			if err != nil || cert.DNSNames[0] != host {
				t.Errorf("asked for %s, got %v, %v", host, cert, err)
				return
			}
			records, err := db.GetCertificate(cert.SerialNumber.String(), authorityKeyID(s.CA()))
			if err != nil || len(records) != 1 || records[0].PEM != string(certPEM) {
				t.Errorf("%s: %d records, %v", host, len(records), err)
			}
		})
	}
	wg.Wait()
}
