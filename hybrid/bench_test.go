package hybrid

import "testing"

func eachBenchmark(b *testing.B, run func(b *testing.B, s *Scheme, k keyPair)) {
	for _, s := range All() {
		k := testKey(b, s.(*Scheme), 1)
		b.Run(s.Name(), func(b *testing.B) {
			b.ReportAllocs()
			run(b, s.(*Scheme), k)
		})
	}
}

func BenchmarkSign(b *testing.B) {
	message := []byte("benchmark")
	eachBenchmark(b, func(b *testing.B, s *Scheme, k keyPair) {
		for b.Loop() {
			mustSign(b, k.private, message, nil)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	message := []byte("benchmark")
	eachBenchmark(b, func(b *testing.B, s *Scheme, k keyPair) {
		signature := mustSign(b, k.private, message, nil)
		for b.Loop() {
			if err := k.public.Verify(message, signature, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParsePrivateKey(b *testing.B) {
	eachBenchmark(b, func(b *testing.B, s *Scheme, k keyPair) {
		data := encodePrivate(b, k.private)
		for b.Loop() {
			if _, err := s.UnmarshalBinaryPrivateKey(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
