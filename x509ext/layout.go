package x509ext

import (
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// Places named in errors.
const (
	placeOuterAlgorithm = "signatureAlgorithm"
	placeInnerAlgorithm = "tbs.signature"
	placeSignature      = "signatureValue"
)

// A signedObject is the outer shape that certificates, requests and
// revocation lists share (RFC 5280, 4.1 and 5.1; RFC 2986, 4.2):
// SEQUENCE { tbs, signatureAlgorithm, signatureValue }.
type signedObject struct {
	tbs       []byte // whole element
	algorithm der.AlgorithmIdentifier
	signature []byte
}

// splitSigned reads the outer shape of data and refuses parameters beside an
// OID of the provider.
func splitSigned(data []byte, what string) (signedObject, error) {
	var o signedObject
	input := cryptobyte.String(data)
	content, err := der.ReadElement(&input, asn1.SEQUENCE, what)
	if err != nil {
		return o, fmt.Errorf("x509ext: %w", err)
	}
	if err := der.Finish(input, what); err != nil {
		return o, fmt.Errorf("x509ext: %w", err)
	}
	if !content.ReadASN1Element((*cryptobyte.String)(&o.tbs), asn1.SEQUENCE) {
		return o, fmt.Errorf("x509ext: %s: malformed tbs", what)
	}
	if o.algorithm, err = readAlgorithm(&content, what+": "+placeOuterAlgorithm); err != nil {
		return o, err
	}
	if o.signature, err = der.ReadBitString(&content, asn1.BIT_STRING, what+": "+placeSignature); err != nil {
		return o, fmt.Errorf("x509ext: %w", err)
	}
	if err := der.Finish(content, what+": "+placeSignature); err != nil {
		return o, fmt.Errorf("x509ext: %w", err)
	}
	return o, nil
}

// readAlgorithm reads an AlgorithmIdentifier. Parameters beside an OID of the
// provider are refused; beside others the standard library judges them.
func readAlgorithm(in *cryptobyte.String, place string) (der.AlgorithmIdentifier, error) {
	ai, err := der.ReadAlgorithmIdentifier(in, place)
	if err == nil && schemeByOID(ai.OID) != nil {
		err = ai.CheckNoParameters(place)
	}
	if err != nil {
		return ai, fmt.Errorf("x509ext: %w", err)
	}
	return ai, nil
}

// assembleSigned is the inverse of splitSigned.
func assembleSigned(tbs, algorithm, signature []byte) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddBytes(tbs)
		b.AddBytes(algorithm)
		b.AddASN1BitString(signature)
	})
	return b.Bytes()
}

// elements splits the SEQUENCE in data into its whole elements.
func elements(data []byte) ([][]byte, bool) {
	input := cryptobyte.String(data)
	var seq cryptobyte.String
	if !input.ReadASN1(&seq, asn1.SEQUENCE) || !input.Empty() {
		return nil, false
	}
	var list [][]byte
	for !seq.Empty() {
		var e cryptobyte.String
		var tag asn1.Tag
		if !seq.ReadAnyASN1Element(&e, &tag) {
			return nil, false
		}
		list = append(list, e)
	}
	return list, true
}

// joinElements wraps whole elements into a SEQUENCE.
func joinElements(list [][]byte) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		for _, e := range list {
			b.AddBytes(e)
		}
	})
	return b.Bytes()
}

// Positions of elements in a TBS: of a certificate of version 3, a request and
// a revocation list of version 2.
const (
	certSerial     = 1
	certAlgorithm  = 2
	certIssuer     = 3
	certValidity   = 4
	certSubject    = 5
	certSPKI       = 6
	certExtensions = 7 // without unique identifiers
	requestSPKI    = 2
	listAlgorithm  = 1
)

// tbsCertificateParts returns the inner signature algorithm and the SPKI of a
// TBSCertificate (RFC 5280, 4.1).
func tbsCertificateParts(tbs []byte) (inner der.AlgorithmIdentifier, spki []byte, err error) {
	list, ok := elements(tbs)
	if !ok || len(list) == 0 {
		return inner, nil, fmt.Errorf("x509ext: certificate: malformed tbs")
	}
	shift := 0
	if list[0][0] != byte(asn1.Tag(0).ContextSpecific().Constructed()) {
		shift = 1 // version 1 is not written
	}
	if len(list) <= certSPKI-shift {
		return inner, nil, fmt.Errorf("x509ext: certificate: tbs has %d fields, expected at least %d", len(list), certSPKI+1-shift)
	}
	element := cryptobyte.String(list[certAlgorithm-shift])
	inner, err = readAlgorithm(&element, "certificate: "+placeInnerAlgorithm)
	return inner, list[certSPKI-shift], err
}
