package provider

import (
	"encoding/asn1"
	"slices"
)

// standardArcs are the object identifiers of the algorithms that crypto/x509 knows, and of their relatives: whoever
// registered one of them for a scheme would take RSA or ECDSA certificates away from the standard library. Longer
// identifiers under the same arc are meant too.
var standardArcs = []struct {
	arc   asn1.ObjectIdentifier
	owner string
}{
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1}, "RSA"}, // RFC 8017, appendix C
	{asn1.ObjectIdentifier{1, 2, 840, 10045}, "ECDSA"},      // RFC 5480, section 2.1, and RFC 5758, section 3.2
	{asn1.ObjectIdentifier{1, 2, 840, 10040, 4}, "DSA"},     // RFC 3279, sections 2.2.2 and 2.3.2
	{asn1.ObjectIdentifier{1, 3, 14, 3, 2}, "RSA and DSA with SHA-1"},
	{asn1.ObjectIdentifier{1, 3, 101, 110}, "X25519"}, // RFC 8410, section 3, for this and the next three
	{asn1.ObjectIdentifier{1, 3, 101, 111}, "X448"},
	{asn1.ObjectIdentifier{1, 3, 101, 112}, "Ed25519"},
	{asn1.ObjectIdentifier{1, 3, 101, 113}, "Ed448"},
}

// nistSignatures is the arc of NIST's signature algorithms. The numbers up to 16 are DSA, ECDSA and RSA with SHA-2
// and SHA-3, ML-DSA begins at 17.
var nistSignatures = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3}

// standardOID names the standard algorithm that an object identifier belongs to, "" if there is none.
func standardOID(oid asn1.ObjectIdentifier) string {
	for _, s := range standardArcs {
		if hasPrefix(oid, s.arc) {
			return s.owner
		}
	}
	if n := len(nistSignatures); hasPrefix(oid, nistSignatures) && len(oid) > n && oid[n] <= 16 {
		return "DSA, ECDSA or RSA"
	}
	return ""
}

func hasPrefix(oid, arc asn1.ObjectIdentifier) bool {
	return len(oid) >= len(arc) && slices.Equal(oid[:len(arc)], arc)
}

// standardTLS names the owner of a SignatureScheme of the standard algorithms, "" if there is none: RFC 8446, section
// 4.2.3, where all numbers below 0x0700 are pairs of TLS 1.2, the ones after them in the registry, and RFC 8734.
func standardTLS(id uint) string {
	switch {
	case id < 0x0700:
		return "RSA, ECDSA or DSA"
	case id < 0x0800:
		return "national and identity-based algorithms"
	case id == 0x0807:
		return "Ed25519"
	case id == 0x0808:
		return "Ed448"
	case id >= 0x0804 && id <= 0x080b:
		return "RSASSA-PSS"
	case id >= 0x081a && id <= 0x081c:
		return "ECDSA"
	}
	return ""
}
