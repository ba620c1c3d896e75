package hybrid

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"io"
	"math/big"
	"strings"
	"testing"
)

// TestECDSASignatureForms: one encoding per pair of integers.
func TestECDSASignatureForms(t *testing.T) {
	for name, c := range map[string]struct {
		der  string
		want bool
	}{
		"good":                   {"3006020101020102", true},
		"good, leading zero":     {"3008020200ff02020080", true},
		"empty":                  {"", false},
		"no sequence":            {"020101020102", false},
		"empty sequence":         {"3000", false},
		"one integer":            {"3003020101", false},
		"three integers":         {"3009020101020102020103", false},
		"byte behind":            {"300602010102010200", false},
		"byte inside":            {"300702010102010200", false},
		"long form of length":    {"308106020101020102", false},
		"long form inside":       {"30070281010102 0102", false},
		"indefinite length":      {"30800201010201020000", false},
		"superfluous zero":       {"300702020001020102", false},
		"negative r":             {"3006020181020102", false},
		"negative s":             {"30060201010201ff", false},
		"zero r":                 {"3006020100020102", false},
		"zero s":                 {"3006020101020100", false},
		"empty integer":          {"30050200020102", false},
		"length beyond end":      {"3007020101020102", false},
		"set instead":            {"3106020101020102", false},
		"octet string for r":     {"3006040101020102", false},
		"primitive sequence tag": {"1006020101020102", false},
	} {
		der, err := hex.DecodeString(strings.ReplaceAll(c.der, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := isCanonicalECDSA(der); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestECDSASizes proves the size constants: the largest signature has both
// integers of full length with the top bit of the last whole byte set.
func TestECDSASizes(t *testing.T) {
	for _, half := range []*ecdsaHalf{ecdsaP256, ecdsaP384, ecdsaP521, ecdsaP256WithPublic, ecdsaP521WithPublic} {
		name := half.curve.Params().Name
		last := new(big.Int).Sub(half.curve.Params().N, big.NewInt(1))
		integer := len(last.Bytes())
		if last.BitLen()%8 == 0 {
			integer++ // a zero byte keeps the sign positive
		}
		content := 2 * (2 + integer)
		header := 2
		if content > 127 {
			header = 3
		}
		if half.maxSignature != header+content {
			t.Errorf("%s: maxSignature is %d, computed %d", name, half.maxSignature, header+content)
		}
		key, err := half.generate()
		if err != nil {
			t.Fatal(err)
		}
		der, err := key.encode()
		if err != nil {
			t.Fatal(err)
		}
		if len(der) != half.private {
			t.Errorf("%s: private is %d, written %d", name, half.private, len(der))
		}
		if mask := byte(1<<((half.curve.Params().BitSize-1)%8+1) - 1); mask != half.topMask {
			t.Errorf("%s: topMask is %#x, computed %#x", name, half.topMask, mask)
		}
	}
}

// TestECDSADerive: scalars out of range are passed over, and a stream that ends
// makes no key.
func TestECDSADerive(t *testing.T) {
	for _, half := range []*ecdsaHalf{ecdsaP256, ecdsaP384, ecdsaP521} {
		n := half.scalarSize()
		one := append(make([]byte, n-1), 1)
		order := half.curve.Params().N.FillBytes(make([]byte, n))
		stream := io.MultiReader(bytes.NewReader(make([]byte, n)), bytes.NewReader(bytes.Repeat([]byte{0xff}, n)),
			bytes.NewReader(order), bytes.NewReader(one), bytes.NewReader(order))
		key, ok := half.derive(stream)
		if !ok {
			t.Fatalf("%s: no key", half.curve.Params().Name)
		}
		scalar, err := key.(*ecdsaPrivate).key.Bytes()
		if err != nil || !bytes.Equal(scalar, one) {
			t.Errorf("%s: scalar %x, %v; expected 1", half.curve.Params().Name, scalar, err)
		}
		if _, ok := half.derive(bytes.NewReader(order)); ok {
			t.Errorf("%s: key from a stream that ended", half.curve.Params().Name)
		}
	}
}

// TestRSALimits: only 3072 bits, two primes and 65537, in DER.
func TestRSALimits(t *testing.T) {
	half := rsaHalf{}
	good := testKey(t, rsa3072Falcon512, 1).private.classical.(*rsaPrivate).key
	public := x509.MarshalPKCS1PublicKey(&good.PublicKey)
	if len(public) != rsaPublicSize {
		t.Errorf("public key of %d bytes, expected %d", len(public), rsaPublicSize)
	}
	private := x509.MarshalPKCS1PrivateKey(good)
	if len(private) > rsaPrivateSize || len(private) < rsaPrivateSize-16 {
		t.Errorf("private key of %d bytes, expected %d or a little less", len(private), rsaPrivateSize)
	}
	if _, err := half.parsePublic(public); err != nil {
		t.Error(err)
	}
	if _, err := half.parsePrivate(private); err != nil {
		t.Error(err)
	}

	short, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	exponent3 := rsa.PublicKey{N: good.N, E: 3}
	shorter := rsa.PublicKey{N: new(big.Int).Rsh(good.N, 1), E: rsaExponent}
	shorter.N.SetBit(shorter.N, 0, 1)
	for name, key := range map[string]*rsa.PublicKey{
		"modulus: 2048 bits": &short.PublicKey, "modulus: 3071 bits": &shorter, "exponent: 3": &exponent3,
	} {
		if _, err := half.parsePublic(x509.MarshalPKCS1PublicKey(key)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("public, %s: %v", name, err)
		}
	}
	if _, err := half.parsePrivate(x509.MarshalPKCS1PrivateKey(short)); err == nil || !strings.Contains(err.Error(), "2048 bits") {
		t.Errorf("private key of 2048 bits: %v", err)
	}
	for name, bad := range map[string][]byte{"empty": nil, "trailing": append(bytes.Clone(private), 0), "truncated": private[:len(private)-1]} {
		if _, err := half.parsePrivate(bad); err == nil {
			t.Errorf("private, %s: accepted", name)
		}
	}
	// Every integer of the private key belongs to the others.
	for i := 8; i < len(private); i += 41 {
		bad := bytes.Clone(private)
		bad[i] ^= 0x10
		if _, err := half.parsePrivate(bad); err == nil {
			t.Errorf("private, byte %d changed: accepted", i)
		}
	}
}

// TestEd25519Lengths: the parsers take 32 bytes.
func TestEd25519Lengths(t *testing.T) {
	half := Ed25519()
	for _, n := range []int{0, 31, 33, 64} {
		if _, err := half.parsePublic(make([]byte, n)); err == nil {
			t.Errorf("public key of %d bytes accepted", n)
		}
		if _, err := half.parsePrivate(make([]byte, n)); err == nil {
			t.Errorf("seed of %d bytes accepted", n)
		}
	}
	if _, ok := half.derive(bytes.NewReader(make([]byte, 31))); ok {
		t.Error("key from 31 bytes")
	}
}
