package sigscheme

import (
	"crypto"
	"io"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/provider"
)

// fromProvider returns the scheme of the provider's registry with a code point, of any
// generation, or nil.
func fromProvider(id uint16) *Scheme {
	s := provider.ByTLSIdentifier(uint(id))
	if s == nil {
		return nil
	}
	info, ok := provider.Describe(s)
	if !ok {
		return nil
	}
	return &Scheme{ID: id, Name: info.Name, Current: uint16(info.TLSIdentifier), Experimental: info.Experimental, algorithm: registered{s}}
}

// registered is a scheme of the provider, used in pure mode with an empty context.
type registered struct{ scheme sign.Scheme }

func (r registered) Fits(pub crypto.PublicKey) bool {
	k, ok := pub.(sign.PublicKey)
	return ok && k.Scheme() == r.scheme
}

// Sign goes through crypto.Signer, so that keys of other makers work and errors come
// back, which sign.Scheme.Sign has no way to return.
func (r registered) Sign(rand io.Reader, key crypto.Signer, message []byte) ([]byte, error) {
	return key.Sign(rand, message, crypto.Hash(0))
}

func (r registered) Verify(pub crypto.PublicKey, message, signature []byte) bool {
	return r.Fits(pub) && r.scheme.Verify(pub.(sign.PublicKey), message, signature, nil)
}
