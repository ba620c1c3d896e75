package cms

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// TestStrictParsing: messages that are wrong in one place, with the error that
// names it.
func TestStrictParsing(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	good := func(edit func(*SignedData, *SignerInfo)) []byte {
		return craft(id, []byte("content"), standardAttributes(id, []byte("content")), edit)
	}
	if _, err := Parse(good(nil)); err != nil {
		t.Fatal(err)
	}
	data := good(nil)
	replaced := func(old, new []byte) []byte { return replaceOnce(t, data, old, new) }
	eContent := append([]byte{0xa0, 9, 4, 7}, "content"...)
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "contentInfo: missing", nil},
		{"another type", "expected 1.2.840.113549.1.7.2", replaced([]byte{0xf7, 13, 1, 7, 2}, []byte{0xf7, 13, 1, 7, 3})},
		{"version", "signedData: version is 3, expected 1", good(func(s *SignedData, _ *SignerInfo) { s.version = 3 })},
		{"version with other content", "signedData: version is 1, expected 3", good(func(s *SignedData, _ *SignerInfo) { s.ContentType = oidSignedData })},
		{"signer version", "signerInfos[0]: sid: version is 3, expected 1", replaced(append([]byte{2, 1, 1}, must(sidOf(id))...), append([]byte{2, 1, 3}, must(sidOf(id))...))},
		{"content no octet string", "eContent: found SEQUENCE, expected OCTET STRING", replaced(eContent, append([]byte{0xa0, 9, 0x30, 7}, "content"...))},
		{"content too short", "eContent: ", replaced(eContent, append([]byte{0xa0, 9, 4, 6}, "content"...))},
		{"length not minimal", "length not in DER form", append([]byte{0x30, 0x83, 0}, data[2:]...)},
		{"signers missing", "signerInfos: missing", withoutSigners(data)},
		{"attribute certificate", "certificates[0]: found [2], expected SEQUENCE", replaced(id.Certificate.Raw[:4], append([]byte{0xa2}, id.Certificate.Raw[1:4]...))},
		{"certificate refused", "certificates[0]: x509ext: certificate", replaced(id.Certificate.RawTBSCertificate[:4], append([]byte{0x31}, id.Certificate.RawTBSCertificate[1:4]...))},
		{"unsigned attributes empty", "unsignedAttrs: set is empty", appendToSigner(data, []byte{0xa1, 0})},
		{"something behind the signature", "bytes after the end", appendToSigner(data, []byte{5, 0})},
	} {
		if _, err := Parse(test.data); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "cms: ") {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}

// sidOf is the issuerAndSerialNumber of an identity.
func sidOf(id identity) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddBytes(id.Certificate.RawIssuer)
		b.AddASN1BigInt(id.Certificate.SerialNumber)
	})
	return b.Bytes()
}

// withoutSigners cuts the last field, the set of signers, out of a message.
func withoutSigners(data []byte) []byte {
	s := must(Parse(data))
	s.Signers = nil
	return shorten(must(s.marshal()), 2) // an empty set
}

// shorten cuts n bytes off the end of nested elements: ContentInfo, [0] and
// SignedData, which have lengths of two bytes.
func shorten(data []byte, n int) []byte {
	out := bytes.Clone(data[:len(data)-n])
	for _, at := range []int{0, 15, 19} {
		length := int(out[at+2])<<8 + int(out[at+3]) - n
		out[at+2], out[at+3] = byte(length>>8), byte(length)
	}
	return out
}

// appendToSigner adds an element at the end of the only signer info.
func appendToSigner(data, element []byte) []byte {
	s := must(Parse(data))
	raw := append(bytes.Clone(s.Signers[0].raw), element...)
	length := int(raw[2])<<8 + int(raw[3]) + len(element)
	raw[2], raw[3] = byte(length>>8), byte(length)
	s.Signers[0].raw = raw
	return must(s.marshal())
}

