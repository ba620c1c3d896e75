package main

import (
	"encoding/pem"
	"testing"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
)

// Whatever a file holds, looking at it ends in a description or an error.
func FuzzInspect(f *testing.F) {
	pub, key, err := scheme.FNDSA512().GenerateKey()
	if err != nil {
		f.Fatal(err)
	}
	// Not the seed form: every seed is a key, and making one takes too long here.
	private, err := provider.MarshalPKCS8PrivateKeyForm(key, provider.FormExpanded)
	if err != nil {
		f.Fatal(err)
	}
	public, err := provider.MarshalPKIXPublicKey(pub)
	if err != nil {
		f.Fatal(err)
	}
	chain, err := buildChain(schemeContestant(scheme.FNDSA512()))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(private)
	f.Add(public)
	f.Add(chain.server.der)
	f.Add(append(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}), "-----BEGIN "...))
	f.Add(scheme.FNDSA512().Sign(key, nil, nil))
	f.Add(pem.EncodeToMemory(&pem.Block{Type: pemSignature}))
	f.Fuzz(func(t *testing.T, data []byte) {
		objects, err := splitObjects("input", data, "anything")
		if err != nil {
			return
		}
		for _, o := range objects {
			in, err := inspectObject(o)
			if err == nil && in.Algorithm == "" && len(in.PossibleAlgorithms) == 0 && in.Kind != kindEncrypted {
				t.Errorf("%s without an algorithm and without an error", in.Kind)
			}
			for _, r := range in.rows() {
				if r.name == "" {
					t.Error("a property without a name")
				}
			}
		}
	})
}
