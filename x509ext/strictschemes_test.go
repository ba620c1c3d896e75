package x509ext

import (
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/provider"
)

// strictKinds has a scheme of every sort: of one and of two lengths, a hybrid of either construction, one of CIRCL.
var strictKinds = []string{"FN-DSA-512", "Falcon-512", "Falcon-padded-1024", "P256-Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256", "ML-DSA-44", "Ed448"}

// A signedForm is an object with the positions of what depends on the algorithm in its TBS, -1 where there is none.
type signedForm struct {
	what            string // as errors name it
	der             []byte
	algorithm, spki int
	parse           func([]byte) error
	check           func([]byte) error // parse and verify
}

// signedForms makes one of each for a self-signed key.
func signedForms(t testing.TB, kind string) []signedForm {
	t.Helper()
	key := testKey(t, kind, 0)
	ca := issue(t, caTemplate("strict"), nil, key, key)
	return []signedForm{
		{"certificate", ca.Raw, certAlgorithm, certSPKI, acceptCertificate, func(der []byte) error {
			c, err := ParseCertificate(der)
			if err != nil {
				return err
			}
			return c.CheckSignatureFrom(ca)
		}},
		{"request", must(CreateCertificateRequest(nil, requestTemplate(), key)), -1, requestSPKI, acceptRequest, func(der []byte) error {
			r, err := ParseCertificateRequest(der)
			if err != nil {
				return err
			}
			return r.CheckSignature()
		}},
		{"revocation list", must(CreateRevocationList(nil, listTemplate(), ca.Certificate, key)), listAlgorithm, -1, acceptRevocationList, func(der []byte) error {
			l, err := ParseRevocationList(der)
			if err != nil {
				return err
			}
			return l.CheckSignatureFrom(ca)
		}},
	}
}

// identifierOf encodes an AlgorithmIdentifier without parameters.
func identifierOf(oid asn1.ObjectIdentifier) []byte {
	return must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{oid}))
}

// expect applies a change to the object and compares the beginning of the parser's error.
func (f signedForm) expect(t *testing.T, name, want string, change func(tbs, outer [][]byte) [][]byte) {
	t.Helper()
	err := f.parse(surgery(t, f.der, change))
	if want = "x509ext: " + f.what + ": " + want; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%s, %s: got %v\nwant %s", f.what, name, err, want)
	}
}

// TestStrictForEveryScheme: parameters of any kind in every place, unused bits in either bit string, an OCTET STRING
// in the key, two algorithms in one object.
func TestStrictForEveryScheme(t *testing.T) {
	parameters := map[string][]byte{
		"NULL": null, "SEQUENCE": {0x30, 0}, "OCTET STRING": {4, 1, 0}, "OBJECT IDENTIFIER": {6, 1, 0x2a}, "INTEGER": {2, 1, 0}, "[0]": {0xa0, 2, 5, 0},
	}
	for _, kind := range strictKinds {
		t.Run(kind, func(t *testing.T) {
			info, _ := provider.Describe(provider.ByName(kind))
			for _, f := range signedForms(t, kind) {
				if err := f.check(f.der); err != nil {
					t.Fatalf("%s: %v", f.what, err)
				}
				for name, element := range parameters {
					absent := ": algorithm parameters must be absent (found " + name + ")"
					f.expect(t, name, "signatureAlgorithm"+absent, func(tbs, outer [][]byte) [][]byte {
						outer[1] = withParameters(outer[1], element)
						return tbs
					})
					if f.algorithm >= 0 {
						f.expect(t, name, "tbs.signature"+absent, func(tbs, outer [][]byte) [][]byte {
							tbs[f.algorithm] = withParameters(tbs[f.algorithm], element)
							return tbs
						})
					}
					if f.spki >= 0 {
						f.expect(t, name, "spki"+absent, func(tbs, outer [][]byte) [][]byte {
							tbs[f.spki] = inSPKI(tbs[f.spki], func(fields [][]byte) { fields[0] = withParameters(fields[0], element) })
							return tbs
						})
					}
				}
				for n := byte(1); n <= 7; n++ {
					unused := fmt.Sprintf(": %d unused bits, expected 0", n)
					f.expect(t, unused, "signatureValue"+unused, func(tbs, outer [][]byte) [][]byte {
						outer[2] = withUnusedBits(outer[2], n)
						return tbs
					})
					if f.spki >= 0 {
						f.expect(t, unused, "spki: public key"+unused, func(tbs, outer [][]byte) [][]byte {
							tbs[f.spki] = inSPKI(tbs[f.spki], func(fields [][]byte) { fields[1] = withUnusedBits(fields[1], n) })
							return tbs
						})
					}
				}
				if f.spki >= 0 {
					f.expect(t, "OCTET STRING inside the key", "spki: "+info.Name+" key: ", func(tbs, outer [][]byte) [][]byte {
						tbs[f.spki] = inSPKI(tbs[f.spki], func(fields [][]byte) { fields[1] = wrapped(fields[1]) })
						return tbs
					})
				}
				expectMismatches(t, f, info)
				err := f.check(surgery(t, f.der, func(tbs, outer [][]byte) [][]byte {
					outer[2] = wrapped(outer[2])
					return tbs
				}))
				if !errors.Is(err, ErrInvalidSignature) {
					t.Errorf("%s, OCTET STRING inside the signature: %v", f.what, err)
				}
			}
		})
	}
}

