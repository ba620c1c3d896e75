package cfsslca

import (
	"bytes"
	"crypto"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/certdb"
	cfocsp "github.com/cloudflare/cfssl/ocsp"
	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/ocsp"
)

// A small CA with a database and two certificates, one of them revoked.
type world struct {
	db            certdb.Accessor
	signer        *Signer
	good, revoked *x509ext.Certificate
}

func newWorld(t testing.TB, kind string) *world {
	t.Helper()
	w := &world{db: testDatabase(t), signer: testSigner(t, kind, testPolicy(t))}
	w.signer.SetDBAccessor(w.db)
	w.good, w.revoked = w.issue(t, "good.example.org"), w.issue(t, "revoked.example.org")
	w.revoke(t, w.revoked, ocsp.KeyCompromise)
	return w
}

func (w *world) issue(t testing.TB, host string) *x509ext.Certificate {
	t.Helper()
	return parsePEM(t, must[[]byte](t)(w.signer.Sign(testRequest(t, "Falcon-512", host))))
}

func (w *world) revoke(t testing.TB, cert *x509ext.Certificate, reason int) {
	t.Helper()
	if err := w.db.RevokeCertificate(cert.SerialNumber.String(), authorityKeyID(w.signer.CA()), reason); err != nil {
		t.Fatal(err)
	}
}

func (w *world) ocspSigner(t testing.TB) *OCSPSigner {
	t.Helper()
	return must[*OCSPSigner](t)(NewOCSPSigner(w.signer.ca, w.signer.ca, w.signer.priv, 96*time.Hour))
}

func ocspRequest(t testing.TB, cert, issuer *x509ext.Certificate, hash crypto.Hash) *ocsp.Request {
	t.Helper()
	der := must[[]byte](t)(ocsp.CreateRequest(cert.Certificate, issuer.Certificate, &ocsp.RequestOptions{Hash: hash}))
	return must[*ocsp.Request](t)(ocsp.ParseRequest(der))
}

func TestCRL(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "P256-Falcon-512", "ECDSA-P256"} {
		t.Run(kind, func(t *testing.T) {
			w := newWorld(t, kind)
			before := time.Now().Add(-time.Second)
			list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(
				must[[]byte](t)(NewCRL(w.db, w.signer.ca, w.signer.priv, 24*time.Hour))))
			if err := list.CheckSignatureFrom(w.signer.ca); err != nil {
				t.Error(err)
			}
			entries := list.RevokedCertificateEntries
			if len(entries) != 1 || entries[0].SerialNumber.Cmp(w.revoked.SerialNumber) != 0 || entries[0].ReasonCode != ocsp.KeyCompromise ||
				time.Since(entries[0].RevocationTime).Abs() > time.Minute {
				t.Errorf("entries %+v", entries)
			}
			if list.ThisUpdate.Before(before) || list.NextUpdate.Sub(list.ThisUpdate) != 24*time.Hour {
				t.Errorf("from %v to %v", list.ThisUpdate, list.NextUpdate)
			}
			next := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(
				must[[]byte](t)(NewCRL(w.db, w.signer.ca, w.signer.priv, 24*time.Hour))))
			if next.Number.Cmp(list.Number) <= 0 {
				t.Errorf("list number %d after %d", next.Number, list.Number)
			}
		})
	}
}

// TestCRLHasNoReasonThatUndoes records reasons that CFSSL accepts and a full
// list must not have.
func TestCRLHasNoReasonThatUndoes(t *testing.T) {
	w := newWorld(t, "ECDSA-P256")
	for _, reason := range []int{7, ocsp.RemoveFromCRL, 11} {
		records := must[[]certdb.CertificateRecord](t)(w.db.GetRevokedAndUnexpiredCertificates())
		if err := w.db.RevokeCertificate(records[0].Serial, records[0].AKI, reason); err != nil {
			t.Fatal(err)
		}
		list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(
			must[[]byte](t)(NewCRL(w.db, w.signer.ca, w.signer.priv, time.Hour))))
		if entries := list.RevokedCertificateEntries; len(entries) != 1 || entries[0].ReasonCode != 0 {
			t.Errorf("reason %d: entries %+v", reason, entries)
		}
	}
}

