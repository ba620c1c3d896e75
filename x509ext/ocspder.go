package x509ext

import (
	"bytes"
	"encoding/asn1"
	"errors"
	"fmt"
	"math/big"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

var oidOCSPBasic = asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 48, 1, 1}

var errOCSPShape = errors.New("x509ext: ocsp: malformed response")

// A basicOCSP is a BasicOCSPResponse (RFC 6960, 4.2.1) in whole elements.
type basicOCSP struct {
	tbs          []byte
	algorithm    []byte
	signature    []byte   // content of the bit string
	certificates [][]byte // usually none or one
}

// splitOCSP opens a successful OCSPResponse:
// SEQUENCE { ENUMERATED 0, [0] SEQUENCE { OID, OCTET STRING of BasicOCSPResponse } }.
func splitOCSP(data []byte) (basicOCSP, error) {
	var b basicOCSP
	input := cryptobyte.String(data)
	var outer, explicit, typed, octets cryptobyte.String
	var status int
	var oid asn1.ObjectIdentifier
	if !input.ReadASN1(&outer, cbasn1.SEQUENCE) || !input.Empty() ||
		!outer.ReadASN1Enum(&status) || status != 0 ||
		!outer.ReadASN1(&explicit, contextTag(0)) || !outer.Empty() ||
		!explicit.ReadASN1(&typed, cbasn1.SEQUENCE) || !explicit.Empty() ||
		!typed.ReadASN1ObjectIdentifier(&oid) || !oid.Equal(oidOCSPBasic) ||
		!typed.ReadASN1(&octets, cbasn1.OCTET_STRING) || !typed.Empty() {
		return b, errOCSPShape
	}
	list, ok := elements(octets)
	if !ok || len(list) < 3 || len(list) > 4 {
		return b, errOCSPShape
	}
	b.tbs, b.algorithm = list[0], list[1]
	bits := cryptobyte.String(list[2])
	var err error
	if b.signature, err = der.ReadBitString(&bits, cbasn1.BIT_STRING, "ocsp: "+placeSignature); err != nil {
		return b, fmt.Errorf("x509ext: %w", err)
	}
	if len(list) == 4 {
		tagged := cryptobyte.String(list[3])
		if !tagged.ReadASN1(&tagged, contextTag(0)) {
			return b, errOCSPShape
		}
		if b.certificates, ok = elements(tagged); !ok || len(b.certificates) == 0 {
			return b, errOCSPShape
		}
	}
	return b, nil
}

// marshal is the inverse of splitOCSP.
func (b basicOCSP) marshal() ([]byte, error) {
	var out cryptobyte.Builder
	out.AddASN1(cbasn1.SEQUENCE, func(out *cryptobyte.Builder) {
		out.AddASN1Enum(0)
		out.AddASN1(contextTag(0), func(out *cryptobyte.Builder) {
			out.AddASN1(cbasn1.SEQUENCE, func(out *cryptobyte.Builder) {
				out.AddASN1ObjectIdentifier(oidOCSPBasic)
				out.AddASN1(cbasn1.OCTET_STRING, b.addBasic)
			})
		})
	})
	return out.Bytes()
}

func (b basicOCSP) addBasic(out *cryptobyte.Builder) {
	out.AddASN1(cbasn1.SEQUENCE, func(out *cryptobyte.Builder) {
		out.AddBytes(b.tbs)
		out.AddBytes(b.algorithm)
		out.AddASN1BitString(b.signature)
		if len(b.certificates) == 0 {
			return
		}
		out.AddASN1(contextTag(0), func(out *cryptobyte.Builder) {
			out.AddASN1(cbasn1.SEQUENCE, func(out *cryptobyte.Builder) {
				for _, c := range b.certificates {
					out.AddBytes(c)
				}
			})
		})
	})
}

// issuerHashes returns issuerNameHash and issuerKeyHash of the first status
// for serial: ResponseData ::= SEQUENCE { [0] version OPTIONAL, responderID,
// producedAt, SEQUENCE OF SEQUENCE { certID, ... }, ... }.
func (b basicOCSP) issuerHashes(serial *big.Int) (name, key []byte, err error) {
	fields, ok := elements(b.tbs)
	if ok && len(fields) > 0 && fields[0][0] == byte(contextTag(0)) {
		fields = fields[1:]
	}
	if !ok || len(fields) < 3 {
		return nil, nil, errOCSPShape
	}
	responses, _ := elements(fields[2])
	for _, response := range responses {
		single := cryptobyte.String(response)
		var id, algorithm, nameHash, keyHash cryptobyte.String
		found := new(big.Int)
		if !single.ReadASN1(&single, cbasn1.SEQUENCE) || !single.ReadASN1(&id, cbasn1.SEQUENCE) ||
			!id.ReadASN1(&algorithm, cbasn1.SEQUENCE) ||
			!id.ReadASN1(&nameHash, cbasn1.OCTET_STRING) ||
			!id.ReadASN1(&keyHash, cbasn1.OCTET_STRING) ||
			!id.ReadASN1Integer(found) {
			return nil, nil, errOCSPShape
		}
		if found.Cmp(serial) == 0 {
			return bytes.Clone(nameHash), bytes.Clone(keyHash), nil
		}
	}
	return nil, nil, errOCSPShape
}

func contextTag(n uint8) cbasn1.Tag { return cbasn1.Tag(n).ContextSpecific().Constructed() }
