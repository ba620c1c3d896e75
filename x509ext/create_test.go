package x509ext

import (
	"crypto/x509"
	"errors"
	"fmt"
	"testing"
)

// matrixKinds are the key kinds that meet each other as issuer and subject.
var matrixKinds = []string{"ECDSA-P256", "ECDSA-P384", "ECDSA-P521", "RSA-2048", "Ed25519", "ML-DSA-44"}

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
