package x509ext

import (
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func options(roots, intermediates []*Certificate) VerifyOptions {
	r, _ := pools(roots)
	i, _ := pools(intermediates)
	return VerifyOptions{Roots: r, Intermediates: i, CurrentTime: now}
}

// foreign replaces algorithm OIDs of a certificate: nobody knows 2.999.77.
func foreign(t *testing.T, c *Certificate, key, signature bool) *Certificate {
	id := must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{asn1.ObjectIdentifier{2, 999, 77}}))
	return must(ParseCertificate(surgery(t, c.Raw, func(tbs, outer [][]byte) [][]byte {
		if key {
			tbs[certSPKI] = inSPKI(tbs[certSPKI], func(f [][]byte) { f[0] = id })
		}
		if signature {
			tbs[certAlgorithm], outer[1] = id, id
		}
		return tbs
	})))
}

func TestVerifyTellsReasonsApart(t *testing.T) {
	for _, kind := range []string{"ECDSA-P256", "FN-DSA-512"} {
		w := newWorld(t, kind)
		leaf := w.end(w.ca("i", w.root("r")))
		root, intermediate := w.roots[0], w.intermediates[0]
		unknownKey := foreign(t, intermediate, true, false)
		unknownSignature := foreign(t, leaf.Certificate, false, true)

		t.Run(kind+"/untrusted root", func(t *testing.T) {
			_, err := leaf.Verify(options(nil, w.intermediates))
			var chain *ChainError
			if !errors.As(err, new(x509.UnknownAuthorityError)) || errors.As(err, &chain) {
				t.Errorf("%T %v, expected a bare UnknownAuthorityError", err, err)
			}
		})
		t.Run(kind+"/bad signature", func(t *testing.T) {
			bad := w.damaged(leaf.Certificate)
			_, err := bad.Verify(options(w.roots, w.intermediates))
			var unknown x509.UnknownAuthorityError
			if !errors.Is(err, ErrInvalidSignature) || !errors.As(err, &unknown) || unknown.Cert != bad.Certificate {
				t.Errorf("%T %v, expected ErrInvalidSignature in UnknownAuthorityError about the leaf", err, err)
			}
			if !strings.Contains(fmt.Sprint(err), `certificate "CN=leaf.example" has no verifiable issuer`) {
				t.Errorf("text: %v", err)
			}
		})
		t.Run(kind+"/unsupported key", func(t *testing.T) {
			_, err := leaf.Verify(options([]*Certificate{root}, []*Certificate{unknownKey}))
			var unsupported *UnsupportedAlgorithmError
			if !errors.As(err, &unsupported) || !errors.Is(err, x509.ErrUnsupportedAlgorithm) || errors.Is(err, ErrInvalidSignature) {
				t.Fatalf("%T %v, expected UnsupportedAlgorithmError", err, err)
			}
			if unsupported.OID.String() != "2.999.77" || unsupported.Certificate != unknownKey || unsupported.Use != "public key" {
				t.Errorf("%+v", unsupported)
			}
			if !strings.Contains(err.Error(), `certificate "CN=i": public key algorithm 2.999.77 is not supported`) {
				t.Errorf("text: %v", err)
			}
		})
		t.Run(kind+"/unsupported signature", func(t *testing.T) {
			_, err := unknownSignature.Verify(options(w.roots, w.intermediates))
			var unsupported *UnsupportedAlgorithmError
			if !errors.As(err, &unsupported) || !errors.As(err, new(x509.UnknownAuthorityError)) {
				t.Fatalf("%T %v, expected UnsupportedAlgorithmError in UnknownAuthorityError", err, err)
			}
			if unsupported.Certificate != unknownSignature || unsupported.Use != "signature" {
				t.Errorf("%+v", unsupported)
			}
		})
		t.Run(kind+"/errors name real certificates", func(t *testing.T) {
			o := options(w.roots, w.intermediates)
			o.DNSName = "other.example"
			_, err := leaf.Verify(o)
			var host x509.HostnameError
			if !errors.As(err, &host) || host.Certificate != leaf.Certificate.Certificate {
				t.Errorf("%T %v, expected a HostnameError about the leaf itself", err, err)
			}
			o = options(w.roots, w.intermediates)
			o.CurrentTime = now.AddDate(5, 0, 0)
			_, err = leaf.Verify(o)
			var invalid x509.CertificateInvalidError
			if !errors.As(err, &invalid) || invalid.Cert != leaf.Certificate.Certificate {
				t.Errorf("%T %v, expected a CertificateInvalidError about the leaf itself", err, err)
			}
		})
		t.Run(kind+"/chains hold real certificates", func(t *testing.T) {
			chains, err := leaf.Verify(options(w.roots, w.intermediates))
			if err != nil {
				t.Fatal(err)
			}
			if len(chains) != 1 || len(chains[0]) != 3 || chains[0][0] != leaf.Certificate || chains[0][1] != intermediate || chains[0][2] != root {
				t.Errorf("chains %v", chains)
			}
		})
	}
}

