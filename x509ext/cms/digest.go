package cms

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	encoding_asn1 "encoding/asn1"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
)

// A Digest is the hash function of a signer: it digests the content into the
// message-digest attribute.
type Digest uint8

// The digests that can be read and written. The default is SHA-512, which the
// drafts for FN-DSA make mandatory (draft-ietf-lamps-cms-fn-dsa-00), except for
// Ed448.
const (
	DigestDefault Digest = iota
	DigestSHA256
	DigestSHA384
	DigestSHA512
	DigestSHA3_256
	DigestSHA3_384
	DigestSHA3_512
	DigestSHAKE256    // with an output of 64 bytes (RFC 8702, section 3.1)
	DigestSHAKE256Len // the same with its length in the parameters; Ed448 demands it (RFC 8419, section 2.3)
)

// digests is the table behind Digest, in the order of the constants and of DER
// in a set. The first arcs of every OID are those of
// nistAlgorithms hashAlgs, 2.16.840.1.101.3.4.2.
var digests = []struct {
	digest     Digest
	name       string
	arc        int
	parameters []byte // that must be present; nil: absent, or NULL on reading (RFC 5754, section 2)
	sum        func(data []byte) []byte
}{
	{DigestSHA256, "SHA-256", 1, nil, func(data []byte) []byte { h := sha256.Sum256(data); return h[:] }},
	{DigestSHA384, "SHA-384", 2, nil, func(data []byte) []byte { h := sha512.Sum384(data); return h[:] }},
	{DigestSHA512, "SHA-512", 3, nil, func(data []byte) []byte { h := sha512.Sum512(data); return h[:] }},
	{DigestSHA3_256, "SHA3-256", 8, nil, func(data []byte) []byte { h := sha3.Sum256(data); return h[:] }},
	{DigestSHA3_384, "SHA3-384", 9, nil, func(data []byte) []byte { h := sha3.Sum384(data); return h[:] }},
	{DigestSHA3_512, "SHA3-512", 10, nil, func(data []byte) []byte { h := sha3.Sum512(data); return h[:] }},
	{DigestSHAKE256, "SHAKE256", 12, nil, func(data []byte) []byte { return sha3.SumSHAKE256(data, 64) }},
	{DigestSHAKE256Len, "SHAKE256-len", 18, []byte{2, 2, 2, 0}, func(data []byte) []byte { return sha3.SumSHAKE256(data, 64) }},
}

// maxDigestSize is the longest output in the table.
const maxDigestSize = 64

// String names the digest.
func (d Digest) String() string {
	for _, row := range digests {
		if row.digest == d {
			return row.name
		}
	}
	return fmt.Sprintf("Digest(%d)", uint8(d))
}

// sum digests data. d must be in the table.
func (d Digest) sum(data []byte) []byte { return digests[d-DigestSHA256].sum(data) }

// identifier is the AlgorithmIdentifier of d, which must be in the table.
// Parameters are absent where there is a choice (RFC 5754, section 2).
func (d Digest) identifier() der.AlgorithmIdentifier {
	row := digests[d-DigestSHA256]
	return der.AlgorithmIdentifier{OID: encoding_asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, row.arc}, Parameters: row.parameters}
}

func (d Digest) known() bool { return d >= DigestSHA256 && int(d) <= len(digests) }

// digestOf looks an AlgorithmIdentifier up. SHA-1 and older are not in the
// table.
func digestOf(ai der.AlgorithmIdentifier) (Digest, error) {
	for _, row := range digests {
		want := row.digest.identifier()
		if !want.OID.Equal(ai.OID) {
			continue
		}
		isNull := row.parameters == nil && bytes.Equal(ai.Parameters, encoding_asn1.NullBytes)
		if !isNull && !bytes.Equal(ai.Parameters, want.Parameters) {
			return 0, fmt.Errorf("digestAlgorithm: parameters %x do not belong to %s", ai.Parameters, row.name)
		}
		return row.digest, nil
	}
	return 0, fmt.Errorf("digestAlgorithm: %v is not supported", ai.OID)
}
