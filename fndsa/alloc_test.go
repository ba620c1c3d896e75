package fndsa_test

import (
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
