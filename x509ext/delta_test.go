package x509ext

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// A chameleon is a base certificate with its delta and the two issuers.
type chameleon struct {
	base, delta             *Certificate
	baseIssuer, deltaIssuer *Certificate
}

// newChameleon issues an ECDSA certificate that carries one of another kind
// from another hierarchy. change is applied to the template of the delta.
func newChameleon(t testing.TB, kind string, change func(template *x509.Certificate)) chameleon {
	t.Helper()
	classicalCA, otherCA := testKey(t, "ECDSA-P256", 0), testKey(t, kind, 0)
	c := chameleon{
		baseIssuer:  issue(t, caTemplate("base root"), nil, classicalCA, classicalCA),
		deltaIssuer: issue(t, caTemplate("delta root"), nil, otherCA, otherCA),
	}
	template := leafTemplate("leaf.example")
	template.SerialNumber = big.NewInt(1001)
	if change != nil {
		change(template)
	}
	c.delta = issue(t, template, c.deltaIssuer, testKey(t, kind, 1), otherCA)
	der, err := CreateBaseCertificate(nil, leafTemplate("leaf.example"), c.baseIssuer.Certificate, testKey(t, "ECDSA-P256", 1).Public(), classicalCA, c.delta)
	if err != nil {
		t.Fatal(err)
	}
	c.base = must(ParseCertificate(der))
	return c
}

func TestDeltaCertificate(t *testing.T) {
	for _, kind := range []string{"FN-DSA-512", "Falcon-512", "ML-DSA-44", "Ed25519", "P256-Falcon-512"} {
		for name, change := range map[string]func(*x509.Certificate){
			"same names":       nil,
			"another subject":  func(c *x509.Certificate) { c.Subject.CommonName = "delta.example" },
			"another validity": func(c *x509.Certificate) { c.NotAfter = c.NotAfter.AddDate(0, 1, 0) },
			"other extensions": func(c *x509.Certificate) {
				c.DNSNames = []string{"delta.example"}
				c.KeyUsage |= x509.KeyUsageContentCommitment
			},
		} {
			c := newChameleon(t, kind, change)
			delta, err := c.base.DeltaCertificate()
			if err != nil {
				t.Errorf("%s, %s: %v", kind, name, err)
				continue
			}
			if !slices.Equal(delta.Raw, c.delta.Raw) {
				t.Errorf("%s, %s: the reconstructed certificate is another", kind, name)
			}
			if err := delta.CheckSignatureFrom(c.deltaIssuer); err != nil {
				t.Errorf("%s, %s: delta: %v", kind, name, err)
			}
			if _, err := delta.Verify(options([]*Certificate{c.deltaIssuer}, nil)); err != nil {
				t.Errorf("%s, %s: delta: %v", kind, name, err)
			}
			if _, err := delta.Verify(options([]*Certificate{c.baseIssuer}, nil)); !errors.As(err, new(x509.UnknownAuthorityError)) {
				t.Errorf("%s, %s: delta under the base's root: %v", kind, name, err)
			}
			if _, err := c.base.Verify(options([]*Certificate{c.baseIssuer}, nil)); err != nil {
				t.Errorf("%s, %s: base: %v", kind, name, err)
			}
			if _, err := delta.DeltaCertificate(); err != ErrNoDelta {
				t.Errorf("%s, %s: delta of the delta: %v", kind, name, err)
			}
		}
	}
}

// TestDeltaOfSameIssuer: what is equal is not in the descriptor.
func TestDeltaOfSameIssuer(t *testing.T) {
	key := testKey(t, "Ed25519", 0)
	root := issue(t, caTemplate("root"), nil, key, key)
	template := leafTemplate("leaf.example")
	template.SerialNumber = big.NewInt(3)
	template.SubjectKeyId = []byte("the same")
	delta := issue(t, template, root, testKey(t, "ML-DSA-44", 1), key)
	template.SerialNumber = big.NewInt(4)
	base := must(ParseCertificate(must(CreateBaseCertificate(nil, template, root.Certificate, testKey(t, "Ed25519", 1).Public(), key, delta))))
	d := descriptorOf(base)
	if d.signature != nil || d.issuer != nil || d.validity != nil || d.subject != nil || d.extensions != nil {
		t.Errorf("more than the key and the serial number is described: %+v", d)
	}
	if again := must(base.DeltaCertificate()); !again.Equal(delta) || again.CheckSignatureFrom(root) != nil {
		t.Error("not reconstructed")
	}
	template.SerialNumber = delta.SerialNumber
	if _, err := CreateBaseCertificate(nil, template, root.Certificate, testKey(t, "Ed25519", 1).Public(), key, delta); err == nil || !strings.Contains(err.Error(), "serialNumber: the same as the base's") {
		t.Errorf("one serial number for two certificates: %v", err)
	}
}

