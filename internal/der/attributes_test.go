package der

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// wrapHex puts hex digits into an element of a short length.
func wrapHex(tag string, parts ...string) string {
	content := strings.ReplaceAll(strings.Join(parts, ""), " ", "")
	return fmt.Sprintf("%s%02x%s", tag, len(content)/2, content)
}

// withAttributes is a key whose field [0] has the given content, as hex digits.
func withAttributes(content ...string) string {
	return wrapHex("30", "020100", algFalcon, "0402 aabb", wrapHex("a0", content...))
}

// typed is an attribute 1.2.3.n with the given values.
func typed(n int, values ...string) string {
	return wrapHex("30", fmt.Sprintf("0603 2a03%02x", n), wrapHex("31", values...))
}

// nested is a NULL inside n SEQUENCEs.
func nested(n int) string {
	s := "0500"
	for range n {
		s = wrapHex("30", s)
	}
	return s
}

const (
	orderError = "pkcs8: attributes: not in DER order"
	valueError = "pkcs8: attribute values: not in DER order, or one occurs twice"
)

func TestAttributes(t *testing.T) {
	for in, want := range map[string]string{
		withAttributes(typed(4, "0500"), typed(5, "0500")):                                   "",
		withAttributes(typed(9, "0500"), typed(5, "020101", "0500")):                         "", // the shorter one comes first
		withAttributes(typed(5, "0500"), typed(4, "0500")):                                   orderError,
		withAttributes(typed(4, "0500"), typed(4, "0500")):                                   "pkcs8: attribute type: 1.2.3.4 occurs twice",
		withAttributes(typed(4, "0500"), typed(5, "0500"), typed(4, "020101")):               "pkcs8: attribute type: 1.2.3.4 occurs twice",
		withAttributes(typed(4)):                                                             "pkcs8: attribute values: none, expected at least one",
		withAttributes(typed(4, "020101", "020102", "0500")):                                 "",
		withAttributes(typed(4, "020102", "020101")):                                         valueError,
		withAttributes(typed(4, "0500", "0500")):                                             valueError,
		withAttributes(typed(4, "0500"), "00"):                                               "pkcs8: attribute: truncated",
		withAttributes(typed(4, "ff")):                                                       "pkcs8: attribute values: truncated",
		withAttributes(typed(4, "05")):                                                       "pkcs8: attribute values: truncated",
		withAttributes(typed(4, "0401")):                                                     "pkcs8: attribute values: truncated",
		withAttributes(typed(4, "3080 0500 0000")):                                           "pkcs8: attribute values: truncated, or length not in DER form",
		withAttributes(typed(4, "048101 aa")):                                                "pkcs8: attribute values: truncated, or length not in DER form",
		withAttributes(typed(4, "3005 3080 0500 00")):                                        "pkcs8: attribute values: truncated, or length not in DER form",
		withAttributes(typed(4, "a005 048101 aa 00")):                                        "pkcs8: attribute values: truncated, or length not in DER form",
		withAttributes(typed(4, "2403 0401 aa")):                                             "pkcs8: attribute values: found constructed OCTET STRING, which is not DER",
		withAttributes(typed(4, "1000")):                                                     "pkcs8: attribute values: found tag 0x10, which is not DER",
		withAttributes(typed(4, "0000")):                                                     "pkcs8: attribute values: found tag 0x00, which is not DER",
		withAttributes(typed(4, "30060101ff020107")):                                         "",
		withAttributes(typed(4, "010101")):                                                   "pkcs8: attribute values: BOOLEAN not in DER form",
		withAttributes(typed(4, "3003 010101")):                                              "pkcs8: attribute values: BOOLEAN not in DER form",
		withAttributes(typed(4, "0200")):                                                     "pkcs8: attribute values: INTEGER not in DER form",
		withAttributes(typed(4, "02020001")):                                                 "pkcs8: attribute values: INTEGER not in DER form",
		withAttributes(typed(4, "0202ff80")):                                                 "pkcs8: attribute values: INTEGER not in DER form",
		withAttributes(typed(4, "0a02007f")):                                                 "pkcs8: attribute values: ENUMERATED not in DER form",
		withAttributes(typed(4, "0202ff7f", "02020080")):                                     valueError,
		withAttributes(typed(4, "02020080", "0202ff7f")):                                     "",
		withAttributes(typed(4, "0300")):                                                     "pkcs8: attribute values: BIT STRING not in DER form",
		withAttributes(typed(4, "0301 01")):                                                  "pkcs8: attribute values: BIT STRING not in DER form",
		withAttributes(typed(4, "0302 03fc")):                                                "pkcs8: attribute values: BIT STRING not in DER form",
		withAttributes(typed(4, "0302 0800")):                                                "pkcs8: attribute values: BIT STRING not in DER form",
		withAttributes(typed(4, "030100", "0302 03f8")):                                      "",
		withAttributes(typed(4, "050100")):                                                   "pkcs8: attribute values: NULL not in DER form",
		withAttributes(typed(4, "0600")):                                                     "pkcs8: attribute values: OBJECT IDENTIFIER not in DER form",
		withAttributes(typed(4, "0602 2a80")):                                                "pkcs8: attribute values: OBJECT IDENTIFIER not in DER form",
		withAttributes(typed(4, "0603 2a8001")):                                              "pkcs8: attribute values: OBJECT IDENTIFIER not in DER form",
		withAttributes(typed(4, "0614 69 82819395a7cbe5de9bb1dbe2f0e0a3d0e1f201")):           "", // 2.25 and a UUID
		withAttributes(typed(4, nested(maxDepth-1))):                                         "",
		withAttributes(typed(4, nested(maxDepth))):                                           "pkcs8: attribute values: nested more than 32 deep",
		withAttributes(typed(4, "1f1f00")):                                                   "pkcs8: attribute values: truncated, or length not in DER form",
		withAttributes(typed(4, "0c02c3a4", "1302 6162", "1e02 0041", "8001ff", "a0020500")): "",
	} {
		data := unhex(t, in)
		k, err := ParsePKCS8(data)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", in, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if out, err := k.Marshal(); err != nil || hex.EncodeToString(out) != in {
			t.Errorf("%s: written as %x (%v)", in, out, err)
		}
	}
}
