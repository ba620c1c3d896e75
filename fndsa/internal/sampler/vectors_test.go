package sampler

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// The tests carry their own slow decoders and polynomial products, so that they depend on nothing
// but keccak.

const q = 12289

// vector is an entry of a known-answer file.
type vector struct {
	Logn    uint     `json:"logn"`
	Index   int      `json:"index"`
	Random  hexBytes `json:"sign_random"` // FN-DSA
	Seed    hexBytes `json:"sign_seed"`   // FNDSA-2025
	Context hexBytes `json:"context"`
	Prehash string   `json:"prehash"`
	Data    hexBytes `json:"data"`
	SK      hexBytes `json:"signing_key"`
	PK      hexBytes `json:"verifying_key"`
	Sig     hexBytes `json:"signature"`
}

type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) error {
	decoded, err := hex.DecodeString(string(text))
	*b = decoded
	return err
}

func readVectors(t testing.TB, name string) []vector {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.NewDecoder(text).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

// basis is a private key with everything the tests compute with.
type basis struct {
	logn       uint
	f, g, F, G []int8
}

// bitReader reads fixed-width fields, from the least or the most significant bit on.
type bitReader struct {
	data     []byte
	at       int
	msbFirst bool
}

func (r *bitReader) read(width int) (v uint64) {
	for i := range width {
		b := uint64(r.data[r.at/8]>>(r.at%8)) & 1
		if r.msbFirst {
			b = uint64(r.data[r.at/8]>>(7-r.at%8)) & 1
			v = v<<1 | b
		} else {
			v |= b << i
		}
		r.at++
	}
	return v
}

func (r *bitReader) small(n, width int) []int8 {
	list := make([]int8, n)
	for i := range list {
		v := int(r.read(width))
		list[i] = int8(v - v>>(width-1)<<width)
	}
	return list
}

// readKey decodes f, g, F and rebuilds G = h*F.
func (v *vector) readKey(t testing.TB) basis {
	t.Helper()
	n := 1 << v.Logn
	if v.SK[0] != 0x50+byte(v.Logn) || v.PK[0] != byte(v.Logn) {
		t.Fatalf("logn %d index %d: headers %#x, %#x", v.Logn, v.Index, v.SK[0], v.PK[0])
	}
	width := map[uint]int{2: 8, 3: 8, 4: 8, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5}[v.Logn]
	round3 := v.Seed != nil
	r := bitReader{data: v.SK[1:], msbFirst: round3}
	b := basis{logn: v.Logn, f: r.small(n, width), g: r.small(n, width), F: r.small(n, 8)}
	h := make([]int64, n)
	r = bitReader{data: v.PK[1:], msbFirst: round3}
	for i := range h {
		h[i] = int64(r.read(14))
	}
	if !round3 {
		h = inverseNTT(h)
	}
	for _, c := range multiply(h, widen(b.F)) {
		c = centre(c)
		if c != int64(int8(c)) {
			t.Fatalf("logn %d index %d: coefficient %d of G", v.Logn, v.Index, c)
		}
		b.G = append(b.G, int8(c))
	}
	return b
}

// centre returns c mod q in (-q/2, q/2).
func centre(c int64) int64 {
	c = (c%q + q) % q
	if c > q/2 {
		c -= q
	}
	return c
}

func widen[T int8 | int32 | uint16](a []T) []int64 {
	list := make([]int64, len(a))
	for i, c := range a {
		list[i] = int64(c)
	}
	return list
}

// multiply returns a*b modulo X^n+1 over the integers.
func multiply(a, b []int64) []int64 {
	n := len(a)
	product := make([]int64, 2*n)
	for i, x := range a {
		for j, y := range b {
			product[i+j] += x * y
		}
	}
	for i := range n {
		product[i] -= product[i+n]
	}
	return product[:n]
}

// inverseNTT interpolates: entry i of the operand is the value at psi^(2*bitrev(i)+1), psi =
// 7^(1024/n).
func inverseNTT(values []int64) []int64 {
	n := len(values)
	power := func(base, e int) int64 {
		r, b := int64(1), int64(base)
		for ; e > 0; e >>= 1 {
			if e&1 == 1 {
				r = r * b % q
			}
			b = b * b % q
		}
		return r
	}
	psi := power(7, 1024/n)
	powers := make([]int64, 2*n) // of 1/psi
	powers[0] = 1
	powers[1] = power(int(psi), 2*n-1)
	for i := 2; i < 2*n; i++ {
		powers[i] = powers[i-1] * powers[1] % q
	}
	exponent := make([]int, n)
	for i := range n {
		rev := 0
		for b := 1; b < n; b <<= 1 {
			rev <<= 1
			if i&b != 0 {
				rev |= 1
			}
		}
		exponent[i] = 2*rev + 1
	}
	inverseN := power(n, q-2)
	h := make([]int64, n)
	for j := range h {
		sum := int64(0)
		for i, v := range values {
			sum += v * powers[exponent[i]*j%(2*n)] % q
		}
		h[j] = sum % q * inverseN % q
	}
	return h
}

func shake(size int, parts ...[]byte) []byte {
	var x keccak.SHAKE256
	for _, p := range parts {
		x.Write(p)
	}
	out := make([]byte, size)
	x.Read(out)
	return out
}

func shakeOf(label string) *keccak.SHAKE256 {
	x := new(keccak.SHAKE256)
	x.Write([]byte(label))
	return x
}

// message returns flag || len(ctx) || ctx || [OID] || data.
func (v *vector) message(t testing.TB) []byte {
	t.Helper()
	var b []byte
	switch v.Prehash {
	case "raw":
		b = append(b, 0, byte(len(v.Context)))
		b = append(b, v.Context...)
	case "sha3-256":
		b = append(b, 1, byte(len(v.Context)))
		b = append(b, v.Context...)
		b = append(b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x08)
	default:
		t.Fatalf("unknown prehash %q", v.Prehash)
	}
	return append(b, v.Data...)
}

// hashToPoint reads n residues from x.
func hashToPoint(n int, x *keccak.SHAKE256, bigEndian bool) []uint16 {
	var c []uint16
	for len(c) < n {
		var b [2]byte
		x.Read(b[:])
		if bigEndian {
			b[0], b[1] = b[1], b[0]
		}
		if w := uint16(b[0]) | uint16(b[1])<<8; w < 5*q {
			c = append(c, w%q)
		}
	}
	return c
}

// attempt returns the hash input and the positioned stream of attempt k.
func (v *vector) attempt(t testing.TB, k int) (nonce []byte, c []uint16, stream *Stream, base Base) {
	t.Helper()
	var x, hash keccak.SHAKE256
	stream = new(Stream)
	nonce = make([]byte, 40)
	hpk := shake(64, v.PK)
	if v.Seed != nil {
		seeds := shake(96, v.Seed, []byte{byte(k), 0, 0, 0})
		copy(nonce, seeds)
		x.Write(seeds[40:])
		stream.Start(&x)
		hash.Write(nonce)
		hash.Write(hpk)
		hash.Write(v.message(t))
		return nonce, hashToPoint(1<<v.Logn, &hash, true), stream, Falcon
	}
	n := 1 << v.Logn
	width := map[uint]int{2: 8, 3: 8, 4: 8, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5}[v.Logn]
	mu := shake(64, hpk, v.message(t))
	hsk := shake(40, v.SK[1:1+2*n*width/8])
	seed := shake(40, hsk, mu, v.Random)
	x.Write(seed)
	x.Write([]byte{byte(k)})
	stream.Start(&x)
	stream.Read(nonce)
	hash.Write(nonce)
	hash.Write(mu)
	return nonce, hashToPoint(n, &hash, false), stream, FNDSA
}

// signature returns the nonce and s2 of the expected signature.
func (v *vector) signature() (nonce []byte, s2 []int64) {
	r := bitReader{data: v.Sig[41:], msbFirst: v.Seed != nil}
	for range 1 << v.Logn {
		sign, low := r.read(1), r.read(7)
		value := int64(low)
		for r.read(1) == 0 {
			value += 128
		}
		if sign == 1 {
			value = -value
		}
		s2 = append(s2, value)
	}
	return v.Sig[1:41], s2
}

// latticePoint returns (s1, s2) = (c, 0) - (z0, z1)*B.
func (b *basis) latticePoint(c []uint16, z0, z1 []int32) (s1, s2 []int64) {
	a0, a1 := widen(z0), widen(z1)
	g, G := multiply(a0, widen(b.g)), multiply(a1, widen(b.G))
	f, F := multiply(a0, widen(b.f)), multiply(a1, widen(b.F))
	s1 = make([]int64, len(c))
	s2 = make([]int64, len(c))
	for i := range c {
		s1[i] = int64(c[i]) - g[i] - G[i]
		s2[i] = f[i] + F[i]
	}
	return s1, s2
}

func norm(vectors ...[]int64) (sum int64) {
	for _, v := range vectors {
		for _, c := range v {
			sum += c * c
		}
	}
	return sum
}

var boundSquared = [11]int64{0, 101498, 208714, 428865, 892039, 1852696, 3842630, 7959734, 16468416, 34034726, 70265242}

// acceptable says whether a signature passes the checks of its profile: norm, size of coefficients,
// length of the encoding.
func (v *vector) acceptable(s1, s2 []int64) bool {
	bits := 0
	for i := range s2 {
		a1, a2 := max(s1[i], -s1[i]), max(s2[i], -s2[i])
		if a2 > 2047 || v.Seed == nil && (a1 > 840 || a2 > 840) {
			return false
		}
		bits += 9 + int(a2>>7)
	}
	return norm(s1, s2) <= boundSquared[v.Logn] && bits <= 8*(len(v.Sig)-41)
}

func equal(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}
