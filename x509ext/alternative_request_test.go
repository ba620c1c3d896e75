package x509ext

import (
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAlternativeRequest(t *testing.T) {
	for _, pair := range [][2]string{{"ECDSA-P256", "FN-DSA-512"}, {"Ed25519", "Falcon-512"}, {"FN-DSA-512", "ECDSA-P256"}} {
		key, second := testKey(t, pair[0], 1), testKey(t, pair[1], 1)
		der, err := CreateAlternativeCertificateRequest(nil, requestTemplate(), key, second)
		if err != nil {
			t.Fatal(err)
		}
		r := must(ParseCertificateRequest(der))
		if err := r.CheckBothSignatures(); err != nil {
			t.Errorf("%v: %v", pair, err)
		}
		if !samePublic(r.Alternative.PublicKey, second.Public()) || !samePublic(r.PublicKey, key.Public()) {
			t.Errorf("%v: the request has other keys", pair)
		}
		if len(r.DNSNames) != 1 || len(r.IPAddresses) != 1 {
			t.Errorf("%v: the template's names are lost: %v %v", pair, r.DNSNames, r.IPAddresses)
		}
		fields, _ := elements(r.RawTBSCertificateRequest)
		attributes := must(attributesOf(fields))
		if len(attributes) != 4 || !slices.IsSortedFunc(attributes, slices.Compare[[]byte]) {
			t.Errorf("%v: %d attributes, expected 4 in the order of a SET OF", pair, len(attributes))
		}
		plain := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), key))))
		if err := plain.CheckBothSignatures(); !errors.Is(err, ErrNoAlternative) || plain.Alternative != nil {
			t.Errorf("%v: plain request: %v", pair, err)
		}
		// Bits flipped anywhere: what still has a good ordinary signature, made
		// anew by a forger, fails the alternative one.
		forger := must(newSealer(key, 0))
		for at := 4; at < len(r.RawTBSCertificateRequest); at += 31 {
			tbs := slices.Clone(r.RawTBSCertificateRequest)
			tbs[at] ^= 1
			der, err := forger.seal(nil, tbs, acceptRequest)
			if err != nil {
				continue
			}
			if err := must(ParseCertificateRequest(der)).CheckBothSignatures(); err == nil {
				t.Errorf("%v: byte %d flipped and accepted", pair, at)
			}
		}
	}
}

