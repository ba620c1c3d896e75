package fndsa_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa/fndsatest"
)

// TestForcedRestarts throws successful attempts away and checks that the next
// one gives a valid signature with another nonce, that the count is right,
// and that 27 failures are an error.
func TestForcedRestarts(t *testing.T) {
	for _, f := range []fndsatest.Format{fndsatest.FNDSA, fndsatest.Falcon, fndsatest.FalconPadded, fndsatest.FNDSA2025} {
		for _, logn := range []uint{4, 9, 10} {
			t.Run(fmt.Sprintf("%v/%d", f, 1<<logn), func(t *testing.T) {
				t.Parallel()
				key, err := fndsatest.GenerateKey(f, logn, bytes.Repeat([]byte{3}, 32))
				if err != nil {
					t.Fatal(err)
				}
				m := fndsatest.Message{Data: []byte("message")}
				random := make([]byte, 40)
				seen := map[string]bool{}
				for _, restarts := range []int{0, 1, 2, 5} {
					left := restarts
					sig, attempts, err := key.Sign(random, m, func(int) bool { left--; return left >= 0 })
					if err != nil {
						t.Fatalf("%d restarts: %v", restarts, err)
					}
					if attempts < restarts+1 {
						t.Errorf("%d restarts asked, %d attempts made", restarts, attempts)
					}
					if err := fndsatest.Verify(f, logn, key.PublicKey(), m, sig); err != nil {
						t.Errorf("%d restarts: %v", restarts, err)
					}
					if nonce := string(sig[1:41]); seen[nonce] {
						t.Errorf("%d restarts: a nonce was used twice", restarts)
					} else {
						seen[nonce] = true
					}
				}
				sig, attempts, err := key.Sign(random, m, func(int) bool { return true })
				if err == nil || sig != nil || attempts != 27 {
					t.Errorf("all attempts fail: %d bytes, %d attempts, error %v", len(sig), attempts, err)
				}
			})
		}
	}
}

// TestToyDegrees signs at every degree there is, in every format.
func TestToyDegrees(t *testing.T) {
	for _, f := range []fndsatest.Format{fndsatest.FNDSA, fndsatest.Falcon, fndsatest.FalconPadded, fndsatest.FNDSA2025} {
		for logn := uint(fndsatest.MinLogn); logn <= 8; logn++ {
			key, err := fndsatest.GenerateKey(f, logn, []byte(fmt.Sprintf("%32d", logn)))
			if err != nil {
				t.Fatalf("%v logn %d: %v", f, logn, err)
			}
			m := fndsatest.Message{Data: []byte("message")}
			for i := range byte(20) {
				random := bytes.Repeat([]byte{i}, 40)
				sig, _, err := key.Sign(random, m, nil)
				if err != nil {
					t.Fatalf("%v logn %d: %v", f, logn, err)
				}
				if err := fndsatest.Verify(f, logn, key.PublicKey(), m, sig); err != nil {
					t.Errorf("%v logn %d: %v", f, logn, err)
				}
			}
		}
	}
}
