package x509ext

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
	"sync"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
)

// A Certificate is a certificate as crypto/x509 parsed it, with two changes:
// PublicKey holds the real key also when it is one of the provider's, and the
// methods that verify know the provider's algorithms. PublicKeyAlgorithm and
// SignatureAlgorithm of the embedded certificate keep the standard library's
// "unknown" for these; PublicKeyOID and SignatureOID are always set.
//
// A Certificate is not changed by this package after ParseCertificate returns
// it, and is safe for concurrent use as long as nobody else changes it.
type Certificate struct {
	*x509.Certificate

	// PublicKeyOID is the algorithm of the subject's public key.
	PublicKeyOID asn1.ObjectIdentifier
	// SignatureOID is the algorithm of the certificate's signature.
	SignatureOID asn1.ObjectIdentifier
	// Alternative is the second key and the second signature, nil if there is
	// neither.
	Alternative *Alternative
	// Related names another certificate of the same holder, nil if there is
	// none; see [Certificate.CheckRelated].
	Related *RelatedCertificate

	signatureAlgorithm signatureAlgorithm
	fingerprint        [sha256.Size]byte // of Raw
	shadowKey          func() ed25519.PrivateKey
}

// ParseCertificate parses one DER certificate. Standard parts are judged by
// crypto/x509; where an algorithm is one of the provider's, parameters must be
// absent, bit strings whole bytes, and keyUsage fit for a key that only signs.
// A certificate with an algorithm nobody knows is parsed, as in crypto/x509,
// and fails when it is used.
func ParseCertificate(der []byte) (*Certificate, error) {
	// Our own look comes first: the standard library calls a NULL in one of the
	// two signature algorithms a mismatch, and we can name the place.
	outer, err := splitSigned(der, "certificate")
	if err != nil {
		return nil, err
	}
	inner, spki, err := tbsCertificateParts(outer.tbs)
	if err != nil {
		return nil, err
	}
	if !inner.OID.Equal(outer.algorithm.OID) {
		return nil, fmt.Errorf("x509ext: certificate: %s is %v but %s is %v", placeInnerAlgorithm, inner.OID, placeOuterAlgorithm, outer.algorithm.OID)
	}
	key, keyOID, err := schemeKey(spki, "certificate")
	if err != nil {
		return nil, err
	}
	std, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	c := &Certificate{
		Certificate:        std,
		PublicKeyOID:       keyOID,
		SignatureOID:       outer.algorithm.OID,
		signatureAlgorithm: parsedAlgorithm(outer.algorithm, std.SignatureAlgorithm),
		fingerprint:        sha256.Sum256(der),
		shadowKey:          sync.OnceValue(func() ed25519.PrivateKey { return newShadowKey(spki) }),
	}
	if key != nil {
		std.PublicKey = key
		if err := checkKeyUsage(std.KeyUsage, std.Extensions, key.(sign.PublicKey).Scheme().Name()); err != nil {
			return nil, err
		}
	}
	if err := c.parseExtensions(); err != nil {
		return nil, err
	}
	return c, nil
}

// parseExtensions reads the extensions that crypto/x509 does not know.
func (c *Certificate) parseExtensions() error {
	if !contains(c.Extensions, oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature, oidRelatedCertificate) {
		return nil
	}
	fields, _ := elements(c.RawTBSCertificate)
	list, _, err := extensionsIn(fields, certExtensionsTag)
	if err != nil {
		return err
	}
	if c.Alternative, err = alternativeInExtensions(list, "certificate"); err != nil {
		return err
	}
	if c.Alternative != nil && bytes.Equal(c.Alternative.spki, c.RawSubjectPublicKeyInfo) {
		return fmt.Errorf("x509ext: certificate: %s: the same key as in subjectPublicKeyInfo", placeAlternativeKey)
	}
	c.Related, err = relatedInExtensions(list, c.IsCA)
	return err
}

