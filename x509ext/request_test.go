package x509ext

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"net"
	"strings"
	"testing"
)

func requestTemplate() *x509.CertificateRequest {
	return &x509.CertificateRequest{
		Subject:         pkix.Name{CommonName: "request.example", Organization: []string{"Tests"}},
		DNSNames:        []string{"request.example"},
		IPAddresses:     []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtraExtensions: []pkix.Extension{{Id: []int{2, 999, 2}, Value: []byte{5, 0}}},
	}
}

func TestCertificateRequest(t *testing.T) {
	for _, kind := range matrixKinds {
		t.Run(kind, func(t *testing.T) {
			key := testKey(t, kind, 0)
			der, err := CreateCertificateRequest(nil, requestTemplate(), key)
			if err != nil {
				t.Fatal(err)
			}
			r, err := ParseCertificateRequest(der)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.CheckSignature(); err != nil {
				t.Error(err)
			}
			if !samePublic(r.PublicKey, key.Public()) || r.Subject.CommonName != "request.example" ||
				len(r.DNSNames) != 1 || len(r.IPAddresses) != 1 || len(r.Extensions) != 2 {
				t.Errorf("parsed request differs from its template: %+v", r.CertificateRequest)
			}
			// The key in the request is good for a certificate.
			issuer := testKey(t, "ML-DSA-44", 1)
			root := issue(t, caTemplate("root"), nil, issuer, issuer)
			certificate, err := CreateCertificate(nil, leafTemplate("request.example"), root.Certificate, r.PublicKey, issuer)
			if err != nil {
				t.Fatal(err)
			}
			if c, err := ParseCertificate(certificate); err != nil || string(c.RawSubjectPublicKeyInfo) != string(r.RawSubjectPublicKeyInfo) {
				t.Errorf("certificate for the request: %v", err)
			}
			// Another key in its place breaks the proof of possession.
			_, spki, _ := normalise(testKey(t, kind, 2).Public())
			swapped, err := ParseCertificateRequest(surgery(t, der, func(tbs, outer [][]byte) [][]byte {
				tbs[requestSPKI] = spki
				return tbs
			}))
			if err != nil {
				t.Fatal(err)
			}
			if err := swapped.CheckSignature(); !errors.Is(err, ErrInvalidSignature) {
				t.Errorf("swapped key: %v, expected ErrInvalidSignature", err)
			}
		})
	}
}

func TestParseCertificateRequestIsStrict(t *testing.T) {
	der := must(CreateCertificateRequest(nil, requestTemplate(), testKey(t, "ML-DSA-44", 0)))
	for _, c := range []operation{
		{"NULL in the outer algorithm", "request: signatureAlgorithm: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			outer[1] = withParameters(outer[1], null)
			return tbs
		}},
		{"NULL in the key", "request: spki: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			tbs[requestSPKI] = inSPKI(tbs[requestSPKI], func(f [][]byte) { f[0] = withParameters(f[0], null) })
			return tbs
		}},
		{"unused bits in the key", "request: spki: public key: 3 unused bits, expected 0", func(tbs, outer [][]byte) [][]byte {
			tbs[requestSPKI] = inSPKI(tbs[requestSPKI], func(f [][]byte) { f[1] = withUnusedBits(f[1], 3) })
			return tbs
		}},
		{"unused bits in the signature", "request: signatureValue: 1 unused bits, expected 0", func(tbs, outer [][]byte) [][]byte {
			outer[2] = withUnusedBits(outer[2], 1)
			return tbs
		}},
		{"OCTET STRING inside the key", "request: spki: ML-DSA-44 key:", func(tbs, outer [][]byte) [][]byte {
			tbs[requestSPKI] = inSPKI(tbs[requestSPKI], func(f [][]byte) { f[1] = wrapped(f[1]) })
			return tbs
		}},
		{"two fields", "request: malformed tbs", func(tbs, outer [][]byte) [][]byte { return tbs[:2] }},
	} {
		if _, err := ParseCertificateRequest(surgery(t, der, c.change)); err == nil || !strings.HasPrefix(err.Error(), "x509ext: "+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: %s", c.name, err, c.want)
		}
	}
	if err := (&CertificateRequest{}).CheckSignature(); err == nil {
		t.Error("an unparsed request was accepted")
	}
	if _, err := CreateCertificateRequest(nil, nil, testKey(t, "ML-DSA-44", 0)); err == nil {
		t.Error("a nil template was accepted")
	}
}
