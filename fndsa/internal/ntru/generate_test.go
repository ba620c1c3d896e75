package ntru

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// vector is a key of testdata/fndsa-2026-keys.json.gz: of every key of the known answers of FN-DSA (27 keys of the degrees 4 to 1024, 22 of degree 512 and
// 1024) the seed, and the bytes of f, g, F without header and hash.
type vector struct {
	Logn         uint
	Seed         string
	Basis        string
	VerifyingKey string `json:"verifying_key"`
}

func vectors(t testing.TB) []vector {
	file, err := os.Open("testdata/fndsa-2026-keys.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var v []vector
	if err := json.NewDecoder(z).Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func unhex(t testing.TB, s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// encode writes the fields of a, bits wide each, lowest bit first.
func encode(a []int8, bits int) []byte {
	out := make([]byte, len(a)*bits/8)
	for i, x := range a {
		for b := range bits {
			k := i*bits + b
			out[k/8] |= byte(x) >> b & 1 << (k % 8)
		}
	}
	return out
}

var basisBits = [...]int{2: 8, 8, 8, 8, 7, 7, 6, 6, 5}

type basis struct{ f, g, F, G []int8 }

func newBasis(logn uint) basis {
	n := 1 << logn
	return basis{make([]int8, n), make([]int8, n), make([]int8, n), make([]int8, n)}
}

func TestKnownKeys(t *testing.T) {
	for i, v := range vectors(t) {
		b := newBasis(v.Logn)
		var reasons []error
		err := generate(v.Logn, unhex(t, v.Seed), b.f, b.g, b.F, b.G, func(err error) { reasons = append(reasons, err) })
		if err != nil {
			t.Fatalf("vector %d, degree %d: %v", i, 1<<v.Logn, err)
		}
		bits := basisBits[v.Logn]
		got := append(append(encode(b.f, bits), encode(b.g, bits)...), encode(b.F, 8)...)
		if !bytes.Equal(got, unhex(t, v.Basis)) {
			t.Errorf("vector %d, degree %d: wrong key after %d restarts", i, 1<<v.Logn, len(reasons))
		}
	}
}
