package der

import (
	encoding_asn1 "encoding/asn1"
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// AlgorithmIdentifier is RFC 5280, section 4.1.1.2: SEQUENCE { OBJECT IDENTIFIER, parameters ANY OPTIONAL }.
type AlgorithmIdentifier struct {
	OID encoding_asn1.ObjectIdentifier
	// Parameters is the whole DER element, nil when absent. Its content is not examined.
	Parameters []byte
}

// ReadAlgorithmIdentifier takes the next element of in.
func ReadAlgorithmIdentifier(in *cryptobyte.String, place string) (AlgorithmIdentifier, error) {
	var a AlgorithmIdentifier
	content, err := ReadElement(in, asn1.SEQUENCE, place+": algorithm")
	if err != nil {
		return a, err
	}
	if a.OID, err = ReadOID(&content, place+": algorithm"); err != nil {
		return a, err
	}
	if content.Empty() {
		return a, nil
	}
	var tag asn1.Tag
	var parameters cryptobyte.String
	if !content.ReadAnyASN1Element(&parameters, &tag) {
		return a, fmt.Errorf("%s: algorithm parameters: truncated, or length not in DER form", place)
	}
	a.Parameters = parameters
	return a, Finish(content, place+": algorithm")
}

// ParseAlgorithmIdentifier reads an AlgorithmIdentifier that fills der.
func ParseAlgorithmIdentifier(der []byte, place string) (AlgorithmIdentifier, error) {
	in := cryptobyte.String(der)
	a, err := ReadAlgorithmIdentifier(&in, place)
	if err != nil {
		return AlgorithmIdentifier{}, err
	}
	return a, Finish(in, place)
}

// CheckNoParameters is an error unless the parameters are absent, as FN-DSA, Falcon, ML-DSA and EdDSA demand
// in every place. NULL is not absent.
func (a AlgorithmIdentifier) CheckNoParameters(place string) error {
	if len(a.Parameters) == 0 {
		return nil
	}
	return fmt.Errorf("%s: algorithm parameters must be absent (found %s)", place, TagName(asn1.Tag(a.Parameters[0])))
}

// AddTo appends the DER encoding to b.
func (a AlgorithmIdentifier) AddTo(b *cryptobyte.Builder) {
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(a.OID)
		b.AddBytes(a.Parameters)
	})
}

// Marshal returns the DER encoding.
func (a AlgorithmIdentifier) Marshal() ([]byte, error) {
	var b cryptobyte.Builder
	a.AddTo(&b)
	return b.Bytes()
}
