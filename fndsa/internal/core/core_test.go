package core

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
	"unsafe"

	"github.com/saker-pq/saker/fndsa/internal/profile"
)

func testKey(t *testing.T, f profile.Format, logn uint) *PrivateKey {
	t.Helper()
	sk, err := GenerateKey(profile.Lookup(f, logn), bytes.Repeat([]byte{5}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return sk
}

// TestScratchIsWiped fills the memory of a signature with 0xff, puts it back,
// and looks at every byte reachable from it.
func TestScratchIsWiped(t *testing.T) {
	set := profile.Lookup(profile.FNDSA, 6)
	sk := testKey(t, profile.FNDSA, 6)
	w := getSignScratch(set)
	fill(reflect.ValueOf(w).Elem())
	putSignScratch(set, w)
	assertZero(t, "scratch", reflect.ValueOf(w).Elem())

	// And as a signature leaves it.
	if _, err := sk.AppendSignature(nil, new([RandomSize]byte), &Input{}, nil); err != nil {
		t.Fatal(err)
	}
	assertZero(t, "scratch", reflect.ValueOf(getSignScratch(set)).Elem())

	random := GetRandom()
	random[7] = 1
	PutRandom(random)
	if *random != [RandomSize]byte{} {
		t.Error("random bytes are not wiped")
	}
}

// fill sets every number in v to ones, through unexported fields and slices.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(-1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	}
}

func assertZero(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			assertZero(t, path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !v.Index(i).IsZero() {
				t.Errorf("%s[%d] is not wiped", path, i)
				return
			}
		}
	default:
		if !v.IsZero() {
			t.Errorf("%s is not wiped", path)
		}
	}
}

// TestFaultIsCaught disturbs one coordinate of a sampled lattice point.
func TestFaultIsCaught(t *testing.T) {
	sk := testKey(t, profile.FNDSA, 9)
	set := sk.Set()
	w := getSignScratch(set)
	defer putSignScratch(set, w)
	in := &Input{Data: []byte("m")}
	w.mu = sk.pub.mu(in)
	nonce := make([]byte, profile.NonceSize)
	for attempt := range 20 {
		w.startAttempt(nonce, attempt, nil)
		sk.pub.hashToPoint(w.c, nonce, &w.mu, in)
		if err := sk.lattice.sample(set.Logn, &sk.basis, w); err != nil {
			t.Fatal(err)
		}
		if !sk.closePoint(w) {
			t.Fatalf("attempt %d: an undisturbed point is not short", attempt)
		}
		w.z0[attempt] += 64
		if sk.closePoint(w) {
			t.Errorf("attempt %d: a coordinate that is 64 too large gives a short vector", attempt)
		}
	}
}

// TestMuBindsEverything checks that no two inputs share a representative.
func TestMuBindsEverything(t *testing.T) {
	sk := testKey(t, profile.FNDSA, 4)
	inputs := []Input{
		{}, {Data: []byte{0}}, {Data: []byte{0, 0}}, {Context: "\x00"}, {Context: "a", Data: []byte("b")}, {Context: "ab"}, {Data: []byte("ab")},
		{Prehash: profile.SHA256}, {Prehash: profile.SHA3_256}, {Data: []byte{0x06, 0x09}},
		{Data: profile.SHA256.AppendOID(nil)}, {Context: string(profile.SHA256.AppendOID(nil))},
	}
	seen := map[representative]int{}
	for i := range inputs {
		mu := sk.pub.mu(&inputs[i])
		if j, ok := seen[mu]; ok {
			t.Errorf("inputs %d and %d have the same representative", i, j)
		}
		seen[mu] = i
	}
	mu := sk.pub.mu(&inputs[4])
	if again := sk.pub.mu(&Input{ExternalMu: true, Data: mu[:]}); again != mu {
		t.Error("external mu is not taken as it is")
	}
}

// TestForeignBasis refuses bytes that decode to something other than a basis.
func TestForeignBasis(t *testing.T) {
	sk := testKey(t, profile.Falcon, 9)
	enc := sk.AppendBytes(nil)
	if _, err := DecodePrivateKey(sk.Set(), enc); err != nil {
		t.Fatal(err)
	}
	swapped := bytes.Clone(enc) // g in the place of f
	copy(swapped[1:], enc[1+384:1+768])
	copy(swapped[1+384:], enc[1:1+384])
	if _, err := DecodePrivateKey(sk.Set(), swapped); !errors.Is(err, ErrKeyEncoding) {
		t.Errorf("swapped f and g: %v", err)
	}
	if _, err := DecodePrivateKey(sk.Set(), append(enc[:1:1], make([]byte, len(enc)-1)...)); !errors.Is(err, ErrKeyEncoding) {
		t.Errorf("zero basis: %v", err)
	}
}
