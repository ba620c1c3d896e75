package provider

import (
	"bytes"
	"encoding/asn1"
	"fmt"
	"slices"
	"strings"

	"github.com/cloudflare/circl/sign"
)

// PrivateKeyForm says how a private key lies inside the privateKey OCTET STRING of PKCS #8. A Codec may
// define further forms.
type PrivateKeyForm string

const (
	// FormOQS is a DER OCTET STRING of private key || public key, as oqs-provider writes. Default for Falcon.
	FormOQS PrivateKeyForm = "oqs"
	// FormBC is the SEQUENCE of polynomials that Bouncy Castle writes for Falcon.
	FormBC PrivateKeyForm = "bc"
	// FormSeed is [0] IMPLICIT OCTET STRING of the key generation seed (as RFC 9881). Default for FN-DSA if
	// the seed is known, and for ML-DSA.
	FormSeed PrivateKeyForm = "seed"
	// FormExpanded is a DER OCTET STRING of the scheme's own encoding, which is what CIRCL writes.
	FormExpanded PrivateKeyForm = "expanded"
	// FormBoth is SEQUENCE { OCTET STRING seed, OCTET STRING expanded } (as RFC 9881).
	FormBoth PrivateKeyForm = "both"
	// FormStandard is the form of the algorithm's own standard: PKCS #1 for RSA, SEC 1 for ECDSA, RFC 8410
	// for Ed25519 and Ed448.
	FormStandard PrivateKeyForm = "standard"
)

// Codec is the private key encoding of a scheme. It reads what it writes, and content that it accepts it
// writes back to the same bytes. Contents are secrets: whoever receives one wipes it.
type Codec interface {
	// Forms lists the forms that ParsePrivateKey accepts and MarshalPrivateKey can write.
	Forms() []PrivateKeyForm
	// DefaultForm is the form to write for key when none is asked for.
	DefaultForm(key sign.PrivateKey) PrivateKeyForm
	// MarshalPrivateKey returns the content of the privateKey OCTET STRING in one of Forms.
	MarshalPrivateKey(key sign.PrivateKey, form PrivateKeyForm) ([]byte, error)
	// ParsePrivateKey recognises the form of content, checks everything in it, and keeps no reference to it.
	// Errors name the place; this package puts the name of the scheme in front.
	ParsePrivateKey(content []byte) (sign.PrivateKey, PrivateKeyForm, error)
}

// Layout is everything about a PKCS #8 file but the key: written again in the layout it was read in, a key
// gives the same bytes. The zero value is the default layout.
type Layout struct {
	// Form of the private key; the default of the scheme if empty.
	Form PrivateKeyForm
	// OID in the file, which may be one of an older generation; the current one if nil.
	OID asn1.ObjectIdentifier
	// Attributes is the DER content of the attributes field, nil if there is none. It is not interpreted.
	Attributes []byte
	// PublicKey says that the public key is stored beside the private key, which makes the version number 1.
	PublicKey bool
}

// checkForm is an error unless the codec has the form.
func checkForm(codec Codec, form PrivateKeyForm) error {
	forms := codec.Forms()
	if slices.Contains(forms, form) {
		return nil
	}
	var list []string
	for _, f := range forms {
		list = append(list, string(f))
	}
	return fmt.Errorf("private key form %q is not defined (expected %s)", form, strings.Join(list, ", "))
}

// sameBytes compares stored bytes with recomputed ones and names the place of a difference.
func sameBytes(place string, stored, computed []byte) error {
	if len(stored) != len(computed) {
		return fmt.Errorf("%s: %d bytes, expected %d", place, len(stored), len(computed))
	}
	if !bytes.Equal(stored, computed) {
		return fmt.Errorf("%s: does not belong to the private key", place)
	}
	return nil
}
