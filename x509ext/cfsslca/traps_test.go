package cfsslca

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	cferr "github.com/cloudflare/cfssl/errors"
	"github.com/cloudflare/cfssl/signer"
	"github.com/cloudflare/cfssl/signer/local"
)

// A request refused by policy is refused with CFSSL's own error, whatever the
// keys. The model is CFSSL's signer on the same request with keys it knows.
func TestPolicyErrorsAreCFSSLs(t *testing.T) {
	policy := func() *config.Signing {
		p := testPolicy(t)
		p.Profiles["none"] = &config.SigningProfile{Usage: []string{"no such usage", "signing"}, Expiry: 1}
		p.Profiles["serials"] = &config.SigningProfile{Usage: []string{"signing"}, Expiry: 1e12, ClientProvidesSerialNumbers: true}
		p.Profiles["keyless"] = &config.SigningProfile{Usage: []string{"signing"}, Expiry: 1e12, CSRWhitelist: &config.CSRWhitelist{Subject: true}}
		p.Profiles["bad policy"] = &config.SigningProfile{Usage: []string{"signing"}, Expiry: 1e12, Policies: []config.CertificatePolicy{
			{ID: []int{1, 2, 3}, Qualifiers: []config.CertificatePolicyQualifier{{Type: "what"}}}}}
		return p
	}
	caRequest := func(kind string) string {
		return string(must[[]byte](t)(GenerateCSR(testKey(kind, 2), &csr.CertificateRequest{CN: "x", CA: &csr.CAConfig{}})))
	}
	for name, request := range map[string]func(kind string) signer.SignRequest{
		"no PEM":     func(string) signer.SignRequest { return signer.SignRequest{Request: "hello"} },
		"no request": func(string) signer.SignRequest { return signer.SignRequest{} },
		"a key": func(string) signer.SignRequest {
			return signer.SignRequest{Request: "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n"}
		},
		"CA flag": func(kind string) signer.SignRequest { return signer.SignRequest{Request: caRequest(kind)} },
		"name":    func(kind string) signer.SignRequest { r := testRequest(t, kind); r.Profile = "internal"; return r },
		"hosts": func(kind string) signer.SignRequest {
			r := testRequest(t, kind, "a.internal")
			r.Profile, r.Hosts = "internal", []string{"a.org"}
			return r
		},
		"email": func(kind string) signer.SignRequest {
			r := testRequest(t, kind, "a.internal")
			r.Profile, r.Hosts = "internal", []string{"a@b.org"}
			return r
		},
		"uri": func(kind string) signer.SignRequest {
			r := testRequest(t, kind, "a.internal")
			r.Profile, r.Hosts = "internal", []string{"https://a.org/"}
			return r
		},
		"serial":    func(kind string) signer.SignRequest { r := testRequest(t, kind); r.Profile = "serials"; return r },
		"no key":    func(kind string) signer.SignRequest { r := testRequest(t, kind); r.Profile = "keyless"; return r },
		"qualifier": func(kind string) signer.SignRequest { r := testRequest(t, kind); r.Profile = "bad policy"; return r },
		"extension": func(kind string) signer.SignRequest {
			r := testRequest(t, kind)
			r.Extensions = []signer.Extension{{ID: []int{1, 2, 3}, Value: "00"}}
			return r
		},
		"ext not hex": func(kind string) signer.SignRequest {
			r := testRequest(t, kind, "a.internal")
			r.Profile, r.Extensions = "internal", []signer.Extension{{ID: []int{1, 3, 6, 1, 4, 1, 99999, 1}, Value: "xyz"}}
			return r
		},
	} {
		t.Run(name, func(t *testing.T) {
			ca, key := testCA(t, "Ed25519")
			stock := must[*local.Signer](t)(local.NewSigner(key, ca.Certificate, x509.PureEd25519, policy()))
			_, want := stock.Sign(request("Ed25519"))
			if want == nil {
				t.Fatal("CFSSL's own signer does not refuse")
			}
			for _, pair := range [][2]string{{"FN-DSA-512", "Falcon-512"}, {"FN-DSA-512", "Ed25519"}, {"Ed25519", "FN-DSA-512"}} {
				cert, got := testSigner(t, pair[0], policy()).Sign(request(pair[1]))
				if cert != nil || got == nil || got.Error() != want.Error() {
					t.Errorf("%v: error %v, CFSSL has %v", pair, got, want)
				}
			}
		})
	}
}

