package provider

import (
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/hybrid"
)

// hybridCodec is the one form each hybrid has: the OQS hybrids as oqs-provider writes them, the composites as
// draft-ietf-lamps-pq-composite-sigs has them, raw.
type hybridCodec struct {
	scheme *hybrid.Scheme
	form   PrivateKeyForm
}

// newHybridCodec tells the constructions apart: contexts exist for composites only.
func newHybridCodec(s *hybrid.Scheme) hybridCodec {
	if s.SupportsContext() {
		return hybridCodec{s, FormStandard}
	}
	return hybridCodec{s, FormOQS}
}

func (c hybridCodec) Forms() []PrivateKeyForm { return []PrivateKeyForm{c.form} }

func (c hybridCodec) DefaultForm(sign.PrivateKey) PrivateKeyForm { return c.form }

func (c hybridCodec) MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error) {
	if err := checkForm(c, form); err != nil {
		return nil, err
	}
	k, ok := key.(*hybrid.PrivateKey)
	if !ok || k.Scheme() != sign.Scheme(c.scheme) {
		return nil, fmt.Errorf("private key is not one of this scheme (%T)", key)
	}
	return hybrid.MarshalPKCS8Content(k)
}

func (c hybridCodec) ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error) {
	key, err := hybrid.ParsePKCS8Content(c.scheme, content)
	if err != nil {
		return nil, "", err
	}
	return key, c.form, nil
}
