package x509ext

import (
	"crypto"
	"crypto/x509"
	"errors"
	"math/big"
	"strings"
	"testing"

	"golang.org/x/crypto/ocsp"
)

func statusTemplate(serial *big.Int) ocsp.Response {
	return ocsp.Response{
		Status:           ocsp.Revoked,
		SerialNumber:     serial,
		ThisUpdate:       now,
		NextUpdate:       now.AddDate(0, 0, 1),
		RevokedAt:        now.AddDate(0, 0, -1),
		RevocationReason: ocsp.KeyCompromise,
		IssuerHash:       crypto.SHA256,
	}
}

func responderTemplate() *x509.Certificate {
	c := leafTemplate("responder.example")
	c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageOCSPSigning}
	return c
}

func TestOCSPFromIssuer(t *testing.T) {
	for _, kind := range matrixKinds {
		t.Run(kind, func(t *testing.T) {
			key, otherKey := testKey(t, kind, 0), testKey(t, kind, 1)
			ca := issue(t, caTemplate("ca"), nil, key, key)
			leaf := issue(t, leafTemplate("leaf.example"), ca, testKey(t, "ML-DSA-44", 2), key)
			der, err := CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, statusTemplate(leaf.SerialNumber), key)
			if err != nil {
				t.Fatal(err)
			}
			r, err := ParseOCSPResponse(der, leaf)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.CheckSignatureFrom(ca); err != nil {
				t.Error(err)
			}
			if r.Status != ocsp.Revoked || r.RevocationReason != ocsp.KeyCompromise || r.SerialNumber.Cmp(leaf.SerialNumber) != 0 || r.Responder != nil {
				t.Errorf("parsed response differs from its template: %+v", r.Response)
			}
			other := issue(t, caTemplate("ca"), nil, otherKey, otherKey)
			if err := r.CheckSignatureFrom(other); err == nil || !strings.Contains(err.Error(), "not about a certificate issued by") {
				t.Errorf("another CA: %v", err)
			}
			for bit := range 8 {
				bad := append([]byte{}, der...)
				bad[len(bad)-1] ^= 1 << bit
				if r, err := ParseOCSPResponse(bad, nil); err == nil && r.CheckSignatureFrom(ca) == nil {
					t.Errorf("bit %d of the signature flipped: accepted", bit)
				}
			}
		})
	}
}

func TestOCSPDelegation(t *testing.T) {
	key := testKey(t, "ML-DSA-44", 0)
	ca := issue(t, caTemplate("ca"), nil, key, key)
	otherCA := issue(t, caTemplate("other"), nil, testKey(t, "ML-DSA-44", 1), testKey(t, "ML-DSA-44", 1))
	signer := testKey(t, "ML-DSA-44", 3)
	respond := func(responder *Certificate, about *Certificate) *OCSPResponse {
		template := statusTemplate(big.NewInt(5))
		template.Certificate = responder.Certificate
		der, err := CreateOCSPResponse(nil, about.Certificate, responder.Certificate, template, signer)
		if err != nil {
			t.Fatal(err)
		}
		return must(ParseOCSPResponse(der, nil))
	}
	good := issue(t, responderTemplate(), ca, signer, key)
	r := respond(good, ca)
	if err := r.CheckSignatureFrom(ca); err != nil {
		t.Error(err)
	}
	if !r.Responder.Equal(good) || r.Response.Certificate != r.Responder.Certificate {
		t.Error("the responder's certificate was not returned")
	}
	if err := r.CheckSignatureFrom(otherCA); err == nil {
		t.Error("accepted for another CA")
	}
	// A responder of two CAs: its certificate of one does not let it speak for the other.
	if err := respond(good, otherCA).CheckSignatureFrom(ca); err == nil || !strings.Contains(err.Error(), "not about a certificate issued by") {
		t.Errorf("answer for another CA: %v", err)
	}
	if err := respond(good, otherCA).CheckSignatureFrom(otherCA); err == nil || !strings.Contains(err.Error(), "was not issued by") {
		t.Errorf("responder of another CA: %v", err)
	}
	plain := issue(t, leafTemplate("responder.example"), ca, signer, key)
	if err := respond(plain, ca).CheckSignatureFrom(ca); err == nil || !strings.Contains(err.Error(), "lacks the extended key usage OCSPSigning") {
		t.Errorf("responder without the usage: %v", err)
	}
	impostor := issue(t, responderTemplate(), issue(t, caTemplate("ca"), nil, signer, signer), signer, signer)
	if err := respond(impostor, ca).CheckSignatureFrom(ca); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("responder signed by another key: %v, expected ErrInvalidSignature", err)
	}
}

func TestOCSPErrors(t *testing.T) {
	key := testKey(t, "ML-DSA-44", 0)
	ca := issue(t, caTemplate("ca"), nil, key, key)
	var response ocsp.ResponseError
	if _, err := ParseOCSPResponse(ocsp.TryLaterErrorResponse, nil); !errors.As(err, &response) || response.Status != ocsp.TryLater {
		t.Errorf("try later: %v", err)
	}
	if _, err := ParseOCSPResponse([]byte{0x30, 0}, nil); err == nil {
		t.Error("an empty response was accepted")
	}
	if err := (&OCSPResponse{}).CheckSignatureFrom(ca); err == nil {
		t.Error("an unparsed response was accepted")
	}
	if _, err := CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, ocsp.Response{}, key); err == nil {
		t.Error("a template without serial number was accepted")
	}
	if _, err := CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, statusTemplate(big.NewInt(1)), testKey(t, "ML-DSA-44", 1)); err == nil || !strings.Contains(err.Error(), "does not match") {
		t.Errorf("foreign key: %v", err)
	}
	der := must(CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, statusTemplate(big.NewInt(1)), key))
	basic := must(splitOCSP(der))
	basic.algorithm = withParameters(basic.algorithm, null)
	if _, err := ParseOCSPResponse(must(basic.marshal()), nil); err == nil || err.Error() != "x509ext: ocsp: signatureAlgorithm: algorithm parameters must be absent (found NULL)" {
		t.Errorf("NULL parameters: %v", err)
	}
}
