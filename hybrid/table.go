package hybrid

import (
	"crypto"
	"encoding/asn1"

	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/mldsa/mldsa65"

	"github.com/saker-pq/saker/scheme"
)

// The hybrids of oqs-provider 0.12. Their numbers, like those of the FN-DSA
// composites, stand in the project's table of identifiers under their names.
var (
	p256Falcon512          = newOQS("P256-Falcon-512", scheme.Falcon512(), ecdsaP256WithPublic)
	rsa3072Falcon512       = newOQS("RSA3072-Falcon-512", scheme.Falcon512(), rsaHalf{})
	p521Falcon1024         = newOQS("P521-Falcon-1024", scheme.Falcon1024(), ecdsaP521WithPublic)
	p256FalconPadded512    = newOQS("P256-Falcon-padded-512", scheme.FalconPadded512(), ecdsaP256WithPublic)
	rsa3072FalconPadded512 = newOQS("RSA3072-Falcon-padded-512", scheme.FalconPadded512(), rsaHalf{})
	p521FalconPadded1024   = newOQS("P521-Falcon-padded-1024", scheme.FalconPadded1024(), ecdsaP521WithPublic)
)

// The composites of FN-DSA are this project's own: no document defines them.
var (
	fndsa512P256 = mustComposite(CompositeParameters{
		Name: "FN-DSA-512-ECDSA-P256-SHA256", Label: "COMPSIG-FNDSA512-ECDSA-P256-SHA256",
		PQ: scheme.FNDSA512(), Classical: ECDSAP256(), PreHash: crypto.SHA256,
	})
	fndsa512Ed25519 = mustComposite(CompositeParameters{
		Name: "FN-DSA-512-Ed25519-SHA512", Label: "COMPSIG-FNDSA512-Ed25519-SHA512",
		PQ: scheme.FNDSA512(), Classical: Ed25519(), PreHash: crypto.SHA512,
	})
	fndsa1024P384 = mustComposite(CompositeParameters{
		Name: "FN-DSA-1024-ECDSA-P384-SHA512", Label: "COMPSIG-FNDSA1024-ECDSA-P384-SHA512",
		PQ: scheme.FNDSA1024(), Classical: ECDSAP384(), PreHash: crypto.SHA512,
	})
	fndsa1024P521 = mustComposite(CompositeParameters{
		Name: "FN-DSA-1024-ECDSA-P521-SHA512", Label: "COMPSIG-FNDSA1024-ECDSA-P521-SHA512",
		PQ: scheme.FNDSA1024(), Classical: ECDSAP521(), PreHash: crypto.SHA512,
	})
)

// The composites of ML-DSA are two of those that
// draft-ietf-lamps-pq-composite-sigs-19 defines, with its labels and numbers.
// It gives them no code point for TLS.
var (
	mldsa44P256 = mustComposite(CompositeParameters{
		Name: "ML-DSA-44-ECDSA-P256-SHA256", Label: "COMPSIG-MLDSA44-ECDSA-P256-SHA256",
		OID: asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 6, 40},
		PQ:  mldsa44.Scheme(), Classical: ECDSAP256(), PreHash: crypto.SHA256,
	})
	mldsa65P256 = mustComposite(CompositeParameters{
		Name: "ML-DSA-65-ECDSA-P256-SHA512", Label: "COMPSIG-MLDSA65-ECDSA-P256-SHA512",
		OID: asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 6, 45},
		PQ:  mldsa65.Scheme(), Classical: ECDSAP256(), PreHash: crypto.SHA512,
	})
)

// P256Falcon512 is the hybrid p256_falcon512 of oqs-provider.
func P256Falcon512() *Scheme { return p256Falcon512 }

// RSA3072Falcon512 is the hybrid rsa3072_falcon512 of oqs-provider.
func RSA3072Falcon512() *Scheme { return rsa3072Falcon512 }

// P521Falcon1024 is the hybrid p521_falcon1024 of oqs-provider.
func P521Falcon1024() *Scheme { return p521Falcon1024 }

// P256FalconPadded512 is the hybrid p256_falconpadded512 of oqs-provider.
func P256FalconPadded512() *Scheme { return p256FalconPadded512 }

// RSA3072FalconPadded512 is the hybrid rsa3072_falconpadded512 of oqs-provider.
func RSA3072FalconPadded512() *Scheme { return rsa3072FalconPadded512 }

// P521FalconPadded1024 is the hybrid p521_falconpadded1024 of oqs-provider.
func P521FalconPadded1024() *Scheme { return p521FalconPadded1024 }

// FNDSA512ECDSAP256 is the composite of FN-DSA-512 and ECDSA on P-256.
func FNDSA512ECDSAP256() *Scheme { return fndsa512P256 }

// FNDSA512Ed25519 is the composite of FN-DSA-512 and Ed25519.
func FNDSA512Ed25519() *Scheme { return fndsa512Ed25519 }

// FNDSA1024ECDSAP384 is the composite of FN-DSA-1024 and ECDSA on P-384.
func FNDSA1024ECDSAP384() *Scheme { return fndsa1024P384 }

// FNDSA1024ECDSAP521 is the composite of FN-DSA-1024 and ECDSA on P-521.
func FNDSA1024ECDSAP521() *Scheme { return fndsa1024P521 }

// MLDSA44ECDSAP256 is the composite id-MLDSA44-ECDSA-P256-SHA256.
func MLDSA44ECDSAP256() *Scheme { return mldsa44P256 }

// MLDSA65ECDSAP256 is the composite id-MLDSA65-ECDSA-P256-SHA512.
func MLDSA65ECDSAP256() *Scheme { return mldsa65P256 }

// All returns the predefined schemes: composites of FN-DSA, OQS hybrids, then
// composites of ML-DSA.
func All() []sign.Scheme {
	return []sign.Scheme{
		fndsa512P256, fndsa512Ed25519, fndsa1024P384, fndsa1024P521,
		p256Falcon512, rsa3072Falcon512, p521Falcon1024,
		p256FalconPadded512, rsa3072FalconPadded512, p521FalconPadded1024,
		mldsa44P256, mldsa65P256,
	}
}

func newOQS(name string, pq sign.Scheme, classical Classical) *Scheme {
	return &Scheme{name: name, pq: pq, classical: classical, construct: oqs{}}
}

func mustComposite(p CompositeParameters) *Scheme {
	s, err := newComposite(p)
	if err != nil {
		panic(err)
	}
	return s
}
