package identifiers

import (
	"encoding/asn1"
	"testing"
)

func TestGetIsACopy(t *testing.T) {
	for _, change := range []func(Numbers){
		func(n Numbers) { n.OID[4] = 99 },
		func(n Numbers) { n.LegacyOIDs[0][4] = 99 },
		func(n Numbers) { n.LegacyOIDs[1] = nil },
		func(n Numbers) { n.LegacyTLS[0] = 99 },
	} {
		change(Get("Falcon-512"))
	}
	n := Get("Falcon-512")
	if n.OID.String() != "1.3.9999.3.11" || n.LegacyOIDs[0].String() != "1.3.9999.3.6" ||
		n.LegacyOIDs[1].String() != "1.3.9999.3.1" || n.LegacyTLS[0] != 0xFEAE {
		t.Errorf("a caller changed the table: %+v", n)
	}
}

func TestSet(t *testing.T) {
	old := Get("FN-DSA-512")
	t.Cleanup(func() { Set("FN-DSA-512", old) })
	if !Set("FN-DSA-512", Numbers{OID: asn1.ObjectIdentifier{1, 2, 3}, TLS: 7}) {
		t.Fatal("FN-DSA-512 is not in the table")
	}
	if n := Get("FN-DSA-512"); n.OID.String() != "1.2.3" || n.TLS != 7 {
		t.Errorf("found %+v", n)
	}
	if Set("fn-dsa-512", Numbers{}) || Set("ML-DSA-44", Numbers{}) {
		t.Error("a name that is not canonical was accepted")
	}
	if n := Get("ML-DSA-44"); n.OID != nil || n.TLS != 0 {
		t.Errorf("unknown name has %+v", n)
	}
}
