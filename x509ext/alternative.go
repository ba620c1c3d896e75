package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// Identifiers of the three extensions of ITU-T X.509 (10/2019), 9.8. In
// requests they are attribute types.
var (
	oidAlternativeKey       = asn1.ObjectIdentifier{2, 5, 29, 72}
	oidAlternativeAlgorithm = asn1.ObjectIdentifier{2, 5, 29, 73}
	oidAlternativeSignature = asn1.ObjectIdentifier{2, 5, 29, 74}
)

// Their names, the places in errors.
const (
	placeAlternativeKey       = "subjectAltPublicKeyInfo"
	placeAlternativeAlgorithm = "altSignatureAlgorithm"
	placeAlternativeSignature = "altSignatureValue"
)

// An Alternative is what the extensions of ITU-T X.509 (10/2019), 9.8, add to
// an object: a second public key of the subject, a second signature by the
// issuer's second key, or both. Software that does not know them sees an
// ordinary certificate.
type Alternative struct {
	// PublicKey is nil without a key, and for an algorithm nobody knows.
	PublicKey crypto.PublicKey
	// PublicKeyOID is nil when there is no second key.
	PublicKeyOID asn1.ObjectIdentifier

	// SignatureOID is nil when there is no second signature.
	SignatureOID asn1.ObjectIdentifier
	Signature    []byte

	spki               []byte
	signatureAlgorithm signatureAlgorithm
}

func (a *Alternative) hasKey() bool       { return a != nil && a.PublicKeyOID != nil }
func (a *Alternative) hasSignature() bool { return a != nil && a.SignatureOID != nil }

func (a *Alternative) key() verificationKey {
	return verificationKey{public: a.PublicKey, oid: a.PublicKeyOID}
}

// alternativeInExtensions reads the three extensions. They are not critical, or
// old software could not use the certificate; only a critical key is read,
// because Bouncy Castle writes it.
func alternativeInExtensions(list []rawExtension, what string) (*Alternative, error) {
	value := func(id asn1.ObjectIdentifier, place string) ([]byte, error) {
		e, err := findExtension(list, id, what+": "+place)
		if e == nil || err != nil {
			return nil, err
		}
		if e.critical && place != placeAlternativeKey {
			return nil, fmt.Errorf("x509ext: %s: %s: must not be critical", what, place)
		}
		return e.value, nil
	}
	key, err := value(oidAlternativeKey, placeAlternativeKey)
	if err != nil {
		return nil, err
	}
	algorithm, err := value(oidAlternativeAlgorithm, placeAlternativeAlgorithm)
	if err != nil {
		return nil, err
	}
	signature, err := value(oidAlternativeSignature, placeAlternativeSignature)
	if err != nil {
		return nil, err
	}
	return parseAlternative(what, key, algorithm, signature)
}

// parseAlternative reads the three values, each nil when absent. An algorithm
// comes with a signature or not at all; a key may be alone, when the issuer has
// no second one, or missing, when the subject has none.
func parseAlternative(what string, key, algorithm, signature []byte) (*Alternative, error) {
	if key == nil && algorithm == nil && signature == nil {
		return nil, nil
	}
	a := new(Alternative)
	if key != nil {
		if err := a.parseKey(what, key); err != nil {
			return nil, err
		}
	}
	switch {
	case algorithm == nil && signature == nil:
		return a, nil
	case signature == nil:
		return nil, fmt.Errorf("x509ext: %s: %s without %s", what, placeAlternativeAlgorithm, placeAlternativeSignature)
	case algorithm == nil:
		return nil, fmt.Errorf("x509ext: %s: %s without %s", what, placeAlternativeSignature, placeAlternativeAlgorithm)
	}
	return a, a.parseSignature(what, algorithm, signature)
}

func (a *Alternative) parseSignature(what string, algorithm, signature []byte) error {
	in := cryptobyte.String(algorithm)
	ai, err := readAlgorithm(&in, what+": "+placeAlternativeAlgorithm)
	if err != nil {
		return err
	}
	if err := der.Finish(in, what+": "+placeAlternativeAlgorithm); err != nil {
		return fmt.Errorf("x509ext: %w", err)
	}
	a.SignatureOID, a.signatureAlgorithm = ai.OID, algorithmFor(ai)
	in = signature
	if a.Signature, err = der.ReadBitString(&in, cbasn1.BIT_STRING, what+": "+placeAlternativeSignature); err == nil {
		err = der.Finish(in, what+": "+placeAlternativeSignature)
	}
	if err != nil {
		return fmt.Errorf("x509ext: %w", err)
	}
	return nil
}

// parseKey reads a SubjectPublicKeyInfo. As in the certificate's own field, a
// key of an unknown algorithm is kept without being understood.
func (a *Alternative) parseKey(what string, spki []byte) error {
	var err error
	if a.PublicKey, a.PublicKeyOID, err = schemeKey(spki, what+": "+placeAlternativeKey); err != nil {
		return err
	}
	a.spki = spki
	if a.PublicKey == nil && slices.ContainsFunc(classicalKeys, a.PublicKeyOID.Equal) {
		if a.PublicKey, err = x509.ParsePKIXPublicKey(spki); err != nil {
			return fmt.Errorf("x509ext: %s: %s: %w", what, placeAlternativeKey, err)
		}
	}
	return nil
}

// classicalKeys are the standard library's keys that verify: rsaEncryption
// (RFC 8017, appendix C), id-ecPublicKey (RFC 5480), id-Ed25519 (RFC 8410).
var classicalKeys = []asn1.ObjectIdentifier{
	{1, 2, 840, 113549, 1, 1, 1},
	{1, 2, 840, 10045, 2, 1},
	oidEd25519,
}
