package provider

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/scheme"
)

// parameterElements are what may be found where nothing must be, by the name that errors give them.
var parameterElements = map[string][]byte{
	"NULL": {5, 0}, "SEQUENCE": {0x30, 0}, "OCTET STRING": {4, 1, 0}, "OBJECT IDENTIFIER": {6, 1, 0x2a}, "INTEGER": {2, 1, 0}, "[0]": {0xa0, 2, 5, 0},
}

// Algorithm parameters are refused in both kinds of file, for every scheme, whatever they are.
func TestParametersMustBeAbsent(t *testing.T) {
	for _, s := range withOID() {
		info, _ := Describe(s)
		pk, sk := testKey(s)
		raw := []byte(rawBytes(t, pk))
		file, err := MarshalPKCS8PrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		for name, element := range parameterElements {
			algorithm := der.AlgorithmIdentifier{OID: info.OID, Parameters: element}
			spki, err := der.SubjectPublicKeyInfo{Algorithm: algorithm, PublicKey: raw}.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			want := "spki: algorithm parameters must be absent (found " + name + ")"
			if info.OID.Equal(oidEd25519) {
				want = "spki: x509: ..."
			}
			_, err = ParsePKIXPublicKey(spki)
			wantError(t, info.Name+", "+name, err, want)
			envelope, err := der.ParsePKCS8(file)
			if err != nil {
				t.Fatal(err)
			}
			envelope.Algorithm = algorithm
			data, err := envelope.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			_, err = ParsePKCS8PrivateKey(data)
			wantError(t, info.Name+", "+name, err, "pkcs8: algorithm parameters must be absent (found "+name+")")
		}
	}
}

// Both bit strings, the public key of a SubjectPublicKeyInfo and the one beside a private key, are whole bytes.
func TestUnusedBits(t *testing.T) {
	for _, s := range withOID() {
		info, _ := Describe(s)
		pk, sk := testKey(s)
		spki, err := MarshalPKIXPublicKey(pk)
		if err != nil {
			t.Fatal(err)
		}
		file, err := MarshalPKCS8PrivateKeyLayout(sk, Layout{PublicKey: true})
		if err != nil {
			t.Fatal(err)
		}
		size := len(rawBytes(t, pk))
		for n := byte(1); n <= 7; n++ {
			// The bit string is the last thing in either file.
			for place, data := range map[string][]byte{"spki": bytes.Clone(spki), "pkcs8": bytes.Clone(file)} {
				data[len(data)-size-1] = n
				data[len(data)-1] &^= 1<<n - 1
				want := fmt.Sprintf("%s: public key: %d unused bits, expected 0", place, n)
				if place == "spki" {
					_, err = ParsePKIXPublicKey(data)
				} else {
					_, err = ParsePKCS8PrivateKey(data)
				}
				wantError(t, info.Name, err, want)
			}
		}
	}
}

// The bit string holds the key, not an OCTET STRING around it.
func TestInnerOctetString(t *testing.T) {
	for _, s := range withOID() {
		info, _ := Describe(s)
		pk, _ := testKey(s)
		spki, err := der.SubjectPublicKeyInfo{
			Algorithm: der.AlgorithmIdentifier{OID: info.OID}, PublicKey: octets(t, []byte(rawBytes(t, pk))),
		}.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParsePKIXPublicKey(spki)
		if info.OID.Equal(oidEd25519) {
			wantError(t, info.Name, err, "spki: x509: ...")
			continue
		}
		wantError(t, info.Name, err, "spki: "+info.Name+": ...")
	}
}

// The object identifier says the degree, and so do the header bytes of both keys.
func TestHeaderBytes(t *testing.T) {
	for _, s := range scheme.All() {
		info, _ := Describe(s)
		pk, sk := testKey(s)
		rawPK, rawSK := []byte(rawBytes(t, pk)), []byte(rawBytes(t, sk))
		pkHeader, skHeader := rawPK[0], rawSK[0]
		for header := range 256 {
			rawPK[0], rawSK[0] = byte(header), byte(header)
			if rawPK[0] != pkHeader {
				spki, err := der.SubjectPublicKeyInfo{Algorithm: der.AlgorithmIdentifier{OID: info.OID}, PublicKey: rawPK}.Marshal()
				if err != nil {
					t.Fatal(err)
				}
				_, err = ParsePKIXPublicKey(spki)
				wantError(t, info.Name, err, fmt.Sprintf("spki: %s: %v: %s public key begins with 0x%02x, expected 0x%02x",
					info.Name, fndsa.ErrKeyEncoding, info.Name, header, pkHeader))
			}
			if rawSK[0] == skHeader {
				continue
			}
			want := fmt.Sprintf("pkcs8: %s: %v: %s private key: begins with 0x%02x, expected 0x%02x",
				info.Name, fndsa.ErrKeyEncoding, info.Name, header, skHeader)
			_, err := ParsePKCS8PrivateKey(pkcs8(t, s, octets(t, rawSK)))
			wantError(t, info.Name+", expanded", err, want)
			if slices.Contains(info.Codec.Forms(), FormOQS) {
				_, err := ParsePKCS8PrivateKey(pkcs8(t, s, octets(t, rawSK, []byte(rawBytes(t, pk)))))
				wantError(t, info.Name+", oqs", err, want)
			}
		}
	}
}

