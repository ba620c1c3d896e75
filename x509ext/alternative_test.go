package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"slices"
	"testing"
)

// A twin is a certificate with two keys.
type twin struct {
	*Certificate
	key, second crypto.Signer
}

// A twinWorld makes certificates with two keys and two signatures.
type twinWorld struct {
	t           testing.TB
	kind, other string // of the two keys
	number      int
	serial      int64
}

// keys returns two fresh keys.
func (w *twinWorld) keys() (key, second crypto.Signer) {
	w.number++
	return testKey(w.t, w.kind, w.number), testKey(w.t, w.other, w.number)
}

// issue makes a certificate by issuer, or a self-signed one without.
func (w *twinWorld) issue(template *x509.Certificate, issuer *twin) *twin {
	w.t.Helper()
	w.serial++
	template.SerialNumber = big.NewInt(w.serial)
	c := new(twin)
	c.key, c.second = w.keys()
	parent, signer := template, c
	if issuer != nil {
		parent, signer = issuer.Certificate.Certificate, issuer
	}
	der, err := CreateAlternativeCertificate(nil, template, parent, c.key.Public(), signer.key,
		AlternativeKeys{PublicKey: c.second.Public(), PrivateKey: signer.second})
	if err != nil {
		w.t.Fatalf("%v: %v", template.Subject, err)
	}
	c.Certificate = must(ParseCertificate(der))
	return c
}

// chain makes root, intermediate and leaf.
func (w *twinWorld) chain() (root, intermediate, leaf *twin) {
	root = w.issue(caTemplate("root"), nil)
	intermediate = w.issue(caTemplate("intermediate"), root)
	return root, intermediate, w.issue(leafTemplate("leaf.example"), intermediate)
}

func both(roots, intermediates []*Certificate) VerifyOptions {
	o := options(roots, intermediates)
	o.RequireAlternative = true
	return o
}

func TestAlternativeMatrix(t *testing.T) {
	for _, pair := range [][2]string{
		{"ECDSA-P256", "FN-DSA-512"}, {"ECDSA-P256", "Falcon-512"}, {"ECDSA-P384", "Falcon-padded-1024"},
		{"RSA-2048", "ML-DSA-44"}, {"Ed25519", "FN-DSA-1024"}, {"FN-DSA-512", "ECDSA-P256"}, {"FN-DSA-512", "RSA-2048"},
		{"FN-DSA-512", "Ed25519"}, {"Falcon-512", "ML-DSA-44"}, {"ECDSA-P256", "FN-DSA-512-ECDSA-P256-SHA256"}, {"Ed25519", "ECDSA-P521"},
	} {
		t.Run(pair[0]+"+"+pair[1], func(t *testing.T) {
			w := &twinWorld{t: t, kind: pair[0], other: pair[1]}
			root, intermediate, leaf := w.chain()
			for _, c := range []*twin{root, intermediate, leaf} {
				a := c.Alternative
				if a == nil || !samePublic(a.PublicKey, c.second.Public()) || a.SignatureOID == nil || !samePublic(c.PublicKey, c.key.Public()) {
					t.Fatalf("%v: alternative %+v", c.Subject, a)
				}
			}
			for _, edge := range [][2]*twin{{root, root}, {intermediate, root}, {leaf, intermediate}} {
				if err := edge[0].CheckBothSignaturesFrom(edge[1].Certificate); err != nil {
					t.Errorf("%v from %v: %v", edge[0].Subject, edge[1].Subject, err)
				}
			}
			if err := leaf.CheckAlternativeSignatureFrom(root.Certificate); !errors.Is(err, ErrInvalidSignature) {
				t.Errorf("leaf from root: %v, expected ErrInvalidSignature", err)
			}
			roots, intermediates := []*Certificate{root.Certificate}, []*Certificate{intermediate.Certificate}
			for _, o := range []VerifyOptions{options(roots, intermediates), both(roots, intermediates)} {
				chains, err := leaf.Verify(o)
				if err != nil || len(chains) != 1 || len(chains[0]) != 3 {
					t.Errorf("require alternative %v: %v, %v", o.RequireAlternative, chains, err)
				}
			}
		})
	}
}

