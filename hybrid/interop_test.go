package hybrid

import (
	"bytes"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
)

// The files in testdata/p256_falcon512 were made by OpenSSL 3.3 with
// oqs-provider 0.12: a chain of three certificates with keys and requests, a
// CRL, and a CMS SignedData with signed attributes.

func readInterop(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "p256_falcon512", name))
	if err != nil {
		t.Fatal(err)
	}
	if block, _ := pem.Decode(data); block != nil {
		return block.Bytes
	}
	return data
}

func unmarshalASN1(t testing.TB, data []byte, value any) {
	t.Helper()
	if rest, err := asn1.Unmarshal(data, value); err != nil || len(rest) != 0 {
		t.Fatalf("asn1: %v, %d bytes behind", err, len(rest))
	}
}

// signed is what certificates, requests and CRLs have in common.
type signed struct {
	TBS       asn1.RawValue
	Algorithm pkix.AlgorithmIdentifier
	Signature asn1.BitString
}

type subjectPublicKey struct {
	Algorithm pkix.AlgorithmIdentifier
	PublicKey asn1.BitString
}

func parseSPKI(t testing.TB, der []byte) *PublicKey {
	t.Helper()
	var info subjectPublicKey
	unmarshalASN1(t, der, &info)
	if !info.Algorithm.Algorithm.Equal(p256Falcon512.Oid()) {
		t.Fatalf("algorithm %v", info.Algorithm.Algorithm)
	}
	key, err := p256Falcon512.UnmarshalBinaryPublicKey(info.PublicKey.RightAlign())
	if err != nil {
		t.Fatal(err)
	}
	return key.(*PublicKey)
}

func certificateKey(t testing.TB, name string) *PublicKey {
	t.Helper()
	certificate, err := x509.ParseCertificate(readInterop(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return parseSPKI(t, certificate.RawSubjectPublicKeyInfo)
}

// checkSigned verifies an object and asserts that flipped bits are noticed.
func checkSigned(t *testing.T, key *PublicKey, message, signature []byte) {
	t.Helper()
	if err := key.Verify(message, signature, nil); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(signature); i += 29 {
		if key.Verify(message, flip(signature, i), nil) != ErrInvalidSignature {
			t.Errorf("byte %d of the signature flipped: accepted", i)
		}
	}
	for i := 0; i < len(message); i += 101 {
		if key.Verify(flip(message, i), signature, nil) != ErrInvalidSignature {
			t.Errorf("byte %d of the message flipped: accepted", i)
		}
	}
	pq, classical := split(t, p256Falcon512, signature, 0)
	if again := (oqs{}).join(pq, classical); !bytes.Equal(again, signature) {
		t.Error("signature joins otherwise")
	}
}

func TestInteropSignatures(t *testing.T) {
	root, intermediate, leaf := certificateKey(t, "root.crt"), certificateKey(t, "int.crt"), certificateKey(t, "leaf.crt")
	for name, key := range map[string]*PublicKey{
		"root.crt": root, "int.crt": root, "leaf.crt": intermediate, "root.crl": root, "int.csr": intermediate, "leaf.csr": leaf,
	} {
		t.Run(name, func(t *testing.T) {
			var object signed
			unmarshalASN1(t, readInterop(t, name), &object)
			if !object.Algorithm.Algorithm.Equal(p256Falcon512.Oid()) || len(object.Algorithm.Parameters.FullBytes) != 0 {
				t.Fatalf("algorithm %+v", object.Algorithm)
			}
			checkSigned(t, key, object.TBS.FullBytes, object.Signature.RightAlign())
			for other, otherKey := range map[string]*PublicKey{"root": root, "intermediate": intermediate, "leaf": leaf} {
				err := otherKey.Verify(object.TBS.FullBytes, object.Signature.RightAlign(), nil)
				if (err == nil) != otherKey.Equal(key) {
					t.Errorf("key of %s: %v", other, err)
				}
			}
		})
	}
}

func TestInteropCMS(t *testing.T) {
	type signerInfo struct {
		Version            int
		Issuer             asn1.RawValue
		DigestAlgorithm    pkix.AlgorithmIdentifier
		SignedAttributes   asn1.RawValue
		SignatureAlgorithm pkix.AlgorithmIdentifier
		Signature          []byte
	}
	var content struct {
		Type asn1.ObjectIdentifier
		Data struct {
			Version      int
			Digests      asn1.RawValue
			Encapsulated struct {
				Type    asn1.ObjectIdentifier
				Content []byte `asn1:"explicit,tag:0"`
			}
			Certificates asn1.RawValue
			SignerInfos  []signerInfo `asn1:"set"`
		} `asn1:"explicit,tag:0"`
	}
	unmarshalASN1(t, readInterop(t, "msg.cms"), &content)
	if len(content.Data.SignerInfos) != 1 {
		t.Fatalf("%d signers", len(content.Data.SignerInfos))
	}
	signer := content.Data.SignerInfos[0]
	if !signer.SignatureAlgorithm.Algorithm.Equal(p256Falcon512.Oid()) {
		t.Fatalf("algorithm %v", signer.SignatureAlgorithm.Algorithm)
	}
	digest := sha512.Sum512(content.Data.Encapsulated.Content)
	if !bytes.Contains(signer.SignedAttributes.Bytes, digest[:]) {
		t.Error("the signed attributes do not hold the digest of the content")
	}
	attributes := bytes.Clone(signer.SignedAttributes.FullBytes)
	attributes[0] = asn1.TagSet | 0x20 // what is signed has the tag SET OF (RFC 5652, section 5.4)

	// OpenSSL hands the digest algorithm of the signer to the provider, which
	// then signs the digest of the attributes and not their DER.
	toSign := sha512.Sum512(attributes)
	checkSigned(t, certificateKey(t, "leaf.crt"), toSign[:], signer.Signature)
}

func TestInteropPrivateKeys(t *testing.T) {
	for _, name := range []string{"root", "int", "leaf"} {
		t.Run(name, func(t *testing.T) {
			var info struct {
				Version    int
				Algorithm  pkix.AlgorithmIdentifier
				PrivateKey []byte
			}
			unmarshalASN1(t, readInterop(t, name+".key"), &info)
			key, err := ParsePKCS8Content(p256Falcon512, info.PrivateKey)
			if err != nil {
				t.Fatal(err)
			}
			again, err := MarshalPKCS8Content(key)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again, info.PrivateKey) {
				t.Error("private key is written otherwise than it was read")
			}
			public := certificateKey(t, name+".crt")
			if !public.Equal(key.Public()) {
				t.Fatal("private key is not that of the certificate")
			}
			message := []byte("signed with a key of another maker")
			if err := public.Verify(message, mustSign(t, key, message, nil), nil); err != nil {
				t.Error(err)
			}
		})
	}
}
