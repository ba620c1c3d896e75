package hybrid

import (
	"io"

	"github.com/cloudflare/circl/sign"
)

// signPQ signs with the post-quantum half.
func signPQ(_ io.Reader, key sign.PrivateKey, message []byte, context string) ([]byte, error) {
	return key.Scheme().Sign(key, message, &sign.SignatureOpts{Context: context}), nil
}
