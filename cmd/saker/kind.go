package main

import (
	"strings"

	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// kind tells what an object is: by its PEM label, or by the outline of its
// DER. Only the outline is looked at, so that a damaged key is still called a
// key and the real parser can say what is wrong with it.
func (o object) kind() kind {
	if o.pemType != "" {
		k := kindOfLabel(o.pemType)
		if k == kindPrivateKey && strings.HasSuffix(o.headers["Proc-Type"], "ENCRYPTED") {
			return kindEncrypted // RFC 1421, section 4.6.1.1, as OpenSSL writes older keys
		}
		return k
	}
	if hasSignatureHeader(o.der) {
		return kindSignature
	}
	return kindOfDER(o.der)
}

func kindOfLabel(label string) kind {
	switch {
	case label == "ENCRYPTED PRIVATE KEY":
		return kindEncrypted
	case strings.HasSuffix(label, "PRIVATE KEY"): // also "EC ...", "RSA ...", "ML-DSA-44 ..."
		return kindPrivateKey
	case strings.HasSuffix(label, "PUBLIC KEY"):
		return kindPublicKey
	case label == "CERTIFICATE", label == "TRUSTED CERTIFICATE", label == "X509 CERTIFICATE":
		return kindCertificate
	case label == "CERTIFICATE REQUEST", label == "NEW CERTIFICATE REQUEST":
		return kindRequest
	case label == "X509 CRL":
		return kindCRL
	case label == pemSignature:
		return kindSignature
	}
	return kindUnknown
}

func kindOfDER(der []byte) kind {
	input := cryptobyte.String(der)
	var body cryptobyte.String
	if !input.ReadASN1(&body, asn1.SEQUENCE) {
		return kindUnknown
	}
	if body.PeekASN1Tag(asn1.INTEGER) {
		// OneAsymmetricKey: version, algorithm, OCTET STRING.
		if body.SkipASN1(asn1.INTEGER) && body.SkipASN1(asn1.SEQUENCE) && body.PeekASN1Tag(asn1.OCTET_STRING) {
			return kindPrivateKey
		}
		return kindUnknown
	}
	var first cryptobyte.String
	if !body.ReadASN1(&first, asn1.SEQUENCE) {
		return kindUnknown
	}
	switch {
	case body.PeekASN1Tag(asn1.BIT_STRING): // SubjectPublicKeyInfo: algorithm, BIT STRING
		return kindPublicKey
	case body.PeekASN1Tag(asn1.OCTET_STRING): // EncryptedPrivateKeyInfo: algorithm, OCTET STRING
		return kindEncrypted
	case body.PeekASN1Tag(asn1.SEQUENCE): // something signed: contents, algorithm, BIT STRING
		return kindOfSigned(first)
	}
	return kindUnknown
}

// kindOfSigned tells what was signed by the types of its first elements:
//
//	certificate  [0] version or not, INTEGER serial, SEQUENCE algorithm, SEQUENCE issuer, SEQUENCE validity
//	request      INTEGER version, SEQUENCE subject, SEQUENCE key, [0] attributes
//	list         INTEGER version or not, SEQUENCE algorithm, SEQUENCE issuer, time
//
// What is none of them is taken for a damaged certificate.
func kindOfSigned(contents cryptobyte.String) kind {
	if contents.PeekASN1Tag(asn1.Tag(0).ContextSpecific().Constructed()) {
		return kindCertificate
	}
	hasNumber := contents.PeekASN1Tag(asn1.INTEGER)
	if !contents.SkipOptionalASN1(asn1.INTEGER) || !contents.SkipASN1(asn1.SEQUENCE) || !contents.SkipASN1(asn1.SEQUENCE) {
		return kindCertificate
	}
	switch {
	case contents.PeekASN1Tag(asn1.UTCTime), contents.PeekASN1Tag(asn1.GeneralizedTime):
		return kindCRL
	case hasNumber && !contents.PeekASN1Tag(asn1.SEQUENCE):
		return kindRequest
	}
	return kindCertificate
}

// hasSignatureHeader tells a raw FN-DSA or Falcon signature: the header byte
// of degree 512 or 1024, and the least length. No DER object here begins with
// these bytes.
func hasSignatureHeader(data []byte) bool {
	return len(data) >= shortestSignature(512) && (data[0] == 0x39 || data[0] == 0x3A)
}
