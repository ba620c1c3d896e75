package cfsslca

import (
	"crypto/ecdsa"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/cloudflare/cfssl/csr"
	cferr "github.com/cloudflare/cfssl/errors"
	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
)

// Key requests as they stand in JSON files, and what they name.
func TestSchemeOfKeyRequest(t *testing.T) {
	for request, want := range map[string]string{
		`{"algo": "fndsa", "size": 512}`:                   "FN-DSA-512",
		`{"algo": "fndsa", "size": 1024}`:                  "FN-DSA-1024",
		`{"algo": "fndsa512"}`:                             "FN-DSA-512",
		`{"algo": "fn-dsa-1024"}`:                          "FN-DSA-1024",
		`{"algo": "fndsa512", "size": 512}`:                "FN-DSA-512",
		`{"algo": "falcon", "size": 512}`:                  "Falcon-512",
		`{"algo": "falcon1024"}`:                           "Falcon-1024",
		`{"algo": "falcon-padded", "size": 512}`:           "Falcon-padded-512",
		`{"algo": "falconpadded1024"}`:                     "Falcon-padded-1024",
		`{"algo": "p256-falcon", "size": 512}`:             "P256-Falcon-512",
		`{"algo": "p256_falcon512"}`:                       "P256-Falcon-512",
		`{"algo": "p256_falcon512", "size": 512}`:          "P256-Falcon-512",
		`{"algo": "rsa3072_falcon512"}`:                    "RSA3072-Falcon-512",
		`{"algo": "p521_falconpadded1024"}`:                "P521-Falcon-padded-1024",
		`{"algo": "fndsa512-ecdsa-p256-sha256"}`:           "FN-DSA-512-ECDSA-P256-SHA256",
		`{"algo": "fndsa512-ed25519-sha512", "size": 512}`: "FN-DSA-512-Ed25519-SHA512",
		`{"algo": "fndsa1024-ecdsa-p384-sha512"}`:          "FN-DSA-1024-ECDSA-P384-SHA512",
		`{"algo": "mldsa", "size": 44}`:                    "ML-DSA-44",
	} {
		var req csr.KeyRequest
		if err := json.Unmarshal([]byte(request), &req); err != nil {
			t.Fatal(err)
		}
		scheme, err := schemeFor(&req)
		if err != nil || scheme == nil || scheme.Name() != want {
			t.Errorf("%s: %v, %v, expected %s", request, scheme, err, want)
		}
	}
}

// Every scheme of the provider with an object identifier can be asked for, and
// a renewal asks for the same one again.
func TestEverySchemeHasAKeyRequest(t *testing.T) {
	for _, s := range provider.All() {
		info, _ := provider.Describe(s)
		if info.OID == nil || strings.EqualFold(s.Name(), "Ed25519") { // CFSSL makes these
			continue
		}
		scheme, err := schemeFor(&csr.KeyRequest{A: strings.ToLower(s.Name())})
		if err != nil || scheme != s {
			t.Errorf("%s: %v, %v", s.Name(), scheme, err)
		}
	}
	for _, kind := range []string{"ECDSA-P256", "RSA-2048", "Ed25519", "FN-DSA-512", "Falcon-padded-512", "P256-Falcon-512"} {
		pub := testKey(kind, 1).Public()
		req, err := KeyRequestFor(pub)
		if err != nil {
			t.Fatal(err)
		}
		key, err := GenerateKey(req)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if again, err := KeyRequestFor(key.Public()); err != nil || *again != *req {
			t.Errorf("%s: asked for %v, got %v, %v", kind, req, again, err)
		}
		if samePublic(key.Public(), pub) {
			t.Errorf("%s: the same key twice", kind)
		}
	}
	if _, err := KeyRequestFor("no key"); err == nil {
		t.Error("a string is taken for a key")
	}
}