// Two CAs may share a database; the list of one does not name certificates of
// the other.
func TestCRLIsOfOneCA(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	other := testSigner(t, "Falcon-512", nil)
	list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(must[[]byte](t)(NewCRL(w.db, other.ca, other.priv, time.Hour))))
	if len(list.RevokedCertificateEntries) != 0 {
		t.Errorf("entries of another CA: %v", list.RevokedCertificateEntries)
	}
}

// A certificate whose issuer has the same name as its subject carries no
// authority key identifier; it is revoked all the same.
func TestSelfIssuedIsListed(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	req := testRequest(t, "Falcon-512", "x.example.org")
	req.Subject = &signer.Subject{CN: w.signer.CA().Subject.CommonName}
	cert := parsePEM(t, must[[]byte](t)(w.signer.Sign(req)))
	if len(cert.AuthorityKeyId) != 0 {
		t.Fatalf("the certificate has the authority key identifier %x", cert.AuthorityKeyId)
	}
	if err := w.db.RevokeCertificate(cert.SerialNumber.String(), "", ocsp.Superseded); err != nil {
		t.Fatal(err)
	}
	list := must[*x509ext.RevocationList](t)(x509ext.ParseRevocationList(must[[]byte](t)(NewCRL(w.db, w.signer.ca, w.signer.priv, time.Hour))))
	if len(list.RevokedCertificateEntries) != 2 {
		t.Errorf("%d entries, expected 2", len(list.RevokedCertificateEntries))
	}
	der := must[[]byte](t)(NewOCSPSource(w.db, w.ocspSigner(t)).ResponseFor(cert.SerialNumber.String()))
	if r := must[*x509ext.OCSPResponse](t)(x509ext.ParseOCSPResponse(der, cert)); r.Status != ocsp.Revoked {
		t.Errorf("status %d", r.Status)
	}
}

func TestCRLOfADamagedRecord(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	r := certdb.CertificateRecord{Serial: "0x12", AKI: authorityKeyID(w.signer.ca), Status: "revoked", Expiry: time.Now().Add(time.Hour), PEM: "x"}
	if err := w.db.InsertCertificate(r); err != nil {
		t.Fatal(err)
	}
	if _, err := NewCRL(w.db, w.signer.ca, w.signer.priv, time.Hour); err == nil || !strings.Contains(err.Error(), `serial number "0x12"`) {
		t.Errorf("error %v", err)
	}
}

// The answer about a certificate is what the database says at that moment.
func TestOCSPSource(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "ECDSA-P256"} {
		t.Run(kind, func(t *testing.T) {
			w := newWorld(t, kind)
			source := NewOCSPSource(w.db, w.ocspSigner(t))
			status := func(cert *x509ext.Certificate, hash crypto.Hash) *x509ext.OCSPResponse {
				t.Helper()
				der, _, err := source.Response(ocspRequest(t, cert, w.signer.ca, hash))
				if err != nil {
					t.Fatal(err)
				}
				r := must[*x509ext.OCSPResponse](t)(x509ext.ParseOCSPResponse(der, cert))
				if err := r.CheckSignatureFrom(w.signer.ca); err != nil {
					t.Error(err)
				}
				if r.IssuerHash != hash || r.SerialNumber.Cmp(cert.SerialNumber) != 0 {
					t.Errorf("answer about certificate %d by hash %v", r.SerialNumber, r.IssuerHash)
				}
				return r
			}
			for _, hash := range []crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA1} {
				if r := status(w.good, hash); r.Status != ocsp.Good {
					t.Errorf("status %d", r.Status)
				}
				if r := status(w.revoked, hash); r.Status != ocsp.Revoked || r.RevocationReason != ocsp.KeyCompromise || time.Since(r.RevokedAt).Abs() > time.Minute {
					t.Errorf("status %d, reason %d, at %v", r.Status, r.RevocationReason, r.RevokedAt)
				}
			}
			// kept responses are used again, and not after a revocation
			first, again := status(w.good, crypto.SHA1), status(w.good, crypto.SHA1)
			if !bytes.Equal(first.Signature, again.Signature) {
				t.Error("the response was not kept")
			}
			w.revoke(t, w.good, ocsp.Superseded)
			if r := status(w.good, crypto.SHA1); r.Status != ocsp.Revoked || r.RevocationReason != ocsp.Superseded {
				t.Errorf("status %d after revocation", r.Status)
			}
			w.revoke(t, w.good, ocsp.KeyCompromise)
			if r := status(w.good, crypto.SHA1); r.RevocationReason != ocsp.KeyCompromise {
				t.Errorf("reason %d after a second revocation", r.RevocationReason)
			}
		})
	}
}