// Numbers of older generations are read and not written, unless the layout asks for it.
func TestRetiredNumbersAreNotWritten(t *testing.T) {
	retired := 0
	for _, s := range withOID() {
		info, _ := Describe(s)
		_, sk := testKey(s)
		current, err := MarshalPKCS8PrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		for _, oid := range info.LegacyOIDs {
			retired++
			old := bytes.Replace(current, mustDER(t, info.OID), mustDER(t, oid), 1)
			key, layout, err := ParsePKCS8PrivateKeyLayout(old)
			if err != nil || !layout.OID.Equal(oid) {
				t.Errorf("%s under %s: %v", info.Name, oid, err)
				continue
			}
			if written, err := MarshalPKCS8PrivateKey(key); err != nil || !bytes.Equal(written, current) {
				t.Errorf("%s under %s: not written under the current number (%v)", info.Name, oid, err)
			}
		}
	}
	if retired != 10 { // two generations of Falcon-512, Falcon-1024 and the three hybrids of their time
		t.Errorf("%d retired numbers, want 10", retired)
	}
}

// hybridParts cuts an encoded key of a hybrid: the length in front of the OQS hybrids, then the parts in their order.
func hybridParts(s *hybrid.Scheme, object []byte, pqSize int) (length, first, second []byte) {
	if s.SupportsContext() {
		return nil, object[:pqSize], object[pqSize:]
	}
	n := 4 + binary.BigEndian.Uint32(object)
	return object[:4], object[4:n], object[n:]
}

// Neither half of a hybrid key is one, and the halves have an order.
func TestHalvesOfHybridKeys(t *testing.T) {
	for _, h := range hybrid.All() {
		s := h.(*hybrid.Scheme)
		info, _ := Describe(s)
		pk, sk := testKey(s)
		pqPublic := 0
		for _, pq := range withOID() {
			if strings.HasPrefix(s.Name(), pq.Name()+"-") {
				pqPublic = pq.PublicKeySize()
				break
			}
		}
		const seedSize = 32
		length, first, second := hybridParts(s, []byte(rawBytes(t, pk)), pqPublic)
		for what, bad := range map[string][]byte{
			"first half": first, "second half": second, "swapped halves": slices.Concat(length, second, first), "first half with its length": slices.Concat(length, first),
			"first half twice": slices.Concat(length, first, first), "second half twice": slices.Concat(length, second, second), "nothing": {},
		} {
			spki, err := der.SubjectPublicKeyInfo{Algorithm: der.AlgorithmIdentifier{OID: info.OID}, PublicKey: bad}.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			_, err = ParsePKIXPublicKey(spki)
			wantError(t, s.Name()+", "+what, err, "spki: "+s.Name()+": "+hybrid.ErrKeyEncoding.Error()+": "+s.Name()+" public key: ...")
		}

		length, first, second = hybridParts(s, []byte(rawBytes(t, sk)), seedSize)
		for what, bad := range map[string][]byte{
			"first half": first, "second half": second, "swapped halves": slices.Concat(length, second, first), "first half with its length": slices.Concat(length, first),
			"first half twice": slices.Concat(length, first, first), "nothing": {},
		} {
			if s == hybrid.FNDSA512Ed25519() && len(bad) == 2*seedSize {
				continue // two seeds of one size: exchanged they are another key, as in every composite with Ed25519
			}
			if !s.SupportsContext() {
				bad = octets(t, bad)
			}
			_, err := ParsePKCS8PrivateKey(pkcs8(t, s, bad))
			wantError(t, s.Name()+", "+what, err, "pkcs8: "+s.Name()+": "+hybrid.ErrKeyEncoding.Error()+": "+s.Name()+" private key: ...")
		}
	}
}

// A half of a hybrid is no key of the scheme that the half is of, and a key of that scheme is no hybrid.
func TestHalfUnderOtherNumber(t *testing.T) {
	_, falcon := testKey(scheme.Falcon512())
	_, whole := testKey(hybrid.P256Falcon512())
	for _, c := range []struct {
		key  sign.PrivateKey
		as   sign.Scheme
		want string
	}{
		{whole, scheme.Falcon512(), "pkcs8: Falcon-512: private key has ..."},
		{falcon, hybrid.P256Falcon512(), "pkcs8: P256-Falcon-512: " + hybrid.ErrKeyEncoding.Error() + ": P256-Falcon-512 private key: ..."},
	} {
		data, err := MarshalPKCS8PrivateKey(c.key)
		if err != nil {
			t.Fatal(err)
		}
		envelope, err := der.ParsePKCS8(data)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParsePKCS8PrivateKey(pkcs8(t, c.as, envelope.PrivateKey))
		wantError(t, "private key as "+c.as.Name(), err, c.want)
		info, _ := Describe(c.as)
		spki, err := der.SubjectPublicKeyInfo{Algorithm: der.AlgorithmIdentifier{OID: info.OID}, PublicKey: []byte(rawBytes(t, c.key.Public()))}.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParsePKIXPublicKey(spki)
		wantError(t, "public key as "+c.as.Name(), err, "spki: "+c.as.Name()+": ...")
	}
}
