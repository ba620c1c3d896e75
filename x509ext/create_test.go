package x509ext

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/saker-pq/saker/scheme"
)

// matrixKinds are the key kinds that meet each other as issuer and subject.
var matrixKinds = []string{
	"ECDSA-P256", "ECDSA-P384", "ECDSA-P521", "RSA-2048", "Ed25519",
	"FN-DSA-512", "FN-DSA-1024", "Falcon-512", "Falcon-padded-1024", "ML-DSA-44",
	"P256-Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256",
}

func TestIssuerSubjectMatrix(t *testing.T) {
	for _, issuerKind := range matrixKinds {
		root := issue(t, caTemplate("root "+issuerKind), nil, testKey(t, issuerKind, 0), testKey(t, issuerKind, 0))
		if err := root.CheckSignatureFrom(root); err != nil {
			t.Errorf("%s root: %v", issuerKind, err)
		}
		other := issue(t, caTemplate("root "+issuerKind), nil, testKey(t, issuerKind, 1), testKey(t, issuerKind, 1))
		for _, subjectKind := range matrixKinds {
			t.Run(fmt.Sprintf("%s/%s", issuerKind, subjectKind), func(t *testing.T) {
				leaf := issue(t, leafTemplate("leaf.example"), root, testKey(t, subjectKind, 2), testKey(t, issuerKind, 0))
				if err := leaf.CheckSignatureFrom(root); err != nil {
					t.Error(err)
				}
				if err := leaf.CheckSignatureFrom(other); !errors.Is(err, ErrInvalidSignature) {
					t.Errorf("under another key of the kind: %v, expected ErrInvalidSignature", err)
				}
				if !samePublic(leaf.PublicKey, testKey(t, subjectKind, 2).Public()) {
					t.Errorf("public key of type %T is not the subject's", leaf.PublicKey)
				}
				if string(leaf.AuthorityKeyId) != string(root.SubjectKeyId) || len(leaf.SubjectKeyId) != 20 {
					t.Errorf("key identifiers: subject %x, authority %x, issuer's %x", leaf.SubjectKeyId, leaf.AuthorityKeyId, root.SubjectKeyId)
				}
				if err := leaf.CheckSignatureFrom(leaf); !errors.As(err, new(x509.ConstraintViolationError)) {
					t.Errorf("leaf as issuer: %v, expected ConstraintViolationError", err)
				}
			})
		}
	}
}

func TestRequestedAlgorithms(t *testing.T) {
	kindOf := map[x509.SignatureAlgorithm]string{
		x509.ECDSAWithSHA256: "ECDSA-P256", x509.ECDSAWithSHA384: "ECDSA-P256", x509.ECDSAWithSHA512: "ECDSA-P384",
		x509.SHA256WithRSA: "RSA-2048", x509.SHA384WithRSA: "RSA-2048", x509.SHA512WithRSA: "RSA-2048",
		x509.SHA256WithRSAPSS: "RSA-2048", x509.SHA384WithRSAPSS: "RSA-2048", x509.SHA512WithRSAPSS: "RSA-2048",
		x509.PureEd25519: "Ed25519",
	}
	for algorithm, kind := range kindOf {
		template := caTemplate("requested")
		template.SignatureAlgorithm = algorithm
		key := testKey(t, kind, 0)
		c := issue(t, template, nil, key, key)
		// The standard library reads our identifier as the algorithm asked for.
		if c.Certificate.SignatureAlgorithm != algorithm {
			t.Errorf("%v: certificate says %v", algorithm, c.Certificate.SignatureAlgorithm)
		}
		if err := c.Certificate.CheckSignatureFrom(c.Certificate); err != nil {
			t.Errorf("%v: standard library: %v", algorithm, err)
		}
		ai := pkix.AlgorithmIdentifier{Algorithm: c.SignatureOID}
		if outer, err := splitSigned(c.Raw, "certificate"); err != nil {
			t.Error(err)
		} else if len(outer.algorithm.Parameters) > 0 {
			ai.Parameters.FullBytes = outer.algorithm.Parameters
		}
		if err := c.CheckSignature(ai, c.RawTBSCertificate, c.Signature); err != nil {
			t.Errorf("%v: CheckSignature: %v", algorithm, err)
		}
		if err := c.CheckSignature(ai, c.RawTBSCertificate[1:], c.Signature); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%v: CheckSignature of other data: %v", algorithm, err)
		}
	}
	refused := []struct {
		algorithm x509.SignatureAlgorithm
		kind      string
	}{
		{x509.ECDSAWithSHA256, "RSA-2048"}, {x509.SHA256WithRSA, "Ed25519"}, {x509.PureEd25519, "ECDSA-P256"},
		{x509.SHA1WithRSA, "RSA-2048"}, {x509.ECDSAWithSHA1, "ECDSA-P256"}, {x509.MD5WithRSA, "RSA-2048"},
		{x509.ECDSAWithSHA256, "ML-DSA-44"}, {x509.PureEd25519, "ML-DSA-44"}, {x509.DSAWithSHA256, "RSA-2048"},
	}
	for _, r := range refused {
		template := caTemplate("refused")
		template.SignatureAlgorithm = r.algorithm
		key := testKey(t, r.kind, 0)
		if _, err := CreateCertificate(nil, template, template, key.Public(), key); err == nil {
			t.Errorf("%v with a %s key was accepted", r.algorithm, r.kind)
		}
	}
}

