package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/sign"
)

// A verificationKey is a public key with the OID under which it was found. The
// OID matters: one OID is key and signature algorithm of a scheme, so a
// signature of one generation of identifiers is not one by a key of another.
type verificationKey struct {
	public crypto.PublicKey
	oid    asn1.ObjectIdentifier
}

// checkSignature is the one place where signatures are verified. SHA-1 is
// accepted only where crypto/x509 does: everywhere but between certificates.
func checkSignature(alg signatureAlgorithm, key verificationKey, signed, signature []byte, allowSHA1 bool) error {
	if alg.scheme != nil {
		return checkSchemeSignature(alg, key, signed, signature)
	}
	if alg.std == 0 {
		return x509.ErrUnsupportedAlgorithm
	}
	if !fitsKey(alg.std, key.public) {
		return mismatch(alg, key)
	}
	if !allowSHA1 && (alg.std == x509.SHA1WithRSA || alg.std == x509.ECDSAWithSHA1) {
		return x509.InsecureAlgorithmError(alg.std)
	}
	holder := x509.Certificate{PublicKey: key.public}
	err := holder.CheckSignature(alg.std, signed, signature)
	var insecure x509.InsecureAlgorithmError
	if err == nil || errors.As(err, &insecure) || errors.Is(err, x509.ErrUnsupportedAlgorithm) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrInvalidSignature, err)
}

// checkSchemeSignature verifies in pure mode with the empty context, the only
// one used in certificates.
func checkSchemeSignature(alg signatureAlgorithm, key verificationKey, signed, signature []byte) error {
	pub, ok := key.public.(sign.PublicKey)
	if !ok || pub.Scheme() != alg.scheme || !key.oid.Equal(alg.oid) {
		return mismatch(alg, key)
	}
	if !alg.scheme.Verify(pub, signed, signature, nil) {
		return fmt.Errorf("%w: %s verification failure", ErrInvalidSignature, alg.scheme.Name())
	}
	return nil
}

func mismatch(alg signatureAlgorithm, key verificationKey) error {
	name := fmt.Sprintf("%T", key.public)
	if pub, ok := key.public.(sign.PublicKey); ok {
		name = fmt.Sprintf("%s (%v)", pub.Scheme().Name(), key.oid)
	}
	return fmt.Errorf("%w: algorithm %v, but the key is %s", ErrInvalidSignature, alg, name)
}