// TestDeltaOfRoots: self-signed certificates can be a pair.
func TestDeltaOfRoots(t *testing.T) {
	key, other := testKey(t, "ECDSA-P256", 0), testKey(t, "FN-DSA-512", 0)
	template := caTemplate("root")
	delta := issue(t, template, nil, other, other)
	template.SerialNumber = big.NewInt(9)
	base := must(ParseCertificate(must(CreateBaseCertificate(nil, template, template, key.Public(), key, delta))))
	if err := base.CheckSignatureFrom(base); err != nil {
		t.Error(err)
	}
	again, err := base.DeltaCertificate()
	if err != nil || again.CheckSignatureFrom(again) != nil {
		t.Errorf("delta: %v", err)
	}
}

// TestDeltaWithoutExtensions: without the descriptor the list would be empty,
// and an empty list is not written.
func TestDeltaWithoutExtensions(t *testing.T) {
	c := newChameleon(t, "ML-DSA-44", nil)
	d := descriptorOf(c.base)
	d.extensions = nil
	base := must(ParseCertificate(inExtensions(t, c.base.Raw, func([]rawExtension) []rawExtension {
		e := rawExtension{id: oidDelta, value: must(d.marshal())}
		e.raw = must(e.marshal())
		return []rawExtension{e}
	})))
	delta, err := base.DeltaCertificate()
	if err != nil || len(delta.Extensions) != 0 || delta.Version != 3 {
		t.Fatalf("%+v, %v", delta, err)
	}
	if again := must(describe(base.RawTBSCertificate, delta)); !slices.Equal(must(again.marshal()), must(d.marshal())) {
		t.Error("described differently")
	}
}

func descriptorOf(base *Certificate) *deltaDescriptor {
	list, _, _ := extensionsIn(must(splitTBS(base.Raw)), certExtensionsTag)
	return must(parseDelta(must(findExtension(list, oidDelta, "")).value))
}

