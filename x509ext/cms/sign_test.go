package cms

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/x509"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/saker-pq/saker/scheme"
	"github.com/saker-pq/saker/x509ext"
)

// TestSignRefuses: what cannot be signed, with reasons.
func TestSignRefuses(t *testing.T) {
	id, other := testIdentity("FN-DSA-512"), testIdentity("ECDSA-P256")
	one := func(s Signer) []Signer { return []Signer{s} }
	attribute := func(oid []int, values ...[]byte) Options { return Options{Attributes: []Attribute{{oid, values}}} }
	noKeyID := selfSigned("ECDSA-P256")
	noKeyID.Certificate = must(x509ext.ParseCertificate(noKeyID.Certificate.Raw))
	noKeyID.Certificate.SubjectKeyId = nil
	noKeyID.ByKeyIdentifier = true
	for _, test := range []struct {
		name    string
		signers []Signer
		opts    Options
		want    string
	}{
		{"nobody", nil, Options{}, "0 signers, expected 1 to 16"},
		{"too many", repeat(other.Signer, MaxSigners+1), Options{}, "17 signers"},
		{"no certificate", one(Signer{Key: id.Key}), Options{}, "certificate was not parsed"},
		{"empty certificate", one(Signer{Key: id.Key, Certificate: &x509ext.Certificate{}}), Options{}, "certificate was not parsed"},
		{"no key", one(Signer{Certificate: id.Certificate}), Options{}, "private key: nil key (<nil>)"},
		{"nil key", one(Signer{Certificate: id.Certificate, Key: (*ecdsa.PrivateKey)(nil)}), Options{}, "private key: nil key (*ecdsa.PrivateKey)"},
		{"short key", one(Signer{Certificate: id.Certificate, Key: ed25519.PrivateKey{1}}), Options{}, "has 1 bytes, expected 64"},
		{"another's key", one(Signer{Certificate: id.Certificate, Key: other.Key}), Options{}, "does not match"},
		{"no key identifier", one(noKeyID), Options{}, "no subject key identifier"},
		{"unknown digest", one(id.Signer), Options{Digest: 99}, "Digest(99) is not a digest"},
		{"digest of another", one(other.Signer), Options{Digest: DigestSHAKE256}, "SHAKE256 does not go with a key of type *ecdsa.PublicKey"},
		{"other content bare", one(id.Signer), Options{ContentType: []int{2, 999, 1}, NoSignedAttributes: true}, "demands signed attributes"},
		{"malformed content type", one(id.Signer), Options{ContentType: []int{9}}, "attribute 1.2.840.113549.1.9.3"},
		{"either input", one(id.Signer), Options{Input: InputEither}, "not a form to sign in"},
		{"unknown input", one(id.Signer), Options{Input: 9}, "Input(9) is not a form to sign in"},
		{"digest of nothing", one(testIdentity("Falcon-512").Signer), Options{Input: InputDigest, NoSignedAttributes: true}, "demands signed attributes"},
		{"attributes and none", one(id.Signer), Options{NoSignedAttributes: true, Attributes: []Attribute{{[]int{2, 999, 1}, [][]byte{{5, 0}}}}}, "Attributes are given"},
		{"attribute of ours", one(id.Signer), attribute(oidMessageDigest, []byte{4, 0}), "written by this package"},
		{"attribute without value", one(id.Signer), attribute([]int{2, 999, 1}), "0 values"},
		{"attribute with half a value", one(id.Signer), attribute([]int{2, 999, 1}, []byte{4}), "not one DER element"},
		{"attribute with a pair", one(id.Signer), attribute([]int{2, 999, 1}, []byte{5, 0, 5, 0}), "not one DER element"},
		{"too many attributes", one(id.Signer), Options{Attributes: repeat(Attribute{[]int{2, 999, 1}, [][]byte{{5, 0}}}, MaxAttributes)}, "68 signed attributes"},
		{"certificate not parsed", one(id.Signer), Options{Certificates: []*x509ext.Certificate{id.root, nil}}, "certificate 2 was not parsed"},
		{"year of five digits", one(id.Signer), Options{SigningTime: now.AddDate(9000, 0, 0)}, "attribute 1.2.840.113549.1.9.5"},
		{"failing random source", one(id.Signer), Options{Random: brokenSource{}}, "source is broken"},
	} {
		if _, err := Sign([]byte("x"), test.signers, test.opts); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "cms: ") {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}

// TestSignUnsupportedKey: a certificate with a key that nobody knows.
func TestSignUnsupportedKey(t *testing.T) {
	c := &x509ext.Certificate{Certificate: &x509.Certificate{}, PublicKeyOID: []int{2, 999, 1}}
	var unsupported *x509ext.UnsupportedAlgorithmError
	if _, _, _, err := chooseAlgorithm(c, DigestDefault); !errors.As(err, &unsupported) || unsupported.OID.String() != "2.999.1" {
		t.Errorf("%v", err)
	}
	if _, err := Sign(nil, []Signer{{Certificate: testIdentity("ECDSA-P256").Certificate, Key: strangeKey{}}}, Options{}); err == nil || !strings.Contains(err.Error(), "private key: ") {
		t.Errorf("key of an unknown type: %v", err)
	}
}

type strangeKey struct{}

func (strangeKey) Public() crypto.PublicKey { return "none" }
func (strangeKey) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) {
	return nil, errors.New("not reached")
}

