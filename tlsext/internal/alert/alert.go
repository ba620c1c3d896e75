// Package alert names the TLS alerts and carries them in errors.
//
// Every check in the engine that fails says which alert the peer must be sent, so
// that the place which finds a fault also decides its code (RFC 8446, section 6).
package alert

import (
	"errors"
	"fmt"
)

// Code is an AlertDescription (RFC 8446, section 6).
type Code uint8

// The alerts of RFC 8446, section 6, that TLS 1.3 can send or receive.
const (
	CloseNotify                  Code = 0
	UnexpectedMessage            Code = 10
	BadRecordMAC                 Code = 20
	RecordOverflow               Code = 22
	HandshakeFailure             Code = 40
	BadCertificate               Code = 42
	UnsupportedCertificate       Code = 43
	CertificateRevoked           Code = 44
	CertificateExpired           Code = 45
	CertificateUnknown           Code = 46
	IllegalParameter             Code = 47
	UnknownCA                    Code = 48
	AccessDenied                 Code = 49
	DecodeError                  Code = 50
	DecryptError                 Code = 51
	ProtocolVersion              Code = 70
	InsufficientSecurity         Code = 71
	InternalError                Code = 80
	InappropriateFallback        Code = 86
	UserCanceled                 Code = 90
	MissingExtension             Code = 109
	UnsupportedExtension         Code = 110
	UnrecognizedName             Code = 112
	BadCertificateStatusResponse Code = 113
	UnknownPSKIdentity           Code = 115
	CertificateRequired          Code = 116
	NoApplicationProtocol        Code = 120
)

var names = map[Code]string{
	CloseNotify:                  "close_notify",
	UnexpectedMessage:            "unexpected_message",
	BadRecordMAC:                 "bad_record_mac",
	RecordOverflow:               "record_overflow",
	HandshakeFailure:             "handshake_failure",
	BadCertificate:               "bad_certificate",
	UnsupportedCertificate:       "unsupported_certificate",
	CertificateRevoked:           "certificate_revoked",
	CertificateExpired:           "certificate_expired",
	CertificateUnknown:           "certificate_unknown",
	IllegalParameter:             "illegal_parameter",
	UnknownCA:                    "unknown_ca",
	AccessDenied:                 "access_denied",
	DecodeError:                  "decode_error",
	DecryptError:                 "decrypt_error",
	ProtocolVersion:              "protocol_version",
	InsufficientSecurity:         "insufficient_security",
	InternalError:                "internal_error",
	InappropriateFallback:        "inappropriate_fallback",
	UserCanceled:                 "user_canceled",
	MissingExtension:             "missing_extension",
	UnsupportedExtension:         "unsupported_extension",
	UnrecognizedName:             "unrecognized_name",
	BadCertificateStatusResponse: "bad_certificate_status_response",
	UnknownPSKIdentity:           "unknown_psk_identity",
	CertificateRequired:          "certificate_required",
	NoApplicationProtocol:        "no_application_protocol",
}

// String returns the name used by RFC 8446.
func (c Code) String() string {
	if s, ok := names[c]; ok {
		return s
	}
	return fmt.Sprintf("alert(%d)", uint8(c))
}

// Error makes a received alert usable as an error.
func (c Code) Error() string { return "tlsext: peer sent alert " + c.String() }

// Fault is an error found on this side, with the alert that tells the peer.
type Fault struct {
	Code Code
	Err  error
}

// Error implements error.
func (f *Fault) Error() string { return fmt.Sprintf("tlsext: %v (alert %s)", f.Err, f.Code.String()) }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// Errorf builds a Fault; the text carries no package prefix.
func Errorf(c Code, format string, args ...any) error {
	return &Fault{Code: c, Err: fmt.Errorf(format, args...)}
}

// For returns the alert to send for err: the code of the Fault inside it, or
// internal_error when the error is not the peer's doing.
func For(err error) Code {
	var f *Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return InternalError
}