// expectMismatches puts other algorithms, older numbers of the same among them, into one of the two places.
func expectMismatches(t *testing.T, f signedForm, info provider.Info) {
	t.Helper()
	if f.algorithm < 0 {
		return
	}
	others := append([]asn1.ObjectIdentifier{{1, 2, 840, 10045, 4, 3, 2}, {1, 3, 9999, 3, 14}, {2, 999, 206, 2}, {1, 2, 3, 4}}, info.LegacyOIDs...)
	for _, other := range others {
		f.expect(t, "other inside", fmt.Sprintf("tbs.signature is %v but signatureAlgorithm is %v", other, info.OID), func(tbs, outer [][]byte) [][]byte {
			tbs[f.algorithm] = identifierOf(other)
			return tbs
		})
		f.expect(t, "other outside", fmt.Sprintf("tbs.signature is %v but signatureAlgorithm is %v", info.OID, other), func(tbs, outer [][]byte) [][]byte {
			outer[1] = identifierOf(other)
			return tbs
		})
	}
}

// TestStrictOCSP: the same for responses, whose one algorithm stands beside the signature.
func TestStrictOCSP(t *testing.T) {
	for _, kind := range strictKinds {
		key := testKey(t, kind, 0)
		ca := issue(t, caTemplate("strict"), nil, key, key)
		basic := must(splitOCSP(must(CreateOCSPResponse(nil, ca.Certificate, ca.Certificate, statusTemplate(big.NewInt(5)), key))))
		for name, element := range map[string][]byte{"NULL": null, "SEQUENCE": {0x30, 0}, "OCTET STRING": {4, 1, 0}} {
			bad := basic
			bad.algorithm = withParameters(basic.algorithm, element)
			_, err := ParseOCSPResponse(must(bad.marshal()), nil)
			if want := "x509ext: ocsp: signatureAlgorithm: algorithm parameters must be absent (found " + name + ")"; err == nil || err.Error() != want {
				t.Errorf("%s: got %v\nwant %s", kind, err, want)
			}
		}
		for n := byte(1); n <= 7; n++ {
			der := must(basic.marshal())
			at := len(der) - len(basic.signature) - 1
			der[at], der[len(der)-1] = n, der[len(der)-1]&^(1<<n-1)
			_, err := ParseOCSPResponse(der, nil)
			if want := fmt.Sprintf("x509ext: ocsp: signatureValue: %d unused bits, expected 0", n); err == nil || err.Error() != want {
				t.Errorf("%s: got %v\nwant %s", kind, err, want)
			}
		}
	}
}

// halvesOf cuts a signature or key of a hybrid; pqSize is that of the first half of a composite.
func halvesOf(kind string, object []byte, pqSize int) (length, first, second []byte) {
	if kind != "P256-Falcon-512" {
		return nil, object[:pqSize], object[pqSize:]
	}
	n := 4 + binary.BigEndian.Uint32(object)
	return object[:4], object[4:n], object[n:]
}

func bitsOf(content []byte) []byte {
	return must(asn1.Marshal(asn1.BitString{Bytes: content, BitLength: 8 * len(content)}))
}

