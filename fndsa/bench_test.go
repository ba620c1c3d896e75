package fndsa_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/mldsa/mldsa44"

	"github.com/saker-pq/saker/fndsa"
)

func benchSets(b *testing.B, f func(b *testing.B, p fndsa.Parameters)) {
	for _, p := range []fndsa.Parameters{fndsa.FNDSA512(), fndsa.FNDSA1024(), fndsa.Falcon512(), fndsa.Falcon1024()} {
		b.Run(p.String(), func(b *testing.B) { b.ReportAllocs(); f(b, p) })
	}
}

// BenchmarkGenerateKey goes through 100 fixed seeds and reports the median:
// the time of a key depends on how many candidates its seed gives.
func BenchmarkGenerateKey(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		var times []time.Duration
		for i := 0; b.Loop(); i++ {
			seed := []byte(fmt.Sprintf("%32d", i%100))
			start := time.Now()
			if _, err := fndsa.NewPrivateKeyFromSeed(p, seed); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "median-ns/op")
	})
}

func BenchmarkSign(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		key := keyOf(b, p)
		buf := make([]byte, 0, p.SignatureSize())
		for i := 0; b.Loop(); i++ {
			if _, err := key.AppendSignature(buf, nil, []byte{byte(i)}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSignCompact(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		key := keyOf(b, p).Compact()
		buf := make([]byte, 0, p.SignatureSize())
		for i := 0; b.Loop(); i++ {
			if _, err := key.AppendSignature(buf, nil, []byte{byte(i)}, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSignEncoded decodes, proves and expands the key for each signature.
func BenchmarkSignEncoded(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		enc := keyOf(b, p).Bytes()
		for b.Loop() {
			key, err := fndsa.NewPrivateKey(p, enc)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := key.SignMessage(nil, nil, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		key := keyOf(b, p)
		pk, msg := key.PublicKey(), []byte("message")
		sig, err := key.SignMessage(nil, msg, nil)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := fndsa.Verify(pk, msg, sig, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkVerifyEncoded(b *testing.B) {
	benchSets(b, func(b *testing.B, p fndsa.Parameters) {
		key := keyOf(b, p)
		enc, msg := key.PublicKey().Bytes(), []byte("message")
		sig, err := key.SignMessage(nil, msg, nil)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			pk, err := fndsa.NewPublicKey(p, enc)
			if err != nil {
				b.Fatal(err)
			}
			if err := fndsa.Verify(pk, msg, sig, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkPeerMLDSA44 is CIRCL's ML-DSA-44 on the same machine, to divide by.
func BenchmarkPeerMLDSA44(b *testing.B) {
	pk, sk, err := mldsa44.GenerateKey(nil)
	if err != nil {
		b.Fatal(err)
	}
	msg := []byte("message")
	sig := make([]byte, mldsa44.SignatureSize)
	b.Run("GenerateKey", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := mldsa44.GenerateKey(nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Sign", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := mldsa44.SignTo(sk, msg, nil, true, sig); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Verify", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !mldsa44.Verify(pk, msg, nil, sig) {
				b.Fatal("invalid")
			}
		}
	})
}
