package provider

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/asn1"
	"encoding/pem"
	"testing"

	"github.com/saker-pq/saker/internal/der"
)

// explicit wraps whole elements into a constructed context-specific tag.
func explicit(t testing.TB, tag int, elements ...[]byte) []byte {
	return mustDER(t, asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: tag, IsCompound: true, Bytes: bytes.Join(elements, nil)})
}

// An ECPrivateKey says in up to three places what its scalar says already; crypto/x509 looks at none of them.
func TestECPrivateKey(t *testing.T) {
	curves := map[string]asn1.ObjectIdentifier{
		"P-224": {1, 3, 132, 0, 33}, "P-256": {1, 2, 840, 10045, 3, 1, 7}, "P-384": {1, 3, 132, 0, 34}, "P-521": {1, 3, 132, 0, 35},
	}
	for name, oid := range curves {
		key := standardKeys()[name].(*ecdsa.PrivateKey)
		scalar, err := key.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		point, err := key.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		last := len(point) - 1
		compressed := append([]byte{2 | point[last]&1}, point[1:1+last/2]...)
		hybridForm := append([]byte{6 | point[last]&1}, point[1:]...)
		evenPoint := append(bytes.Clone(point[:last]), point[last]&^1)
		other, err := ecdsa.GenerateKey(key.Curve, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		otherPoint, err := other.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		publicKey := func(b []byte) []byte {
			return explicit(t, 1, mustDER(t, asn1.BitString{Bytes: b, BitLength: 8 * len(b)}))
		}
		version, octets, curve := []byte{2, 1, 1}, mustDER(t, scalar), explicit(t, 0, mustDER(t, oid))
		otherCurve := explicit(t, 0, mustDER(t, curves[map[bool]string{true: "P-384", false: "P-256"}[name == "P-256"]]))
		null := []byte{5, 0}

		for what, c := range map[string]struct {
			content []byte
			want    string // of PKCS #8; "" if it is good
			bare    bool   // the same is expected of "EC PRIVATE KEY"
		}{
			"scalar":               {sequence(t, version, octets), "", false},
			"curve":                {sequence(t, version, octets, curve), "", true},
			"point":                {sequence(t, version, octets, publicKey(point)), "", false},
			"all":                  {sequence(t, version, octets, curve, publicKey(point)), "", true},
			"compressed point":     {sequence(t, version, octets, curve, publicKey(compressed)), "", true},
			"other curve":          {sequence(t, version, octets, otherCurve), "curve: not the one in the algorithm", false},
			"another point":        {sequence(t, version, octets, curve, publicKey(otherPoint)), "public key: does not belong to the private key", true},
			"bit in the point":     {sequence(t, version, octets, curve, publicKey(flipped(point, last))), "public key: does not belong to the private key", true},
			"bit, compressed":      {sequence(t, version, octets, curve, publicKey(flipped(compressed, 3))), "public key: does not belong to the private key", true},
			"other sign":           {sequence(t, version, octets, curve, publicKey(flipped(compressed, 0))), "public key: does not belong to the private key", true},
			"hybrid form":          {sequence(t, version, octets, curve, publicKey(hybridForm)), "public key: does not belong to the private key", true},
			"point without a byte": {sequence(t, version, octets, curve, publicKey(point[:last])), "public key: ...", true},
			"no bytes":             {sequence(t, version, octets, curve, publicKey(nil)), "public key: 0 bytes, ...", true},
			"NULL after the point": {sequence(t, version, octets, curve, explicit(t, 1, mustDER(t, asn1.BitString{Bytes: point, BitLength: 8 * len(point)}), null)), "public key: 2 bytes after the end", true},
			"unused bits":          {sequence(t, version, octets, curve, explicit(t, 1, mustDER(t, asn1.BitString{Bytes: evenPoint, BitLength: 8*len(point) - 1}))), "public key: 1 unused bits, expected 0", true},
			"fields after it":      {sequence(t, version, octets, curve, publicKey(point), null), "2 bytes after the end", true},
			"bytes after all":      {append(sequence(t, version, octets, curve, publicKey(point)), 0), "1 bytes after the end", true},
		} {
			data, err := der.OneAsymmetricKey{
				Algorithm:  der.AlgorithmIdentifier{OID: oidEC, Parameters: mustDER(t, oid)},
				PrivateKey: c.content,
			}.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := ParsePKCS8PrivateKey(data)
			checkEC(t, name+", "+what+", pkcs8", key, parsed, err, "pkcs8: ec private key: ", c.want)
			if !c.bare {
				continue
			}
			parsed, err = ParsePrivateKeyPEM(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: c.content}))
			checkEC(t, name+", "+what+", pem", key, parsed, err, "pem: EC PRIVATE KEY: ec private key: ", c.want)
		}
	}
}

// checkEC compares the outcome of a parser with the key, or with the error if that is wanted.
func checkEC(t *testing.T, what string, key *ecdsa.PrivateKey, parsed crypto.PrivateKey, err error, place, want string) {
	t.Helper()
	if want != "" {
		wantError(t, what, err, place+want)
		if parsed != nil {
			t.Errorf("%s: a key came with the error", what)
		}
		return
	}
	if err != nil || !key.Equal(parsed) {
		t.Errorf("%s: %v", what, err)
	}
}