// TestAlternativeIsInvisible: the standard library sees a plain chain, with
// nothing critical that it does not know.
func TestAlternativeIsInvisible(t *testing.T) {
	w := &twinWorld{t: t, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root, intermediate, leaf := w.chain()
	_, roots := pools([]*Certificate{root.Certificate})
	_, intermediates := pools([]*Certificate{intermediate.Certificate})
	std := must(x509.ParseCertificate(leaf.Raw))
	if len(std.UnhandledCriticalExtensions) != 0 {
		t.Errorf("critical: %v", std.UnhandledCriticalExtensions)
	}
	if _, err := std.Verify(x509.VerifyOptions{Roots: roots, Intermediates: intermediates, CurrentTime: now, DNSName: "leaf.example"}); err != nil {
		t.Error(err)
	}
}

// TestAlternativeCovers checks the signed bytes against a certificate put
// together by other means: the standard library's without the signature.
func TestAlternativeCovers(t *testing.T) {
	key, second := testKey(t, "Ed25519", 1), testKey(t, "ML-DSA-44", 1)
	template := caTemplate("covers")
	c := must(ParseCertificate(must(CreateAlternativeCertificate(nil, template, template, key.Public(), key,
		AlternativeKeys{PublicKey: second.Public(), PrivateKey: second}))))
	_, spki, _ := normalise(second.Public())
	template.ExtraExtensions = []pkix.Extension{
		{Id: oidAlternativeKey, Value: spki},
		{Id: oidAlternativeAlgorithm, Value: mustHex("300b0609608648016503040311")}, // ML-DSA-44
	}
	plain := must(x509.ParseCertificate(must(x509.CreateCertificate(nil, template, template, key.Public(), key))))
	fields, _ := elements(plain.RawTBSCertificate)
	message := must(joinElements(slices.Delete(fields, certAlgorithm, certAlgorithm+1)))
	if err := checkSignature(c.Alternative.signatureAlgorithm, c.Alternative.key(), message, c.Alternative.Signature, false); err != nil {
		t.Error(err)
	}
	got := must(alternativeMessage(c.RawTBSCertificate, certAlgorithm, certExtensionsTag))
	if !slices.Equal(got, message) {
		t.Errorf("message differs:\n got %x\nwant %x", got, message)
	}
}

// TestInteropCatalyst: a certificate of Bouncy Castle with ECDSA outside and
// ML-DSA-44 inside. It marks the alternative key critical, so that only a
// verifier that requires it accepts it.
func TestInteropCatalyst(t *testing.T) {
	c := sampleCertificate(t, "bc-catalyst-ecdsa-mldsa44.crt")
	if c.SignatureOID.String() != "1.2.840.10045.4.3.2" || c.Alternative == nil ||
		c.Alternative.PublicKeyOID.String() != "2.16.840.1.101.3.4.3.17" || c.Alternative.SignatureOID.String() != "2.16.840.1.101.3.4.3.17" {
		t.Fatalf("%v, alternative %+v", c.SignatureOID, c.Alternative)
	}
	if err := c.CheckBothSignaturesFrom(c); err != nil {
		t.Error(err)
	}
	o := both([]*Certificate{c}, nil)
	o.CurrentTime = interopTime
	if _, err := c.Verify(o); err != nil {
		t.Error(err)
	}
	o.RequireAlternative = false
	if _, err := c.Verify(o); !errors.As(err, new(x509.UnhandledCriticalExtension)) {
		t.Errorf("as a plain certificate: %v, expected UnhandledCriticalExtension", err)
	}
	if len(c.UnhandledCriticalExtensions) != 1 {
		t.Errorf("Verify changed the certificate: %v", c.UnhandledCriticalExtensions)
	}
	start := bytes.Index(c.Raw, c.Alternative.Signature)
	for i := 0; i < len(c.Alternative.Signature); i += 97 {
		bad := slices.Clone(c.Raw)
		bad[start+i] ^= 1
		damaged := must(ParseCertificate(bad))
		if err := damaged.CheckAlternativeSignatureFrom(c); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

// TestAlternativeTampering flips a bit in each field of a certificate whose
// ordinary signature is then made anew, as somebody who has broken the
// ordinary algorithm would: the alternative signature still protects it all.
func TestAlternativeTampering(t *testing.T) {
	w := &twinWorld{t: t, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root, _, _ := w.chain()
	leaf := w.issue(leafTemplate("leaf.example"), root)
	forger := must(newSealer(root.key, 0))
	for name, span := range fieldSpans(leaf.Raw) {
		for at := span[0]; at < span[1]; at += 1 + (span[1]-span[0])/40 {
			bad := slices.Clone(leaf.Raw)
			bad[at] ^= 1
			outer, ok := elements(bad)
			if !ok || len(outer) != 3 {
				continue
			}
			der, err := forger.seal(nil, outer[0], acceptCertificate)
			if err != nil {
				continue
			}
			c := must(ParseCertificate(der))
			if slices.Equal(c.RawTBSCertificate, leaf.RawTBSCertificate) {
				continue // the bit was outside the TBS
			}
			if err := c.CheckSignatureFrom(root.Certificate); err != nil {
				t.Errorf("%s: byte %d: the forgery is not one: %v", name, at, err)
			}
			if err := c.CheckAlternativeSignatureFrom(root.Certificate); err == nil {
				t.Errorf("%s: byte %d flipped and accepted", name, at)
			}
			if _, err := c.Verify(both([]*Certificate{root.Certificate}, nil)); err == nil {
				t.Errorf("%s: byte %d flipped and verified", name, at)
			}
		}
	}
}
