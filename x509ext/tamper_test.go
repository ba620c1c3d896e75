package x509ext

import (
	"fmt"
	"slices"
	"testing"
)

// TestTamperedCertificate flips one bit in the first, a middle and the last
// byte of every field of a certificate. Whatever still parses must not verify,
// and what verifies must not exist.
func TestTamperedCertificate(t *testing.T) {
	for _, issuerKind := range matrixKinds {
		for _, subjectKind := range []string{"ECDSA-P256", "FN-DSA-512"} {
			t.Run(issuerKind+"/"+subjectKind, func(t *testing.T) {
				key := testKey(t, issuerKind, 0)
				root := issue(t, caTemplate("root"), nil, key, key)
				leaf := issue(t, leafTemplate("leaf.example"), root, testKey(t, subjectKind, 2), key)
				for name, span := range fieldSpans(leaf.Raw) {
					for _, at := range []int{span[0], (span[0] + span[1]) / 2, span[1] - 1} {
						bad := slices.Clone(leaf.Raw)
						bad[at] ^= 1
						c, err := ParseCertificate(bad)
						if err == nil && c.CheckSignatureFrom(root) == nil {
							t.Errorf("%s: byte %d flipped and accepted", name, at)
						}
					}
				}
			})
		}
	}
}

// fieldSpans returns start and end of every element of a certificate and its
// TBS.
func fieldSpans(der []byte) map[string][2]int {
	spans := map[string][2]int{"certificate": {0, len(der)}}
	outer, _ := elements(der)
	at := len(der)
	for i := len(outer) - 1; i >= 0; i-- {
		at -= len(outer[i])
		spans[[]string{"tbs", "signatureAlgorithm", "signatureValue"}[i]] = [2]int{at, at + len(outer[i])}
	}
	tbs, _ := elements(outer[0])
	at += len(outer[0])
	for i := len(tbs) - 1; i >= 0; i-- {
		at -= len(tbs[i])
		spans[fmt.Sprintf("tbs field %d", i)] = [2]int{at, at + len(tbs[i])}
	}
	return spans
}

// TestEveryBitOfASignature flips the bits of a certificate's signature.
func TestEveryBitOfASignature(t *testing.T) {
	key := testKey(t, "FN-DSA-512", 0)
	c := issue(t, caTemplate("bits"), nil, key, key)
	step := 1
	if testing.Short() {
		step = 13 // coprime to 8: every bit position of a byte
	}
	for bit := 0; bit < 8*len(c.Signature); bit += step {
		bad := slices.Clone(c.Signature)
		bad[bit/8] ^= 1 << (bit % 8)
		if c.checkSignature(c.signatureAlgorithm, c.RawTBSCertificate, bad, false) == nil {
			t.Errorf("bit %d flipped and accepted", bit)
		}
	}
}
