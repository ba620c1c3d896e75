package hybrid

import (
	"io"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
)

// signPQ signs with the post-quantum half. CIRCL's interface knows no error and
// no random source, so keys of this project are signed with below it. Other
// schemes sign as they do for CIRCL: ML-DSA deterministically.
func signPQ(random io.Reader, key sign.PrivateKey, message []byte, context string) ([]byte, error) {
	if k, ok := key.(*scheme.PrivateKey); ok {
		return k.FNDSA().AppendSignature(nil, random, message, &fndsa.Options{Context: context})
	}
	return key.Scheme().Sign(key, message, &sign.SignatureOpts{Context: context}), nil
}
