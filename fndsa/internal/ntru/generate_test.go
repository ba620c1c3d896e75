package ntru

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"testing"
)

// vector is a key of testdata/fndsa-2026-keys.json.gz: of every key of the known answers of FN-DSA (3 of each degree
// from 4 to 256, 11 of 512 and of 1024) the seed, and the bytes of f, g, F without header and hash.
type vector struct {
	Logn  uint
	Seed  string
	Basis string
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

// seedOf makes the seed number i of a test.
func seedOf(test byte, i int) []byte {
	seed := make([]byte, SeedSize)
	seed[SeedSize-1] = test
	binary.LittleEndian.PutUint32(seed, uint32(i))
	return seed
}

// TestKnownKeys makes all keys of the known answers. It also counts the candidates on which the reduction gives up, so
// that it is clear that the known answers speak about that.
func TestKnownKeys(t *testing.T) {
	dropped := map[uint]int{}
	for i, v := range vectors(t) {
		b := newBasis(v.Logn)
		var s solver
		err := s.generate(v.Logn, unhex(t, v.Seed), new(stream), b.f, b.g, b.F, b.G, func(err error) {
			if err == errReduction {
				dropped[v.Logn]++
			}
		})
		if err != nil {
			t.Fatalf("vector %d, degree %d: %v", i, 1<<v.Logn, err)
		}
		bits := basisBits[v.Logn]
		got := append(append(encode(b.f, bits), encode(b.g, bits)...), encode(b.F, 8)...)
		if !bytes.Equal(got, unhex(t, v.Basis)) {
			t.Errorf("vector %d, degree %d: wrong key", i, 1<<v.Logn)
		}
	}
	if want := map[uint]int{2: 265, 9: 2, 10: 9}; !maps.Equal(dropped, want) {
		t.Errorf("candidates dropped, by log of the degree: got %v, expected %v", dropped, want)
	}
}

// equationHolds checks fG - gF = q by the definition of the product.
func equationHolds(b basis) bool {
	n := len(b.f)
	sum := make([]int, n)
	for i := range n {
		for j := range n {
			v := int(b.f[i])*int(b.G[j]) - int(b.g[i])*int(b.F[j])
			if i+j < n {
				sum[i+j] += v
			} else {
				sum[i+j-n] -= v
			}
		}
	}
	sum[0] -= q
	for _, v := range sum {
		if v != 0 {
			return false
		}
	}
	return true
}

// orthogonalNorm is the squared norm of the second vector of the orthogonalised basis, by floating point.
func orthogonalNorm(f, g []int8) float64 {
	n := len(f)
	square := func(a []int8, angle float64) float64 {
		var re, im float64
		for i, x := range a {
			re += float64(x) * math.Cos(angle*float64(i))
			im += float64(x) * math.Sin(angle*float64(i))
		}
		return re*re + im*im
	}
	var sum float64
	for j := range n {
		angle := math.Pi * float64(2*j+1) / float64(n)
		sum += q * q / (square(f, angle) + square(g, angle))
	}
	return sum / float64(n)
}

func TestManyKeys(t *testing.T) {
	counts := map[uint]int{3: 60, 4: 60, 5: 60, 6: 60, 7: 60, 8: 40, 9: 20, 10: 6}
	if testing.Short() {
		counts = map[uint]int{3: 20, 4: 20, 5: 20, 6: 20, 7: 10, 8: 5, 9: 3, 10: 1}
	}
	for logn, count := range counts {
		for i := range count {
			b := newBasis(logn)
			if err := Generate(logn, seedOf(1, i), b.f, b.g, b.F, b.G); err != nil {
				t.Fatal(err)
			}
			norm := 0
			for j := range b.f {
				norm += int(b.f[j])*int(b.f[j]) + int(b.g[j])*int(b.g[j])
				for _, x := range []int8{b.f[j], b.g[j], b.F[j], b.G[j]} {
					if x == -128 {
						t.Fatalf("degree %d, seed %d: coefficient -128", 1<<logn, i)
					}
				}
			}
			if norm >= 16823 {
				t.Errorf("degree %d, seed %d: squared norm %d", 1<<logn, i, norm)
			}
			if v, bound := orthogonalNorm(b.f, b.g), 0.999*1.17*0.999*1.17*q; v >= bound {
				t.Errorf("degree %d, seed %d: orthogonalised norm %g, bound %g", 1<<logn, i, v, bound)
			}
			if !equationHolds(b) || !VerifyEquation(logn, b.f, b.g, b.F, b.G) {
				t.Errorf("degree %d, seed %d: fG - gF is not q", 1<<logn, i)
			}
			if !ShortBasis(logn, b.f, b.g) {
				t.Errorf("degree %d, seed %d: basis is not found short", 1<<logn, i)
			}
			G := make([]int8, len(b.G))
			if !RecoverG(logn, b.f, b.g, b.F, G) || !slices.Equal(G, b.G) {
				t.Errorf("degree %d, seed %d: G is not recovered", 1<<logn, i)
			}
			again := newBasis(logn)
			err := Solve(logn, b.f, b.g, again.F, again.G)
			if err != nil || !slices.Equal(again.F, b.F) || !slices.Equal(again.G, b.G) {
				t.Errorf("degree %d, seed %d: Solve gives another basis (error %v)", 1<<logn, i, err)
			}
		}
	}
}

// TestRestarts runs seeds until a candidate has been dropped for each reason, and checks that keys come out all the same.
func TestRestarts(t *testing.T) {
	missing := map[error]bool{
		errNotInvertible: true, errNorm: true, errOrthogonal: true, errNotCoprime: true, errReduction: true, errLimit: true,
	}
	for i := 0; len(missing) > 0; i++ {
		logn := uint(2 + i%3)
		b := newBasis(logn)
		if i == 3000 {
			t.Fatalf("reasons not met: %v", missing)
		}
		var s solver
		err := s.generate(logn, seedOf(2, i), new(stream), b.f, b.g, b.F, b.G, func(err error) { delete(missing, err) })
		if err != nil || !equationHolds(b) {
			t.Fatalf("degree %d, seed %d: wrong key (error %v)", 1<<logn, i, err)
		}
	}
}
