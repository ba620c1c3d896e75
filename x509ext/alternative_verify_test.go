package x509ext

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// resigned makes the ordinary signature of c anew after a change of its
// extensions, as somebody who has broken the ordinary algorithm would.
func resigned(t testing.TB, c *Certificate, key crypto.Signer, change func([]rawExtension) []rawExtension) *Certificate {
	t.Helper()
	outer, _ := elements(inExtensions(t, c.Raw, change))
	return must(ParseCertificate(must(must(newSealer(key, 0)).seal(nil, outer[0], acceptCertificate))))
}

// TestRequireAlternative takes each part away from a chain that is otherwise
// good. The ordinary chain stays valid each time.
func TestRequireAlternative(t *testing.T) {
	for _, pair := range [][2]string{{"ECDSA-P256", "FN-DSA-512"}, {"FN-DSA-512", "ECDSA-P256"}, {"Ed25519", "Falcon-512"}} {
		w := &twinWorld{t: t, kind: pair[0], other: pair[1]}
		root, intermediate, leaf := w.chain()
		all := without(oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature)
		swap := func(id asn1.ObjectIdentifier, from *twin) func([]rawExtension) []rawExtension {
			return changed(id, func(e *rawExtension) {
				list, _, _ := extensionsIn(must(splitTBS(from.Raw)), certExtensionsTag)
				e.value = must(findExtension(list, id, "")).value
			})
		}
		foreign := must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{asn1.ObjectIdentifier{2, 999, 77}}))
		unknownKey := changed(oidAlternativeKey, func(e *rawExtension) {
			e.value = inSPKI(e.value, func(f [][]byte) { f[0] = foreign })
		})
		unknownSignature := changed(oidAlternativeAlgorithm, func(e *rawExtension) { e.value = foreign })
		cut := changed(oidAlternativeSignature, func(e *rawExtension) { e.value = mustHex("030100") })
		for _, c := range []struct {
			name                           string
			atRoot, atIntermediate, atLeaf func([]rawExtension) []rawExtension
			want                           error
			about                          string
		}{
			{name: "leaf stripped", atLeaf: all, want: ErrNoAlternative, about: "leaf.example"},
			{name: "leaf without signature", atLeaf: without(oidAlternativeAlgorithm, oidAlternativeSignature), want: ErrNoAlternative, about: "leaf.example"},
			{name: "leaf without key", atLeaf: without(oidAlternativeKey), want: ErrInvalidSignature, about: "leaf.example"},
			{name: "leaf with an empty signature", atLeaf: cut, want: ErrInvalidSignature, about: "leaf.example"},
			{name: "leaf with the intermediate's key", atLeaf: swap(oidAlternativeKey, intermediate), want: ErrInvalidSignature, about: "leaf.example"},
			{name: "leaf with the intermediate's signature", atLeaf: swap(oidAlternativeSignature, intermediate), want: ErrInvalidSignature, about: "leaf.example"},
			{name: "leaf under an unknown algorithm", atLeaf: unknownSignature, want: x509.ErrUnsupportedAlgorithm, about: "leaf.example"},
			{name: "intermediate stripped", atIntermediate: all, want: ErrNoAlternative, about: "leaf.example"},
			{name: "intermediate without signature", atIntermediate: without(oidAlternativeAlgorithm, oidAlternativeSignature), want: ErrNoAlternative, about: "intermediate"},
			{name: "intermediate without key", atIntermediate: without(oidAlternativeKey), want: ErrNoAlternative, about: "leaf.example"},
			{name: "intermediate with the root's key", atIntermediate: swap(oidAlternativeKey, root), want: ErrInvalidSignature, about: "leaf.example"},
			{name: "intermediate with the leaf's signature", atIntermediate: swap(oidAlternativeSignature, leaf), want: ErrInvalidSignature, about: "intermediate"},
			{name: "intermediate of an unknown algorithm", atIntermediate: unknownKey, want: x509.ErrUnsupportedAlgorithm, about: "leaf.example"},
			{name: "root stripped", atRoot: all, want: ErrNoAlternative, about: "intermediate"},
			{name: "root with the leaf's key", atRoot: swap(oidAlternativeKey, leaf), want: ErrInvalidSignature, about: "intermediate"},
			{name: "root of an unknown algorithm", atRoot: unknownKey, want: x509.ErrUnsupportedAlgorithm, about: "intermediate"},
			{name: "root without signature", atRoot: without(oidAlternativeAlgorithm, oidAlternativeSignature)},
			{name: "nothing taken away"},
		} {
			t.Run(fmt.Sprintf("%s+%s/%s", pair[0], pair[1], c.name), func(t *testing.T) {
				r, i, l := root.Certificate, intermediate.Certificate, leaf.Certificate
				if c.atRoot != nil {
					r = resigned(t, r, root.key, c.atRoot)
				}
				if c.atIntermediate != nil {
					i = resigned(t, i, root.key, c.atIntermediate)
				}
				if c.atLeaf != nil {
					l = resigned(t, l, intermediate.key, c.atLeaf)
				}
				roots, intermediates := []*Certificate{r}, []*Certificate{i}
				if _, err := l.Verify(options(roots, intermediates)); err != nil {
					t.Errorf("ordinary chain: %v", err)
				}
				chains, err := l.Verify(both(roots, intermediates))
				if c.want == nil {
					if err != nil || len(chains) != 1 {
						t.Errorf("%v, %v", chains, err)
					}
					return
				}
				var unknown x509.UnknownAuthorityError
				if !errors.Is(err, c.want) || !errors.As(err, &unknown) || chains != nil {
					t.Fatalf("%v, expected %v in an UnknownAuthorityError", err, c.want)
				}
				if !strings.HasPrefix(err.Error(), `x509ext: certificate "CN=`+c.about+`" has no verifiable issuer: `) {
					t.Errorf("%v, expected it to be about %s", err, c.about)
				}
			})
		}
	}
}

