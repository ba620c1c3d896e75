package fndsa_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/saker-pq/saker/fndsa/fndsatest"
)

// vector is a known answer with all its bytes.
type vector struct {
	Logn         uint     `json:"logn"`
	Index        int      `json:"index"`
	KeygenSeed   hexBytes `json:"keygen_seed"` // absent in FNDSA-2025
	SignRandom   hexBytes `json:"sign_random"`
	SignSeed     hexBytes `json:"sign_seed"` // FNDSA-2025
	Context      hexBytes `json:"context"`
	Prehash      string   `json:"prehash"`
	Data         hexBytes `json:"data"`
	SigningKey   hexBytes `json:"signing_key"`
	VerifyingKey hexBytes `json:"verifying_key"`
	Signature    hexBytes `json:"signature"`
}

func (v *vector) message() fndsatest.Message {
	return fndsatest.Message{Context: string(v.Context), Prehash: v.Prehash, Data: v.Data}
}

type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

func readGzip(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func readVectors(t testing.TB, name string) []vector {
	t.Helper()
	var list []vector
	if err := json.Unmarshal(readGzip(t, name), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatalf("%s: no vectors", name)
	}
	return list
}

// TestFNDSAVectors makes every key and every signature of the FN-DSA vectors
// from their randomness, in both forms of the private key.
func TestFNDSAVectors(t *testing.T) {
	for _, file := range []string{"fndsa-2026-kat.json.gz", "fndsa-2026-mixed.json.gz"} {
		for _, v := range readVectors(t, file) {
			t.Run(fmt.Sprintf("%s/%d/%d", strings.TrimSuffix(file, ".json.gz"), 1<<v.Logn, v.Index), func(t *testing.T) {
				t.Parallel()
				key, err := fndsatest.GenerateKey(fndsatest.FNDSA, v.Logn, v.KeygenSeed)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(key.Bytes(), v.SigningKey) {
					t.Fatal("another private key")
				}
				checkVector(t, fndsatest.FNDSA, key, v.SignRandom, &v)
			})
		}
	}
}

func TestFNDSA2025Vectors(t *testing.T) {
	for _, v := range readVectors(t, "fndsa-2025-kat.json.gz") {
		t.Run(fmt.Sprintf("%d/%d", 1<<v.Logn, v.Index), func(t *testing.T) {
			t.Parallel()
			key, err := fndsatest.NewKey(fndsatest.FNDSA2025, v.Logn, v.SigningKey)
			if err != nil {
				t.Fatal(err)
			}
			checkVector(t, fndsatest.FNDSA2025, key, v.SignSeed, &v)
		})
	}
}

func checkVector(t *testing.T, f fndsatest.Format, key *fndsatest.Key, random []byte, v *vector) {
	t.Helper()
	if !bytes.Equal(key.PublicKey(), v.VerifyingKey) {
		t.Fatal("another public key")
	}
	decoded, err := fndsatest.NewKey(f, v.Logn, v.SigningKey)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(decoded.Bytes(), v.SigningKey) {
		t.Error("the decoded private key is written in other bytes")
	}
	for name, k := range map[string]*fndsatest.Key{"expanded": key, "compact": decoded.Compact()} {
		sig, _, err := k.Sign(random, v.message(), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(sig, v.Signature) {
			t.Errorf("%s: another signature:\n got %x\nwant %x", name, sig, []byte(v.Signature))
		}
	}
	if err := fndsatest.Verify(f, v.Logn, v.VerifyingKey, v.message(), v.Signature); err != nil {
		t.Error(err)
	}
}

// TestFNDSADigests checks the published digests: SHA3-256(sk || pk || sig)
// with key seed and signing randomness from SHAKE256(logn || index as 4-byte
// little-endian), context "domain" and message "message", which is pre-hashed
// with SHA3-256 for odd indices.
func TestFNDSADigests(t *testing.T) {
	file, err := os.Open("testdata/fndsa-2026-digests.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	checked := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var n, index int
		var want string
		if _, err := fmt.Sscanf(lines.Text(), "FNDSA n=%d %d %s", &n, &index, &want); err != nil {
			continue
		}
		checked++
		t.Run(fmt.Sprintf("%d/%d", n, index), func(t *testing.T) {
			t.Parallel()
			logn := uint(9)
			if n == 1024 {
				logn = 10
			}
			recipe := binary.LittleEndian.AppendUint32([]byte{byte(logn)}, uint32(index))
			random := sha3.SumSHAKE256(recipe, 32+40)
			key, err := fndsatest.GenerateKey(fndsatest.FNDSA, logn, random[:32])
			if err != nil {
				t.Fatal(err)
			}
			m := fndsatest.Message{Context: "domain", Data: []byte("message")}
			if index%2 == 1 {
				h := sha3.Sum256(m.Data)
				m.Prehash, m.Data = "sha3-256", h[:]
			}
			sig, _, err := key.Sign(random[32:], m, nil)
			if err != nil {
				t.Fatal(err)
			}
			all := append(append(key.Bytes(), key.PublicKey()...), sig...)
			if got := sha3.Sum256(all); hex.EncodeToString(got[:]) != want {
				t.Errorf("digest %x, want %s", got, want)
			}
		})
	}
	if checked != 20 {
		t.Errorf("%d digests in the file, expected 20", checked)
	}
}
