package x509ext

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/cryptobyte"
)

var relatedURIs = []string{"https://ca.example/classical.cer", "ldap://ca.example/cn=classical"}

func TestRelatedRequest(t *testing.T) {
	caKey := testKey(t, "ML-DSA-44", 0)
	root := issue(t, caTemplate("root"), nil, caKey, caKey)
	for _, kind := range []string{"ECDSA-P256", "ECDSA-P384", "RSA-2048", "Ed25519", "FN-DSA-512", "Falcon-512"} {
		key, own := testKey(t, kind, 1), testKey(t, "FN-DSA-512", 2)
		other := issue(t, leafTemplate("other.example"), root, key, caKey)
		der, err := CreateRelatedCertificateRequest(nil, requestTemplate(), own, RelatedKey{Certificate: other, PrivateKey: key, Time: now, Locations: relatedURIs})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		r := must(ParseCertificateRequest(der))
		if err := r.CheckSignature(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if err := r.CheckRelated(other, now, 0); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if !slices.Equal(r.Related.Locations, relatedURIs) || !r.Related.Time.Equal(now) || r.Related.SerialNumber.Cmp(other.SerialNumber) != 0 || len(r.DNSNames) != 1 {
			t.Errorf("%s: %+v", kind, r.Related)
		}
		for _, off := range []time.Duration{time.Minute, -time.Minute} {
			if err := r.CheckRelated(other, now.Add(off), time.Minute); err != nil {
				t.Errorf("%s: %v off: %v", kind, off, err)
			}
			if err := r.CheckRelated(other, now.Add(off), time.Minute-1); err == nil || !strings.Contains(err.Error(), "requestTime is 1m0s off") {
				t.Errorf("%s: %v off: %v", kind, off, err)
			}
		}
		// The same name and serial number with another key.
		wrongKey := issue(t, leafTemplate("other.example"), root, testKey(t, kind, 0), caKey)
		if err := r.CheckRelated(wrongKey, now, 0); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: another key: %v", kind, err)
		}
		template := leafTemplate("other.example")
		template.SerialNumber = big.NewInt(77)
		if err := r.CheckRelated(issue(t, template, root, key, caKey), now, 0); !errors.Is(err, ErrNotRelated) {
			t.Errorf("%s: another serial number: %v", kind, err)
		}
		if err := r.CheckRelated(issue(t, leafTemplate("other.example"), nil, key, key), now, 0); !errors.Is(err, ErrNotRelated) {
			t.Errorf("%s: another issuer: %v", kind, err)
		}
		if err := r.CheckRelated(root, now, 0); !errors.Is(err, ErrNotRelated) {
			t.Errorf("%s: a CA: %v", kind, err)
		}
		plain := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), own))))
		if err := plain.CheckRelated(other, now, 0); !errors.Is(err, ErrNotRelated) || plain.Related != nil {
			t.Errorf("%s: plain request: %v", kind, err)
		}
		if err := r.CheckRelated(nil, now, 0); err != errNotParsed {
			t.Errorf("%s: nil: %v", kind, err)
		}
	}
}

// relatedValue returns a good RequesterCertificate.
func relatedValue(t testing.TB) []byte {
	key := testKey(t, "ML-DSA-44", 0)
	other := issue(t, leafTemplate("other.example"), nil, key, key)
	der := must(CreateRelatedCertificateRequest(nil, requestTemplate(), testKey(t, "Ed25519", 0),
		RelatedKey{Certificate: other, PrivateKey: key, Time: now, Locations: relatedURIs}))
	return must(must(ParseCertificateRequest(der)).Related.marshal())
}

