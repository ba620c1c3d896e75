package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

var (
	oidSubjectKeyID   = asn1.ObjectIdentifier{2, 5, 29, 14}
	oidAuthorityKeyID = asn1.ObjectIdentifier{2, 5, 29, 35}
)

// Reseal turns a certificate that other software made with stand-in keys into
// the real one: the subject's key becomes pub, the subject key identifier, if
// there is one, that of pub, the authority key identifier, if there is one,
// that of issuer, and the signature one by priv. All else stays byte for byte.
// issuer nil means self-signed.
//
// It is the way to use software that knows nothing of the provider's keys, such
// as CFSSL's signer with its profiles: give it a request and a CA with
// throwaway keys of a kind it knows, and reseal what it issues. The stand-in
// certificate must not be handed out.
func Reseal(rand io.Reader, standIn []byte, issuer *x509.Certificate, pub crypto.PublicKey, priv any) ([]byte, error) {
	parsed, err := ParseCertificate(standIn)
	if err != nil {
		return nil, fmt.Errorf("x509ext: reseal: %w", err)
	}
	if parsed.Version != 3 {
		return nil, fmt.Errorf("x509ext: reseal: certificate has version %d, expected 3", parsed.Version)
	}
	if parsed.Alternative != nil || contains(parsed.Extensions, oidDelta) {
		return nil, errors.New("x509ext: reseal: the certificate has an alternative key or signature or a delta certificate, which would not fit the new key")
	}
	s, err := newSealer(priv, 0)
	if err != nil {
		return nil, err
	}
	_, spki, err := normalise(pub)
	if err != nil {
		return nil, fmt.Errorf("x509ext: subject public key: %w", err)
	}
	subjectID, err := subjectKeyID(spki)
	if err != nil {
		return nil, err
	}
	authorityID := subjectID
	if issuer != nil {
		if err := s.matches(issuer); err != nil {
			return nil, err
		}
		if !bytes.Equal(parsed.RawIssuer, issuer.RawSubject) {
			return nil, errors.New("x509ext: reseal: the certificate names another issuer")
		}
		authorityID = issuer.SubjectKeyId
	} else if !bytes.Equal(s.spki, spki) || !bytes.Equal(parsed.RawIssuer, parsed.RawSubject) {
		return nil, errors.New("x509ext: reseal: a certificate without issuer must be signed by its own key and name itself")
	}
	replacement := map[int][]byte{certAlgorithm: s.identifier, certSPKI: spki}
	fields, _ := elements(parsed.RawTBSCertificate)
	for i := certSPKI + 1; i < len(fields); i++ {
		if fields[i][0] == byte(contextTag(3)) {
			if replacement[i], err = replaceKeyIDs(fields[i], subjectID, authorityID); err != nil {
				return nil, err
			}
		}
	}
	tbs, err := replaceElements(standIn, replacement)
	if err != nil {
		return nil, err
	}
	return s.seal(rand, tbs, acceptCertificate)
}

// replaceKeyIDs rewrites the two key identifier extensions in the [3] field of
// a TBSCertificate. An empty authority identifier leaves the extension out.
func replaceKeyIDs(field, subjectID, authorityID []byte) ([]byte, error) {
	tagged := cryptobyte.String(field)
	if !tagged.ReadASN1(&tagged, contextTag(3)) {
		return nil, errors.New("x509ext: reseal: malformed extensions")
	}
	list, ok := elements(tagged)
	if !ok {
		return nil, errors.New("x509ext: reseal: malformed extensions")
	}
	var kept [][]byte
	for _, e := range list {
		var id asn1.ObjectIdentifier
		extension := cryptobyte.String(e)
		if !extension.ReadASN1(&extension, cbasn1.SEQUENCE) || !extension.ReadASN1ObjectIdentifier(&id) {
			return nil, errors.New("x509ext: reseal: malformed extension")
		}
		var err error
		switch {
		case id.Equal(oidSubjectKeyID):
			e, err = keyIDExtension(id, cbasn1.OCTET_STRING, subjectID)
		case id.Equal(oidAuthorityKeyID) && len(authorityID) == 0:
			continue
		case id.Equal(oidAuthorityKeyID):
			e, err = keyIDExtension(id, cbasn1.SEQUENCE, authorityID)
		}
		if err != nil {
			return nil, err
		}
		kept = append(kept, e)
	}
	extensions, err := joinElements(kept)
	if err != nil {
		return nil, err
	}
	var b cryptobyte.Builder
	b.AddASN1(contextTag(3), func(b *cryptobyte.Builder) { b.AddBytes(extensions) })
	return b.Bytes()
}

// keyIDExtension encodes SubjectKeyIdentifier, an OCTET STRING, or
// AuthorityKeyIdentifier, a SEQUENCE with the identifier in [0] (RFC 5280,
// 4.2.1.1 and 4.2.1.2). Neither is critical.
func keyIDExtension(id asn1.ObjectIdentifier, outer cbasn1.Tag, keyID []byte) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(id)
		b.AddASN1(cbasn1.OCTET_STRING, func(b *cryptobyte.Builder) {
			b.AddASN1(outer, func(b *cryptobyte.Builder) {
				if outer == cbasn1.OCTET_STRING {
					b.AddBytes(keyID)
					return
				}
				b.AddASN1(cbasn1.Tag(0).ContextSpecific(), func(b *cryptobyte.Builder) { b.AddBytes(keyID) })
			})
		})
	})
	return b.Bytes()
}
