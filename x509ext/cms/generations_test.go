package cms

import (
	"bytes"
	"strings"
	"testing"

	"github.com/saker-pq/saker/x509ext"
)

// TestRetiredIdentifierIsNotWritten offers a signer whose certificate names
// its key by an older OID of Falcon-512.
func TestRetiredIdentifierIsNotWritten(t *testing.T) {
	id := testIdentity("Falcon-512")
	current, older := []byte{0x06, 0x05, 0x2b, 0xce, 0x0f, 0x03, 0x0b}, []byte{0x06, 0x05, 0x2b, 0xce, 0x0f, 0x03, 0x06}
	renamed := bytes.ReplaceAll(id.Certificate.Raw, current, older)
	if bytes.Equal(renamed, id.Certificate.Raw) {
		t.Fatal("the certificate does not hold the OID")
	}
	cert, err := x509ext.ParseCertificate(renamed)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Sign([]byte("m"), []Signer{{Certificate: cert, Key: id.Key}}, Options{})
	if err == nil || !strings.Contains(err.Error(), "names its key by 1.3.9999.3.6, but signatures are made under 1.3.9999.3.11") {
		t.Errorf("error %v", err)
	}
}