func TestAlternativeRequestIsStrict(t *testing.T) {
	key, second := testKey(t, "Ed25519", 1), testKey(t, "ML-DSA-44", 1)
	good := must(ParseCertificateRequest(must(CreateAlternativeCertificateRequest(nil, requestTemplate(), key, second))))
	change := func(f func(list [][]byte) [][]byte) []byte {
		return surgery(t, good.Raw, func(tbs, outer [][]byte) [][]byte {
			return must2(elements(must(changeAttributes(must(joinElements(tbs)), f))))
		})
	}
	drop := func(id asn1.ObjectIdentifier) func([][]byte) [][]byte {
		return func(list [][]byte) [][]byte { return withoutAttribute(list, id) }
	}
	put := func(id asn1.ObjectIdentifier, attribute []byte) func([][]byte) [][]byte {
		return func(list [][]byte) [][]byte { return append(withoutAttribute(list, id), attribute) }
	}
	oid := must(asn1.Marshal(oidAlternativeSignature))
	attribute := func(parts ...[]byte) []byte { return must(joinElements(append([][]byte{oid}, parts...))) }
	bits := mustHex("03020001")
	_, spki, _ := normalise(key.Public())
	for name, c := range map[string]struct {
		want string
		der  []byte
	}{
		"no key":         {"subjectAltPublicKeyInfo present: false, but altSignatureAlgorithm present: true", change(drop(oidAlternativeKey))},
		"no algorithm":   {"subjectAltPublicKeyInfo present: true, but altSignatureAlgorithm present: false", change(drop(oidAlternativeAlgorithm))},
		"no signature":   {"altSignatureAlgorithm without altSignatureValue", change(drop(oidAlternativeSignature))},
		"two signatures": {"altSignatureValue: more than one", change(func(l [][]byte) [][]byte { return append(l, must(newAttribute(oidAlternativeSignature, bits))) })},
		"no values":      {"altSignatureValue: missing (expected SET)", change(put(oidAlternativeSignature, attribute()))},
		"empty values":   {"altSignatureValue: expected exactly one value", change(put(oidAlternativeSignature, attribute([]byte{0x31, 0})))},
		"two values":     {"altSignatureValue: expected exactly one value", change(put(oidAlternativeSignature, attribute(slices.Concat([]byte{0x31, 8}, bits, bits))))},
		"not a set":      {"altSignatureValue: found BIT STRING, expected SET", change(put(oidAlternativeSignature, attribute(bits)))},
		"after the set":  {"altSignatureValue: 2 bytes after the end", change(put(oidAlternativeSignature, attribute(slices.Concat([]byte{0x31, 4}, bits), null)))},
		"octet string":   {"altSignatureValue: found OCTET STRING, expected BIT STRING", change(put(oidAlternativeSignature, must(newAttribute(oidAlternativeSignature, []byte{4, 1, 0}))))},
		"one key twice":  {"subjectAltPublicKeyInfo: the same key as in subjectPKInfo", change(put(oidAlternativeKey, must(newAttribute(oidAlternativeKey, spki))))},
	} {
		_, err := ParseCertificateRequest(c.der)
		if err == nil || !strings.HasPrefix(err.Error(), "x509ext: request: "+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: request: %s", name, err, c.want)
		}
	}
	// A field behind the attributes would not be covered.
	r := must(ParseCertificateRequest(surgery(t, good.Raw, func(tbs, outer [][]byte) [][]byte { return append(tbs, null) })))
	if err := r.CheckAlternativeSignature(); err == nil {
		t.Error("a field behind the attributes was accepted")
	}
	for name, create := range map[string]func() ([]byte, error){
		"nil template": func() ([]byte, error) { return CreateAlternativeCertificateRequest(nil, nil, key, second) },
		"nil key": func() ([]byte, error) {
			return CreateAlternativeCertificateRequest(nil, requestTemplate(), nil, second)
		},
		"nil alternative": func() ([]byte, error) { return CreateAlternativeCertificateRequest(nil, requestTemplate(), key, nil) },
		"one key twice":   func() ([]byte, error) { return CreateAlternativeCertificateRequest(nil, requestTemplate(), key, key) },
		"faulty signer": func() ([]byte, error) {
			return CreateAlternativeCertificateRequest(nil, requestTemplate(), key, brokenSigner{second, nil})
		},
	} {
		if der, err := create(); err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func must2[T any](v T, ok bool) T {
	if !ok {
		panic("not ok")
	}
	return v
}

func TestAlternativeRevocationList(t *testing.T) {
	w := &twinWorld{t: t, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root := w.issue(caTemplate("root"), nil)
	other := w.issue(caTemplate("root"), nil)
	der, err := CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, root.key, root.second)
	if err != nil {
		t.Fatal(err)
	}
	list := must(ParseRevocationList(der))
	if err := list.CheckBothSignaturesFrom(root.Certificate); err != nil {
		t.Error(err)
	}
	if err := list.CheckAlternativeSignatureFrom(other.Certificate); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("another issuer: %v", err)
	}
	if err := must(x509.ParseRevocationList(der)).CheckSignatureFrom(root.Certificate.Certificate); err != nil {
		t.Errorf("standard library: %v", err)
	}
	forger := must(newSealer(root.key, 0))
	for at := 4; at < len(list.RawTBSRevocationList); at += 17 {
		tbs := slices.Clone(list.RawTBSRevocationList)
		tbs[at] ^= 1
		der, err := forger.seal(nil, tbs, acceptRevocationList)
		if err != nil {
			continue
		}
		if err := must(ParseRevocationList(der)).CheckBothSignaturesFrom(root.Certificate); err == nil {
			t.Errorf("byte %d flipped and accepted", at)
		}
	}
	plain := must(ParseRevocationList(must(CreateRevocationList(nil, listTemplate(), root.Certificate.Certificate, root.key))))
	if err := plain.CheckBothSignaturesFrom(root.Certificate); !errors.Is(err, ErrNoAlternative) || plain.Alternative != nil {
		t.Errorf("plain list: %v", err)
	}
	leaf := w.issue(leafTemplate("leaf.example"), root)
	if err := list.CheckAlternativeSignatureFrom(leaf.Certificate); !errors.As(err, new(x509.ConstraintViolationError)) {
		t.Errorf("leaf as issuer: %v", err)
	}

	inList := func(change func([]rawExtension) []rawExtension) error {
		_, err := ParseRevocationList(surgery(t, der, func(tbs, outer [][]byte) [][]byte {
			list, at, _ := extensionsIn(tbs, listExtensionsTag)
			tbs[at] = must(extensionsField(change(list), listExtensionsTag))
			return tbs
		}))
		return err
	}
	withKey := func(list []rawExtension) []rawExtension {
		e := rawExtension{id: oidAlternativeKey, value: root.Alternative.spki}
		e.raw = must(e.marshal())
		return append(list, e)
	}
	twice := func(list []rawExtension) []rawExtension { return append(list, list[len(list)-1]) }
	for want, change := range map[string]func([]rawExtension) []rawExtension{
		"subjectAltPublicKeyInfo does not belong here":    withKey,
		"altSignatureValue: more than one":                twice,
		"altSignatureValue: must not be critical":         changed(oidAlternativeSignature, critical),
		"altSignatureValue without altSignatureAlgorithm": without(oidAlternativeAlgorithm),
	} {
		if err := inList(change); err == nil || err.Error() != "x509ext: revocation list: "+want {
			t.Errorf("got %v, want x509ext: revocation list: %s", err, want)
		}
	}
	for name, create := range map[string]func() ([]byte, error){
		"nil template": func() ([]byte, error) {
			return CreateAlternativeRevocationList(nil, nil, root.Certificate, root.key, root.second)
		},
		"nil issuer": func() ([]byte, error) {
			return CreateAlternativeRevocationList(nil, listTemplate(), nil, root.key, root.second)
		},
		"nil alternative": func() ([]byte, error) {
			return CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, root.key, nil)
		},
		"foreign alternative": func() ([]byte, error) {
			return CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, root.key, other.second)
		},
		"foreign key": func() ([]byte, error) {
			return CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, other.key, root.second)
		},
	} {
		if der, err := create(); err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAlternativeUnsupported: an unknown algorithm is read and fails when it is
// used, with its identifier and its place.
func TestAlternativeUnsupported(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root := w.issue(caTemplate("root"), nil)
	unknown := must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{asn1.ObjectIdentifier{2, 999, 77}}))
	request := must(ParseCertificateRequest(must(CreateAlternativeCertificateRequest(nil, requestTemplate(), root.key, root.second))))
	inRequest := func(id asn1.ObjectIdentifier, value []byte) *CertificateRequest {
		tbs := must(withAttribute(request.RawTBSCertificateRequest, id, value))
		return must(ParseCertificateRequest(must(assembleSigned(tbs, []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}, nil))))
	}
	key := inSPKI(root.Alternative.spki, func(f [][]byte) { f[0] = unknown })
	list := must(ParseRevocationList(surgery(t, must(CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, root.key, root.second)), func(tbs, outer [][]byte) [][]byte {
		extensions, at, _ := extensionsIn(tbs, listExtensionsTag)
		tbs[at] = must(extensionsField(changed(oidAlternativeAlgorithm, func(e *rawExtension) { e.value = unknown })(extensions), listExtensionsTag))
		return tbs
	})))
	for use, err := range map[string]error{
		"alternative public key":             inRequest(oidAlternativeKey, key).CheckAlternativeSignature(),
		"alternative signature":              inRequest(oidAlternativeAlgorithm, unknown).CheckAlternativeSignature(),
		"alternative signature of the list ": list.CheckAlternativeSignatureFrom(root.Certificate),
	} {
		var unsupported *UnsupportedAlgorithmError
		if !errors.As(err, &unsupported) || unsupported.OID.String() != "2.999.77" || !strings.HasPrefix(use, unsupported.Use) {
			t.Errorf("%s: %v", use, err)
		}
	}
	if err := (*CertificateRequest)(nil).CheckAlternativeSignature(); err != errRequestNotParsed {
		t.Errorf("nil request: %v", err)
	}
	if err := (*RevocationList)(nil).CheckAlternativeSignatureFrom(root.Certificate); err == nil {
		t.Error("nil list was accepted")
	}
}
