package cms

import (
	"bytes"
	"crypto"
	"crypto/x509/pkix"
	encoding_asn1 "encoding/asn1"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// classical are the algorithms that hash by themselves, with the hash that
// digestAlgorithm must then name too (RFC 5754, section 3): ECDSA and RSA
// PKCS #1 v1.5.
var classical = []struct {
	oid    encoding_asn1.ObjectIdentifier
	digest Digest
	hash   crypto.Hash
	rsa    bool
}{
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}, DigestSHA256, crypto.SHA256, false},
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 3}, DigestSHA384, crypto.SHA384, false},
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 4}, DigestSHA512, crypto.SHA512, false},
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}, DigestSHA256, crypto.SHA256, true},
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 12}, DigestSHA384, crypto.SHA384, true},
	{encoding_asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 13}, DigestSHA512, crypto.SHA512, true},
}

// resolve returns the algorithm as certificates name it, which x509ext can
// check, and refuses what does not fit the digest.
func resolve(ai der.AlgorithmIdentifier, digest Digest) (pkix.AlgorithmIdentifier, error) {
	switch {
	case ai.OID.Equal(oidRSA):
		// The hash is that of digestAlgorithm (RFC 3370, section 3.2).
		for _, c := range classical {
			if c.rsa && c.digest == digest && isNullOrAbsent(ai.Parameters) {
				return pkix.AlgorithmIdentifier{Algorithm: c.oid, Parameters: encoding_asn1.NullRawValue}, nil
			}
		}
		return pkix.AlgorithmIdentifier{}, fmt.Errorf("signatureAlgorithm: rsaEncryption with digest %v or parameters %x is not supported", digest, ai.Parameters)
	case ai.OID.Equal(oidRSAPSS):
		return asCertificate(ai), checkPSSDigest(ai.Parameters, digest)
	}
	for _, c := range classical {
		if !c.oid.Equal(ai.OID) {
			continue
		}
		if c.digest != digest {
			return pkix.AlgorithmIdentifier{}, fmt.Errorf("signatureAlgorithm: %v hashes with %v, but digestAlgorithm is %v", ai.OID, c.digest, digest)
		}
		if c.rsa && isNullOrAbsent(ai.Parameters) {
			return pkix.AlgorithmIdentifier{Algorithm: c.oid, Parameters: encoding_asn1.NullRawValue}, nil
		}
		return asCertificate(ai), ai.CheckNoParameters("signatureAlgorithm")
	}
	if provider.ByOID(ai.OID) == nil { // which knows Ed25519 too
		return pkix.AlgorithmIdentifier{}, &x509ext.UnsupportedAlgorithmError{OID: ai.OID, Use: "signature", What: "signer info"}
	}
	if err := checkEdwardsDigest(ai.OID, digest); err != nil {
		return pkix.AlgorithmIdentifier{}, err
	}
	return asCertificate(ai), ai.CheckNoParameters("signatureAlgorithm")
}

func asCertificate(ai der.AlgorithmIdentifier) pkix.AlgorithmIdentifier {
	return pkix.AlgorithmIdentifier{Algorithm: ai.OID, Parameters: encoding_asn1.RawValue{FullBytes: ai.Parameters}}
}

func isNullOrAbsent(parameters []byte) bool {
	return len(parameters) == 0 || bytes.Equal(parameters, encoding_asn1.NullBytes)
}

// checkEdwardsDigest applies RFC 8419, section 2.3: EdDSA goes with one digest.
func checkEdwardsDigest(oid encoding_asn1.ObjectIdentifier, digest Digest) error {
	if oid.Equal(oidEd25519) && digest != DigestSHA512 {
		return fmt.Errorf("digestAlgorithm: %v, but Ed25519 demands %v", digest, DigestSHA512)
	}
	if oid.Equal(oidEd448) && digest != DigestSHAKE256Len {
		return fmt.Errorf("digestAlgorithm: %v, but Ed448 demands %v", digest, DigestSHAKE256Len)
	}
	return nil
}

// checkPSSDigest compares the hash in RSASSA-PSS-params (RFC 4055, section
// 3.1) with digest (RFC 4056, section 3). The other parameters are judged when
// the signature is checked.
func checkPSSDigest(parameters []byte, digest Digest) error {
	params, err := der.ParseElement(parameters, asn1.SEQUENCE, "signatureAlgorithm: parameters")
	if err != nil {
		return err
	}
	hash, err := der.ReadElement(&params, asn1.Tag(0).ContextSpecific().Constructed(), "signatureAlgorithm: hash")
	if err != nil {
		return err // the default would be SHA-1
	}
	ai, err := der.ParseAlgorithmIdentifier(hash, "signatureAlgorithm: hash")
	if err != nil {
		return err
	}
	if found, err := digestOf(ai); err != nil || found != digest {
		return fmt.Errorf("signatureAlgorithm: RSASSA-PSS hashes with %v, but digestAlgorithm is %v", ai.OID, digest)
	}
	return nil
}
