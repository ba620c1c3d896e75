package provider

import (
	"encoding/asn1"

	"github.com/cloudflare/circl/sign"
)

// All returns the registered schemes: those of package scheme, then those added by Register, then CIRCL's.
func All() []sign.Scheme {
	_ = Init()
	return std.all()
}

// ByName returns the scheme of that name, nil if there is none. Case, '-', '_' and blanks do not matter:
// "FN-DSA-512", "fndsa512" and "fn_dsa_512" are the same.
func ByName(name string) sign.Scheme {
	_ = Init()
	return schemeOf(std.findName(name))
}

// ByOID returns the scheme of an object identifier of any generation, nil if there is none.
func ByOID(oid asn1.ObjectIdentifier) sign.Scheme {
	_ = Init()
	return schemeOf(std.findOID(oid))
}

// ByTLSIdentifier returns the scheme of a TLS 1.3 SignatureScheme of any generation, nil if there is none.
func ByTLSIdentifier(id uint) sign.Scheme {
	_ = Init()
	return schemeOf(std.findTLS(id))
}

// Describe returns a copy of what is registered about a scheme, and whether it is registered.
func Describe(s sign.Scheme) (Info, bool) {
	_ = Init()
	entry := std.findScheme(s)
	if entry == nil {
		return Info{}, false
	}
	return entry.clone(), true
}

// Register adds a scheme, usually from the init function of a package like hybrid. s must be comparable, a
// singleton. A name, object identifier or code point that another scheme or a classical algorithm has is an error,
// and then nothing is registered. info.Scheme is ignored.
func Register(s sign.Scheme, info Info) error {
	if err := Init(); err != nil {
		return err
	}
	info.Scheme = s
	return std.register(&std.ours, info)
}

// Override replaces the identifiers of a scheme; empty fields keep their value. What is replaced is no longer
// recognised unless it is listed as legacy. It must come before the first look-up, parsing or marshalling,
// since numbers that were handed out cannot be taken back: afterwards it is an error.
func Override(name string, ids Identifiers) error {
	if err := Init(); err != nil {
		return err
	}
	return std.override(name, ids)
}

func schemeOf(entry *Info) sign.Scheme {
	if entry == nil {
		return nil
	}
	return entry.Scheme
}
