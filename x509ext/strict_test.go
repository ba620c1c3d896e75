package x509ext

import (
	"crypto/x509"
	"encoding/asn1"
	"slices"
	"strings"
	"testing"
)

// null is the wrong way to say that there are no parameters.
var null = []byte{5, 0}

// surgery rebuilds a signed object after changing its elements: the fields of
// the TBS, the outer algorithm and the signature, each whole.
func surgery(t testing.TB, der []byte, change func(tbs [][]byte, outer [][]byte) [][]byte) []byte {
	t.Helper()
	outer, ok := elements(der)
	if !ok {
		t.Fatal("not a SEQUENCE")
	}
	tbs, ok := elements(outer[0])
	if !ok {
		t.Fatal("tbs is not a SEQUENCE")
	}
	tbs = change(tbs, outer)
	outer[0] = must(joinElements(tbs))
	return must(joinElements(outer))
}

// withParameters appends an element to an AlgorithmIdentifier.
func withParameters(ai, parameters []byte) []byte {
	list, _ := elements(ai)
	return must(joinElements(append(list, parameters)))
}

// withUnusedBits claims that the last n bits of a BIT STRING are not used.
func withUnusedBits(bits []byte, n byte) []byte {
	bits = slices.Clone(bits)
	var raw asn1.RawValue
	must(asn1.Unmarshal(bits, &raw))
	content := len(bits) - len(raw.Bytes)
	bits[content] = n
	bits[len(bits)-1] &^= 1<<n - 1
	return bits
}

// wrapped puts the content of a BIT STRING into an OCTET STRING inside it.
func wrapped(bits []byte) []byte {
	var b asn1.BitString
	must(asn1.Unmarshal(bits, &b))
	inner := must(asn1.Marshal(b.Bytes))
	return must(asn1.Marshal(asn1.BitString{Bytes: inner, BitLength: 8 * len(inner)}))
}

func inSPKI(spki []byte, change func(fields [][]byte)) []byte {
	fields, _ := elements(spki)
	change(fields)
	return must(joinElements(fields))
}

// An operation is a surgery with the error that it must lead to.
type operation struct {
	name, want string
	change     func(tbs, outer [][]byte) [][]byte
}

