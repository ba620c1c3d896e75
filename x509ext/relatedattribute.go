package x509ext

import (
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// id-aa-relatedCertRequest (RFC 9763, section 3.1).
var oidRelatedRequest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 60}

const placeRelatedRequest = "request: relatedCertRequest"

// lastSecond is the end of the year 9999, where GeneralizedTime ends.
const lastSecond = 253402300799

// A RelatedRequest is what a request says about the certificate that the new
// one is to be related to (RFC 9763, section 3.1), with a signature by that
// certificate's key. See [CertificateRequest.CheckRelated].
type RelatedRequest struct {
	RawIssuer    []byte   // DER Name
	SerialNumber *big.Int // of the other certificate
	Time         time.Time
	Locations    []string // URIs at which the other certificate is found
	Signature    []byte

	certID, time []byte // whole elements
}

// marshal encodes RequesterCertificate ::= SEQUENCE { certID
// IssuerAndSerialNumber, requestTime BinaryTime, locationInfo SEQUENCE OF
// IA5String, signature BIT STRING }.
func (r *RelatedRequest) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddBytes(r.certID)
		b.AddBytes(r.time)
		b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
			for _, uri := range r.Locations {
				b.AddASN1(cbasn1.IA5String, func(b *cryptobyte.Builder) { b.AddBytes([]byte(uri)) })
			}
		})
		b.AddASN1BitString(r.Signature)
	})
	return b.Bytes()
}

// message is what the signature covers: certID and requestTime, one after the
// other in DER.
func (r *RelatedRequest) message() []byte {
	return append(r.certID[:len(r.certID):len(r.certID)], r.time...)
}

// relatedInAttributes reads the attribute of a request.
func relatedInAttributes(attributes [][]byte) (*RelatedRequest, error) {
	value, err := attributeValue(attributes, oidRelatedRequest, placeRelatedRequest)
	if value == nil || err != nil {
		return nil, err
	}
	r, err := parseRelatedRequest(value)
	if err != nil {
		return nil, fmt.Errorf("x509ext: %w", err)
	}
	return r, nil
}

func parseRelatedRequest(value []byte) (*RelatedRequest, error) {
	const place = placeRelatedRequest
	r := new(RelatedRequest)
	content, err := der.ParseElement(value, cbasn1.SEQUENCE, place)
	if err != nil {
		return nil, err
	}
	if err := r.readCertID(&content); err != nil {
		return nil, err
	}
	if err := r.readTime(&content); err != nil {
		return nil, err
	}
	if err := r.readLocations(&content); err != nil {
		return nil, err
	}
	if r.Signature, err = der.ReadBitString(&content, cbasn1.BIT_STRING, place+": signature"); err != nil {
		return nil, err
	}
	return r, der.Finish(content, place+": signature")
}

// readCertID reads IssuerAndSerialNumber (RFC 5652, section 10.2.4).
func (r *RelatedRequest) readCertID(in *cryptobyte.String) error {
	const place = placeRelatedRequest + ": certID"
	whole := *in
	content, err := der.ReadElement(in, cbasn1.SEQUENCE, place)
	if err != nil {
		return err
	}
	r.certID = whole[:len(whole)-len(*in)]
	if !content.ReadASN1Element((*cryptobyte.String)(&r.RawIssuer), cbasn1.SEQUENCE) {
		return errors.New(place + ": malformed issuer")
	}
	r.SerialNumber = new(big.Int)
	if !content.ReadASN1Integer(r.SerialNumber) {
		return errors.New(place + ": malformed serial number")
	}
	return der.Finish(content, place)
}

// readTime reads BinaryTime (RFC 6019, section 2): seconds since 1970.
func (r *RelatedRequest) readTime(in *cryptobyte.String) error {
	const place = placeRelatedRequest + ": requestTime"
	whole := *in
	var seconds int64
	if !in.ReadASN1Integer(&seconds) || seconds < 0 || seconds > lastSecond {
		return fmt.Errorf("%s: expected an INTEGER from 0 to %d", place, int64(lastSecond))
	}
	r.time = whole[:len(whole)-len(*in)]
	r.Time = time.Unix(seconds, 0).UTC()
	return nil
}

func (r *RelatedRequest) readLocations(in *cryptobyte.String) error {
	const place = placeRelatedRequest + ": locationInfo"
	content, err := der.ReadElement(in, cbasn1.SEQUENCE, place)
	if err != nil {
		return err
	}
	if content.Empty() {
		return errors.New(place + ": expected at least one URI")
	}
	for !content.Empty() {
		var uri cryptobyte.String
		if !content.ReadASN1(&uri, cbasn1.IA5String) {
			return errors.New(place + ": expected an IA5String")
		}
		if err := checkURI(string(uri)); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		r.Locations = append(r.Locations, string(uri))
	}
	return nil
}

// checkURI looks at the characters only.
func checkURI(uri string) error {
	if uri == "" {
		return errors.New("empty URI")
	}
	for i := range len(uri) {
		if uri[i] <= ' ' || uri[i] > '~' {
			return fmt.Errorf("URI with byte %#02x", uri[i])
		}
	}
	return nil
}
