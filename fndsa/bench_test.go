package fndsa_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/mldsa/mldsa44"

	"github.com/saker-pq/saker/fndsa"
)

// reportRatio adds the metric x-ML-DSA-44: the time of an operation divided by
// that of the same operation of CIRCL's ML-DSA-44, measured here and now.
func reportRatio(b *testing.B, each time.Duration, peer func()) {
	const slice = 50 * time.Millisecond
	count := 0
	start := time.Now()
	for time.Since(start) < slice {
		peer()
		count++
	}
	b.ReportMetric(float64(each)/(float64(time.Since(start))/float64(count)), "x-ML-DSA-44")
}

// perOp is the mean time of the loop that has just ended.
func perOp(b *testing.B) time.Duration { return b.Elapsed() / time.Duration(b.N) }

var peer = sync.OnceValue(func() (p struct {
	pk  *mldsa44.PublicKey
	sk  *mldsa44.PrivateKey
	sig []byte
}) {
	var err error
	if p.pk, p.sk, err = mldsa44.GenerateKey(nil); err != nil {
		panic(err)
	}
	p.sig = make([]byte, mldsa44.SignatureSize)
	peerSign(p.sk, p.sig)
	return p
})

func peerSign(sk *mldsa44.PrivateKey, sig []byte) {
	if err := mldsa44.SignTo(sk, []byte("message"), nil, true, sig); err != nil {
		panic(err)
	}
}

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
		median := times[len(times)/2]
		b.ReportMetric(float64(median.Nanoseconds()), "median-ns/op")
		reportRatio(b, median, func() { mldsa44.GenerateKey(nil) })
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
		reportRatio(b, perOp(b), func() { peerSign(peer().sk, peer().sig) })
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
		reportRatio(b, perOp(b), func() { mldsa44.Verify(peer().pk, msg, nil, peer().sig) })
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
