package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/saker-pq/saker/provider"
)

// The files of testdata named falcon512-*, p256_falcon512-* and ec-in-middle-* were made by
// OpenSSL 3.3 with oqs-provider 0.12, those named bc-* by Bouncy Castle for the
// IETF hackathon. interopTime is inside the validity of all of them.
var interopTime = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return pemOrDER(data)
}

func sampleCertificate(t testing.TB, name string) *Certificate {
	t.Helper()
	c, err := ParseCertificate(sample(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

func sampleKey(t testing.TB, name string) crypto.Signer {
	t.Helper()
	key, err := provider.ParsePKCS8PrivateKey(sample(t, name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return key.(crypto.Signer)
}

var chains = []struct {
	name string
	oids [3]string // signature algorithms of root, intermediate and leaf
}{
	{"falcon512", [3]string{"1.3.9999.3.11", "1.3.9999.3.11", "1.3.9999.3.11"}},
	{"p256_falcon512", [3]string{"1.3.9999.3.12", "1.3.9999.3.12", "1.3.9999.3.12"}},
	{"ec-in-middle", [3]string{"1.3.9999.3.19", "1.3.9999.3.19", "1.2.840.10045.4.3.2"}},
}

func TestInteropChains(t *testing.T) {
	for _, chain := range chains {
		t.Run(chain.name, func(t *testing.T) {
			root := sampleCertificate(t, chain.name+"-root.crt")
			intermediate := sampleCertificate(t, chain.name+"-int.crt")
			leaf := sampleCertificate(t, chain.name+"-leaf.crt")
			for i, c := range []*Certificate{root, intermediate, leaf} {
				if got := c.SignatureOID.String(); got != chain.oids[i] {
					t.Errorf("certificate %d: signature algorithm %s, expected %s", i, got, chain.oids[i])
				}
			}
			o := options([]*Certificate{root}, []*Certificate{intermediate})
			o.CurrentTime, o.DNSName = interopTime, "server.example"
			found, err := leaf.Verify(o)
			if err != nil || len(found) != 1 || !slices.Equal(found[0], []*Certificate{leaf, intermediate, root}) {
				t.Fatalf("chains %v, error %v", found, err)
			}
			o.DNSName = "127.0.0.1"
			if _, err := leaf.Verify(o); err != nil {
				t.Error(err)
			}
			if err := intermediate.CheckSignatureFrom(leaf); !errors.As(err, new(x509.ConstraintViolationError)) {
				t.Errorf("leaf as issuer: %v", err)
			}
			if err := leaf.CheckSignatureFrom(root); !errors.Is(err, ErrInvalidSignature) {
				t.Errorf("root as issuer of the leaf: %v", err)
			}
			for _, c := range []*Certificate{root, intermediate, leaf} {
				bad := slices.Clone(c.Raw)
				bad[len(bad)/2] ^= 0x10
				if b, err := ParseCertificate(bad); err == nil && (b.checkEdge(root) == nil || b.checkEdge(intermediate) == nil) {
					t.Errorf("%s: flipped bit was accepted", certificateName(c.Certificate))
				}
			}
		})
	}
}

func TestInteropRequestsAndLists(t *testing.T) {
	for _, chain := range chains {
		root := sampleCertificate(t, chain.name+"-root.crt")
		for _, name := range []string{"int", "leaf"} {
			r, err := ParseCertificateRequest(sample(t, chain.name+"-"+name+".csr"))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.CheckSignature(); err != nil {
				t.Errorf("%s %s: %v", chain.name, name, err)
			}
			c := sampleCertificate(t, chain.name+"-"+name+".crt")
			if !bytes.Equal(r.RawSubjectPublicKeyInfo, c.RawSubjectPublicKeyInfo) {
				t.Errorf("%s %s: request and certificate have different keys", chain.name, name)
			}
		}
		list, err := ParseRevocationList(sample(t, chain.name+"-root.crl"))
		if err != nil {
			t.Fatal(err)
		}
		if err := list.CheckSignatureFrom(root); err != nil {
			t.Errorf("%s: %v", chain.name, err)
		}
	}
}

func TestInteropBouncyCastle(t *testing.T) {
	anchor := sampleCertificate(t, "bc-falcon512-ta.crt")
	if err := anchor.CheckSignatureFrom(anchor); err != nil {
		t.Error(err)
	}
	o := options([]*Certificate{anchor}, nil)
	o.CurrentTime = interopTime
	if _, err := anchor.Verify(o); err != nil {
		t.Error(err)
	}
	key := sampleKey(t, "bc-falcon512-ta.key")
	if !samePublic(anchor.PublicKey, key.Public()) {
		t.Error("certificate and private key do not belong together")
	}
}

// TestInteropKeysSign issues under the certificates of others with their keys.
func TestInteropKeysSign(t *testing.T) {
	subject := testKey(t, "ECDSA-P256", 0)
	for _, name := range []string{"falcon512-root", "falcon512-int", "p256_falcon512-root", "p256_falcon512-int", "ec-in-middle-root", "ec-in-middle-int", "bc-falcon512-ta"} {
		t.Run(name, func(t *testing.T) {
			ca, key := sampleCertificate(t, name+".crt"), sampleKey(t, name+".key")
			leaf := issue(t, leafTemplate("new.example"), ca, subject, key)
			if err := leaf.CheckSignatureFrom(ca); err != nil {
				t.Error(err)
			}
			if !bytes.Equal(leaf.AuthorityKeyId, ca.SubjectKeyId) {
				t.Errorf("authority key identifier %x, expected %x", leaf.AuthorityKeyId, ca.SubjectKeyId)
			}
			again := issue(t, caTemplate("again"), nil, key, key)
			if !bytes.Equal(again.RawSubjectPublicKeyInfo, ca.RawSubjectPublicKeyInfo) {
				t.Error("our SubjectPublicKeyInfo differs from theirs")
			}
			if err := again.CheckSignatureFrom(again); err != nil {
				t.Error(err)
			}
		})
	}
	for _, name := range []string{"falcon512-leaf", "p256_falcon512-leaf", "ec-in-middle-leaf"} {
		c, key := sampleCertificate(t, name+".crt"), sampleKey(t, name+".key")
		if !samePublic(c.PublicKey, key.Public()) {
			t.Errorf("%s: certificate and private key do not belong together", name)
		}
		if r, err := ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), key))); err != nil || r.CheckSignature() != nil {
			t.Errorf("%s: request: %v", name, err)
		}
	}
}

// TestInteropShape: what we make has the shape of what the others make, field
// by field: tag and, for what does not depend on values, content.
func TestInteropShape(t *testing.T) {
	theirs := sampleCertificate(t, "falcon512-root.crt")
	key := sampleKey(t, "falcon512-root.key")
	ours := issue(t, &x509.Certificate{
		SerialNumber: theirs.SerialNumber, Subject: theirs.Subject, RawSubject: theirs.RawSubject,
		NotBefore: theirs.NotBefore, NotAfter: theirs.NotAfter,
		ExtraExtensions: theirs.Extensions,
	}, nil, key, key)
	if !bytes.Equal(ours.RawTBSCertificate, theirs.RawTBSCertificate) {
		t.Errorf("the same certificate has another TBS:\n got %x\nwant %x", ours.RawTBSCertificate, theirs.RawTBSCertificate)
	}
	a, _ := elements(ours.Raw)
	b, _ := elements(theirs.Raw)
	if len(a) != 3 || !bytes.Equal(a[1], b[1]) || a[2][0] != b[2][0] {
		t.Error("the outer shape differs")
	}
	request := must(ParseCertificateRequest(sample(t, "falcon512-leaf.csr")))
	template := &x509.CertificateRequest{RawSubject: request.RawSubject, ExtraExtensions: request.Extensions}
	made := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, template, sampleKey(t, "falcon512-leaf.key")))))
	if !bytes.Equal(made.RawTBSCertificateRequest, request.RawTBSCertificateRequest) {
		t.Errorf("the same request has another TBS:\n got %x\nwant %x", made.RawTBSCertificateRequest, request.RawTBSCertificateRequest)
	}
	list := must(ParseRevocationList(sample(t, "falcon512-root.crl")))
	outer, _ := elements(must(CreateRevocationList(nil, &x509.RevocationList{
		Number: list.Number, ThisUpdate: list.ThisUpdate, NextUpdate: list.NextUpdate,
	}, theirs.Certificate, key)))
	want, _ := elements(list.Raw)
	if !bytes.Equal(outer[1], want[1]) {
		t.Errorf("list: algorithm %x, expected %x", outer[1], want[1])
	}
}
