// Package identifiers is the one table of object identifiers and TLS code points of this project's schemes.
//
// No value in it is official. Those under 1.3.9999.3 and from 0xFE0B to 0xFEE0 are the ones of the Open Quantum
// Safe provider for OpenSSL, which Bouncy Castle and wolfSSL share; those under 2.999.206 and from 0xFF60 are
// this project's own, in the arc X.660 sets aside for examples and in the code points TLS keeps for private
// use. Package provider lets an application replace them before they are first used.
package identifiers

import (
	"encoding/asn1"
	"slices"
	"sync"
)

// Numbers are the identifiers of one scheme. Those called legacy are recognised on reading only.
type Numbers struct {
	OID        asn1.ObjectIdentifier
	LegacyOIDs []asn1.ObjectIdentifier
	TLS        uint
	LegacyTLS  []uint
}

// Clone returns a copy that shares no memory with n.
func (n Numbers) Clone() Numbers {
	n.OID = slices.Clone(n.OID)
	n.LegacyOIDs = slices.Clone(n.LegacyOIDs)
	for i, oid := range n.LegacyOIDs {
		n.LegacyOIDs[i] = slices.Clone(oid)
	}
	n.LegacyTLS = slices.Clone(n.LegacyTLS)
	return n
}

func saker(arc int) asn1.ObjectIdentifier { return asn1.ObjectIdentifier{2, 999, 206, arc} }
func oqs(arc int) asn1.ObjectIdentifier   { return asn1.ObjectIdentifier{1, 3, 9999, 3, arc} }

var (
	mu    sync.RWMutex
	table = map[string]Numbers{
		"FN-DSA-512":  {OID: saker(1), TLS: 0xFF60},
		"FN-DSA-1024": {OID: saker(2), TLS: 0xFF61},
		"Falcon-512": {
			OID: oqs(11), LegacyOIDs: []asn1.ObjectIdentifier{oqs(6), oqs(1)},
			TLS: 0xFED7, LegacyTLS: []uint{0xFEAE, 0xFE0B},
		},
		"Falcon-1024": {
			OID: oqs(14), LegacyOIDs: []asn1.ObjectIdentifier{oqs(9), oqs(4)},
			TLS: 0xFEDA, LegacyTLS: []uint{0xFEB1, 0xFE0E},
		},
		"Falcon-padded-512":  {OID: oqs(16), TLS: 0xFEDC},
		"Falcon-padded-1024": {OID: oqs(19), TLS: 0xFEDF},

		"P256-Falcon-512": {
			OID: oqs(12), LegacyOIDs: []asn1.ObjectIdentifier{oqs(7), oqs(2)},
			TLS: 0xFED8, LegacyTLS: []uint{0xFEAF, 0xFE0C},
		},
		"RSA3072-Falcon-512": {
			OID: oqs(13), LegacyOIDs: []asn1.ObjectIdentifier{oqs(8), oqs(3)},
			TLS: 0xFED9, LegacyTLS: []uint{0xFEB0, 0xFE0D},
		},
		"P521-Falcon-1024": {
			OID: oqs(15), LegacyOIDs: []asn1.ObjectIdentifier{oqs(10), oqs(5)},
			TLS: 0xFEDB, LegacyTLS: []uint{0xFEB2, 0xFE0F},
		},
		"P256-Falcon-padded-512":    {OID: oqs(17), TLS: 0xFEDD},
		"RSA3072-Falcon-padded-512": {OID: oqs(18), TLS: 0xFEDE},
		"P521-Falcon-padded-1024":   {OID: oqs(20), TLS: 0xFEE0},

		"FN-DSA-512-ECDSA-P256-SHA256":  {OID: saker(11), TLS: 0xFF62},
		"FN-DSA-512-Ed25519-SHA512":     {OID: saker(12), TLS: 0xFF63},
		"FN-DSA-1024-ECDSA-P384-SHA512": {OID: saker(13), TLS: 0xFF64},
		"FN-DSA-1024-ECDSA-P521-SHA512": {OID: saker(14), TLS: 0xFF65},
	}
)

// Get returns the numbers of the scheme of that canonical name, empty ones if it is not in the table.
func Get(name string) Numbers {
	mu.RLock()
	defer mu.RUnlock()
	return table[name].Clone()
}

// Set replaces the numbers of a scheme of the table and reports whether it is there.
func Set(name string, n Numbers) bool {
	mu.Lock()
	defer mu.Unlock()
	if _, ok := table[name]; !ok {
		return false
	}
	table[name] = n.Clone()
	return true
}