func TestOCSPSourceKnowsOnlyItsOwn(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	source := NewOCSPSource(w.db, w.ocspSigner(t))
	other, _ := testCA(t, "Falcon-512")
	unknown := *w.good.Certificate
	unknown.SerialNumber = big.NewInt(12345)
	for name, req := range map[string]*ocsp.Request{
		"another CA":             ocspRequest(t, w.good, other, crypto.SHA1),
		"unknown serial":         ocspRequest(t, &x509ext.Certificate{Certificate: &unknown}, w.signer.ca, crypto.SHA1),
		"nothing":                {},
		"nil":                    nil,
		"hash that is not there": {HashAlgorithm: crypto.MD4, SerialNumber: w.good.SerialNumber},
	} {
		if der, _, err := source.Response(req); der != nil || err != cfocsp.ErrNotFound {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestDelegatedResponder(t *testing.T) {
	w := newWorld(t, "FN-DSA-512")
	req := testRequest(t, "FN-DSA-512-ECDSA-P256-SHA256", "ocsp.example.org")
	req.Profile = "responder"
	responder := parsePEM(t, must[[]byte](t)(w.signer.Sign(req)))
	key := testKey("FN-DSA-512-ECDSA-P256-SHA256", 2)
	s := must[*OCSPSigner](t)(NewOCSPSigner(w.signer.ca, responder, key, time.Hour))
	der := must[[]byte](t)(s.Sign(cfocsp.SignRequest{Certificate: w.good.Certificate, Status: "good"}))
	r := must[*x509ext.OCSPResponse](t)(x509ext.ParseOCSPResponse(der, w.good))
	if err := r.CheckSignatureFrom(w.signer.ca); err != nil || r.Responder == nil || !r.Responder.Equal(responder) {
		t.Errorf("responder %v, %v", r.Responder, err)
	}

	other, otherKey := testCA(t, "Falcon-512")
	for want, err := range map[string]error{
		"must not be nil":     second(NewOCSPSigner(nil, responder, key, time.Hour)),
		"does not match":      second(NewOCSPSigner(w.signer.ca, responder, otherKey, time.Hour)),
		"not from the issuer": second(NewOCSPSigner(w.signer.ca, other, otherKey, time.Hour)),
		"expected a positive": second(NewOCSPSigner(w.signer.ca, responder, key, 0)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
}

// The signer refuses what CFSSL's own refuses, with the same errors.
func TestOCSPSignerErrorsAreCFSSLs(t *testing.T) {
	w := newWorld(t, "ECDSA-P256")
	other := testSigner(t, "Ed25519", nil)
	foreign := parsePEM(t, must[[]byte](t)(other.Sign(testRequest(t, "ECDSA-P256"))))
	ours := w.ocspSigner(t)
	stock := must[cfocsp.Signer](t)(cfocsp.NewSigner(w.signer.ca.Certificate, w.signer.ca.Certificate, w.signer.priv, time.Hour))
	classical := parsePEM(t, must[[]byte](t)(w.signer.Sign(testRequest(t, "Ed25519"))))
	for name, req := range map[string]cfocsp.SignRequest{
		"no certificate": {Status: "good"},
		"another issuer": {Certificate: foreign.Certificate, Status: "good"},
		"unknown status": {Certificate: classical.Certificate, Status: "fine"},
	} {
		_, got := ours.Sign(req)
		_, want := stock.Sign(req)
		if got == nil || want == nil || got.Error() != want.Error() {
			t.Errorf("%s: error %v, CFSSL has %v", name, got, want)
		}
	}
	forged := *w.good.Certificate
	forged.Raw = bytes.Clone(w.good.Raw)
	forged.Raw[len(forged.Raw)-1] ^= 1
	if _, err := ours.Sign(cfocsp.SignRequest{Certificate: &forged, Status: "good"}); err == nil {
		t.Error("a response about a forged certificate")
	}
}
