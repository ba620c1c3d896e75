package der

import (
	"bytes"
	encoding_asn1 "encoding/asn1"
	"encoding/hex"
	"strings"
	"testing"
)

// unhex joins hex digits; blanks are for the reader.
func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// oidFalcon is 1.3.9999.3.11 as a complete element, algFalcon the AlgorithmIdentifier around it.
const (
	oidFalcon = "0605 2bce0f 030b"
	algFalcon = "3007" + oidFalcon
	attribute = "3009 0603 2a0304 3102 0500"
)

func TestAlgorithmIdentifier(t *testing.T) {
	a, err := ParseAlgorithmIdentifier(unhex(t, algFalcon), "spki")
	if err != nil {
		t.Fatal(err)
	}
	if got := a.OID.String(); got != "1.3.9999.3.11" || a.Parameters != nil {
		t.Errorf("OID %s, parameters %x", got, a.Parameters)
	}
	if err := a.CheckNoParameters("spki"); err != nil {
		t.Error(err)
	}
	withNull, err := ParseAlgorithmIdentifier(unhex(t, "3009"+oidFalcon+"0500"), "spki")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(withNull.Parameters, []byte{5, 0}) {
		t.Errorf("parameters %x", withNull.Parameters)
	}
	err = withNull.CheckNoParameters("spki")
	if want := "spki: algorithm parameters must be absent (found NULL)"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	// The arc X.660 sets aside for examples has a two-byte first sub-identifier.
	example := AlgorithmIdentifier{OID: encoding_asn1.ObjectIdentifier{2, 999, 206, 1}}
	der, err := example.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if want := unhex(t, "3007 0605 8837 814e 01"); !bytes.Equal(der, want) {
		t.Errorf("2.999.206.1 is %x, want %x", der, want)
	}
}

func TestIsOID(t *testing.T) {
	for _, c := range []struct {
		oid  encoding_asn1.ObjectIdentifier
		want bool
	}{
		{nil, false}, {encoding_asn1.ObjectIdentifier{}, false}, {encoding_asn1.ObjectIdentifier{1}, false},
		{encoding_asn1.ObjectIdentifier{0, 0}, true}, {encoding_asn1.ObjectIdentifier{1, 39}, true},
		{encoding_asn1.ObjectIdentifier{0, 40}, false}, {encoding_asn1.ObjectIdentifier{1, 40}, false},
		{encoding_asn1.ObjectIdentifier{2, 40}, true}, {encoding_asn1.ObjectIdentifier{2, 999, 206, 1}, true},
		{encoding_asn1.ObjectIdentifier{3, 1}, false}, {encoding_asn1.ObjectIdentifier{-1, 3}, false},
		{encoding_asn1.ObjectIdentifier{-5, 3}, false}, {encoding_asn1.ObjectIdentifier{1, -1}, false},
		{encoding_asn1.ObjectIdentifier{1, 2, -3}, false}, {encoding_asn1.ObjectIdentifier{1, 2, 1<<31 - 1}, true},
		{encoding_asn1.ObjectIdentifier{2, 1<<31 - 1}, false}, {encoding_asn1.ObjectIdentifier{2, 1<<31 - 81}, true},
	} {
		if got := IsOID(c.oid); got != c.want {
			t.Errorf("%v: %t, want %t", c.oid, got, c.want)
		}
	}
}

// The malformed inputs below and the words that their errors must contain.
var badAlgorithms = map[string]string{
	"":                              "x: algorithm: missing (expected SEQUENCE)",
	"0500":                          "x: algorithm: found NULL, expected SEQUENCE",
	"3080" + oidFalcon + "0000":     "x: algorithm: truncated, or length not in DER form",
	"308107" + oidFalcon:            "x: algorithm: truncated, or length not in DER form",
	"3008" + oidFalcon:              "x: algorithm: truncated, or length not in DER form",
	"3000":                          "x: algorithm: malformed object identifier",
	"3003 0201 05":                  "x: algorithm: found INTEGER, expected OBJECT IDENTIFIER",
	"3002 0600":                     "x: algorithm: malformed object identifier",
	"3004 0602 8001":                "x: algorithm: malformed object identifier",
	"3003 0601 81":                  "x: algorithm: malformed object identifier",
	"3009 0607 2a ffffffffff7f":     "x: algorithm: malformed object identifier",
	"3008" + oidFalcon + "05":       "x: algorithm parameters: truncated",
	"300b" + oidFalcon + "05000500": "x: algorithm: 2 bytes after the end",
	algFalcon + "00":                "x: 1 bytes after the end",
	"bf1f00":                        "x: algorithm: truncated",
	"a000":                          "x: algorithm: found [0], expected SEQUENCE",
	"1000":                          "x: algorithm: found tag 0x10, expected SEQUENCE",
	"2400":                          "x: algorithm: found constructed OCTET STRING, expected SEQUENCE",
}