// TestSameAsStandardLibrary: with classical keys and a deterministic signature
// the certificate is the one that crypto/x509 makes.
func TestSameAsStandardLibrary(t *testing.T) {
	key := testKey(t, "Ed25519", 0)
	for _, template := range []*x509.Certificate{caTemplate("same"), caTemplate("")} {
		template.DNSNames = []string{"same.example"}
		want, err := x509.CreateCertificate(nil, template, template, key.Public(), key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := CreateCertificate(nil, template, template, key.Public(), key)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%q: differs from crypto/x509's", template.Subject)
		}
	}
}

func TestCreateCertificateRefuses(t *testing.T) {
	key, other := testKey(t, "ML-DSA-44", 0), testKey(t, "ML-DSA-44", 1)
	root := issue(t, caTemplate("root"), nil, key, key)
	onlyStandard := must(x509.ParseCertificate(root.Raw))
	badPath := caTemplate("path")
	badPath.MaxPathLen = -2
	negative := caTemplate("negative")
	negative.SerialNumber = big.NewInt(-1)
	for name, create := range map[string]func() ([]byte, error){
		"nil template":   func() ([]byte, error) { return CreateCertificate(nil, nil, root.Certificate, key.Public(), key) },
		"nil parent":     func() ([]byte, error) { return CreateCertificate(nil, caTemplate("x"), nil, key.Public(), key) },
		"nil public key": func() ([]byte, error) { return CreateCertificate(nil, caTemplate("x"), root.Certificate, nil, key) },
		"nil private key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), nil)
		},
		"public key as signer": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), key.Public())
		},
		"foreign private key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), other)
		},
		"foreign for stock cert": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), onlyStandard, key.Public(), other)
		},
		"path length -2":         func() ([]byte, error) { return CreateCertificate(nil, badPath, root.Certificate, key.Public(), key) },
		"negative serial number": func() ([]byte, error) { return CreateCertificate(nil, negative, root.Certificate, key.Public(), key) },
		"nil scheme key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), (*scheme.PrivateKey)(nil))
		},
		"nil RSA key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), (*rsa.PrivateKey)(nil))
		},
		"zero RSA key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), &rsa.PrivateKey{})
		},
		"zero ECDSA key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), &ecdsa.PrivateKey{})
		},
		"empty Ed25519 key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, key.Public(), ed25519.PrivateKey{})
		},
		"zero subject key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, &scheme.PublicKey{}, key)
		},
		"nil subject key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, (*scheme.PublicKey)(nil), key)
		},
		"unknown public key": func() ([]byte, error) {
			return CreateCertificate(nil, caTemplate("x"), root.Certificate, struct{}{}, key)
		},
	} {
		if der, err := create(); err == nil || der != nil || !strings.HasPrefix(err.Error(), "x509ext: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := CreateCertificate(nil, leafTemplate("ok"), onlyStandard, key.Public(), key); err != nil {
		t.Errorf("issuer parsed by the standard library only: %v", err)
	}
}

// A brokenSigner is a signer with a fault.
type brokenSigner struct {
	crypto.Signer
	err error
}

func (b brokenSigner) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	signature, err := b.Signer.Sign(rand, digest, opts)
	if err == nil {
		signature[len(signature)/2] ^= 1
	}
	return signature, errors.Join(b.err, err)
}

func TestFaultySignersAreCaught(t *testing.T) {
	for _, kind := range matrixKinds {
		key := testKey(t, kind, 0)
		template := caTemplate("faulty")
		if _, err := CreateCertificate(nil, template, template, key.Public(), brokenSigner{key, nil}); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: flipped bit: %v", kind, err)
		}
		if _, err := CreateCertificate(nil, template, template, key.Public(), brokenSigner{key, io.ErrUnexpectedEOF}); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: error of the signer: %v", kind, err)
		}
	}
}

// TestSerialNumberFromRand: without a serial number 20 bytes are read, and a
// source that fails gives no certificate.
func TestSerialNumberFromRand(t *testing.T) {
	key := testKey(t, "ML-DSA-44", 0)
	template := caTemplate("serial")
	template.SerialNumber = nil
	der, err := CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	if c := must(ParseCertificate(der)); c.SerialNumber.Sign() <= 0 || c.SerialNumber.BitLen() > 159 {
		t.Errorf("serial number %v", c.SerialNumber)
	}
	if _, err := CreateCertificate(iotest.ErrReader(io.ErrNoProgress), template, template, key.Public(), key); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("failing source: %v", err)
	}
}

// A countingSigner counts how often the key is used.
type countingSigner struct {
	crypto.Signer
	uses *int
}

func (c countingSigner) Sign(rand io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	*c.uses++
	return c.Signer.Sign(rand, digest, opts)
}

// TestRefusalComesBeforeSigning: a template that breaks a rule never reaches
// the private key.
func TestRefusalComesBeforeSigning(t *testing.T) {
	uses := 0
	key := countingSigner{testKey(t, "FN-DSA-512", 0), &uses}
	good, bad := caTemplate("ca"), leafTemplate("bad.example")
	bad.KeyUsage |= x509.KeyUsageKeyAgreement
	if _, err := CreateCertificate(nil, bad, good, key.Public(), key); err == nil || uses != 0 {
		t.Errorf("key agreement: %v, key used %d times", err, uses)
	}
	if _, err := CreateCertificate(nil, good, good, key.Public(), key); err != nil || uses != 1 {
		t.Errorf("good template: %v, key used %d times, expected once", err, uses)
	}
}
