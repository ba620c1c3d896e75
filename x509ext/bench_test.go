package x509ext

import (
	"crypto/x509"
	"testing"
)

var benchKinds = []string{"ECDSA-P256", "ML-DSA-44", "FN-DSA-512", "Falcon-512"}

// benchChain returns leaf, intermediate and root of one kind of key.
func benchChain(b *testing.B, kind string) (leaf, intermediate, root *Certificate) {
	b.Helper()
	root = issue(b, caTemplate("root"), nil, testKey(b, kind, 0), testKey(b, kind, 0))
	intermediate = issue(b, caTemplate("int"), root, testKey(b, kind, 1), testKey(b, kind, 0))
	leaf = issue(b, leafTemplate("leaf.example"), intermediate, testKey(b, kind, 2), testKey(b, kind, 1))
	return leaf, intermediate, root
}

func BenchmarkParseCertificate(b *testing.B) {
	for _, kind := range benchKinds {
		b.Run(kind, func(b *testing.B) {
			leaf, _, _ := benchChain(b, kind)
			b.ReportAllocs()
			b.SetBytes(int64(len(leaf.Raw)))
			for b.Loop() {
				must(ParseCertificate(leaf.Raw))
			}
		})
	}
}

func BenchmarkCreateCertificate(b *testing.B) {
	for _, kind := range benchKinds {
		b.Run(kind, func(b *testing.B) {
			_, intermediate, _ := benchChain(b, kind)
			template, subject, key := leafTemplate("leaf.example"), testKey(b, kind, 2), testKey(b, kind, 1)
			b.ReportAllocs()
			for b.Loop() {
				must(CreateCertificate(nil, template, intermediate.Certificate, subject.Public(), key))
			}
		})
	}
}

// BenchmarkVerify verifies a freshly parsed leaf under a long-lived pool of
// roots and intermediates. "standard" is crypto/x509 on the ECDSA chain.
func BenchmarkVerify(b *testing.B) {
	leaf, intermediate, root := benchChain(b, "ECDSA-P256")
	_, roots := pools([]*Certificate{root})
	_, intermediates := pools([]*Certificate{intermediate})
	b.Run("standard", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c := must(x509.ParseCertificate(leaf.Raw))
			must(c.Verify(x509.VerifyOptions{Roots: roots, Intermediates: intermediates, CurrentTime: now}))
		}
	})
	for _, kind := range benchKinds {
		b.Run(kind, func(b *testing.B) {
			leaf, intermediate, root := benchChain(b, kind)
			o := options([]*Certificate{root}, []*Certificate{intermediate})
			b.ReportAllocs()
			for b.Loop() {
				must(must(ParseCertificate(leaf.Raw)).Verify(o))
			}
		})
	}
}

// BenchmarkVerifyBoth verifies a chain of ECDSA and FN-DSA-512 certificates in
// both ways, and for comparison only the ordinary signatures.
func BenchmarkVerifyBoth(b *testing.B) {
	w := &twinWorld{t: b, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root, intermediate, leaf := w.chain()
	for _, require := range []bool{false, true} {
		b.Run(map[bool]string{false: "ordinary", true: "both"}[require], func(b *testing.B) {
			o := options([]*Certificate{root.Certificate}, []*Certificate{intermediate.Certificate})
			o.RequireAlternative = require
			b.ReportAllocs()
			for b.Loop() {
				must(leaf.Verify(o))
			}
		})
	}
}
