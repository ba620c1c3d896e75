package cms

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	encoding_asn1 "encoding/asn1"
	"fmt"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/x509ext"
)

// chooseAlgorithm returns the digest and the algorithm that a signer with this
// certificate writes, and the options its private key is called with.
func chooseAlgorithm(c *x509ext.Certificate, digest Digest) (Digest, der.AlgorithmIdentifier, crypto.SignerOpts, error) {
	ai := der.AlgorithmIdentifier{OID: c.PublicKeyOID}
	if digest == DigestDefault {
		if digest = DigestSHA512; ai.OID.Equal(oidEd448) {
			digest = DigestSHAKE256Len
		}
	}
	if !digest.known() {
		return 0, ai, nil, fmt.Errorf("%v is not a digest", digest)
	}
	switch c.PublicKey.(type) {
	case sign.PublicKey, ed25519.PublicKey:
		return digest, ai, crypto.Hash(0), checkEdwardsDigest(ai.OID, digest)
	case *ecdsa.PublicKey, *rsa.PublicKey:
		_, isRSA := c.PublicKey.(*rsa.PublicKey)
		for _, row := range classical {
			if row.digest != digest || row.rsa != isRSA {
				continue
			}
			if ai.OID = row.oid; isRSA {
				ai.Parameters = encoding_asn1.NullBytes
			}
			return digest, ai, row.hash, nil
		}
		return 0, ai, nil, fmt.Errorf("digest %v does not go with a key of type %T", digest, c.PublicKey)
	}
	return 0, ai, nil, &x509ext.UnsupportedAlgorithmError{OID: c.PublicKeyOID, Use: "public key", What: "signer's certificate", Certificate: c}
}