func TestDeltaIsStrict(t *testing.T) {
	c := newChameleon(t, "ML-DSA-44", func(template *x509.Certificate) { template.DNSNames = []string{"delta.example"} })
	good := descriptorOf(c.base)
	if len(good.extensions) != 3 || good.subject != nil || good.validity != nil || good.issuer == nil || good.signature == nil {
		t.Fatalf("%+v", good) // key identifiers and the name
	}
	base := must(splitTBS(c.base.Raw))
	baseExtensions, _, _ := extensionsIn(base, certExtensionsTag)
	value := func(change func(d *deltaDescriptor)) []byte {
		d := *good
		d.extensions = slices.Clone(good.extensions)
		change(&d)
		return must(d.marshal())
	}
	// fields changes the elements of the descriptor: serial, [0], [1], key, [4], signature.
	fields := func(change func(list [][]byte) [][]byte) []byte {
		return must(joinElements(change(must2(elements(must(good.marshal()))))))
	}
	put := func(position int, element []byte) []byte {
		return fields(func(list [][]byte) [][]byte { list[position] = element; return list })
	}
	implicit := func(tag byte, element []byte) []byte {
		element = slices.Clone(element)
		element[0] = byte(contextTag(tag))
		return element
	}
	cases := map[string]struct {
		want  string
		value []byte
	}{
		"octet string":        {": found OCTET STRING, expected SEQUENCE", []byte{4, 1, 0}},
		"empty":               {": malformed serialNumber", []byte{0x30, 0}},
		"byte after":          {": 1 bytes after the end", append(must(good.marshal()), 0)},
		"element after":       {": signatureValue: 2 bytes after the end", fields(func(l [][]byte) [][]byte { return append(l, null) })},
		"serial is NULL":      {": malformed serialNumber", put(0, null)},
		"no key":              {": malformed subjectPublicKeyInfo", fields(func(l [][]byte) [][]byte { return slices.Delete(l, 3, 4) })},
		"no signature":        {": signatureValue: missing (expected BIT STRING)", fields(func(l [][]byte) [][]byte { return l[:5] })},
		"unused bits":         {": signatureValue: 1 unused bits, expected 0", put(5, []byte{3, 2, 1, 2})},
		"fields out of order": {": malformed subjectPublicKeyInfo", fields(func(l [][]byte) [][]byte { l[1], l[2] = l[2], l[1]; return l })},
		"implicit issuer":     {": issuer: not a SEQUENCE under an explicit tag", put(2, implicit(1, good.issuer))},
		"empty extensions":    {": extensions: empty", put(4, []byte{0xa4, 2, 0x30, 0})},
		"two in one field":    {": issuer: 2 bytes after the end", put(2, mustHex("a10430003000"))},
		"same signature":      {": signature: present, but the same as in the base", value(func(d *deltaDescriptor) { d.signature = base[certAlgorithm] })},
		"same issuer":         {": issuer: present, but the same as in the base", value(func(d *deltaDescriptor) { d.issuer = base[certIssuer] })},
		"same validity":       {": validity: present, but the same as in the base", value(func(d *deltaDescriptor) { d.validity = base[certValidity] })},
		"same subject":        {": subject: present, but the same as in the base", value(func(d *deltaDescriptor) { d.subject = base[certSubject] })},
		"same serial number":  {": serialNumber: the same as the base's under the same issuer", value(func(d *deltaDescriptor) { d.issuer, d.serial = nil, base[certSerial] })},
		"same extension": {": extensions: 2.5.29.15 is the same as in the base", value(func(d *deltaDescriptor) {
			d.extensions = append([]rawExtension{baseExtensions[0]}, d.extensions...)
		})},
		"order of extensions": {": extensions: 2.5.29.35 is not in the base, or not in its order", value(func(d *deltaDescriptor) { slices.Reverse(d.extensions) })},
		"extension twice":     {": extensions: 2.5.29.17 is not in the base, or not in its order", value(func(d *deltaDescriptor) { d.extensions = append(d.extensions, d.extensions[2]) })},
		"new extension": {": extensions: 2.999.1 is not in the base, or not in its order", value(func(d *deltaDescriptor) {
			d.extensions = append(d.extensions, someExtension(asn1.ObjectIdentifier{2, 999, 1}))
		})},
		"descriptor inside":     {": extensions: 2.16.840.1.114027.80.6.1 is not in the base", value(func(d *deltaDescriptor) { d.extensions = append(d.extensions, someExtension(oidDelta)) })},
		"malformed extension":   {": extensions 2.5.29.17: missing (expected OCTET STRING)", put(4, mustHex("a40930073005"+"0603551d11"))},
		"critical of two bytes": {": extensions 2.5.29.17: critical: malformed BOOLEAN", put(4, mustHex("a410300e300c"+"0603551d11"+"0102ffff"+"0400"))},
		"extension of a list":   {": extensions: not a SEQUENCE in DER form", put(4, mustHex("a4063004"+"30010000"))},
	}
	for name, x := range cases {
		b, err := ParseCertificate(inExtensions(t, c.base.Raw, changed(oidDelta, func(e *rawExtension) { e.value = x.value })))
		if err != nil {
			t.Errorf("%s: ParseCertificate looks at the extension: %v", name, err)
			continue
		}
		_, err = b.DeltaCertificate()
		if err == nil || !strings.HasPrefix(err.Error(), "x509ext: deltaCertificateDescriptor"+x.want) {
			t.Errorf("%s: got %v\nwant x509ext: deltaCertificateDescriptor%s", name, err, x.want)
		}
	}
	// What is put together must be a certificate that parses by itself.
	for name, x := range map[string]struct {
		want  string
		value []byte
	}{
		"NULL in the key's algorithm": {"certificate: spki: algorithm parameters must be absent (found NULL)", value(func(d *deltaDescriptor) {
			d.spki = inSPKI(d.spki, func(f [][]byte) { f[0] = withParameters(f[0], null) })
		})},
		"NULL in the signature's algorithm": {"certificate: signatureAlgorithm: algorithm parameters must be absent (found NULL)", value(func(d *deltaDescriptor) {
			d.signature = withParameters(d.signature, null)
		})},
		"validity is a name": {"", value(func(d *deltaDescriptor) { d.validity = base[certIssuer] })},
	} {
		b := must(ParseCertificate(inExtensions(t, c.base.Raw, changed(oidDelta, func(e *rawExtension) { e.value = x.value }))))
		if _, err := b.DeltaCertificate(); err == nil || !strings.HasPrefix(err.Error(), "x509ext: delta certificate: x509ext: "+x.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	b := must(ParseCertificate(inExtensions(t, c.base.Raw, changed(oidDelta, critical))))
	if _, err := b.DeltaCertificate(); err == nil || err.Error() != "x509ext: deltaCertificateDescriptor: must not be critical" {
		t.Errorf("critical: %v", err)
	}
	for _, unparsed := range []*Certificate{nil, {}} {
		if _, err := unparsed.DeltaCertificate(); err != errNotParsed {
			t.Errorf("unparsed: %v", err)
		}
	}
}

func someExtension(id asn1.ObjectIdentifier) rawExtension {
	e := rawExtension{id: id, value: null}
	e.raw = must(e.marshal())
	return e
}

// TestDeltaTampering flips bits of the descriptor: no certificate that is
// reconstructed from it verifies.
func TestDeltaTampering(t *testing.T) {
	c := newChameleon(t, "FN-DSA-512", nil)
	good := must(descriptorOf(c.base).marshal())
	for at := 0; at < len(good); at += 7 {
		bad := slices.Clone(good)
		bad[at] ^= 1 << (at % 8)
		b := must(ParseCertificate(inExtensions(t, c.base.Raw, changed(oidDelta, func(e *rawExtension) { e.value = bad }))))
		if delta, err := b.DeltaCertificate(); err == nil && delta.CheckSignatureFrom(c.deltaIssuer) == nil {
			t.Errorf("byte %d flipped and accepted", at)
		}
		if b.CheckSignatureFrom(c.baseIssuer) == nil {
			t.Errorf("byte %d flipped, and the base accepted", at)
		}
	}
	// What the delta takes over from the base is covered by its signature too.
	for name, span := range fieldSpans(c.base.Raw) {
		for at := span[0]; at < span[1]; at += 1 + (span[1]-span[0])/40 {
			bad := slices.Clone(c.base.Raw)
			bad[at] ^= 1
			b, err := ParseCertificate(bad)
			if err != nil {
				continue
			}
			delta, err := b.DeltaCertificate()
			if err == nil && !delta.Equal(c.delta) && delta.CheckSignatureFrom(c.deltaIssuer) == nil {
				t.Errorf("%s: byte %d flipped and accepted", name, at)
			}
		}
	}
}

func TestCreateBaseRefuses(t *testing.T) {
	c := newChameleon(t, "ML-DSA-44", nil)
	key, subject := testKey(t, "ECDSA-P256", 0), testKey(t, "ECDSA-P256", 1).Public()
	uses := 0
	counted := countingSigner{key, &uses}
	plain := leafTemplate("leaf.example")
	plain.ExtKeyUsage = nil
	twice := leafTemplate("leaf.example")
	twice.ExtraExtensions = []pkix.Extension{{Id: oidDelta, Value: null}}
	for name, x := range map[string]struct {
		want     string
		template *x509.Certificate
		delta    *Certificate
	}{
		"nil template":       {"template and parent must not be nil", nil, c.delta},
		"nil delta":          {"not parsed", leafTemplate("leaf.example"), nil},
		"a base as delta":    {"carries a delta certificate itself", leafTemplate("leaf.example"), c.base},
		"in the template":    {"ExtraExtensions has 2.16.840.1.114027.80.6.1", twice, c.delta},
		"missing extension":  {"extensions: the base has [2.5.29.15 2.5.29.14 2.5.29.35 2.5.29.17], the delta [2.5.29.15 2.5.29.37 2.5.29.14 2.5.29.35 2.5.29.17]", plain, c.delta},
		"other extensions":   {"extensions: the base has", caTemplate("ca"), c.delta},
		"unfinished version": {"version 3", leafTemplate("leaf.example"), version1(t)},
	} {
		der, err := CreateBaseCertificate(nil, x.template, c.baseIssuer.Certificate, subject, counted, x.delta)
		if err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %s", name, err, x.want)
		}
	}
	if _, err := CreateBaseCertificate(nil, leafTemplate("x"), nil, subject, counted, c.delta); err == nil {
		t.Error("nil parent was accepted")
	}
	if uses != 0 {
		t.Errorf("the key was used %d times for certificates that are refused", uses)
	}
	if _, err := c.delta.DeltaCertificate(); err != ErrNoDelta {
		t.Errorf("a certificate without delta: %v", err)
	}
}

// version1 makes a certificate without version and extensions.
func version1(t testing.TB) *Certificate {
	key := testKey(t, "Ed25519", 0)
	good := issue(t, leafTemplate("leaf.example"), nil, key, key)
	return must(ParseCertificate(surgery(t, good.Raw, func(tbs, outer [][]byte) [][]byte { return tbs[1:certExtensions] })))
}

func FuzzDelta(f *testing.F) {
	f.Add(must(descriptorOf(newChameleon(f, "ML-DSA-44", nil).base).marshal()))
	c := newChameleon(f, "Ed25519", func(template *x509.Certificate) {
		template.Subject.CommonName = "delta.example"
		template.NotAfter = template.NotAfter.AddDate(0, 1, 0)
	})
	f.Add(must(descriptorOf(c.base).marshal()))
	f.Fuzz(func(t *testing.T, value []byte) {
		d, err := parseDelta(value)
		if err != nil {
			return
		}
		if again := must(d.marshal()); !slices.Equal(again, value) {
			t.Errorf("became %x", again)
		}
		base := must(ParseCertificate(inExtensions(t, c.base.Raw, changed(oidDelta, func(e *rawExtension) { e.value = value }))))
		delta, err := base.DeltaCertificate()
		if err != nil {
			return
		}
		// There is one descriptor for a pair.
		again, err := describe(base.RawTBSCertificate, delta)
		if err != nil || !slices.Equal(must(again.marshal()), value) {
			t.Errorf("described again: %v", err)
		}
		if delta.CheckSignatureFrom(c.deltaIssuer) == nil && !delta.Equal(c.delta) {
			t.Error("a certificate that nobody issued")
		}
	})
}
