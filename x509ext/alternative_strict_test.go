package x509ext

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"slices"
	"strings"
	"testing"
)

// inExtensions rebuilds a certificate after changing its list of extensions.
// The signatures stay what they were.
func inExtensions(t testing.TB, der []byte, change func(list []rawExtension) []rawExtension) []byte {
	return surgery(t, der, func(tbs, outer [][]byte) [][]byte {
		list, at, err := extensionsIn(tbs, certExtensionsTag)
		if err != nil {
			t.Fatal(err)
		}
		tbs[at] = must(extensionsField(change(list), certExtensionsTag))
		return tbs
	})
}

// changed returns a change of the one extension with the given identifier.
func changed(id asn1.ObjectIdentifier, change func(e *rawExtension)) func([]rawExtension) []rawExtension {
	return func(list []rawExtension) []rawExtension {
		for i := range list {
			if list[i].id.Equal(id) {
				change(&list[i])
				list[i].raw = must(list[i].marshal())
			}
		}
		return list
	}
}

func without(ids ...asn1.ObjectIdentifier) func([]rawExtension) []rawExtension {
	return func(list []rawExtension) []rawExtension {
		return slices.DeleteFunc(list, func(e rawExtension) bool { return slices.ContainsFunc(ids, e.id.Equal) })
	}
}

func critical(e *rawExtension)    { e.critical = true }
func longer(e *rawExtension)      { e.value = append(slices.Clone(e.value), 0) }
func empty(e *rawExtension)       { e.value = []byte{} }
func octetString(e *rawExtension) { e.value = []byte{4, 1, 0} }

