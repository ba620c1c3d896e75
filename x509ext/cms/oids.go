package cms

import "encoding/asn1"

// Content types, attributes and key algorithms by their documents.
var (
	oidData       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1} // RFC 5652, section 4
	oidSignedData = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2} // RFC 5652, section 5.1

	oidContentType   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}  // RFC 5652, section 11.1
	oidMessageDigest = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}  // RFC 5652, section 11.2
	oidSigningTime   = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 5}  // RFC 5652, section 11.3
	oidProtection    = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 52} // RFC 6211, section 2

	oidRSA     = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}  // RFC 3370, section 3.2
	oidRSAPSS  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 10} // RFC 4056, section 3
	oidEd25519 = asn1.ObjectIdentifier{1, 3, 101, 112}              // RFC 8419, section 2.2
	oidEd448   = asn1.ObjectIdentifier{1, 3, 101, 113}              // RFC 8419, section 2.2

	// oidOQS is the arc of the Open Quantum Safe provider for OpenSSL: Falcon
	// and its hybrids.
	oidOQS = asn1.ObjectIdentifier{1, 3, 9999, 3}
)

func isOQS(oid asn1.ObjectIdentifier) bool {
	return len(oid) > len(oidOQS) && oid[:len(oidOQS)].Equal(oidOQS)
}
