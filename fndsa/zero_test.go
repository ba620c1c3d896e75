package fndsa_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// TestZeroValues holds nil and zero keys and parameters to errors.
func TestZeroValues(t *testing.T) {
	var zero fndsa.Parameters
	if zero.String() != "invalid" || zero.N() != 0 || zero.SignatureSize() != 0 || zero.IsFalcon() {
		t.Error("zero Parameters look like a parameter set")
	}
	wants := func(name string, err error) {
		t.Helper()
		if !errors.Is(err, fndsa.ErrUnsupportedAlgorithm) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := fndsa.GenerateKey(zero, nil)
	wants("GenerateKey", err)
	_, err = fndsa.NewPrivateKeyFromSeed(zero, make([]byte, 32))
	wants("NewPrivateKeyFromSeed", err)
	_, err = fndsa.NewPrivateKey(zero, nil)
	wants("NewPrivateKey", err)
	_, err = fndsa.NewPublicKey(zero, nil)
	wants("NewPublicKey", err)
	_, err = fndsa.ParametersByName("fn-dsa-512")
	wants("ParametersByName", err)
	for _, p := range fndsa.AllParameters() {
		if !strings.Contains(err.Error(), p.String()) {
			t.Errorf("ParametersByName: %q does not name %s", err, p)
		}
	}

	for name, k := range map[string]*fndsa.PrivateKey{"nil": nil, "zero": {}} {
		_, err := k.Sign(nil, nil, nil)
		wants(name+" Sign", err)
		_, err = k.SignMessage(nil, nil, nil)
		wants(name+" SignMessage", err)
		_, err = k.AppendSignature(nil, nil, nil, nil)
		wants(name+" AppendSignature", err)
		_, err = k.SignBatch(t.Context(), nil, nil, nil)
		wants(name+" SignBatch", err)
		_, err = k.Compact().Sign(nil, nil, nil)
		wants(name+" Compact", err)
		if k.Bytes() != nil || k.Seed() != nil || k.PublicKey() != nil || k.Parameters() != zero || k.Equal(k) {
			t.Errorf("%s: a private key with contents", name)
		}
	}
	for name, k := range map[string]*fndsa.PublicKey{"nil": nil, "zero": {}} {
		wants(name+" Verify", fndsa.Verify(k, nil, nil, nil))
		wants(name+" VerifyDigest", fndsa.VerifyDigest(k, nil, nil, nil))
		wants(name+" VerifyBatch", fndsa.VerifyBatch(t.Context(), []fndsa.SignedMessage{{PublicKey: k}})[0])
		if k.Bytes() != nil || k.Parameters() != zero || k.Equal(k) {
			t.Errorf("%s: a public key with contents", name)
		}
	}
}

// TestPrintsNoSecrets formats a key with every verb.
func TestPrintsNoSecrets(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d", "%q"} {
		for _, text := range []string{fmt.Sprintf(verb, key), fmt.Sprintf(verb, *key)} {
			if text != "FN-DSA-512 private key" {
				t.Errorf("%s prints %q", verb, text)
			}
		}
	}
	var text bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("made", "key", key)
	slog.New(slog.NewJSONHandler(&text, nil)).Info("made", "key", key)
	if strings.Contains(text.String(), "7 7 7") || strings.Contains(text.String(), "BwcH") || strings.Contains(text.String(), "0707") {
		t.Errorf("logged: %s", &text)
	}
}

func TestEqual(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		key := keyOf(t, p)
		other, err := fndsa.NewPrivateKeyFromSeed(p, bytes.Repeat([]byte{8}, 32))
		if err != nil {
			t.Fatal(err)
		}
		if !key.Equal(key) || !key.PublicKey().Equal(key.PublicKey()) {
			t.Error("a key is not equal to itself")
		}
		if key.Equal(other) || key.PublicKey().Equal(other.PublicKey()) {
			t.Error("two keys are equal")
		}
		if key.Equal(ed25519.PrivateKey{}) || key.PublicKey().Equal(ed25519.PublicKey{}) || key.Equal(nil) || key.PublicKey().Equal(nil) {
			t.Error("a key is equal to something else")
		}
		if !bytes.Equal(key.Seed(), bytes.Repeat([]byte{7}, 32)) {
			t.Error("the seed was not kept")
		}
		for _, q := range fndsa.AllParameters() {
			if q != p && keyOf(t, q).PublicKey().Equal(key.PublicKey()) {
				t.Errorf("equal to the key of %v", q)
			}
		}
	})
}
