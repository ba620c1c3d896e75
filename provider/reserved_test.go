package provider

import (
	"encoding/asn1"
	"fmt"
	"testing"
)

// numbersRefused are identifiers that no scheme can have, with the end of the error.
var numbersRefused = map[string]Identifiers{
	`object identifier "3.1" is malformed or repeated`:    {OID: asn1.ObjectIdentifier{3, 1}},
	`object identifier "1.40" is malformed or repeated`:   {OID: asn1.ObjectIdentifier{1, 40}},
	`object identifier "1.-1" is malformed or repeated`:   {OID: asn1.ObjectIdentifier{1, -1}},
	`object identifier "-5.3" is malformed or repeated`:   {OID: asn1.ObjectIdentifier{-5, 3}},
	`object identifier "1.2.-3" is malformed or repeated`: {LegacyOIDs: []asn1.ObjectIdentifier{{1, 2, -3}}},
	`object identifier "" is malformed or repeated`:       {OID: asn1.ObjectIdentifier{}},

	"object identifier 1.2.840.113549.1.1.1 is taken by RSA":                   {OID: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}},
	"object identifier 1.2.840.113549.1.1.11 is taken by RSA":                  {OID: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}},
	"object identifier 1.2.840.10045.2.1 is taken by ECDSA":                    {OID: asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}},
	"object identifier 1.2.840.10045.4.3.2 is taken by ECDSA":                  {LegacyOIDs: []asn1.ObjectIdentifier{{1, 2, 840, 10045, 4, 3, 2}}},
	"object identifier 1.2.840.10040.4.3 is taken by DSA":                      {OID: asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 3}},
	"object identifier 1.3.14.3.2.29 is taken by RSA and DSA with SHA-1":       {OID: asn1.ObjectIdentifier{1, 3, 14, 3, 2, 29}},
	"object identifier 1.3.101.110 is taken by X25519":                         {OID: asn1.ObjectIdentifier{1, 3, 101, 110}},
	"object identifier 1.3.101.112 is taken by Ed25519":                        {OID: asn1.ObjectIdentifier{1, 3, 101, 112}},
	"object identifier 2.16.840.1.101.3.4.3.10 is taken by DSA, ECDSA or RSA":  {OID: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 10}},
	"object identifier 2.16.840.1.101.3.4.3.17 is taken by ML-DSA-44":          {OID: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 17}},
	"TLS code point 0x0001 is taken by RSA, ECDSA or DSA":                      {TLS: 1},
	"TLS code point 0x0403 is taken by RSA, ECDSA or DSA":                      {TLS: 0x0403},
	"TLS code point 0x0601 is taken by RSA, ECDSA or DSA":                      {LegacyTLS: []uint{0x0601}},
	"TLS code point 0x0708 is taken by national and identity-based algorithms": {TLS: 0x0708},
	"TLS code point 0x0804 is taken by RSASSA-PSS":                             {TLS: 0x0804},
	"TLS code point 0x080B is taken by RSASSA-PSS":                             {TLS: 0x080b},
	"TLS code point 0x0807 is taken by Ed25519":                                {TLS: 0x0807},
	"TLS code point 0x081B is taken by ECDSA":                                  {TLS: 0x081b},
}

func TestNumbersRefused(t *testing.T) {
	for want, ids := range numbersRefused {
		r := newOverridable(t)
		before := fmt.Sprint(len(r.byOID), len(r.byTLS))
		wantError(t, "override", r.override("FN-DSA-512", ids), "FN-DSA-512: "+want)
		info := Info{Scheme: fake{name: "x"}}
		info.setNumbers(ids)
		wantError(t, "register", r.register(&r.ours, info), "x: "+want)
		if after := fmt.Sprint(len(r.byOID), len(r.byTLS)); after != before {
			t.Errorf("%s: the registry has changed", want)
		}
	}
}

// Ed25519 keeps its own numbers, and nobody gets them when it gives them away.
func TestStandardNumbersGivenAway(t *testing.T) {
	r := newOverridable(t)
	if err := r.override("Ed25519", Identifiers{OID: asn1.ObjectIdentifier{1, 3, 101, 112}, TLS: 0x0807}); err != nil {
		t.Error(err)
	}
	if err := r.override("Ed448", Identifiers{OID: asn1.ObjectIdentifier{2, 999, 5}, TLS: 0xff90}); err != nil {
		t.Error(err)
	}
	wantError(t, "OID", r.override("FN-DSA-512", Identifiers{OID: asn1.ObjectIdentifier{1, 3, 101, 113}}),
		"FN-DSA-512: object identifier 1.3.101.113 is taken by Ed448")
	wantError(t, "TLS", r.override("FN-DSA-512", Identifiers{TLS: 0x0808}), "FN-DSA-512: TLS code point 0x0808 is taken by Ed448")
}

// The numbers around the reserved ones are free.
func TestNumbersBesideReserved(t *testing.T) {
	for _, ids := range []Identifiers{
		{OID: asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 2}}, {OID: asn1.ObjectIdentifier{1, 3, 101, 114}},
		{OID: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3, 20}}, {OID: asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 3}},
		{TLS: 0x0800}, {TLS: 0x080c}, {TLS: 0x0819}, {TLS: 0x081d}, {TLS: 0xffff},
	} {
		if err := newOverridable(t).override("FN-DSA-512", ids); err != nil {
			t.Errorf("%+v: %v", ids, err)
		}
	}
}