func TestRelatedRequestIsStrict(t *testing.T) {
	good := relatedValue(t)
	field := func(position int, element []byte) []byte {
		list, _ := elements(good)
		list[position] = element
		return must(joinElements(list))
	}
	certID, _ := elements(must2(elements(good))[0])
	for name, c := range map[string]struct {
		want  string
		value []byte
	}{
		"octet string":         {": found OCTET STRING, expected SEQUENCE", []byte{4, 1, 0}},
		"empty":                {": certID: missing (expected SEQUENCE)", []byte{0x30, 0}},
		"byte after":           {": 1 bytes after the end", append(slices.Clone(good), 0)},
		"fifth element":        {": signature: 2 bytes after the end", withParameters(good, null)},
		"issuer is NULL":       {": certID: malformed issuer", field(0, must(joinElements([][]byte{null, certID[1]})))},
		"serial number":        {": certID: malformed serial number", field(0, must(joinElements([][]byte{certID[0], null})))},
		"long serial number":   {": certID: malformed serial number", field(0, must(joinElements([][]byte{certID[0], {2, 2, 0, 1}})))},
		"after serial number":  {": certID: 2 bytes after the end", field(0, must(joinElements([][]byte{certID[0], certID[1], null})))},
		"time is NULL":         {": requestTime: expected an INTEGER", field(1, null)},
		"negative time":        {": requestTime: expected an INTEGER from 0", field(1, []byte{2, 1, 0xff})},
		"time with zero bytes": {": requestTime: expected an INTEGER", field(1, []byte{2, 2, 0, 1})},
		"year 10000":           {": requestTime: expected an INTEGER from 0 to 253402300799", field(1, mustHex("02053afff44180"))},
		"time too long":        {": requestTime: expected an INTEGER", field(1, mustHex("0209010000000000000000"))},
		"no location":          {": locationInfo: expected at least one URI", field(2, []byte{0x30, 0})},
		"locations are NULL":   {": locationInfo: found NULL, expected SEQUENCE", field(2, null)},
		"location is UTF8":     {": locationInfo: expected an IA5String", field(2, []byte{0x30, 3, 12, 1, 'a'})},
		"empty location":       {": locationInfo: empty URI", field(2, []byte{0x30, 2, 22, 0})},
		"blank in location":    {": locationInfo: URI with byte 0x20", field(2, []byte{0x30, 3, 22, 1, ' '})},
		"high byte":            {": locationInfo: URI with byte 0xe9", field(2, []byte{0x30, 3, 22, 1, 0xe9})},
		"unused bits":          {": signature: 1 unused bits, expected 0", field(3, []byte{3, 2, 1, 2})},
		"signature is NULL":    {": signature: found NULL, expected BIT STRING", field(3, null)},
	} {
		tbs := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), testKey(t, "Ed25519", 0))))).RawTBSCertificateRequest
		tbs = must(withAttribute(tbs, oidRelatedRequest, c.value))
		if name == "byte after" {
			// Two values cannot be told from one and a byte: try the parser itself.
			if _, err := parseRelatedRequest(c.value); err == nil || err.Error() != "request: relatedCertRequest"+c.want {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		_, err := ParseCertificateRequest(must(assembleSigned(tbs, []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}, nil)))
		if err == nil || !strings.HasPrefix(err.Error(), "x509ext: request: relatedCertRequest"+c.want) {
			t.Errorf("%s: got %v\nwant x509ext: request: relatedCertRequest%s", name, err, c.want)
		}
	}
}

func TestRelatedRequestTampering(t *testing.T) {
	caKey, key, own := testKey(t, "ML-DSA-44", 0), testKey(t, "FN-DSA-512", 1), testKey(t, "Ed25519", 2)
	root := issue(t, caTemplate("root"), nil, caKey, caKey)
	other := issue(t, leafTemplate("other.example"), root, key, caKey)
	r := must(ParseCertificateRequest(must(CreateRelatedCertificateRequest(nil, requestTemplate(), own, RelatedKey{Certificate: other, PrivateKey: key, Time: now, Locations: relatedURIs}))))
	value := must(r.Related.marshal())
	locations := must2(elements(value))[2]
	start := len(value) - len(must2(elements(value))[3]) - len(locations)
	for at := range len(value) - 1 {
		if start <= at && at < start+len(locations) {
			continue // only the request's own signature covers where to look
		}
		bad := slices.Clone(value)
		bad[at] ^= 1
		related, err := parseRelatedRequest(bad)
		if err != nil {
			continue
		}
		changed := *r
		changed.Related = related
		if err := changed.CheckRelated(other, now, time.Hour*24*365*100); err == nil {
			t.Errorf("byte %d flipped and accepted", at)
		}
	}
}