// TestFaultySignature: a signature that does not verify is not handed out.
func TestFaultySignature(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "ECDSA-P256"} {
		id := testIdentity(kind)
		faulty := Signer{Certificate: id.Certificate, Key: faultyKey{id.Key}}
		if out, err := Sign([]byte("x"), []Signer{faulty}, Options{}); out != nil || err == nil || !strings.Contains(err.Error(), "the signature just made does not verify") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// A faultyKey flips a bit of every signature.
type faultyKey struct{ crypto.Signer }

func (k faultyKey) Sign(random io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	signature, err := k.Signer.Sign(random, digest, opts)
	if err == nil {
		signature[len(signature)/2] ^= 1
	}
	return signature, err
}

// TestSignBounds: a message that Parse would refuse is not made.
func TestSignBounds(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	var many []*x509ext.Certificate
	for i := range MaxCertificates {
		raw := replaceOnce(t, id.Certificate.Raw, []byte{2, 1, 2, 0x30}, []byte{2, 1, byte(3 + i), 0x30}) // the serial number
		many = append(many, must(x509ext.ParseCertificate(raw)))
	}
	if _, err := Sign([]byte("x"), []Signer{id.Signer}, Options{Certificates: many}); err == nil || !strings.Contains(err.Error(), "101 certificates, expected at most 100") {
		t.Errorf("certificates: %v", err)
	}
	if _, err := Sign([]byte("x"), []Signer{id.Signer}, Options{Certificates: many[1:]}); err != nil {
		t.Errorf("certificates within the bound: %v", err)
	}
	large := &SignedData{ContentType: oidData, Content: make([]byte, MaxSize), version: 1}
	if _, err := large.marshalSorted(); err == nil || !strings.Contains(err.Error(), "sign it detached") {
		t.Errorf("size: %v", err)
	}
}

// TestMarshalEmpty: the zero value is an error, not a panic.
func TestMarshalEmpty(t *testing.T) {
	if _, err := new(SignedData).Marshal(); err == nil || !strings.HasPrefix(err.Error(), "cms: ") {
		t.Errorf("%v", err)
	}
}

type brokenSource struct{}

func (brokenSource) Read([]byte) (int, error) { return 0, errors.New("source is broken") }

// TestSignWithRawKey: a key of package fndsa signs as that of a scheme does.
func TestSignWithRawKey(t *testing.T) {
	id := testIdentity("FN-DSA-512")
	raw := Signer{Certificate: id.Certificate, Key: id.Key.(*scheme.PrivateKey).FNDSA()}
	s := must(Parse(must(Sign([]byte("x"), []Signer{raw}, Options{}))))
	if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err != nil {
		t.Error(err)
	}
}

func TestContentGivenOnce(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	inside := must(Parse(must(Sign([]byte("x"), []Signer{id.Signer}, Options{}))))
	detached := must(Parse(must(Sign([]byte("x"), []Signer{id.Signer}, Options{Detached: true}))))
	none := must(Parse(must((&SignedData{ContentType: oidData, Content: []byte("x"), version: 1, Certificates: []*x509ext.Certificate{id.root}}).marshal())))
	for _, test := range []struct {
		name    string
		s       *SignedData
		content []byte
		want    string
	}{
		{"twice", inside, []byte("x"), "another one was given"},
		{"never", detached, nil, "was not given"},
		{"no signers", none, nil, "no signers"},
	} {
		if _, err := test.s.VerifyEach(VerifyOptions{Roots: id.roots(), CurrentTime: now, Content: test.content}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
	if _, err := inside.Verify(VerifyOptions{Input: 7}); err == nil || !strings.Contains(err.Error(), "unknown Input") {
		t.Errorf("unknown input: %v", err)
	}
}
