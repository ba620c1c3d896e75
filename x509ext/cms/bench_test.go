package cms

import "testing"

var benchKinds = []string{"FN-DSA-512", "Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256", "ML-DSA-44", "ECDSA-P256", "Ed25519"}

func BenchmarkSign(b *testing.B) {
	content := make([]byte, 1024)
	for _, kind := range benchKinds {
		id := testIdentity(kind)
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				if _, err := Sign(content, []Signer{id.Signer}, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	data := testFile("falcon512-msg.cms")
	for b.Loop() {
		if _, err := Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	content := make([]byte, 1024)
	for _, kind := range benchKinds {
		id := testIdentity(kind)
		s := must(Parse(must(Sign(content, []Signer{id.Signer}, Options{}))))
		opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Verify(opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