func TestCreateRelatedRequestRefuses(t *testing.T) {
	caKey, own := testKey(t, "ML-DSA-44", 0), testKey(t, "Ed25519", 0)
	uses := 0
	key := countingSigner{testKey(t, "ML-DSA-44", 1), &uses}
	root := issue(t, caTemplate("root"), nil, caKey, caKey)
	other := issue(t, leafTemplate("other.example"), root, key, caKey)
	for name, c := range map[string]struct {
		want    string
		related RelatedKey
	}{
		"nothing":        {"related: x509ext: private key of type <nil>", RelatedKey{}},
		"no certificate": {"not parsed", RelatedKey{PrivateKey: key, Locations: relatedURIs}},
		"foreign key":    {"related: x509ext: the private key does not match", RelatedKey{Certificate: other, PrivateKey: own, Locations: relatedURIs}},
		"CA":             {"is a CA, expected an end entity", RelatedKey{Certificate: root, PrivateKey: caKey, Locations: relatedURIs}},
		"no location":    {"locationInfo: expected at least one URI", RelatedKey{Certificate: other, PrivateKey: key}},
		"bad location":   {"locationInfo: URI with byte 0x0a", RelatedKey{Certificate: other, PrivateKey: key, Locations: []string{"a\n"}}},
		"before 1970":    {"requestTime: expected", RelatedKey{Certificate: other, PrivateKey: key, Locations: relatedURIs, Time: time.Unix(-1, 0)}},
	} {
		der, err := CreateRelatedCertificateRequest(nil, requestTemplate(), own, c.related)
		if err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if uses != 0 {
		t.Errorf("the key was used %d times for requests that are refused", uses)
	}
	if _, err := CreateRelatedCertificateRequest(nil, requestTemplate(), own, RelatedKey{Certificate: other, PrivateKey: brokenSigner{key.Signer, nil}, Locations: relatedURIs}); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("faulty signer: %v", err)
	}
	r := must(ParseCertificateRequest(must(CreateRelatedCertificateRequest(nil, requestTemplate(), own, RelatedKey{Certificate: other, PrivateKey: key, Locations: relatedURIs}))))
	if off := time.Since(r.Related.Time).Abs(); off > time.Hour {
		t.Errorf("without a time the request is %v off", off)
	}
}

func FuzzRelatedRequest(f *testing.F) {
	f.Add(relatedValue(f))
	f.Fuzz(func(t *testing.T, value []byte) {
		r, err := parseRelatedRequest(value)
		if err != nil {
			return
		}
		if again := must(r.marshal()); !slices.Equal(again, value) {
			t.Errorf("became %x", again)
		}
	})
}

func FuzzRelatedCertificate(f *testing.F) {
	_, _, related := relatedPair(f, 0)
	f.Add(must(related.Related.marshal()))
	f.Fuzz(func(t *testing.T, value []byte) {
		r, err := parseRelated(value, "fuzz")
		if err != nil {
			return
		}
		if again := must(r.marshal()); !slices.Equal(again, value) {
			t.Errorf("became %x", again)
		}
	})
}

// TestAttributesOfRequest: attributes are sorted, replaced and taken away
// without touching the others.
func TestAttributesOfRequest(t *testing.T) {
	tbs := must(ParseCertificateRequest(must(CreateCertificateRequest(nil, requestTemplate(), testKey(t, "Ed25519", 0))))).RawTBSCertificateRequest
	more := must(withAttribute(tbs, oidRelatedRequest, null))
	if again := must(withAttribute(more, oidRelatedRequest, null)); !slices.Equal(again, more) {
		t.Error("putting the same attribute twice is not the same as once")
	}
	less := must(changeAttributes(more, func(list [][]byte) [][]byte { return withoutAttribute(list, oidRelatedRequest) }))
	if !slices.Equal(less, tbs) {
		t.Error("taking the attribute away does not restore the request")
	}
	var b cryptobyte.Builder
	b.AddASN1(contextTag(1), func(b *cryptobyte.Builder) {})
	fields, _ := elements(tbs)
	fields[requestAttributes] = must(b.Bytes())
	if _, err := withAttribute(must(joinElements(fields)), oidRelatedRequest, null); err == nil {
		t.Error("attributes under another tag were read")
	}
}