func TestAlgorithmIdentifierErrors(t *testing.T) {
	for in, want := range badAlgorithms {
		_, err := ParseAlgorithmIdentifier(unhex(t, in), "x")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", in, err, want)
		}
	}
}

func TestSPKI(t *testing.T) {
	in := unhex(t, "300e"+algFalcon+"0303 00 09ff")
	s, err := ParseSPKI(in)
	if err != nil {
		t.Fatal(err)
	}
	if s.Algorithm.OID.String() != "1.3.9999.3.11" || !bytes.Equal(s.PublicKey, []byte{9, 0xff}) {
		t.Errorf("parsed as %+v", s)
	}
	if out, err := s.Marshal(); err != nil || !bytes.Equal(out, in) {
		t.Errorf("written as %x (%v), want %x", out, err, in)
	}
}

func TestSPKIErrors(t *testing.T) {
	for in, want := range map[string]string{
		"": "spki: missing (expected SEQUENCE)",
		"300e" + algFalcon + "0303 00 09ff" + "00": "spki: 1 bytes after the end",
		"3003 020100":                                "spki: algorithm: found INTEGER, expected SEQUENCE",
		"3009" + algFalcon:                           "spki: public key: missing (expected BIT STRING)",
		"300d" + algFalcon + "0402 09ff":             "spki: public key: found OCTET STRING, expected BIT STRING",
		"300b" + algFalcon + "0300":                  "spki: public key: bit string without its count of unused bits",
		"300d" + algFalcon + "0302 03f8":             "spki: public key: 3 unused bits, expected 0",
		"300d" + algFalcon + "0302 08f8":             "spki: public key: 8 unused bits, expected 0",
		"3010" + algFalcon + "0303 00 09ff" + "0500": "spki: public key: 2 bytes after the end",
		"300e" + algFalcon + "0304 00 09ff":          "spki: public key: truncated",
		"3080" + algFalcon + "0303 00 09ff" + "0000": "spki: truncated, or length not in DER form",
		"300e" + algFalcon + "2303 0301 00":          "spki: public key: found constructed BIT STRING",
		"30820010" + algFalcon + "0303 00 09ff 0500": "spki: truncated, or length not in DER form",
		"300f 3009 0607 2a030405060780 0302 00 09":   "spki: algorithm: malformed object identifier",
	} {
		_, err := ParseSPKI(unhex(t, in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", in, err, want)
		}
	}
}

func TestPKCS8(t *testing.T) {
	for in, want := range map[string]OneAsymmetricKey{
		"3010 020100" + algFalcon + "0402 aabb":                                    {PrivateKey: []byte{0xaa, 0xbb}},
		"301d 020100" + algFalcon + "0402 aabb" + "a00b" + attribute:               {PrivateKey: []byte{0xaa, 0xbb}, Attributes: unhex(t, attribute)},
		"3012 020100" + algFalcon + "0402 aabb" + "a000":                           {PrivateKey: []byte{0xaa, 0xbb}, Attributes: []byte{}},
		"3014 020101" + algFalcon + "0402 aabb" + "8102 00cc":                      {PrivateKey: []byte{0xaa, 0xbb}, PublicKey: []byte{0xcc}},
		"3021 020101" + algFalcon + "0402 aabb" + "a00b" + attribute + "8102 00cc": {PrivateKey: []byte{0xaa, 0xbb}, PublicKey: []byte{0xcc}, Attributes: unhex(t, attribute)},
		"300e 020100" + algFalcon + "0400":                                         {PrivateKey: []byte{}},
	} {
		k, err := ParsePKCS8(unhex(t, in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if k.Algorithm.OID.String() != "1.3.9999.3.11" || !bytes.Equal(k.PrivateKey, want.PrivateKey) ||
			!bytes.Equal(k.PublicKey, want.PublicKey) || !bytes.Equal(k.Attributes, want.Attributes) ||
			(k.PublicKey == nil) != (want.PublicKey == nil) || (k.Attributes == nil) != (want.Attributes == nil) {
			t.Errorf("%s: parsed as %+v, want %+v", in, k, want)
		}
		if out, err := k.Marshal(); err != nil || !bytes.Equal(out, unhex(t, in)) {
			t.Errorf("%s: written as %x (%v)", in, out, err)
		}
	}
}

func TestPKCS8Errors(t *testing.T) {
	const key = algFalcon + "0402 aabb"
	for in, want := range map[string]string{
		"":                                      "pkcs8: missing (expected SEQUENCE)",
		"3010 020100" + key + "00":              "pkcs8: 1 bytes after the end",
		"3000":                                  "pkcs8: version: missing (expected INTEGER)",
		"3002 0500":                             "pkcs8: version: found NULL, expected INTEGER",
		"3010 020102" + key:                     "pkcs8: version must be 0 or 1 (found 0x02)",
		"3010 0201ff" + key:                     "pkcs8: version must be 0 or 1 (found 0xff)",
		"3011 02020001" + key:                   "pkcs8: version must be 0 or 1 (found 0x0001)",
		"300f 0200" + key:                       "pkcs8: version must be 0 or 1",
		"3003 020100":                           "pkcs8: algorithm: missing (expected SEQUENCE)",
		"300c 020100" + algFalcon:               "pkcs8: private key: missing (expected OCTET STRING)",
		"3010 020100" + algFalcon + "0302 00bb": "pkcs8: private key: found BIT STRING, expected OCTET STRING",
		"3010 020101" + key:                     "pkcs8: version 1 does not go with public key present: false",
		"3014 020100" + key + "8102 00cc":       "pkcs8: version 0 does not go with public key present: true",
		"3014 020101" + key + "8102 01cc":       "pkcs8: public key: 1 unused bits, expected 0",
		"3016 020101" + key + "a104 0302 00cc":  "pkcs8: last field: 6 bytes after the end",
		"3012 020101" + key + "8100":            "pkcs8: public key: bit string without its count of unused bits",
		"3021 020101" + key + "8102 00cc a00b" + attribute:           "pkcs8: last field: 13 bytes after the end",
		"3012 020100" + key + "0500":                                 "pkcs8: last field: 2 bytes after the end",
		"3014 020100" + key + "a002 0500":                            "pkcs8: attribute: found NULL, expected SEQUENCE",
		"3014 020100" + key + "a002 3000":                            "pkcs8: attribute type: malformed object identifier",
		"3019 020100" + key + "a007 3005 0603 2a0304":                "pkcs8: attribute values: missing (expected SET)",
		"301f 020100" + key + "a00d 300b 0603 2a0304 3102 0500 0500": "pkcs8: attribute: 2 bytes after the end",
		"3012 020100" + key + "a001":                                 "pkcs8: attributes: truncated",
	} {
		_, err := ParsePKCS8(unhex(t, in))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", in, err, want)
		}
	}
}

// A marshalled private key fits the buffer made for it: no shorter copy of the secret stays behind.
func TestPKCS8MarshalDoesNotGrow(t *testing.T) {
	k := OneAsymmetricKey{
		Algorithm:  AlgorithmIdentifier{OID: encoding_asn1.ObjectIdentifier{2, 999, 206, 1}},
		PrivateKey: make([]byte, 70000), PublicKey: make([]byte, 70000),
	}
	for i := range 7000 {
		k.Attributes = append(k.Attributes, 0x30, 9, 6, 3, 0x2a, byte(0x81+i/128), byte(i%128), 0x31, 2, 5, 0)
	}
	out, err := k.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	k.Attributes = []byte{5, 0}
	if _, err := k.Marshal(); err == nil {
		t.Error("malformed attributes are written")
	}
	if want := 2*70000 + 7000*11 + 96; cap(out) != want {
		t.Errorf("buffer grew to %d bytes, made with %d", cap(out), want)
	}
}