// Requests that only this package can judge get the code that CFSSL has for
// the same fault.
func TestBadRequestsOfOurs(t *testing.T) {
	s := testSigner(t, "FN-DSA-512", nil)
	good := testRequest(t, "FN-DSA-512").Request
	der := pemBytes(t, []byte(good))
	forged := append([]byte{}, der...)
	forged[len(forged)-40] ^= 1
	for name, c := range map[string]struct {
		der  []byte
		code int
	}{
		"forged":    {forged, int(cferr.CSRError) + int(cferr.KeyMismatch)},
		"malformed": {der[:100], int(cferr.CSRError) + int(cferr.ParseFailed)},
	} {
		_, err := s.Sign(signer.SignRequest{Request: string(encodePEM(pemRequest, c.der))})
		if coded, ok := err.(*cferr.Error); !ok || coded.ErrorCode != c.code {
			t.Errorf("%s: error %v, expected code %d", name, err, c.code)
		}
	}
	newer := strings.ReplaceAll(good, "BEGIN CERTIFICATE", "BEGIN NEW CERTIFICATE")
	newer = strings.ReplaceAll(newer, "END CERTIFICATE", "END NEW CERTIFICATE")
	if _, err := s.Sign(signer.SignRequest{Request: newer}); err != nil {
		t.Errorf("the other label for a request: %v", err)
	}
}

// A key that only signs gets none of the usages of encryption, and a profile
// that has nothing else is refused rather than left without a keyUsage.
func TestEncryptionUsagesAreMasked(t *testing.T) {
	policy := &config.Signing{Default: config.DefaultConfig(), Profiles: map[string]*config.SigningProfile{
		"all":  {Usage: []string{"signing", "content commitment", "key encipherment", "data encipherment", "key agreement", "encipher only", "decipher only", "server auth"}, Expiry: 1e13},
		"none": {Usage: []string{"key encipherment", "key agreement", "server auth"}, Expiry: 1e13},
		"eku":  {Usage: []string{"server auth"}, Expiry: 1e13},
	}}
	s := testSigner(t, "FN-DSA-512", policy)
	before := append([]string{}, policy.Profiles["all"].Usage...)
	for profile, want := range map[string]x509.KeyUsage{
		"all": x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment,
		"eku": 0,
		"":    x509.KeyUsageDigitalSignature,
	} {
		req := testRequest(t, "Falcon-512")
		req.Profile = profile
		if cert := parsePEM(t, must[[]byte](t)(s.Sign(req))); cert.KeyUsage != want || cert.ExtKeyUsage[0] != x509.ExtKeyUsageServerAuth {
			t.Errorf("profile %q: usage %b %v, expected %b", profile, cert.KeyUsage, cert.ExtKeyUsage, want)
		}
	}
	req := testRequest(t, "Falcon-512")
	req.Profile = "none"
	if _, err := s.Sign(req); err == nil || err.Error() != cferr.New(cferr.PolicyError, cferr.NoKeyUsages).Error() {
		t.Errorf("a profile for encryption only: %v", err)
	}
	req = testRequest(t, "RSA-2048")
	req.Profile = "none"
	if cert := parsePEM(t, must[[]byte](t)(s.Sign(req))); cert.KeyUsage != x509.KeyUsageKeyEncipherment|x509.KeyUsageKeyAgreement {
		t.Errorf("an RSA subject lost its usages: %b", cert.KeyUsage)
	}
	if !reflect.DeepEqual(policy.Profiles["all"].Usage, before) || s.Policy() != policy {
		t.Error("masking changed the policy itself")
	}
}

// A keyUsage that comes in with copied extensions is not cut down in silence.
func TestCopiedKeyUsageIsRefused(t *testing.T) {
	policy := &config.Signing{Default: &config.SigningProfile{Usage: []string{"signing"}, Expiry: 1e13, CopyExtensions: true}}
	s := testSigner(t, "FN-DSA-512", policy)
	csrPEM := must[[]byte](t)(GenerateCSR(testKey("Falcon-512", 2), &csr.CertificateRequest{CN: "x", Extensions: []pkix.Extension{
		{Id: []int{2, 5, 29, 15}, Critical: true, Value: []byte{3, 2, 5, 0x20}}}})) // keyEncipherment
	if _, err := s.Sign(signer.SignRequest{Request: string(csrPEM)}); err == nil || !strings.Contains(err.Error(), "keyUsage") {
		t.Errorf("error %v", err)
	}
}

// Certificate transparency and remote signers would bypass the real key.
func TestUnsupportedPoliciesAreRefused(t *testing.T) {
	logs := func() *config.Signing {
		p := testPolicy(t)
		p.Profiles["peer"].CTLogServers = []string{"https://log.example.org"}
		return p
	}
	remote := func() *config.Signing {
		p := testPolicy(t)
		p.Profiles["peer"].RemoteName, p.Profiles["peer"].RemoteServer = "elsewhere", "ca.example.org"
		return p
	}
	for _, c := range []struct {
		kind, want string
		policy     *config.Signing
	}{
		{"FN-DSA-512", `profile \"peer\": ct_log_servers are not supported`, logs()},
		{"FN-DSA-512", `profile \"peer\": remote signers are not supported`, remote()},
		{"Ed25519", `profile \"peer\": remote signers are not supported`, remote()},
		{"FN-DSA-512", "Invalid or unknown policy", &config.Signing{}},
		{"FN-DSA-512", "Invalid or unknown policy", &config.Signing{Default: &config.SigningProfile{}}},
	} {
		ca, key := testCA(t, c.kind)
		if _, err := NewSigner(key, ca, c.policy); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("NewSigner: error %v, expected %s", err, c.want)
		}
		s := testSigner(t, c.kind, nil)
		s.SetPolicy(c.policy)
		req := testRequest(t, "Falcon-512")
		req.Profile = "peer"
		if cert, err := s.Sign(req); cert != nil || err == nil {
			t.Errorf("SetPolicy: error %v, expected %s", err, c.want)
		}
	}
	s := testSigner(t, "FN-DSA-512", nil)
	s.SetPolicy(nil)
	if _, err := s.Sign(testRequest(t, "Falcon-512")); err == nil {
		t.Error("signed without a policy")
	}
	// With a classical CA the logs work, for classical subjects only.
	s = testSigner(t, "Ed25519", logs())
	req := testRequest(t, "Falcon-512")
	req.Profile = "peer"
	if _, err := s.Sign(req); err == nil || !strings.Contains(err.Error(), "ct_log_servers") {
		t.Errorf("a shadow went to a log: %v", err)
	}
}