func TestAlternativeIsStrict(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	good := w.issue(caTemplate("strict"), nil)
	key, algorithm, signature := oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature
	nullIn := func(e *rawExtension) { e.value = withParameters(e.value, null) }
	explicitFalse := func(list []rawExtension) []rawExtension {
		for i := range list {
			if list[i].id.Equal(algorithm) {
				parts, _ := elements(list[i].raw)
				list[i].raw = must(joinElements([][]byte{parts[0], {1, 1, 0}, parts[1]}))
			}
		}
		return list
	}
	cases := []struct {
		name, want string
		change     func([]rawExtension) []rawExtension
	}{
		{"critical algorithm", "altSignatureAlgorithm: must not be critical", changed(algorithm, critical)},
		{"critical signature", "altSignatureValue: must not be critical", changed(signature, critical)},
		{"spelled-out default", "altSignatureAlgorithm: not in DER form", explicitFalse},
		{"no algorithm", "altSignatureValue without altSignatureAlgorithm", without(algorithm)},
		{"no signature", "altSignatureAlgorithm without altSignatureValue", without(signature)},
		{"key with a byte after", "subjectAltPublicKeyInfo: spki: 1 bytes after the end", changed(key, longer)},
		{"algorithm with a byte after", "altSignatureAlgorithm: 1 bytes after the end", changed(algorithm, longer)},
		{"signature with a byte after", "altSignatureValue: 1 bytes after the end", changed(signature, longer)},
		{"empty key", "subjectAltPublicKeyInfo: spki: missing (expected SEQUENCE)", changed(key, empty)},
		{"empty algorithm", "altSignatureAlgorithm: algorithm: missing (expected SEQUENCE)", changed(algorithm, empty)},
		{"empty signature", "altSignatureValue: missing (expected BIT STRING)", changed(signature, empty)},
		{"key is an OCTET STRING", "subjectAltPublicKeyInfo: spki: found OCTET STRING, expected SEQUENCE", changed(key, octetString)},
		{"algorithm is an OCTET STRING", "altSignatureAlgorithm: algorithm: found OCTET STRING, expected SEQUENCE", changed(algorithm, octetString)},
		{"signature is an OCTET STRING", "altSignatureValue: found OCTET STRING, expected BIT STRING", changed(signature, octetString)},
		{"NULL in the algorithm", "altSignatureAlgorithm: algorithm parameters must be absent (found NULL)", changed(algorithm, nullIn)},
		{"NULL in the key", "subjectAltPublicKeyInfo: spki: algorithm parameters must be absent (found NULL)", changed(key, func(e *rawExtension) {
			e.value = inSPKI(e.value, func(f [][]byte) { f[0] = withParameters(f[0], null) })
		})},
		{"OCTET STRING inside the key", "subjectAltPublicKeyInfo: spki: ML-DSA-44 key:", changed(key, func(e *rawExtension) {
			e.value = inSPKI(e.value, func(f [][]byte) { f[1] = wrapped(f[1]) })
		})},
		{"malformed classical key", "subjectAltPublicKeyInfo: x509:", changed(key, func(e *rawExtension) {
			e.value = inSPKI(e.value, func(f [][]byte) { f[0] = []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70} })
		})},
		{"the same key twice", "subjectAltPublicKeyInfo: the same key as in subjectPublicKeyInfo", changed(key, func(e *rawExtension) {
			e.value = good.RawSubjectPublicKeyInfo
		})},
	}
	for n := byte(1); n <= 7; n++ {
		digit := string('0' + n)
		cases = append(cases, struct {
			name, want string
			change     func([]rawExtension) []rawExtension
		}{digit + " unused bits", "altSignatureValue: " + digit + " unused bits, expected 0", changed(signature, func(e *rawExtension) {
			e.value = withUnusedBits(e.value, n)
		})})
	}
	if same := inExtensions(t, good.Raw, without()); !slices.Equal(same, good.Raw) {
		t.Fatal("surgery without a change is not the identity")
	}
	for _, c := range cases {
		_, err := ParseCertificate(inExtensions(t, good.Raw, c.change))
		if err == nil || !strings.HasPrefix(err.Error(), "x509ext: certificate: "+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: certificate: %s", c.name, err, c.want)
		}
	}
	for _, id := range []asn1.ObjectIdentifier{key, algorithm, signature} {
		twice := func(list []rawExtension) []rawExtension {
			return append(list, list[slices.IndexFunc(list, func(e rawExtension) bool { return e.id.Equal(id) })])
		}
		if _, err := ParseCertificate(inExtensions(t, good.Raw, twice)); err == nil {
			t.Errorf("%v twice was accepted", id)
		}
	}
}

// TestAlternativeParts: a key may be alone, and so may a signature.
func TestAlternativeParts(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	good := w.issue(caTemplate("parts"), nil)
	if c := must(ParseCertificate(inExtensions(t, good.Raw, without(oidAlternativeKey)))); c.Alternative.hasKey() || !c.Alternative.hasSignature() || c.Alternative.PublicKey != nil {
		t.Errorf("without the key: %+v", c.Alternative)
	}
	if c := must(ParseCertificate(inExtensions(t, good.Raw, without(oidAlternativeAlgorithm, oidAlternativeSignature)))); !c.Alternative.hasKey() || c.Alternative.hasSignature() || c.Alternative.Signature != nil {
		t.Errorf("without the signature: %+v", c.Alternative)
	}
	if c := must(ParseCertificate(inExtensions(t, good.Raw, without(oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature)))); c.Alternative != nil {
		t.Errorf("without all: %+v", c.Alternative)
	}
	foreign := must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{asn1.ObjectIdentifier{2, 999, 77}}))
	c := must(ParseCertificate(inExtensions(t, good.Raw, changed(oidAlternativeKey, func(e *rawExtension) {
		e.value = inSPKI(e.value, func(f [][]byte) { f[0] = foreign })
	}))))
	if c.Alternative.PublicKey != nil || c.Alternative.PublicKeyOID.String() != "2.999.77" {
		t.Errorf("unknown algorithm: %+v", c.Alternative)
	}
	// A critical key is read, and its criticality is kept.
	c = must(ParseCertificate(inExtensions(t, good.Raw, changed(oidAlternativeKey, critical))))
	if !c.Alternative.hasKey() || len(c.UnhandledCriticalExtensions) != 1 {
		t.Errorf("critical key: %+v, unhandled %v", c.Alternative, c.UnhandledCriticalExtensions)
	}
}