// TestTrustedLeafIsChecked: being in the pool of roots is not enough for a
// leaf, its signature must verify too.
func TestTrustedLeafIsChecked(t *testing.T) {
	for _, kind := range []string{"ECDSA-P256", "FN-DSA-512"} {
		w := newWorld(t, kind)
		root := w.root("r")
		leaf := w.end(root)
		bad := w.damaged(root.Certificate)
		if _, err := bad.Verify(options([]*Certificate{bad}, nil)); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: damaged root as root and leaf: %v, expected ErrInvalidSignature", kind, err)
		}
		if _, err := leaf.Verify(options([]*Certificate{leaf.Certificate}, nil)); !errors.Is(err, errAnchorUnchecked) {
			t.Errorf("%s: pinned leaf without its issuer: %v", kind, err)
		}
		if chains, err := leaf.Verify(options([]*Certificate{leaf.Certificate}, []*Certificate{root.Certificate})); err != nil || len(chains[0]) != 1 {
			t.Errorf("%s: pinned leaf with its issuer: %v", kind, err)
		}
		badLeaf := w.damaged(leaf.Certificate)
		if _, err := badLeaf.Verify(options([]*Certificate{badLeaf}, []*Certificate{root.Certificate})); !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("%s: damaged pinned leaf with its issuer: %v", kind, err)
		}
	}
}

// TestSignatureLimit offers more issuers of the right name than Verify may
// check. The bound is exact: one fewer wrong key and the right one is found.
func TestSignatureLimit(t *testing.T) {
	w := newWorld(t, "ML-DSA-44")
	root := w.root("r")
	right := w.cert(caTemplate("i"), "right", root, nil)
	w.end(right)
	for n := range MaxSignatureChecks {
		// Key identifiers all match, so that the order is that of the pool.
		key := testKey(t, "ML-DSA-44", 1000+n)
		template := caTemplate("i")
		template.SubjectKeyId = right.SubjectKeyId
		w.intermediates = append(w.intermediates, issue(t, template, root.Certificate, key, root.key))
	}
	for wrong, want := range map[int]error{MaxSignatureChecks: ErrSignatureLimit, MaxSignatureChecks - 1: ErrSignatureLimit, MaxSignatureChecks - 2: nil} {
		list := append(append([]*Certificate{}, w.intermediates[:wrong]...), right.Certificate)
		if _, err := w.leaf.Verify(options(w.roots, list)); !errors.Is(err, want) {
			t.Errorf("%d wrong keys: %v, expected %v", wrong, err, want)
		}
	}
	o := options(w.roots, append(w.intermediates, right.Certificate))
	s := newSearch(o.Roots, o.Intermediates)
	s.from(w.leaf)
	if s.checks != MaxSignatureChecks || !s.limited {
		t.Errorf("%d checks, limited %v", s.checks, s.limited)
	}
}

func TestVerifyRefusesUnparsed(t *testing.T) {
	for _, c := range []*Certificate{nil, {}, {Certificate: &x509.Certificate{}}} {
		if _, err := c.Verify(VerifyOptions{}); err != errNotParsed {
			t.Errorf("%v: %v", c, err)
		}
		if err := c.CheckSignatureFrom(c); err != errNotParsed {
			t.Errorf("%v: %v", c, err)
		}
	}
	pool := NewCertPool()
	pool.AddCert(&Certificate{})
	if len(pool.Certificates()) != 0 {
		t.Error("an unparsed certificate was added")
	}
}

// TestShadowSignatureIsNotAccepted: shadow keys never leave the process; even
// someone who had one could not use it, since the real check comes on top.
func TestShadowSignatureIsNotAccepted(t *testing.T) {
	w := newWorld(t, "ML-DSA-44")
	root := w.root("r")
	leaf := w.end(root)
	ed25519ID := []byte{0x30, 5, 6, 3, 0x2b, 0x65, 0x70}
	fields, _ := elements(leaf.RawTBSCertificate)
	fields[certAlgorithm] = ed25519ID
	tbs := must(joinElements(fields))
	signature := must(root.shadowKey().Sign(nil, tbs, crypto.Hash(0)))
	forged := must(ParseCertificate(must(assembleSigned(tbs, ed25519ID, signature))))
	if err := shadowOf(forged, nil).CheckSignatureFrom(shadowOf(root.Certificate, nil)); err != nil {
		t.Fatalf("the shadows should fit each other: %v", err)
	}
	if _, err := forged.Verify(options(w.roots, nil)); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("a shadow signature was judged %v", err)
	}
}
