package provider

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/x509"
	"fmt"

	"golang.org/x/crypto/cryptobyte/asn1"

	"github.com/saker-pq/saker/internal/der"
)

var (
	ecParametersTag = asn1.Tag(0).ContextSpecific().Constructed()
	ecPublicKeyTag  = asn1.Tag(1).ContextSpecific().Constructed()
)

// parseECPrivateKey is x509.ParseECPrivateKey with the check of what that one ignores.
func parseECPrivateKey(content []byte) (*ecdsa.PrivateKey, error) {
	key, err := x509.ParseECPrivateKey(content)
	if err != nil {
		return nil, err
	}
	if err := checkECPrivateKey(content, key, nil); err != nil {
		return nil, err
	}
	return key, nil
}

// checkECPrivateKey compares what crypto/x509 ignores in an ECPrivateKey (RFC 5915, section 3) that it has parsed
// as key: the public key and, when the envelope has named the curve already, the curve. Nothing may follow.
func checkECPrivateKey(content []byte, key *ecdsa.PrivateKey, envelopeCurve []byte) error {
	const place = "ec private key"
	in, err := der.ParseElement(content, asn1.SEQUENCE, place)
	if err != nil {
		return err
	}
	if _, err := der.ReadElement(&in, asn1.INTEGER, place+": version"); err != nil {
		return err
	}
	if _, err := der.ReadElement(&in, asn1.OCTET_STRING, place+": scalar"); err != nil {
		return err
	}
	if in.PeekASN1Tag(ecParametersTag) {
		curve, err := der.ReadElement(&in, ecParametersTag, place+": curve")
		if err != nil {
			return err
		}
		if envelopeCurve != nil && !bytes.Equal(curve, envelopeCurve) {
			return fmt.Errorf("%s: curve: not the one in the algorithm", place)
		}
	}
	if in.PeekASN1Tag(ecPublicKeyTag) {
		field, err := der.ReadElement(&in, ecPublicKeyTag, place+": public key")
		if err != nil {
			return err
		}
		point, err := der.ReadBitString(&field, asn1.BIT_STRING, place+": public key")
		if err != nil {
			return err
		}
		if err := der.Finish(field, place+": public key"); err != nil {
			return err
		}
		if err := samePoint(place+": public key", point, key); err != nil {
			return err
		}
	}
	return der.Finish(in, place)
}

// samePoint compares a stored point, uncompressed or compressed (RFC 5480, section 2.2), with that of the key.
func samePoint(place string, stored []byte, key *ecdsa.PrivateKey) error {
	computed, err := key.PublicKey.Bytes()
	if err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	if len(stored) > 0 && stored[0]&^1 == 2 {
		last := len(computed) - 1
		computed = append([]byte{2 | computed[last]&1}, computed[1:1+last/2]...)
	}
	return sameBytes(place, stored, computed)
}
