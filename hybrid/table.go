package hybrid

import (
	"crypto"
	"encoding/asn1"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/mldsa/mldsa65"
)

// The composites of ML-DSA are two of those that
// draft-ietf-lamps-pq-composite-sigs-19 defines, with its labels and numbers
// (section 6). It gives them no code point for TLS.
var (
	mldsa44P256 = mustComposite(CompositeParameters{
		Name:  "ML-DSA-44-ECDSA-P256-SHA256",
		Label: "COMPSIG-MLDSA44-ECDSA-P256-SHA256",
		OID:   asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 6, 40},
		PQ:    mldsa44.Scheme(), Classical: ECDSAP256(), PreHash: crypto.SHA256,
	})
	mldsa65P256 = mustComposite(CompositeParameters{
		Name:  "ML-DSA-65-ECDSA-P256-SHA512",
		Label: "COMPSIG-MLDSA65-ECDSA-P256-SHA512",
		OID:   asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 6, 45},
		PQ:    mldsa65.Scheme(), Classical: ECDSAP256(), PreHash: crypto.SHA512,
	})
)

// MLDSA44ECDSAP256 returns the composite id-MLDSA44-ECDSA-P256-SHA256.
func MLDSA44ECDSAP256() *Scheme { return mldsa44P256 }

// MLDSA65ECDSAP256 returns the composite id-MLDSA65-ECDSA-P256-SHA512.
func MLDSA65ECDSAP256() *Scheme { return mldsa65P256 }

// All returns the predefined schemes, in the order of docs/identifiers.
func All() []sign.Scheme {
	return []sign.Scheme{
		mldsa44P256, mldsa65P256,
	}
}

func mustComposite(p CompositeParameters) *Scheme {
	s, err := NewComposite(p)
	if err != nil {
		panic(err)
	}
	return s
}
