package x509ext

import (
	"bytes"
	"encoding/asn1"
	"testing"

	"github.com/saker-pq/saker/internal/der"
)

// FuzzAlternative: what is accepted as the three values is written back to the
// same bytes.
func FuzzAlternative(f *testing.F) {
	w := &twinWorld{t: f, kind: "Ed25519", other: "ML-DSA-44"}
	for _, c := range []*Certificate{
		w.issue(caTemplate("fuzz"), nil).Certificate,
		(&twinWorld{t: f, kind: "Ed25519", other: "ECDSA-P256"}).issue(caTemplate("fuzz"), nil).Certificate,
		sampleCertificate(f, "bc-catalyst-ecdsa-mldsa44.crt"),
	} {
		list, _, _ := extensionsIn(must(splitTBS(c.Raw)), certExtensionsTag)
		value := func(id asn1.ObjectIdentifier) []byte { return must(findExtension(list, id, "")).value }
		f.Add(value(oidAlternativeKey), value(oidAlternativeAlgorithm), value(oidAlternativeSignature))
	}
	f.Fuzz(func(t *testing.T, key, algorithm, signature []byte) {
		a, err := parseAlternative("fuzz", key, algorithm, signature)
		if err != nil || a == nil {
			return
		}
		if a.hasKey() {
			if again := must(must(der.ParseSPKI(key)).Marshal()); !bytes.Equal(again, key) {
				t.Errorf("key became %x", again)
			}
		}
		if a.hasSignature() {
			if again := must(bitString(a.Signature)); !bytes.Equal(again, signature) {
				t.Errorf("signature became %x", again)
			}
			if again := must(must(der.ParseAlgorithmIdentifier(algorithm, "")).Marshal()); !bytes.Equal(again, algorithm) {
				t.Errorf("algorithm became %x", again)
			}
		}
	})
}
