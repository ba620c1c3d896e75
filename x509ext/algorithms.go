package x509ext

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	_ "crypto/sha256" // the digests named in the table below
	_ "crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"fmt"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/internal/der"
)

// A signatureAlgorithm says how a signature is checked: by a scheme of the
// provider, or by the standard library. Neither set means that nobody can.
type signatureAlgorithm struct {
	oid    asn1.ObjectIdentifier
	scheme sign.Scheme
	std    x509.SignatureAlgorithm
}

func (a signatureAlgorithm) supported() bool { return a.scheme != nil || a.std != 0 }

// String names the algorithm for a person.
func (a signatureAlgorithm) String() string {
	switch {
	case a.scheme != nil:
		return fmt.Sprintf("%s (%v)", a.scheme.Name(), a.oid)
	case a.std != 0:
		return fmt.Sprintf("%v (%v)", a.std, a.oid)
	}
	return a.oid.String()
}

// classical lists the standard library's signature algorithms with their
// identifiers: RFC 5758 (ECDSA), RFC 4055 (RSA), RFC 8410 (Ed25519).
// RSASSA-PSS has one OID; the parameters say which digest.
var classical = []struct {
	std        x509.SignatureAlgorithm
	oid        asn1.ObjectIdentifier
	parameters []byte
	hash       crypto.Hash
	pss        bool
}{
	{x509.ECDSAWithSHA256, asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}, nil, crypto.SHA256, false},
	{x509.ECDSAWithSHA384, asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 3}, nil, crypto.SHA384, false},
	{x509.ECDSAWithSHA512, asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 4}, nil, crypto.SHA512, false},
	{x509.SHA256WithRSA, asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}, asn1.NullBytes, crypto.SHA256, false},
	{x509.SHA384WithRSA, asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 12}, asn1.NullBytes, crypto.SHA384, false},
	{x509.SHA512WithRSA, asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 13}, asn1.NullBytes, crypto.SHA512, false},
	{x509.SHA256WithRSAPSS, oidRSAPSS, pssParameters(1, 32), crypto.SHA256, true},
	{x509.SHA384WithRSAPSS, oidRSAPSS, pssParameters(2, 48), crypto.SHA384, true},
	{x509.SHA512WithRSAPSS, oidRSAPSS, pssParameters(3, 64), crypto.SHA512, true},
	{x509.PureEd25519, oidEd25519, nil, 0, false},
}

var (
	oidRSAPSS  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10}
	oidEd25519 = asn1.ObjectIdentifier{1, 3, 101, 112}
)

// pssParameters returns RSASSA-PSS-params (RFC 4055, 3.1) with one digest for
// message and mask, the last arc of its OID under 2.16.840.1.101.3.4.2 given,
// NULL parameters and a salt as long as the digest.
func pssParameters(arc, salt byte) []byte {
	digest := append(mustHex("300d06096086480165030402"), arc, 5, 0)
	mask := append(mustHex("301a06092a864886f70d010108"), digest...)
	params := append([]byte{0xa0, byte(len(digest))}, digest...)
	params = append(params, 0xa1, byte(len(mask)))
	params = append(params, mask...)
	params = append(params, 0xa2, 3, 2, 1, salt)
	return append([]byte{0x30, byte(len(params))}, params...)
}

func mustHex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

// algorithmFor looks an AlgorithmIdentifier up. As in crypto/x509, parameters
// of RSA PKCS #1 v1.5 and ECDSA are not looked at; those of PSS choose the
// digest and those of Ed25519 must be absent.
func algorithmFor(ai der.AlgorithmIdentifier) signatureAlgorithm {
	a := signatureAlgorithm{oid: ai.OID, scheme: schemeByOID(ai.OID)}
	if a.scheme != nil {
		return a
	}
	for _, c := range classical {
		strict := c.pss || c.std == x509.PureEd25519
		if c.oid.Equal(ai.OID) && (!strict || bytes.Equal(c.parameters, ai.Parameters)) {
			a.std = c.std
			return a
		}
	}
	return a
}

// fitsKey reports whether the standard library's algorithm works with keys of
// pub's type.
func fitsKey(std x509.SignatureAlgorithm, pub crypto.PublicKey) bool {
	switch std {
	case x509.PureEd25519:
		_, ok := pub.(ed25519.PublicKey)
		return ok
	case x509.ECDSAWithSHA1, x509.ECDSAWithSHA256, x509.ECDSAWithSHA384, x509.ECDSAWithSHA512:
		_, ok := pub.(*ecdsa.PublicKey)
		return ok
	case x509.DSAWithSHA1, x509.DSAWithSHA256:
		return true // refused as unsupported, whatever the key
	default:
		_, ok := pub.(*rsa.PublicKey)
		return ok
	}
}
