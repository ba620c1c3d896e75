package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/saker-pq/saker/provider"
)

// A shape is the tree of tags of an object, one line for each element: its place, its tag, the content of identifiers,
// booleans, small numbers (versions are) and short bit strings, the length of keys and of other strings of bytes. Left
// out are contents and lengths of serial numbers, names and times and, where the scheme has signatures of many lengths,
// the length of the signature.
type shape struct {
	lines           []string
	signatureVaries bool
}

// shapeOf describes der. Extensions are put in the order of their identifiers, since each maker has its own, and those
// in without are left out.
func shapeOf(t *testing.T, der []byte, signatureVaries bool, without ...asn1.ObjectIdentifier) []string {
	t.Helper()
	s := &shape{signatureVaries: signatureVaries}
	s.add(t, "", der, false, without)
	return s.lines
}

func (s *shape) add(t *testing.T, place string, element []byte, inOctets bool, without []asn1.ObjectIdentifier) {
	t.Helper()
	var e asn1.RawValue
	if rest, err := asn1.Unmarshal(element, &e); err != nil || len(rest) > 0 {
		t.Fatalf("%s: %v, %d bytes behind it", place, err, len(rest))
	}
	line := fmt.Sprintf("%s tag %02x", place, element[0])
	var children [][]byte
	switch isUniversal := e.Class == asn1.ClassUniversal; {
	case e.IsCompound:
		children = childrenOf(t, e.Bytes)
		if slices.ContainsFunc(children, isExtension) {
			children = slices.DeleteFunc(children, func(c []byte) bool { return slices.ContainsFunc(without, extensionID(c).Equal) })
			slices.SortFunc(children, func(a, b []byte) int { return strings.Compare(extensionID(a).String(), extensionID(b).String()) })
		}
	case isUniversal && e.Tag == asn1.TagOctetString && !inOctets:
		children, inOctets = childrenOf(t, e.Bytes), true // an extension, or the content of a private key
	case isUniversal && (e.Tag == asn1.TagOID || e.Tag == asn1.TagBoolean || e.Tag == asn1.TagNull) || isUniversal && len(e.Bytes) <= 2 && (e.Tag == asn1.TagBitString || e.Tag == asn1.TagInteger):
		line += " " + hex.EncodeToString(e.Bytes)
	case isUniversal && e.Tag == asn1.TagBitString && place == "/2" && s.signatureVaries:
		line += " signature"
	case e.Tag == asn1.TagBitString, e.Tag == asn1.TagOctetString, e.Class == asn1.ClassContextSpecific:
		line += fmt.Sprintf(" %d bytes", len(e.Bytes))
	}
	s.lines = append(s.lines, line)
	for i, child := range children {
		s.add(t, fmt.Sprintf("%s/%d", place, i), child, inOctets, without)
	}
}

func childrenOf(t *testing.T, content []byte) [][]byte {
	t.Helper()
	list, ok := elements(must(asn1.Marshal(asn1.RawValue{Tag: asn1.TagSequence, IsCompound: true, Bytes: content})))
	if !ok {
		t.Fatalf("%x: not elements", content)
	}
	return list
}

func isExtension(element []byte) bool { return extensionID(element) != nil }

// extensionID returns the identifier of an Extension under 2.5.29, nil for anything else.
func extensionID(element []byte) asn1.ObjectIdentifier {
	e, err := readExtension(element, "")
	if err != nil || len(e.id) != 4 || e.id[0] != 2 || e.id[1] != 5 || e.id[2] != 29 {
		return nil
	}
	return e.id
}

// sameShape compares line by line.
func sameShape(t *testing.T, what string, ours, theirs []string) {
	t.Helper()
	if len(theirs) < 4 {
		t.Fatalf("%s: only %d elements", what, len(theirs))
	}
	for i := range max(len(ours), len(theirs)) {
		if i >= len(ours) || i >= len(theirs) || ours[i] != theirs[i] {
			t.Errorf("%s: the shapes differ at element %d:\nours\n%s\ntheirs\n%s", what, i, strings.Join(ours, "\n"), strings.Join(theirs, "\n"))
			return
		}
	}
}

// shapeChains are the chains of oqs-provider with the schemes of their keys.
var shapeChains = []struct {
	name  string
	kinds map[string]string // of root, int and leaf
}{
	{"falcon512", map[string]string{"root": "Falcon-512", "int": "Falcon-512", "leaf": "Falcon-512"}},
	{"p256_falcon512", map[string]string{"root": "P256-Falcon-512", "int": "P256-Falcon-512", "leaf": "P256-Falcon-512"}},
	{"ec-in-middle", map[string]string{"root": "Falcon-padded-1024", "int": "ECDSA-P256", "leaf": "Falcon-padded-1024"}},
}

// templateOf has the fields of a parsed certificate that a template takes, without its key identifiers.
func templateOf(c *Certificate) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: new(big.Int).Lsh(big.NewInt(77), 150), RawSubject: c.RawSubject, NotBefore: c.NotBefore.AddDate(0, 0, 1), NotAfter: c.NotAfter.AddDate(0, 0, 1),
		KeyUsage: c.KeyUsage, ExtKeyUsage: c.ExtKeyUsage, BasicConstraintsValid: c.BasicConstraintsValid, IsCA: c.IsCA,
		MaxPathLen: c.MaxPathLen, MaxPathLenZero: c.MaxPathLenZero, DNSNames: c.DNSNames, IPAddresses: c.IPAddresses,
	}
}

