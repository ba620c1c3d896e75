package cms

import (
	"bytes"
	"crypto/x509"
	"errors"
	"testing"
)

var oqsChains = []string{"falcon512", "p256_falcon512", "ec-in-middle"}

func TestOpenSSLWithOQSProvider(t *testing.T) {
	for _, name := range oqsChains {
		t.Run(name, func(t *testing.T) {
			data := testFile(name + "-msg.cms")
			s, err := Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			// OpenSSL ends the lines of a text by CR LF before it signs, as mail has them.
			if text := bytes.ReplaceAll(testFile("msg.txt"), []byte("\n"), []byte("\r\n")); !bytes.Equal(s.Content, text) {
				t.Errorf("content is %q", s.Content)
			}
			if again, err := s.Marshal(); err != nil || !bytes.Equal(again, data) {
				t.Errorf("not written back to the same bytes (%v)", err)
			}
			root := rootFile(name + "-root.crt")
			for _, input := range []Input{InputDigest, InputEither} {
				results, err := s.Verify(VerifyOptions{Roots: poolOf(root), CurrentTime: now, Input: input})
				if err != nil {
					t.Fatalf("%v: %v", input, err)
				}
				r := results[0]
				if len(results) != 1 || r.Input != InputDigest || r.Certificate.Subject.CommonName != "server.example" {
					t.Errorf("%v: %d results, the first by %v over the %v", input, len(results), r.Certificate.Subject, r.Input)
				}
				if len(r.Chains) != 1 || len(r.Chains[0]) != 3 || !r.Chains[0][2].Equal(root) {
					t.Errorf("%v: chains %v", input, r.Chains)
				}
				if r.SigningTime.Year() != 2026 {
					t.Errorf("signing time %v", r.SigningTime)
				}
			}
			_, err = s.Verify(VerifyOptions{Roots: poolOf(root), CurrentTime: now})
			if !errors.Is(err, ErrInvalidSignature) || !bytes.Contains([]byte(err.Error()), []byte("oqs-provider")) {
				t.Errorf("with the standard form alone: %v", err)
			}
			_, err = s.Verify(VerifyOptions{Roots: poolOf(), CurrentTime: now, Input: InputDigest})
			if !errors.As(err, new(x509.UnknownAuthorityError)) {
				t.Errorf("without the root: %v", err)
			}
		})
	}
}

// TestBouncyCastle: the signature verifies. The chain cannot: its root was not
// published with the message, and the Falcon-512 root of the same set is not
// its issuer.
func TestBouncyCastle(t *testing.T) {
	s, err := Parse(testFile("bc-falcon512-signed_attrs.der"))
	if err != nil {
		t.Fatal(err)
	}
	if string(s.Content) != "Hello, World!" {
		t.Errorf("content is %q", s.Content)
	}
	results, err := s.Verify(VerifyOptions{SignaturesOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if c := results[0].Certificate; c.Subject.CommonName != "BC falcon-512 Test EE" || c.Issuer.CommonName != "BC ml-dsa-44 Test TA" || results[0].Input != InputAttributes {
		t.Errorf("signed by %v, certified by %v, over the %v", c.Subject, c.Issuer, results[0].Input)
	}
	if _, err := onlyValue(s.Signers[0].SignedAttributes, oidProtection); err != nil {
		t.Errorf("algorithm protection attribute, which this file has: %v", err)
	}
	if _, err := s.Verify(VerifyOptions{SignaturesOnly: true, Input: InputDigest}); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("as an oqs-provider signature: %v", err)
	}
	ta := rootFile("bc-falcon512-ta.der")
	if err := results[0].Certificate.CheckSignatureFrom(ta); err == nil {
		t.Error("the Falcon-512 root has issued the signer's certificate: expand this test")
	}
	var unknown x509.UnknownAuthorityError
	if _, err := s.Verify(VerifyOptions{Roots: poolOf(ta), CurrentTime: now}); !errors.As(err, &unknown) {
		t.Errorf("under the Falcon-512 root: %v", err)
	}
}

// TestBERBecomesDER: the message in BER is written as DER, which parses to the
// same and verifies as before.
func TestBERBecomesDER(t *testing.T) {
	ber := testFile("bc-falcon512-signed_attrs.der")
	s := must(Parse(ber))
	der, err := s.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if isDER(ber, 5) || !isDER(der, 5) {
		t.Errorf("not BER before or not DER after: %x", der[:100])
	}
	again, err := Parse(der)
	if err != nil {
		t.Fatal(err)
	}
	if twice := must(again.Marshal()); !bytes.Equal(twice, der) {
		t.Error("DER is not written back to the same bytes")
	}
	if _, err := again.Verify(VerifyOptions{SignaturesOnly: true}); err != nil {
		t.Error(err)
	}
}

// TestOQSFormWritten: what we sign in the form of oqs-provider has the shape of
// its files and verifies in that form only.
func TestOQSFormWritten(t *testing.T) {
	for _, kind := range []string{"Falcon-512", "P256-Falcon-512"} {
		id := testIdentity(kind)
		der, err := Sign([]byte("content"), []Signer{id.Signer}, Options{Input: InputDigest, SigningTime: now})
		if err != nil {
			t.Fatal(err)
		}
		s := must(Parse(der))
		results, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now, Input: InputEither})
		if err != nil || results[0].Input != InputDigest {
			t.Errorf("%s: %v", kind, err)
		}
		if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: in the standard form: %v", kind, err)
		}
		oqs := must(Parse(testFile("falcon512-msg.cms"))).Signers[0]
		if s.version != 1 || !s.Signers[0].DigestOID.Equal(oqs.DigestOID) || s.Signers[0].version != oqs.version ||
			len(s.Signers[0].digestAlgorithm.Parameters) != len(oqs.digestAlgorithm.Parameters) {
			t.Errorf("%s: shape differs from the file of oqs-provider", kind)
		}
	}
}