func splitTBS(der []byte) ([][]byte, error) {
	o, err := splitSigned(der, "certificate")
	if err != nil {
		return nil, err
	}
	fields, _ := elements(o.tbs)
	return fields, nil
}

// TestRequireAlternativeAmongSameKeys: a CA that has renewed its certificate
// with an alternative key keeps its ordinary key. The old certificate verifies
// the leaf too, but only the new one may be in a chain.
func TestRequireAlternativeAmongSameKeys(t *testing.T) {
	w := &twinWorld{t: t, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root, intermediate, leaf := w.chain()
	old := issue(t, caTemplate("intermediate"), root.Certificate, intermediate.key, root.key)
	for _, order := range [][]*Certificate{{old, intermediate.Certificate}, {intermediate.Certificate, old}} {
		if chains, err := leaf.Verify(options([]*Certificate{root.Certificate}, order)); err != nil || len(chains) != 2 {
			t.Errorf("ordinary: %v, %v, expected two chains", chains, err)
		}
		chains, err := leaf.Verify(both([]*Certificate{root.Certificate}, order))
		if err != nil || len(chains) != 1 || !slices.Equal(chains[0], []*Certificate{leaf.Certificate, intermediate.Certificate, root.Certificate}) {
			t.Errorf("both: %v, %v, expected the chain with the new certificate", chains, err)
		}
	}
	// An old certificate that is a trusted root is no way around.
	_, err := leaf.Verify(both([]*Certificate{old}, []*Certificate{intermediate.Certificate}))
	if !errors.As(err, new(x509.UnknownAuthorityError)) {
		t.Errorf("old certificate as root: %v", err)
	}
}

// TestRequireAlternativeOfTrustedLeaf: a chain of one certificate.
func TestRequireAlternativeOfTrustedLeaf(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root := w.issue(caTemplate("root"), nil)
	if _, err := root.Verify(both([]*Certificate{root.Certificate}, nil)); err != nil {
		t.Error(err)
	}
	stripped := resigned(t, root.Certificate, root.key, without(oidAlternativeAlgorithm, oidAlternativeSignature))
	if _, err := stripped.Verify(options([]*Certificate{stripped}, nil)); err != nil {
		t.Errorf("ordinary: %v", err)
	}
	if _, err := stripped.Verify(both([]*Certificate{stripped}, nil)); !errors.Is(err, ErrNoAlternative) {
		t.Errorf("stripped: %v, expected ErrNoAlternative", err)
	}
}

// TestRequireAlternativeWithCriticalKey: under the policy a critical key has
// been understood, unless its algorithm has not.
func TestRequireAlternativeWithCriticalKey(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root, _, _ := w.chain()
	leaf := w.issue(leafTemplate("leaf.example"), root)
	foreign := must(asn1.Marshal(struct{ OID asn1.ObjectIdentifier }{asn1.ObjectIdentifier{2, 999, 77}}))
	for _, unknown := range []bool{false, true} {
		c := resealBoth(t, leaf.Certificate, root, changed(oidAlternativeKey, func(e *rawExtension) {
			e.critical = true
			if unknown {
				e.value = inSPKI(e.value, func(f [][]byte) { f[0] = foreign })
			}
		}))
		if err := c.CheckBothSignaturesFrom(root.Certificate); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Verify(options([]*Certificate{root.Certificate}, nil)); !errors.As(err, new(x509.UnhandledCriticalExtension)) {
			t.Errorf("ordinary: %v, expected UnhandledCriticalExtension", err)
		}
		_, err := c.Verify(both([]*Certificate{root.Certificate}, nil))
		if errors.As(err, new(x509.UnhandledCriticalExtension)) != unknown || !unknown && err != nil {
			t.Errorf("both, unknown algorithm %v: %v", unknown, err)
		}
	}
}

// resealBoth makes both signatures of c anew after a change of its extensions.
func resealBoth(t testing.TB, c *Certificate, issuer *twin, change func([]rawExtension) []rawExtension) *Certificate {
	t.Helper()
	outer, _ := elements(inExtensions(t, c.Raw, change))
	first, second := must(newSealer(issuer.key, 0)), must(newSealer(issuer.second, 0))
	return must(ParseCertificate(must(first.sealBoth(nil, second, outer[0], certAlgorithm, certExtensionsTag, acceptCertificate))))
}

// TestAlternativeChecksAreCounted: both kinds of checks come out of one budget.
// Each wrong issuer has the right ordinary key and costs one alternative check.
func TestAlternativeChecksAreCounted(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root, intermediate, leaf := w.chain()
	var list []*Certificate
	for n := range MaxSignatureChecks {
		template := caTemplate("intermediate")
		template.SubjectKeyId = intermediate.SubjectKeyId
		key := testKey(t, "ML-DSA-44", 2000+n)
		der := must(CreateAlternativeCertificate(nil, template, root.Certificate.Certificate, intermediate.key.Public(), root.key,
			AlternativeKeys{PublicKey: key.Public(), PrivateKey: root.second}))
		list = append(list, must(ParseCertificate(der)))
	}
	// The leaf's ordinary signature is one check, its right alternative one
	// another, and the intermediate's two are the last.
	for wrong, want := range map[int]error{MaxSignatureChecks: ErrSignatureLimit, MaxSignatureChecks - 3: ErrSignatureLimit, MaxSignatureChecks - 4: nil} {
		o := both([]*Certificate{root.Certificate}, append(slices.Clone(list[:wrong]), intermediate.Certificate))
		if _, err := leaf.Verify(o); !errors.Is(err, want) {
			t.Errorf("%d wrong keys: %v, expected %v", wrong, err, want)
		}
	}
	o := both([]*Certificate{root.Certificate}, append(list, intermediate.Certificate))
	s := newSearch(o.Roots, o.Intermediates)
	s.both = true
	s.from(leaf.Certificate)
	if s.checks != MaxSignatureChecks || !s.limited {
		t.Errorf("%d checks, limited %v", s.checks, s.limited)
	}
}

func TestCheckAlternativeErrors(t *testing.T) {
	w := &twinWorld{t: t, kind: "Ed25519", other: "ML-DSA-44"}
	root := w.issue(caTemplate("root"), nil)
	leaf := w.issue(leafTemplate("leaf.example"), root)
	if err := leaf.CheckAlternativeSignatureFrom(leaf.Certificate); !errors.As(err, new(x509.ConstraintViolationError)) {
		t.Errorf("leaf as issuer: %v", err)
	}
	if err := (*Certificate)(nil).CheckAlternativeSignatureFrom(root.Certificate); err != errNotParsed {
		t.Errorf("nil: %v", err)
	}
	if err := leaf.CheckBothSignaturesFrom(nil); !errors.Is(err, errNotParsed) {
		t.Errorf("nil issuer: %v", err)
	}
	// Both halves are judged: one bad signature does not hide the other.
	bad := bytes.Clone(leaf.Raw)
	bad[bytes.Index(bad, leaf.Alternative.Signature)+100] ^= 1
	err := must(ParseCertificate(bad)).CheckBothSignaturesFrom(root.Certificate)
	if joined, ok := err.(interface{ Unwrap() []error }); !ok || len(joined.Unwrap()) != 2 {
		t.Errorf("%v, expected two errors", err)
	}
	// The keys of the issuer the other way round.
	template := caTemplate("root")
	swapped := must(ParseCertificate(must(CreateAlternativeCertificate(nil, template, template, root.second.Public(), root.second,
		AlternativeKeys{PublicKey: root.key.Public(), PrivateKey: root.key}))))
	if err := swapped.CheckBothSignaturesFrom(swapped); err != nil {
		t.Error(err)
	}
	for _, err := range []error{leaf.CheckSignatureFrom(swapped), leaf.CheckAlternativeSignatureFrom(swapped)} {
		if !errors.Is(err, ErrInvalidSignature) {
			t.Errorf("swapped keys: %v, expected ErrInvalidSignature", err)
		}
	}
}
