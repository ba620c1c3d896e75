package tlsext

import (
	"fmt"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

// Alert is a TLS alert (RFC 8446, section 6). An alert sent by the peer is in the chain
// of the error that reports it, so errors.As finds it.
type Alert = alert.Code

// Fault is an error found on this side of a connection, with the alert that was sent.
type Fault = alert.Fault

// SignatureScheme is a TLS SignatureScheme code point. The values equal those of
// crypto/tls where both know a scheme.
type SignatureScheme uint16

// The classical schemes (RFC 8446, section 4.2.3). The PKCS1 values can be named only
// in Config.CertificateSchemes. Post-quantum and hybrid code points are those of
// package provider; most are experimental.
const (
	ECDSAWithP256AndSHA256 = SignatureScheme(sigscheme.ECDSAWithP256AndSHA256)
	ECDSAWithP384AndSHA384 = SignatureScheme(sigscheme.ECDSAWithP384AndSHA384)
	ECDSAWithP521AndSHA512 = SignatureScheme(sigscheme.ECDSAWithP521AndSHA512)
	Ed25519                = SignatureScheme(sigscheme.Ed25519)
	PSSWithSHA256          = SignatureScheme(sigscheme.PSSWithSHA256)
	PSSWithSHA384          = SignatureScheme(sigscheme.PSSWithSHA384)
	PSSWithSHA512          = SignatureScheme(sigscheme.PSSWithSHA512)
	PKCS1WithSHA256        = SignatureScheme(sigscheme.PKCS1WithSHA256)
	PKCS1WithSHA384        = SignatureScheme(sigscheme.PKCS1WithSHA384)
	PKCS1WithSHA512        = SignatureScheme(sigscheme.PKCS1WithSHA512)
)

// String returns the scheme's name, or its number when it is unknown.
func (s SignatureScheme) String() string {
	if k := sigscheme.ByID(uint16(s)); k != nil {
		return k.Name
	}
	return fmt.Sprintf("SignatureScheme(0x%04x)", uint16(s))
}

// CurveID is a TLS NamedGroup code point. The values equal those of crypto/tls.
type CurveID uint16

// The supported groups, in the default order of preference.
const (
	X25519MLKEM768    CurveID = 4588
	SecP256r1MLKEM768 CurveID = 4587
	X25519            CurveID = 29
	CurveP256         CurveID = 23
	CurveP384         CurveID = 24
)

// String returns the group's name, or its number when it is unknown.
func (id CurveID) String() string {
	if g := keyexchange.ByID(uint16(id)); g != nil {
		return g.Name
	}
	return fmt.Sprintf("CurveID(%d)", uint16(id))
}

// Cipher suites (RFC 8446, appendix B.4).
const (
	TLS_AES_128_GCM_SHA256       uint16 = 0x1301
	TLS_AES_256_GCM_SHA384       uint16 = 0x1302
	TLS_CHACHA20_POLY1305_SHA256 uint16 = 0x1303
)

// VersionTLS13 is the only version of the protocol this package speaks.
const VersionTLS13 uint16 = 0x0304
