package cms

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// TestRoundTrip: every kind of key, content inside or detached, with and
// without signed attributes, named both ways.
func TestRoundTrip(t *testing.T) {
	content := []byte("content of the round trip")
	for i, kind := range allKinds {
		for mode := range 4 {
			detached, bare := mode&1 != 0, mode&2 != 0
			byKey := (i+mode)%2 == 0
			t.Run(fmt.Sprintf("%s/detached=%v/bare=%v", kind, detached, bare), func(t *testing.T) {
				id := testIdentity(kind)
				signer := id.Signer
				signer.ByKeyIdentifier = byKey
				data, err := Sign(content, []Signer{signer}, Options{Detached: detached, NoSignedAttributes: bare, SigningTime: now})
				if err != nil {
					t.Fatal(err)
				}
				s, err := Parse(data)
				if err != nil {
					t.Fatal(err)
				}
				if again := must(s.Marshal()); !bytes.Equal(again, data) {
					t.Error("not written back to the same bytes")
				}
				opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
				if detached {
					if s.Content != nil {
						t.Error("content inside")
					}
					opts.Content = content
				}
				results, err := s.Verify(opts)
				if err != nil {
					t.Fatal(err)
				}
				r := results[0]
				if !r.Certificate.Equal(id.Certificate) || len(r.Chains) != 1 || !r.Chains[0][1].Equal(id.root) {
					t.Errorf("signer %v, chains %v", r.Certificate.Subject, r.Chains)
				}
				if r.SigningTime.IsZero() != bare || !bare && !r.SigningTime.Equal(now) {
					t.Errorf("signing time %v", r.SigningTime)
				}
				if (s.Signers[0].SubjectKeyID != nil) != byKey {
					t.Error("named the other way")
				}
				if len(s.Signers[0].signatureAlgorithm.Parameters) != 0 && kind != "RSA-2048" {
					t.Errorf("signature algorithm with parameters %x", s.Signers[0].signatureAlgorithm.Parameters)
				}
				checkOtherContent(t, s, opts, detached)
			})
		}
	}
}

// checkOtherContent replaces the content, inside or detached.
func checkOtherContent(t *testing.T, s *SignedData, opts VerifyOptions, detached bool) {
	t.Helper()
	altered := *s
	if detached {
		opts.Content = []byte("content of the round trip.")
	} else {
		altered.Content = []byte("Content of the round trip")
	}
	if _, err := altered.Verify(opts); !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("another content: %v", err)
	}
}

func TestDigests(t *testing.T) {
	for _, row := range digests {
		for _, kind := range []string{"FN-DSA-512", "ML-DSA-44", "ECDSA-P256", "RSA-2048", "Ed25519", "Ed448"} {
			id := testIdentity(kind)
			data, err := Sign([]byte("x"), []Signer{id.Signer}, Options{Digest: row.digest})
			isSHA2 := row.digest <= DigestSHA512
			want := true
			switch kind {
			case "ECDSA-P256", "RSA-2048":
				want = isSHA2
			case "Ed25519":
				want = row.digest == DigestSHA512
			case "Ed448":
				want = row.digest == DigestSHAKE256Len
			}
			if (err == nil) != want {
				t.Errorf("%s with %v: %v", kind, row.digest, err)
			}
			if err != nil {
				continue
			}
			s := must(Parse(data))
			if _, err := s.Verify(VerifyOptions{Roots: id.roots(), CurrentTime: now}); err != nil {
				t.Errorf("%s with %v: %v", kind, row.digest, err)
			}
			if d, err := digestOf(s.Signers[0].digestAlgorithm); err != nil || d != row.digest {
				t.Errorf("%s with %v: written as %v (%v)", kind, row.digest, d, err)
			}
		}
		if n := len(row.sum(nil)); n > maxDigestSize {
			t.Errorf("%v: %d bytes", row.digest, n)
		}
	}
}

// TestSeveralSigners: one message, signers of all kinds, then one of them bad.
func TestSeveralSigners(t *testing.T) {
	var signers []Signer
	roots := poolOf()
	for _, kind := range allKinds {
		id := testIdentity(kind)
		signers = append(signers, id.Signer)
		roots.AddCert(id.root)
	}
	data, err := Sign([]byte("signed by many"), signers, Options{SigningTime: now})
	if err != nil {
		t.Fatal(err)
	}
	s := must(Parse(data))
	opts := VerifyOptions{Roots: roots, CurrentTime: now}
	results, err := s.Verify(opts)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range results {
		seen[r.Certificate.Subject.CommonName] = true
	}
	if len(results) != len(signers) || len(seen) != len(signers) {
		t.Errorf("%d results from %d signers", len(results), len(seen))
	}
	if len(s.digestAlgorithms) != 2 { // Ed448 has its own
		t.Errorf("%d digestAlgorithms", len(s.digestAlgorithms))
	}

	const bad = 3
	signature := bytes.Clone(s.Signers[bad].Signature)
	altered := bytes.Clone(signature)
	altered[len(altered)/2] ^= 1
	s = must(Parse(replaceOnce(t, data, signature, altered)))
	var failed *SignerError
	if _, err := s.Verify(opts); !errors.As(err, &failed) || failed.Index != bad || !errors.Is(err, ErrInvalidSignature) {
		t.Errorf("one bad signature: %v", err)
	}
	results, err = s.VerifyEach(opts)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if (r.Err == nil) != (i != bad) {
			t.Errorf("signer %d: %v", i+1, r.Err)
		}
		if r.Err != nil && (r.Certificate != nil || r.Chains != nil) {
			t.Errorf("signer %d: failed, but with a certificate", i+1)
		}
	}
}

// TestConcurrentUse shares a parsed message, its pool and a signer; it is for
// the race detector.
func TestConcurrentUse(t *testing.T) {
	id := testIdentity("FN-DSA-512")
	s := must(Parse(must(Sign([]byte("shared"), []Signer{id.Signer}, Options{}))))
	opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := s.Verify(opts); err != nil {
				t.Error(err)
			}
			if _, err := Sign([]byte("shared"), []Signer{id.Signer}, Options{}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}