func TestUnsignedAttributes(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	data := must(Sign([]byte("content"), []Signer{id.Signer}, Options{}))
	data = appendToSigner(data, []byte{0xa1, 13, 0x30, 11, 6, 3, 0x88, 0x37, 1, 0x31, 4, 4, 2, 8, 9}) // 2.999.1
	s, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	list := s.Signers[0].UnsignedAttributes
	if len(list) != 1 || list[0].Type.String() != "2.999.1" || !bytes.Equal(list[0].Values[0], []byte{4, 2, 8, 9}) {
		t.Errorf("read as %v", list)
	}
	if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err != nil {
		t.Error(err)
	}
	if again := must(s.Marshal()); !bytes.Equal(again, data) {
		t.Error("not written back to the same bytes")
	}
}

// TestBounds: one more than each bound is refused.
func TestBounds(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	message := func(edit func(*SignedData)) []byte {
		s := must(Parse(must(Sign([]byte("content"), []Signer{id.Signer}, Options{}))))
		edit(s)
		return must(s.marshal())
	}
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"size", "expected at most 67108864", make([]byte, MaxSize+1)},
		{"signers", "signerInfos: more than 16", message(func(s *SignedData) { s.Signers = repeat(s.Signers[0], MaxSigners+1) })},
		{"digests", "digestAlgorithms: more than 16", message(func(s *SignedData) { s.digestAlgorithms = repeat(s.digestAlgorithms[0], MaxSigners+1) })},
		{"certificates", "certificates: more than 100", message(func(s *SignedData) { s.Certificates = repeat(s.Certificates[0], MaxCertificates+1) })},
	} {
		if _, err := Parse(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
	within := message(func(s *SignedData) {
		s.Signers = repeat(s.Signers[0], MaxSigners)
		s.Certificates = repeat(s.Certificates[0], MaxCertificates)
	})
	if _, err := must(Parse(within)).Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err != nil {
		t.Errorf("within the bounds: %v", err)
	}
}

func repeat[T any](v T, n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = v
	}
	return list
}

// TestRevocationLists: they are kept and parsed, and change nothing else.
func TestRevocationLists(t *testing.T) {
	kind := "ECDSA-P256"
	id := testIdentity(kind)
	listDER := must(crlFor(id))
	s := must(Parse(must(Sign([]byte("content"), []Signer{id.Signer}, Options{}))))
	s.RevocationLists = append(s.RevocationLists, must(x509ext.ParseRevocationList(listDER)))
	data := must(s.Marshal())
	again, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.RevocationLists) != 1 || again.RevocationLists[0].Number.Cmp(big.NewInt(7)) != 0 {
		t.Errorf("lists: %v", again.RevocationLists)
	}
	if _, err := again.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err != nil {
		t.Error(err)
	}
	if twice := must(again.Marshal()); !bytes.Equal(twice, data) {
		t.Error("not written back to the same bytes")
	}
	if _, err := Parse(replaceOnce(t, data, listDER[:4], append([]byte{0xa1}, listDER[1:4]...))); err == nil || !strings.Contains(err.Error(), "crls[0]: found [1]") {
		t.Errorf("other revocation data: %v", err)
	}
}

// TestDigestListed: the digest of a signer must be announced, with NULL or no
// parameters.
func TestDigestListed(t *testing.T) {
	id := testIdentity("ECDSA-P256")
	for _, test := range []struct {
		name string
		list []der.AlgorithmIdentifier
		want string
	}{
		{"with NULL", []der.AlgorithmIdentifier{{OID: DigestSHA512.identifier().OID, Parameters: []byte{5, 0}}}, ""},
		{"among others", []der.AlgorithmIdentifier{{OID: []int{2, 999, 1}}, DigestSHA512.identifier()}, ""},
		{"none", nil, "is not among the digestAlgorithms"},
		{"another", []der.AlgorithmIdentifier{DigestSHA384.identifier()}, "is not among the digestAlgorithms"},
		{"odd parameters", []der.AlgorithmIdentifier{{OID: DigestSHA512.identifier().OID, Parameters: []byte{4, 0}}}, "is not among the digestAlgorithms"},
	} {
		data := craft(id, []byte("x"), standardAttributes(id, []byte("x")), func(s *SignedData, _ *SignerInfo) { s.digestAlgorithms = test.list })
		_, err := must(Parse(data)).Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
}
