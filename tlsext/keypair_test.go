package tlsext

import (
	"bytes"
	"encoding/pem"
	"testing"

	"github.com/saker-pq/saker/provider"
)

func TestKeyPair(t *testing.T) {
	for _, name := range append(classicalKinds, pqSchemes...) {
		var cert Certificate
		var schemes []SignatureScheme
		if _, ok := keyKinds[name]; ok {
			cert = testIdentity(t, name).ours()
		} else {
			id := pqTestIdentity(t, name)
			cert, schemes = id.Certificate, []SignatureScheme{id.scheme}
		}
		var chain bytes.Buffer
		for _, der := range cert.Certificate {
			pem.Encode(&chain, &pem.Block{Type: "CERTIFICATE", Bytes: der})
		}
		key, err := provider.MarshalPrivateKeyPEM(cert.PrivateKey)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := LoadX509KeyPair(writeFile(t, "chain.pem", chain.Bytes()), writeFile(t, "key.pem", key))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := (&Config{Certificates: []Certificate{pair}, SignatureSchemes: schemes}).ValidateServer(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := X509KeyPair(key, key); err == nil {
			t.Errorf("%s: a key taken for a certificate", name)
		}
		if _, err := X509KeyPair(chain.Bytes(), chain.Bytes()); err == nil {
			t.Errorf("%s: a certificate taken for a key", name)
		}
	}
	if _, err := LoadX509KeyPair("missing", "missing"); err == nil {
		t.Error("missing files")
	}
}