// Nothing that is not known becomes a key of another kind.
func TestUnknownAlgorithmsAreNamed(t *testing.T) {
	for _, c := range []struct {
		req  *csr.KeyRequest
		want string
	}{
		{nil, `"algo" is missing`},
		{&csr.KeyRequest{}, `"algo" is missing`},
		{&csr.KeyRequest{S: 256}, `"algo" is missing`},
		{&csr.KeyRequest{A: "fndsa"}, `unknown algorithm "fndsa"`},
		{&csr.KeyRequest{A: "fndsa", S: 768}, `unknown algorithm "fndsa" of size 768`},
		{&csr.KeyRequest{A: "fndsa512", S: 1024}, `"fndsa512" has no size 1024`},
		{&csr.KeyRequest{A: "fndsa512", S: 256}, `"fndsa512" has no size 256`}, // CFSSL's default size left over
		{&csr.KeyRequest{A: "falcon", S: 5}, `unknown algorithm "falcon" of size 5`},
		{&csr.KeyRequest{A: "RSA", S: 2048}, `unknown algorithm "RSA" of size 2048`},
		{&csr.KeyRequest{A: "dsa", S: 2048}, `unknown algorithm "dsa" of size 2048`},
		{&csr.KeyRequest{A: "ecdsa", S: 255}, "ecdsa of size 255: invalid curve"},
		{&csr.KeyRequest{A: "rsa", S: 1024}, "rsa of size 1024: RSA key is too weak"},
		{&csr.KeyRequest{A: "fndsa", S: -512}, `unknown algorithm "fndsa" of size -512`},
	} {
		for name, err := range map[string]error{
			"GenerateKey": second(GenerateKey(c.req)),
			"InitCA":      fourth(InitCA(&csr.CertificateRequest{CN: "x", KeyRequest: c.req})),
		} {
			if name == "InitCA" && c.req != nil && (c.req.A == "ecdsa" || c.req.A == "rsa") {
				continue // there the text is CFSSL's
			}
			var coded *cferr.Error
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%.200s", jsonText(c.want))) {
				t.Errorf("%s(%v): error %v, expected %q", name, c.req, err, c.want)
			} else if coded, _ = err.(*cferr.Error); coded == nil || coded.ErrorCode != 2400 {
				t.Errorf("%s(%v): error code of %v, expected CFSSL's 2400", name, c.req, err)
			}
		}
	}
}

// jsonText is a text as CFSSL's errors contain it.
func jsonText(s string) string {
	data, _ := json.Marshal(s)
	return strings.Trim(string(data), `"`)
}

func second[A any](_ A, err error) error                 { return err }
func fourth[A, B, C any](_ A, _ B, _ C, err error) error { return err }

func TestGenerateKeyKinds(t *testing.T) {
	key, err := GenerateKey(&csr.KeyRequest{A: "ecdsa", S: 384})
	if pub, ok := key.Public().(*ecdsa.PublicKey); err != nil || !ok || pub.Params().BitSize != 384 {
		t.Errorf("ecdsa 384: %T, %v", key, err)
	}
	key, err = GenerateKey(&csr.KeyRequest{A: "rsa", S: 2048})
	if pub, ok := key.Public().(*rsa.PublicKey); err != nil || !ok || pub.N.BitLen() != 2048 {
		t.Errorf("rsa 2048: %T, %v", key, err)
	}
	key, err = GenerateKey(&csr.KeyRequest{A: "fndsa", S: 1024})
	if pub, ok := key.Public().(sign.PublicKey); err != nil || !ok || pub.Scheme().Name() != "FN-DSA-1024" {
		t.Errorf("fndsa 1024: %T, %v", key, err)
	}
}

// Every private key that a CFSSL request makes is read again.
func TestParsePrivateKeyPEM(t *testing.T) {
	for _, req := range []csr.KeyRequest{
		{A: "rsa", S: 2048}, {A: "ecdsa", S: 256}, {A: "ecdsa", S: 521}, {A: "ed25519"}, {A: "fndsa", S: 512}, {A: "falcon512"},
		{A: "p256-falcon", S: 512}, {A: "fndsa512-ed25519-sha512"},
	} {
		csrPEM, keyPEM, err := ParseRequest(&csr.CertificateRequest{CN: "x", KeyRequest: &req})
		if err != nil {
			t.Fatalf("%v: %v", req, err)
		}
		r, err := readRequest(string(csrPEM))
		if err != nil {
			t.Fatalf("%v: %v", req, err)
		}
		key, err := ParsePrivateKeyPEM(keyPEM)
		if err != nil || !samePublic(key.Public(), r.PublicKey) {
			t.Errorf("%v: %v", req, err)
		}
	}
	parameters := "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
	_, keyPEM, err := ParseRequest(&csr.CertificateRequest{CN: "x", KeyRequest: &csr.KeyRequest{A: "ecdsa", S: 256}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParsePrivateKeyPEM(append([]byte(parameters), keyPEM...)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"", "hello", parameters, parameters + parameters} {
		if _, err := ParsePrivateKeyPEM([]byte(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