func TestNoPrecertificates(t *testing.T) {
	s := testSigner(t, "FN-DSA-512", nil)
	req := testRequest(t, "Falcon-512")
	req.ReturnPrecert = true
	if cert, err := s.Sign(req); cert != nil || err == nil || !strings.Contains(err.Error(), "precertificates") {
		t.Errorf("error %v", err)
	}
	if _, ok := any(s).(interface{ SignFromPrecert() }); ok {
		t.Error("SignFromPrecert is exported")
	}
	for i := range reflect.TypeOf(s).NumMethod() {
		if name := reflect.TypeOf(s).Method(i).Name; name == "SignFromPrecert" {
			t.Error("SignFromPrecert would sign with a shadow key")
		}
	}
}

func TestSigAlgo(t *testing.T) {
	for kind, want := range map[string]x509.SignatureAlgorithm{
		"FN-DSA-512": 0, "P256-Falcon-512": 0, "ECDSA-P256": x509.ECDSAWithSHA256, "Ed25519": x509.PureEd25519,
	} {
		if got := testSigner(t, kind, nil).SigAlgo(); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestNewSignerRefuses(t *testing.T) {
	ca, key := testCA(t, "FN-DSA-512")
	leaf := parsePEM(t, must[[]byte](t)(testSigner(t, "FN-DSA-512", nil).Sign(testRequest(t, "FN-DSA-512"))))
	for want, err := range map[string]error{
		"must not be nil":      second(NewSigner(nil, ca, nil)),
		"must not be nil ":     second(NewSigner(key, nil, nil)),
		"does not match":       second(NewSigner(testKey("FN-DSA-512", 5), ca, nil)),
		"does not match ":      second(NewSigner(testKey("ECDSA-P256", 5), ca, nil)),
		"may not issue others": second(NewSigner(testKey("FN-DSA-512", 2), leaf, nil)),
	} {
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
}

// refusingDatabase fails to insert, as a database that cannot be reached.
type refusingDatabase struct {
	certdb.Accessor
	asked []certdb.CertificateRecord
}

func (d *refusingDatabase) InsertCertificate(r certdb.CertificateRecord) error {
	d.asked = append(d.asked, r)
	return errors.New("disk full")
}

// No record, no certificate; and the record that was to be written holds the
// real certificate, not the shadow.
func TestNoCertificateWithoutRecord(t *testing.T) {
	for _, issuer := range []string{"FN-DSA-512", "Ed25519"} {
		s := testSigner(t, issuer, nil)
		db := &refusingDatabase{}
		s.SetDBAccessor(db)
		if s.GetDBAccessor() != certdb.Accessor(db) {
			t.Error("another database")
		}
		cert, err := s.Sign(testRequest(t, "Ed25519"))
		if cert != nil || err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: certificate %q, error %v", issuer, cert, err)
		}
		if len(db.asked) != 1 {
			t.Fatalf("%s: %d records", issuer, len(db.asked))
		}
		block, _ := pem.Decode([]byte(db.asked[0].PEM))
		if block == nil {
			t.Fatal("no PEM in the record")
		}
		verifies(t, parsePEM(t, []byte(db.asked[0].PEM)), s.CA(), "www.example.org")
	}
}

// Pre-issuance linting, which CFSSL does with a key of its own, sees the
// shadow and its verdict comes through.
func TestLintErrorsComeThrough(t *testing.T) {
	policy := must[*config.Config](t)(config.LoadConfig([]byte(`{"signing": {
		"default": {"usages": ["signing", "server auth"], "expiry": "8760h", "lint_error_level": "error"},
		"profiles": {"linted": {"usages": ["signing", "server auth"], "expiry": "8760h", "lint_error_level": "pass"}}}}`))).Signing
	s := testSigner(t, "FN-DSA-512", policy)
	req := testRequest(t, "Falcon-512", "no_such_top_level_domain")
	req.Profile = "linted"
	_, err := s.Sign(req)
	var lint *local.LintError
	if !errors.As(err, &lint) || len(lint.ErrorResults) == 0 {
		t.Errorf("error %v, expected one of linting", err)
	}
}