func TestCreateAlternativeRefuses(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root := w.issue(caTemplate("root"), nil)
	plain := issue(t, caTemplate("plain"), nil, root.key, root.key)
	key, second := w.keys()
	good := AlternativeKeys{PublicKey: second.Public(), PrivateKey: root.second}
	uses := 0
	counted := countingSigner{root.second, &uses}
	keyAgreement := leafTemplate("usage.example")
	keyAgreement.KeyUsage = 1 << 4
	for name, c := range map[string]struct {
		want   string
		create func() ([]byte, error)
	}{
		"nil template": {"template and parent must not be nil", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, nil, root.Certificate.Certificate, key.Public(), root.key, good)
		}},
		"no alternative private key": {"alternative: x509ext: private key of type <nil>", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.key, AlternativeKeys{PublicKey: second.Public()})
		}},
		"foreign alternative private key": {"the alternative private key does not match the issuer", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.key, AlternativeKeys{PublicKey: second.Public(), PrivateKey: second})
		}},
		"swapped private keys": {"the alternative private key does not match the issuer", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.second, AlternativeKeys{PublicKey: second.Public(), PrivateKey: root.key})
		}},
		"issuer with one key": {"no alternative signature: the issuer", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), plain.Certificate, key.Public(), root.key, good)
		}},
		"one key twice": {"subjectAltPublicKeyInfo: the same key as in subjectPublicKeyInfo", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.key, AlternativeKeys{PublicKey: key.Public(), PrivateKey: root.second})
		}},
		"unknown alternative key": {"subject's alternative public key: ", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.key, AlternativeKeys{PublicKey: struct{}{}, PrivateKey: root.second})
		}},
		"self-signed with another key": {"of a self-signed certificate does not match", func() ([]byte, error) {
			template := caTemplate("x")
			return CreateAlternativeCertificate(nil, template, template, key.Public(), key, good)
		}},
		"extension in the template": {"ExtraExtensions has 2.5.29.73", func() ([]byte, error) {
			template := leafTemplate("x")
			template.ExtraExtensions = []pkix.Extension{{Id: oidAlternativeAlgorithm, Value: []byte{5, 0}}}
			return CreateAlternativeCertificate(nil, template, root.Certificate.Certificate, key.Public(), root.key, good)
		}},
		"forbidden usage": {"refusing to sign", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, keyAgreement, root.Certificate.Certificate, testKey(t, "FN-DSA-512", 1).Public(), root.key, AlternativeKeys{PrivateKey: counted})
		}},
		"faulty alternative signer": {"alternative: x509ext: the signer returned a signature that does not verify", func() ([]byte, error) {
			return CreateAlternativeCertificate(nil, leafTemplate("x"), root.Certificate.Certificate, key.Public(), root.key, AlternativeKeys{PrivateKey: brokenSigner{root.second, nil}})
		}},
	} {
		der, err := c.create()
		if err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if uses != 0 {
		t.Errorf("the alternative key was used %d times for a template that is refused", uses)
	}
	// Half a set in a template of the ordinary function is refused as well.
	template := leafTemplate("half.example")
	template.ExtraExtensions = []pkix.Extension{{Id: oidAlternativeAlgorithm, Value: mustHex("300b0609608648016503040311")}}
	if _, err := CreateCertificate(nil, template, plain.Certificate, key.Public(), root.key); err == nil || !strings.Contains(err.Error(), "altSignatureAlgorithm without altSignatureValue") {
		t.Errorf("half a set: %v", err)
	}
}