// TestShapeOfOQS: certificates, requests, revocation lists and private keys of our own keys have the shape of those
// that oqs-provider has made for the same scheme.
func TestShapeOfOQS(t *testing.T) {
	for _, chain := range shapeChains {
		keys, made := map[string]crypto.Signer{}, map[string]*Certificate{}
		for _, role := range []string{"root", "int", "leaf"} {
			kind := chain.kinds[role]
			keys[role] = testKey(t, kind, 3)
			what := chain.name + "-" + role
			theirs := sampleCertificate(t, what+".crt")
			issuer := map[string]string{"root": "root", "int": "root", "leaf": "int"}[role]
			varies := chain.kinds[issuer] != "Falcon-padded-1024"
			made[role] = issue(t, templateOf(theirs), made[issuer], keys[role], keys[issuer])
			sameShape(t, what+".crt", shapeOf(t, made[role].Raw, varies, noAuthority(role)...), shapeOf(t, theirs.Raw, varies, noAuthority(role)...))

			sameShape(t, what+".key", shapeOf(t, must(provider.MarshalPKCS8PrivateKey(keys[role])), false), shapeOf(t, sample(t, what+".key"), false))
			if role == "root" {
				continue
			}
			request := must(ParseCertificateRequest(sample(t, what+".csr")))
			template := &x509.CertificateRequest{RawSubject: request.RawSubject, DNSNames: request.DNSNames, IPAddresses: request.IPAddresses}
			varies = kind != "Falcon-padded-1024"
			sameShape(t, what+".csr", shapeOf(t, must(CreateCertificateRequest(nil, template, keys[role])), varies), shapeOf(t, request.Raw, varies))
		}
		list := must(ParseRevocationList(sample(t, chain.name+"-root.crl")))
		varies := chain.kinds["root"] != "Falcon-padded-1024"
		ours := must(CreateRevocationList(nil, &x509.RevocationList{
			Number: list.Number, ThisUpdate: list.ThisUpdate, NextUpdate: list.NextUpdate,
		}, made["root"].Certificate, keys["root"]))
		// OpenSSL was not asked for the authority key identifier, which RFC 5280, 5.2.1, demands and we always write.
		sameShape(t, chain.name+"-root.crl", shapeOf(t, ours, varies, oidAuthorityKeyID), shapeOf(t, list.Raw, varies))
	}
}

// noAuthority is the authority key identifier for a root, where OpenSSL repeats the subject's and crypto/x509 does not.
func noAuthority(role string) []asn1.ObjectIdentifier {
	if role == "root" {
		return []asn1.ObjectIdentifier{oidAuthorityKeyID}
	}
	return nil
}

// TestShapeOfBouncyCastle: the same for a certificate of Bouncy Castle and for a private key in its form.
func TestShapeOfBouncyCastle(t *testing.T) {
	key := testKey(t, "Falcon-512", 3)
	theirs := sampleCertificate(t, "bc-falcon512-ta.crt")
	ours := issue(t, templateOf(theirs), nil, key, key)
	// A subject key identifier is what we always write, and this CA did not.
	sameShape(t, "certificate", shapeOf(t, ours.Raw, true, oidSubjectKeyID), shapeOf(t, theirs.Raw, true))
	file := must(provider.MarshalPKCS8PrivateKeyForm(key, provider.FormBC))
	sameShape(t, "private key", shapeOf(t, file, false), shapeOf(t, sample(t, "bc-falcon512-ta.key"), false))
}

// TestShapeTellsApart: the comparison sees what it is for.
func TestShapeTellsApart(t *testing.T) {
	c := sampleCertificate(t, "falcon512-leaf.crt")
	good := strings.Join(shapeOf(t, c.Raw, true), "\n")
	for name, change := range map[string]func(tbs, outer [][]byte) [][]byte{
		"NULL outside": func(tbs, outer [][]byte) [][]byte { outer[1] = withParameters(outer[1], null); return tbs },
		"NULL inside": func(tbs, outer [][]byte) [][]byte {
			tbs[certAlgorithm] = withParameters(tbs[certAlgorithm], null)
			return tbs
		},
		"older identifier": func(tbs, outer [][]byte) [][]byte {
			outer[1] = identifierOf(asn1.ObjectIdentifier{1, 3, 9999, 3, 6})
			return tbs
		},
		"wrapped key": func(tbs, outer [][]byte) [][]byte {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[1] = wrapped(f[1]) })
			return tbs
		},
		"signature in octets": func(tbs, outer [][]byte) [][]byte { outer[2] = must(asn1.Marshal([]byte{4, 0})); return tbs },
		"no extensions":       func(tbs, outer [][]byte) [][]byte { return tbs[:certExtensions] },
	} {
		if strings.Join(shapeOf(t, surgery(t, c.Raw, change), true), "\n") == good {
			t.Errorf("%s: not seen", name)
		}
	}
}
