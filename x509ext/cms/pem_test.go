package cms

import (
	"bytes"
	"strings"
	"testing"
)

func TestPEM(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	der := must(Sign([]byte("x"), []Signer{id.Signer}, Options{}))
	text := EncodePEM(der)
	if !bytes.HasPrefix(text, []byte("-----BEGIN CMS-----\n")) {
		t.Errorf("begins %q", text[:20])
	}
	relabelled := func(label string) []byte { return bytes.ReplaceAll(text, []byte(" CMS-"), []byte(" "+label+"-")) }
	for _, good := range [][]byte{text, relabelled("PKCS7"), append([]byte("a comment\n"), text...), append(bytes.Clone(text), "\n \n"...)} {
		s, err := ParsePEM(good)
		if err != nil || !bytes.Equal(must(s.Marshal()), der) {
			t.Errorf("%q...: %v", good[:20], err)
		}
	}
	for _, test := range []struct {
		name, want string
		text       []byte
	}{
		{"empty", "no block found", nil},
		{"DER", "no block found", der},
		{"certificate", `found block "CERTIFICATE", expected "CMS"`, relabelled("CERTIFICATE")},
		{"two blocks", "found several", append(bytes.Clone(text), text...)},
		{"text behind", "bytes after the block", append(bytes.Clone(text), "and more"...)},
		{"headers", "has headers", bytes.Replace(text, []byte("-----\n"), []byte("-----\nKey: value\n\n"), 1)},
		{"damaged", "no block found", text[:len(text)-10]},
		{"content", "cms: contentInfo: ", EncodePEM([]byte{1, 1, 1})},
	} {
		if _, err := ParsePEM(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}