// TestHalvesOfHybrids: no object verifies with half a signature, with the halves exchanged, or with the halves of two
// signatures; none is parsed with half a key.
func TestHalvesOfHybrids(t *testing.T) {
	for kind, size := range map[string]struct{ public, signature int }{"P256-Falcon-512": {}, "FN-DSA-512-ECDSA-P256-SHA256": {897, 666}} {
		forms, others := signedForms(t, kind), signedForms(t, kind) // other signatures, also of another list and request
		for i, f := range forms {
			outer, _ := elements(f.der)
			otherOuter, _ := elements(others[(i+1)%len(others)].der)
			var signature, other asn1.BitString
			must(asn1.Unmarshal(outer[2], &signature))
			must(asn1.Unmarshal(otherOuter[2], &other))
			length, first, second := halvesOf(kind, signature.Bytes, size.signature)
			otherLength, otherFirst, otherSecond := halvesOf(kind, other.Bytes, size.signature)
			for name, bad := range map[string][]byte{
				"nothing": {}, "first half": first, "second half": second, "swapped halves": slices.Concat(length, second, first),
				"first half with its length": slices.Concat(length, first), "first half twice": slices.Concat(length, first, first),
				"second half twice": slices.Concat(length, second, second), "second half of another": slices.Concat(length, first, otherSecond),
				"first half of another": slices.Concat(otherLength, otherFirst, second),
			} {
				err := f.check(surgery(t, f.der, func(tbs, outer [][]byte) [][]byte {
					outer[2] = bitsOf(bad)
					return tbs
				}))
				if !errors.Is(err, ErrInvalidSignature) {
					t.Errorf("%s, %s, %s: %v", kind, f.what, name, err)
				}
			}
			if f.spki < 0 {
				continue
			}
			raw := must(testKey(t, kind, 0).Public().(sign.PublicKey).MarshalBinary())
			length, first, second = halvesOf(kind, raw, size.public)
			for name, bad := range map[string][]byte{
				"first half": first, "second half": second, "swapped halves": slices.Concat(length, second, first), "first half with its length": slices.Concat(length, first),
			} {
				f.expect(t, name, "spki: "+kind+" key: ", func(tbs, outer [][]byte) [][]byte {
					tbs[f.spki] = inSPKI(tbs[f.spki], func(fields [][]byte) { fields[1] = bitsOf(bad) })
					return tbs
				})
			}
		}
	}
}

// TestHalfAsWhole: the Falcon half of an OQS hybrid, whose signature half signs the bare TBS, does not pass as a
// certificate of Falcon-512.
func TestHalfAsWhole(t *testing.T) {
	key := testKey(t, "P256-Falcon-512", 0)
	ca := issue(t, caTemplate("whole"), nil, key, key)
	falcon := asn1.ObjectIdentifier{1, 3, 9999, 3, 11}
	_, _, publicHalf := halvesOf("P256-Falcon-512", must(ca.PublicKey.(sign.PublicKey).MarshalBinary()), 0)
	_, _, signatureHalf := halvesOf("P256-Falcon-512", ca.Signature, 0)
	renamedSPKI := inSPKI(ca.RawSubjectPublicKeyInfo, func(fields [][]byte) { fields[0], fields[1] = identifierOf(falcon), bitsOf(publicHalf) })

	issuer := must(ParseCertificate(surgery(t, ca.Raw, func(tbs, outer [][]byte) [][]byte {
		tbs[certSPKI], tbs[certAlgorithm], outer[1], outer[2] = renamedSPKI, identifierOf(falcon), identifierOf(falcon), bitsOf(signatureHalf)
		return tbs
	})))
	if err := issuer.CheckSignatureFrom(issuer); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("self-signed: %v", err)
	}
	if err := ca.CheckSignatureFrom(issuer); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("the hybrid's certificate under its half: %v", err)
	}
	half := must(ParseCertificate(surgery(t, ca.Raw, func(tbs, outer [][]byte) [][]byte {
		tbs[certAlgorithm], outer[1], outer[2] = identifierOf(falcon), identifierOf(falcon), bitsOf(signatureHalf)
		return tbs
	})))
	if err := half.CheckSignatureFrom(ca); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("half a signature under the whole key: %v", err)
	}
	// The half does sign the bytes of the TBS: only the identifiers in them keep it from being a certificate.
	if err := issuer.CheckSignature(pkix.AlgorithmIdentifier{Algorithm: falcon}, ca.RawTBSCertificate, signatureHalf); err != nil {
		t.Errorf("the half is no signature at all: %v", err)
	}
}