func TestParseCertificateIsStrict(t *testing.T) {
	good := issue(t, caTemplate("strict"), nil, testKey(t, "ML-DSA-44", 0), testKey(t, "ML-DSA-44", 0))
	ed25519ID := []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}
	octets := []byte{4, 1, 0}
	cases := []operation{
		{"NULL in the outer algorithm", "certificate: signatureAlgorithm: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			outer[1] = withParameters(outer[1], null)
			return tbs
		}},
		{"NULL in the inner algorithm", "certificate: tbs.signature: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			tbs[certAlgorithm] = withParameters(tbs[certAlgorithm], null)
			return tbs
		}},
		{"OCTET STRING in the inner algorithm", "certificate: tbs.signature: algorithm parameters must be absent (found OCTET STRING)", func(tbs, outer [][]byte) [][]byte {
			tbs[certAlgorithm] = withParameters(tbs[certAlgorithm], octets)
			return tbs
		}},
		{"NULL in both", "certificate: signatureAlgorithm: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			outer[1], tbs[certAlgorithm] = withParameters(outer[1], null), withParameters(outer[1], null)
			return tbs
		}},
		{"NULL in the key", "certificate: spki: algorithm parameters must be absent (found NULL)", func(tbs, outer [][]byte) [][]byte {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[0] = withParameters(f[0], null) })
			return tbs
		}},
		{"SEQUENCE in the key", "certificate: spki: algorithm parameters must be absent (found SEQUENCE)", func(tbs, outer [][]byte) [][]byte {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[0] = withParameters(f[0], []byte{0x30, 0}) })
			return tbs
		}},
		{"inner algorithm differs", "certificate: tbs.signature is 1.3.101.112 but signatureAlgorithm is 2.16.840.1.101.3.4.3.17", func(tbs, outer [][]byte) [][]byte {
			tbs[certAlgorithm] = ed25519ID
			return tbs
		}},
		{"outer algorithm differs", "certificate: tbs.signature is 2.16.840.1.101.3.4.3.17 but signatureAlgorithm is 1.3.101.112", func(tbs, outer [][]byte) [][]byte {
			outer[1] = ed25519ID
			return tbs
		}},
		{"OCTET STRING inside the key", "certificate: spki: ML-DSA-44 key:", func(tbs, outer [][]byte) [][]byte {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[1] = wrapped(f[1]) })
			return tbs
		}},
		{"element after the key", "certificate: spki: public key: 2 bytes after the end", func(tbs, outer [][]byte) [][]byte {
			fields, _ := elements(tbs[certSPKI])
			tbs[certSPKI] = must(joinElements(append(fields, null)))
			return tbs
		}},
		{"signature is an OCTET STRING", "certificate: signatureValue: found OCTET STRING, expected BIT STRING", func(tbs, outer [][]byte) [][]byte {
			outer[2] = octets
			return tbs
		}},
		{"no SPKI", "certificate: tbs has 6 fields, expected at least 7", func(tbs, outer [][]byte) [][]byte {
			return tbs[:certSPKI]
		}},
	}
	for n := byte(1); n <= 7; n++ {
		digit := string('0' + n)
		cases = append(cases, operation{digit + " unused bits in the key", "certificate: spki: public key: " + digit + " unused bits, expected 0", func(tbs, outer [][]byte) [][]byte {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[1] = withUnusedBits(f[1], n) })
			return tbs
		}}, operation{digit + " unused bits in the signature", "certificate: signatureValue: " + digit + " unused bits, expected 0", func(tbs, outer [][]byte) [][]byte {
			outer[2] = withUnusedBits(outer[2], n)
			return tbs
		}})
	}
	if same := surgery(t, good.Raw, func(tbs, outer [][]byte) [][]byte { return tbs }); !slices.Equal(same, good.Raw) {
		t.Fatal("surgery without a change is not the identity")
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseCertificate(surgery(t, good.Raw, c.change))
			if err == nil || !strings.HasPrefix(err.Error(), "x509ext: "+c.want) {
				t.Errorf("got %v\nwant x509ext: %s", err, c.want)
			}
		})
	}
	if _, err := ParseCertificate(append(slices.Clone(good.Raw), 0)); err == nil || !strings.Contains(err.Error(), "1 bytes after the end") {
		t.Errorf("trailing byte: %v", err)
	}
	for n := range good.Raw {
		if _, err := ParseCertificate(good.Raw[:n]); err == nil {
			t.Fatalf("%d of %d bytes were accepted", n, len(good.Raw))
		}
	}
}

func TestKeyUsageOfSignatureKeys(t *testing.T) {
	key, classical := testKey(t, "FN-DSA-512", 0), testKey(t, "Ed25519", 0)
	for usage := x509.KeyUsage(1); usage < 1<<9; usage++ {
		template := leafTemplate("usage.example")
		template.KeyUsage = usage
		_, err := CreateCertificate(nil, template, template, key.Public(), classical)
		allowed := usage&signatureUsages != 0 && usage&^signatureUsages == 0
		if (err == nil) != allowed {
			t.Errorf("usage %09b: %v", usage, err)
		}
		if err != nil && !strings.Contains(err.Error(), "keyUsage: a FN-DSA-512 key") {
			t.Errorf("usage %09b: error does not name the place: %v", usage, err)
		}
	}
	template := leafTemplate("usage.example")
	template.KeyUsage = x509.KeyUsageKeyEncipherment
	if _, err := CreateCertificate(nil, template, template, classical.Public(), key); err != nil {
		t.Errorf("key encipherment with a classical key: %v", err)
	}
}
