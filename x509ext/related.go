package x509ext

import (
	"bytes"
	"crypto"
	_ "crypto/sha256" // the digests named in the table below
	_ "crypto/sha3"
	_ "crypto/sha512"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// id-pe-relatedCert (RFC 9763, section 4.1).
var oidRelatedCertificate = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 36}

const placeRelated = "relatedCertificate"

// ErrNotRelated is in the chain of every error that means: the other
// certificate is not the one that a certificate names as related.
var ErrNotRelated = errors.New("x509ext: not the related certificate")

// A RelatedCertificate names another certificate of the same end entity by its
// digest (RFC 9763, section 4.1): typically the classical one beside a
// post-quantum one. The CA has checked that both have the same holder.
type RelatedCertificate struct {
	HashOID asn1.ObjectIdentifier
	Digest  []byte // of the other certificate's DER

	parameters []byte // of the hash: absent or NULL
}

// relatedHashes are the digests that can be computed: SHA-2 (RFC 5754,
// section 2) and SHA-3 (RFC 8702, section 2).
var relatedHashes = []struct {
	hash crypto.Hash
	oid  asn1.ObjectIdentifier
}{
	{crypto.SHA256, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}},
	{crypto.SHA384, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 2}},
	{crypto.SHA512, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 3}},
	{crypto.SHA3_256, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 8}},
	{crypto.SHA3_384, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 9}},
	{crypto.SHA3_512, asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 10}},
}

// hash returns the function that HashOID names, zero if it is unknown.
func (r *RelatedCertificate) hash() crypto.Hash {
	for _, h := range relatedHashes {
		if h.oid.Equal(r.HashOID) {
			return h.hash
		}
	}
	return 0
}

// RelatedCertificateExtension returns the extension that names related, for
// the ExtraExtensions of a template. hash zero means SHA-256.
func RelatedCertificateExtension(related *Certificate, hash crypto.Hash) (pkix.Extension, error) {
	if !related.parsed() {
		return pkix.Extension{}, errNotParsed
	}
	if related.IsCA {
		return pkix.Extension{}, fmt.Errorf("x509ext: %s: %s is a CA, expected an end entity", placeRelated, certificateName(related.Certificate))
	}
	if hash == 0 {
		hash = crypto.SHA256
	}
	for _, h := range relatedHashes {
		if h.hash == hash {
			r := RelatedCertificate{HashOID: h.oid, Digest: digestOf(hash, related.Raw)}
			value, err := r.marshal()
			return pkix.Extension{Id: oidRelatedCertificate, Value: value}, err
		}
	}
	return pkix.Extension{}, fmt.Errorf("x509ext: %s: hash %v is not supported", placeRelated, hash)
}

func digestOf(hash crypto.Hash, data []byte) []byte {
	h := hash.New()
	h.Write(data)
	return h.Sum(nil)
}

// marshal encodes SEQUENCE { hashAlgorithm, hashValue OCTET STRING }.
func (r *RelatedCertificate) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		der.AlgorithmIdentifier{OID: r.HashOID, Parameters: r.parameters}.AddTo(b)
		b.AddASN1OctetString(r.Digest)
	})
	return b.Bytes()
}

// parseRelated reads the content of the extension. Parameters of the hash are
// absent; NULL must be accepted as well (RFC 5754, section 2).
func parseRelated(value []byte, place string) (*RelatedCertificate, error) {
	r := new(RelatedCertificate)
	content, err := der.ParseElement(value, cbasn1.SEQUENCE, place)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	ai, err := der.ReadAlgorithmIdentifier(&content, place+": hashAlgorithm")
	if err == nil && !bytes.Equal(ai.Parameters, asn1.NullBytes) {
		err = ai.CheckNoParameters(place + ": hashAlgorithm")
	}
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	r.HashOID, r.parameters = ai.OID, ai.Parameters
	if r.Digest, err = der.ReadElement(&content, cbasn1.OCTET_STRING, place+": hashValue"); err == nil {
		err = der.Finish(content, place+": hashValue")
	}
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	if hash := r.hash(); hash != 0 && len(r.Digest) != hash.Size() {
		return nil, fmt.Errorf("x509ext: %s: hashValue: %d bytes, expected the %d of %v", place, len(r.Digest), hash.Size(), hash)
	}
	return r, nil
}

// relatedInExtensions reads the extension of a certificate. RFC 9763, section
// 4.1: end entities only, and not critical.
func relatedInExtensions(list []rawExtension, isCA bool) (*RelatedCertificate, error) {
	const place = "certificate: " + placeRelated
	e, err := findExtension(list, oidRelatedCertificate, place)
	if e == nil || err != nil {
		return nil, err
	}
	if e.critical {
		return nil, fmt.Errorf("x509ext: %s: must not be critical", place)
	}
	if isCA {
		return nil, fmt.Errorf("x509ext: %s: only an end entity can have one, and this is a CA", place)
	}
	return parseRelated(e.value, place)
}

// CheckRelated verifies that other is the certificate that c names as related.
// It says nothing about either of them: verify both chains.
func (c *Certificate) CheckRelated(other *Certificate) error {
	if !c.parsed() || !other.parsed() {
		return errNotParsed
	}
	if c.Related == nil {
		return fmt.Errorf("%w: %s names none", ErrNotRelated, certificateName(c.Certificate))
	}
	hash := c.Related.hash()
	if hash == 0 {
		return unsupportedIn(c, c.Related.HashOID, "hash")
	}
	if other.IsCA {
		return fmt.Errorf("%w: %s is a CA", ErrNotRelated, certificateName(other.Certificate))
	}
	if !bytes.Equal(digestOf(hash, other.Raw), c.Related.Digest) {
		return fmt.Errorf("%w: %v of %s differs", ErrNotRelated, hash, certificateName(other.Certificate))
	}
	return nil
}
