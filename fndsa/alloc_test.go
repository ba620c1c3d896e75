package fndsa_test

import (
	"runtime"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// TestAllocations pins the heap allocations of the operations on prepared
// keys: a signature allocates its result, and nothing given a buffer;
// verification allocates nothing.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector drops pooled memory at random")
	}
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		key := keyOf(t, p)
		pk, msg := key.PublicKey(), []byte("message")
		buf := make([]byte, 0, p.SignatureSize())
		sig, err := key.AppendSignature(nil, nil, msg, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			name string
			most float64
			do   func() error
		}{
			{"SignMessage", 1, func() error { _, err := key.SignMessage(nil, msg, nil); return err }},
			{"AppendSignature", 0, func() error { _, err := key.AppendSignature(buf, nil, msg, nil); return err }},
			{"Verify", 0, func() error { return fndsa.Verify(pk, msg, sig, nil) }},
		} {
			got := testing.AllocsPerRun(20, func() {
				if err := c.do(); err != nil {
					t.Fatal(err)
				}
			})
			if got > c.most {
				t.Errorf("%s allocates %v times, expected at most %v", c.name, got, c.most)
			}
		}
	})
}

// TestKeyMemory holds the documented memory of private keys: what decoding
// and a first signature leave on the heap.
func TestKeyMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector changes the size of allocations")
	}
	for p, want := range map[fndsa.Parameters][2]int{
		fndsa.FNDSA512():  {6, 55},
		fndsa.FNDSA1024(): {12, 118},
	} {
		enc := keyOf(t, p).Bytes()
		heap := func(compact bool) int {
			const count = 50
			var list [count]*fndsa.PrivateKey
			var before, after runtime.MemStats
			runtime.GC()
			runtime.GC() // the second one empties the pools
			runtime.ReadMemStats(&before)
			for i := range list {
				k, err := fndsa.NewPrivateKey(p, enc)
				if err != nil {
					t.Fatal(err)
				}
				if compact {
					k = k.Compact()
				}
				if _, err := k.Sign(nil, nil, nil); err != nil {
					t.Fatal(err)
				}
				list[i] = k
			}
			runtime.GC()
			runtime.GC()
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(&list)
			return int(after.HeapAlloc-before.HeapAlloc) / count / 1000
		}
		for i, kind := range []string{"compact", "expanded"} {
			if got := heap(i == 0); got < want[i]-3 || got > want[i]+3 {
				t.Errorf("%v: a key in %s form takes %d KB, documented are %d", p, kind, got, want[i])
			}
		}
	}
}
