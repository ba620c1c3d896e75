package cfsslca

import "testing"

// BenchmarkSign issues certificates for an Ed25519 subject under CAs of
// several kinds, without a database. ECDSA-P256 is CFSSL alone.
func BenchmarkSign(b *testing.B) {
	for _, kind := range []string{"ECDSA-P256", "FN-DSA-512", "Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256"} {
		b.Run(kind, func(b *testing.B) {
			s := testSigner(b, kind, nil)
			req := testRequest(b, "Ed25519")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Sign(req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSignRecorded is BenchmarkSign with a SQLite file.
func BenchmarkSignRecorded(b *testing.B) {
	for _, kind := range []string{"ECDSA-P256", "FN-DSA-512"} {
		b.Run(kind, func(b *testing.B) {
			s := testSigner(b, kind, nil)
			s.SetDBAccessor(testDatabase(b))
			req := testRequest(b, "Ed25519")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Sign(req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
