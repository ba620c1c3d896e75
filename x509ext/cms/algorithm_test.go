package cms

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"strings"
	"testing"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// TestAlgorithms: algorithms that do not fit the key, each other or their
// parameters.
func TestAlgorithms(t *testing.T) {
	null := []byte{5, 0}
	oid := func(kind string) []int { return testIdentity(kind).Certificate.PublicKeyOID }
	for _, test := range []struct {
		kind, name string
		digest     Digest
		signature  der.AlgorithmIdentifier
		want       string
	}{
		{"FN-DSA-512", "NULL parameters", DigestSHA512, der.AlgorithmIdentifier{OID: oid("FN-DSA-512"), Parameters: null}, "signatureAlgorithm: algorithm parameters must be absent (found NULL)"},
		{"Falcon-512", "NULL parameters", DigestSHA512, der.AlgorithmIdentifier{OID: oid("Falcon-512"), Parameters: null}, "algorithm parameters must be absent"},
		{"Falcon-512", "older number", DigestSHA512, der.AlgorithmIdentifier{OID: []int{1, 3, 9999, 3, 6}}, "invalid signature"},
		{"FN-DSA-512", "number of Falcon", DigestSHA512, der.AlgorithmIdentifier{OID: oid("Falcon-512")}, "invalid signature"},
		{"Falcon-512", "half of a hybrid", DigestSHA512, der.AlgorithmIdentifier{OID: oid("P256-Falcon-512")}, "invalid signature"},
		{"FN-DSA-512", "unknown", DigestSHA512, der.AlgorithmIdentifier{OID: []int{2, 999, 1}}, "signature algorithm 2.999.1 is not supported"},
		{"ECDSA-P256", "other hash", DigestSHA256, der.AlgorithmIdentifier{OID: classical[2].oid}, "hashes with SHA-512, but digestAlgorithm is SHA-256"},
		{"ECDSA-P256", "NULL parameters", DigestSHA512, der.AlgorithmIdentifier{OID: classical[2].oid, Parameters: null}, "must be absent"},
		{"ECDSA-P256", "number of RSA", DigestSHA512, der.AlgorithmIdentifier{OID: classical[5].oid, Parameters: null}, "invalid signature"},
		{"RSA-2048", "rsaEncryption", DigestSHA512, der.AlgorithmIdentifier{OID: oidRSA, Parameters: null}, ""},
		{"RSA-2048", "rsaEncryption with SHAKE", DigestSHAKE256, der.AlgorithmIdentifier{OID: oidRSA, Parameters: null}, "rsaEncryption with digest SHAKE256"},
		{"RSA-2048", "odd parameters", DigestSHA512, der.AlgorithmIdentifier{OID: classical[5].oid, Parameters: []byte{4, 0}}, "must be absent"},
		{"RSA-2048", "PSS without parameters", DigestSHA512, der.AlgorithmIdentifier{OID: oidRSAPSS}, "signatureAlgorithm: parameters"},
		{"Ed25519", "SHA-256", DigestSHA256, der.AlgorithmIdentifier{OID: oidEd25519}, "Ed25519 demands SHA-512"},
		{"Ed448", "SHA-512", DigestSHA512, der.AlgorithmIdentifier{OID: oidEd448}, "Ed448 demands SHAKE256-len"},
	} {
		id := testIdentity(test.kind)
		attributes := without(standardAttributes(id, []byte("x")), oidProtection)
		attributes = with(attributes, oidMessageDigest, append([]byte{4, byte(len(test.digest.sum(nil)))}, test.digest.sum([]byte("x"))...))
		s := must(Parse(craft(id, []byte("x"), attributes, func(s *SignedData, info *SignerInfo) {
			s.digestAlgorithms = []der.AlgorithmIdentifier{test.digest.identifier()}
			info.digestAlgorithm, info.signatureAlgorithm = test.digest.identifier(), test.signature
		})))
		_, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s, %s: %v, expected %q", test.kind, test.name, err, test.want)
		}
		var unsupported *x509ext.UnsupportedAlgorithmError
		if errors.As(err, &unsupported) != (test.name == "unknown") {
			t.Errorf("%s, %s: type of %v", test.kind, test.name, err)
		}
	}
	sha1 := der.AlgorithmIdentifier{OID: []int{1, 3, 14, 3, 2, 26}}
	if _, err := digestOf(sha1); err == nil || !strings.Contains(err.Error(), "1.3.14.3.2.26 is not supported") {
		t.Errorf("SHA-1: %v", err)
	}
}

// TestPSS: RSASSA-PSS is read, with the digest of digestAlgorithm only.
func TestPSS(t *testing.T) {
	id := testIdentity("RSA-2048")
	content := []byte("content")
	digest := DigestSHA512.identifier()
	mask := must(der.AlgorithmIdentifier{OID: []int{1, 2, 840, 113549, 1, 1, 8}, Parameters: must(withNull(digest).Marshal())}.Marshal())
	params := func(hash []byte) []byte {
		return value(func(b *cryptobyte.Builder) {
			b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
				if hash != nil {
					b.AddASN1(asn1.Tag(0).ContextSpecific().Constructed(), func(b *cryptobyte.Builder) { b.AddBytes(hash) })
				}
				b.AddASN1(asn1.Tag(1).ContextSpecific().Constructed(), func(b *cryptobyte.Builder) { b.AddBytes(mask) })
				b.AddASN1(asn1.Tag(2).ContextSpecific().Constructed(), func(b *cryptobyte.Builder) { b.AddASN1Int64(64) })
			})
		})
	}
	for _, test := range []struct {
		name, want string
		parameters []byte
	}{
		{"SHA-512", "", params(must(withNull(digest).Marshal()))},
		{"SHA-256", "RSASSA-PSS hashes with 2.16.840.1.101.3.4.2.1, but digestAlgorithm is SHA-512", params(must(withNull(DigestSHA256.identifier()).Marshal()))},
		{"default of SHA-1", "signatureAlgorithm: hash: found [1], expected [0]", params(nil)},
		{"malformed hash", "signatureAlgorithm: hash: algorithm", params([]byte{5, 0})},
	} {
		attributes := without(standardAttributes(id, content), oidProtection)
		s := must(Parse(craft(id, content, attributes, func(_ *SignedData, info *SignerInfo) {
			sum := DigestSHA512.sum(info.signedAttributes)
			info.Signature = must(id.Key.Sign(rand.Reader, sum, &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: crypto.SHA512}))
			info.signatureAlgorithm = der.AlgorithmIdentifier{OID: oidRSAPSS, Parameters: test.parameters}
		})))
		_, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}

func withNull(ai der.AlgorithmIdentifier) der.AlgorithmIdentifier {
	ai.Parameters = []byte{5, 0}
	return ai
}
