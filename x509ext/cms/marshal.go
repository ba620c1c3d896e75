package cms

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// Marshal writes the message again. If it was parsed from DER, these are the
// same bytes; if from BER, the same in DER, with all that is signed unchanged.
func (s *SignedData) Marshal() ([]byte, error) {
	if s == nil {
		return nil, errNilMessage
	}
	out, err := s.marshal()
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	return out, nil
}

func (s *SignedData) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(oidSignedData)
		b.AddASN1(tagExplicit, func(b *cryptobyte.Builder) {
			b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) { s.addBody(b) })
		})
	})
	return b.Bytes()
}

func (s *SignedData) addBody(b *cryptobyte.Builder) {
	b.AddASN1Int64(int64(s.version))
	b.AddASN1(asn1.SET, func(b *cryptobyte.Builder) {
		for _, ai := range s.digestAlgorithms {
			ai.AddTo(b)
		}
	})
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(s.ContentType)
		if s.Content != nil {
			b.AddASN1(tagExplicit, func(b *cryptobyte.Builder) { b.AddASN1OctetString(s.Content) })
		}
	})
	if len(s.Certificates) > 0 {
		b.AddASN1(tagCertificates, func(b *cryptobyte.Builder) {
			for _, c := range s.Certificates {
				b.AddBytes(c.Raw)
			}
		})
	}
	if len(s.RevocationLists) > 0 {
		b.AddASN1(tagLists, func(b *cryptobyte.Builder) {
			for _, list := range s.RevocationLists {
				b.AddBytes(list.Raw)
			}
		})
	}
	b.AddASN1(asn1.SET, func(b *cryptobyte.Builder) {
		for _, signer := range s.Signers {
			b.AddBytes(signer.raw)
		}
	})
}

// marshal writes a SignerInfo that was made, not parsed.
func (s *SignerInfo) marshal() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(int64(s.version))
		if s.version == versionKeyIdentifier {
			b.AddASN1(tagKeyIdentifier, func(b *cryptobyte.Builder) { b.AddBytes(s.SubjectKeyID) })
		} else {
			b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddBytes(s.RawIssuer)
				b.AddASN1BigInt(s.SerialNumber)
			})
		}
		s.digestAlgorithm.AddTo(b)
		if s.signedAttributes != nil {
			b.AddBytes([]byte{byte(tagSignedAttributes)})
			b.AddBytes(s.signedAttributes[1:])
		}
		s.signatureAlgorithm.AddTo(b)
		b.AddASN1OctetString(s.Signature)
	})
	return b.Bytes()
}

// marshalSorted writes a new message, with its certificates and signers in DER
// order.
func (s *SignedData) marshalSorted() ([]byte, error) {
	slices.SortFunc(s.Certificates, func(a, b *x509ext.Certificate) int { return bytes.Compare(a.Raw, b.Raw) })
	slices.SortFunc(s.Signers, func(a, b *SignerInfo) int { return bytes.Compare(a.raw, b.raw) })
	out, err := s.marshal()
	if err == nil && len(out) > MaxSize {
		err = fmt.Errorf("message has %d bytes, expected at most %d; sign it detached", len(out), MaxSize)
	}
	return out, err
}