// ParseCertificates parses DER certificates one after the other, with nothing
// between them.
func ParseCertificates(der []byte) ([]*Certificate, error) {
	var list []*Certificate
	for len(der) > 0 {
		var element asn1.RawValue
		rest, err := asn1.Unmarshal(der, &element)
		if err != nil {
			return nil, fmt.Errorf("x509ext: certificate %d: %w", len(list)+1, err)
		}
		c, err := ParseCertificate(der[:len(der)-len(rest)])
		if err != nil {
			return nil, fmt.Errorf("x509ext: certificate %d: %w", len(list)+1, err)
		}
		list, der = append(list, c), rest
	}
	return list, nil
}

// parsedAlgorithm combines the provider's view of an algorithm with what the
// standard library made of it.
func parsedAlgorithm(ai der.AlgorithmIdentifier, std x509.SignatureAlgorithm) signatureAlgorithm {
	if scheme := schemeByOID(ai.OID); scheme != nil {
		return signatureAlgorithm{oid: ai.OID, scheme: scheme}
	}
	return signatureAlgorithm{oid: ai.OID, std: std}
}

func (c *Certificate) key() verificationKey {
	return verificationKey{public: c.PublicKey, oid: c.PublicKeyOID}
}

// parsed reports whether c came from ParseCertificate.
func (c *Certificate) parsed() bool {
	return c != nil && c.Certificate != nil && len(c.Raw) > 0 && len(c.PublicKeyOID) > 0
}

// Equal reports whether both certificates are the same bytes.
func (c *Certificate) Equal(other *Certificate) bool {
	if !c.parsed() || !other.parsed() {
		return c == other
	}
	return c.fingerprint == other.fingerprint
}

// CheckSignature verifies a signature by the certificate's key over signed.
// It checks nothing else about the certificate. The parameters of alg are
// those of the identifier's place; for the provider's schemes they are absent.
func (c *Certificate) CheckSignature(alg pkix.AlgorithmIdentifier, signed, signature []byte) error {
	if !c.parsed() {
		return errNotParsed
	}
	encoded, err := asn1.Marshal(alg)
	if err != nil {
		return fmt.Errorf("x509ext: signature: algorithm: %w", err)
	}
	ai, err := readAlgorithm((*cryptobyte.String)(&encoded), "signature")
	if err != nil {
		return err
	}
	return c.checkSignature(algorithmFor(ai), signed, signature, true)
}

func (c *Certificate) checkSignature(alg signatureAlgorithm, signed, signature []byte, allowSHA1 bool) error {
	if c.PublicKey == nil {
		return unsupportedIn(c, c.PublicKeyOID, "public key")
	}
	if !alg.supported() {
		return &UnsupportedAlgorithmError{OID: alg.oid, Use: "signature", What: "data signed by " + certificateName(c.Certificate)}
	}
	return checkSignature(alg, c.key(), signed, signature, allowSHA1)
}

// CheckSignatureFrom verifies the signature of c by parent, and that parent
// may sign certificates at all (basic constraints, key usage). It is no path
// validation; see [Certificate.Verify].
func (c *Certificate) CheckSignatureFrom(parent *Certificate) error {
	if !c.parsed() || !parent.parsed() {
		return errNotParsed
	}
	if err := mayIssue(parent, x509.KeyUsageCertSign); err != nil {
		return err
	}
	return c.checkEdge(parent)
}

// checkEdge verifies the signature of c with parent's key and nothing else.
func (c *Certificate) checkEdge(parent *Certificate) error {
	if !c.signatureAlgorithm.supported() {
		return unsupportedIn(c, c.SignatureOID, "signature")
	}
	return parent.checkSignature(c.signatureAlgorithm, c.RawTBSCertificate, c.Signature, false)
}

// mayIssue applies RFC 5280, 4.2.1.3 and 4.2.1.9, to an issuer as crypto/x509
// does: a version 3 certificate must be marked as a CA, and a keyUsage must
// include the given use.
func mayIssue(issuer *Certificate, use x509.KeyUsage) error {
	if issuer.Version == 3 && !issuer.BasicConstraintsValid ||
		issuer.BasicConstraintsValid && !issuer.IsCA ||
		issuer.KeyUsage != 0 && issuer.KeyUsage&use == 0 {
		return x509.ConstraintViolationError{}
	}
	return nil
}
