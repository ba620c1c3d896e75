package provider

import (
	"crypto/sha256"
	"encoding"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"
)

var testKeys sync.Map // of keyPair by scheme

type keyPair struct {
	public  sign.PublicKey
	private sign.PrivateKey
}

// testKey returns one key of the scheme for the whole run, with its public key: made from a fixed seed, or at random
// where the scheme derives none (a hybrid with an RSA half).
func testKey(s sign.Scheme) (sign.PublicKey, sign.PrivateKey) {
	pair, ok := testKeys.Load(s)
	if !ok {
		digest := sha256.Sum256([]byte(s.Name()))
		seed := make([]byte, s.SeedSize())
		copy(seed, digest[:])
		var pk sign.PublicKey
		var sk sign.PrivateKey
		if len(seed) > 0 {
			pk, sk = s.DeriveKey(seed)
		} else {
			var err error
			if pk, sk, err = s.GenerateKey(); err != nil {
				panic(err)
			}
		}
		pair, _ = testKeys.LoadOrStore(s, keyPair{pk, sk})
	}
	return pair.(keyPair).public, pair.(keyPair).private
}

// withOID lists the schemes whose keys have a DER form.
func withOID() []sign.Scheme {
	var list []sign.Scheme
	for _, s := range All() {
		if info, _ := Describe(s); info.OID != nil {
			list = append(list, s)
		}
	}
	return list
}

// rawBytes returns the scheme's own encoding of a key; those of crypto/ed25519 are their encoding.
func rawBytes(t testing.TB, key any) string {
	t.Helper()
	if m, ok := key.(encoding.BinaryMarshaler); ok {
		raw, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	return string(mustEd25519(t, key))
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// wantError checks that the error text is exactly "provider: " and want, or contains want if that ends in "...".
func wantError(t *testing.T, what string, err error, want string) {
	t.Helper()
	prefix, isPrefix := strings.CutSuffix("provider: "+want, "...")
	if err == nil || err.Error() != prefix && (!isPrefix || !strings.HasPrefix(err.Error(), prefix)) {
		t.Errorf("%s: error %v, want %s", what, err, "provider: "+want)
	}
}

// runAlone runs one test of this package in a process of its own, with a fresh registry and environment.
func runAlone(t *testing.T, test string, environment ...string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), append(environment, aloneVariable+"="+test)...)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+test) {
		t.Errorf("%s alone: %v\n%s", test, err, out)
	}
}

const aloneVariable = "SAKER_TEST_ALONE"

// isAlone reports whether this process was made by runAlone for the test.
func isAlone(t *testing.T) bool { return os.Getenv(aloneVariable) == t.Name() }
