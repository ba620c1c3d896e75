package cms

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"testing"

	"github.com/smallstep/pkcs7"
)

// peerDigests are the digests that the peer module names.
var peerDigests = []struct {
	ours Digest
	oid  asn1.ObjectIdentifier
}{
	{DigestSHA256, pkcs7.OIDDigestAlgorithmSHA256},
	{DigestSHA384, pkcs7.OIDDigestAlgorithmSHA384},
	{DigestSHA512, pkcs7.OIDDigestAlgorithmSHA512},
}

// TestPeerVerifiesOurs: another Go module reads what we write.
func TestPeerVerifiesOurs(t *testing.T) {
	content := []byte("read by a peer")
	for _, kind := range []string{"ECDSA-P256", "RSA-2048"} {
		id := testIdentity(kind)
		roots := x509.NewCertPool()
		roots.AddCert(id.root.Certificate)
		for _, digest := range peerDigests {
			for mode := range 4 {
				opts := Options{Digest: digest.ours, Detached: mode&1 != 0, NoSignedAttributes: mode&2 != 0, SigningTime: now}
				data := must(Sign(content, []Signer{id.Signer}, opts))
				p7, err := pkcs7.Parse(data)
				if err != nil {
					t.Errorf("%s, %v, mode %d: %v", kind, digest.ours, mode, err)
					continue
				}
				if opts.Detached {
					p7.Content = content
				}
				if err := p7.VerifyWithChainAtTime(roots, now); err != nil {
					t.Errorf("%s, %v, mode %d: %v", kind, digest.ours, mode, err)
				}
				p7.Content = []byte("another content")
				if err := p7.VerifyWithChainAtTime(roots, now); err == nil {
					t.Errorf("%s, %v, mode %d: the peer accepts another content", kind, digest.ours, mode)
				}
			}
		}
	}
}

// TestWeVerifyPeer: and we what it writes.
func TestWeVerifyPeer(t *testing.T) {
	content := []byte("written by a peer")
	for _, kind := range []string{"ECDSA-P256", "RSA-2048"} {
		id := testIdentity(kind)
		for _, digest := range peerDigests {
			for _, detached := range []bool{false, true} {
				message := must(pkcs7.NewSignedData(content))
				message.SetDigestAlgorithm(digest.oid)
				if err := message.AddSigner(id.Certificate.Certificate, id.Key, pkcs7.SignerInfoConfig{}); err != nil {
					t.Fatal(err)
				}
				opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
				if detached {
					message.Detach()
					opts.Content = content
				}
				data := must(message.Finish())
				s, err := Parse(data)
				if err != nil {
					t.Errorf("%s, %v: %v", kind, digest.ours, err)
					continue
				}
				if _, err := s.Verify(opts); err != nil {
					t.Errorf("%s, %v: %v", kind, digest.ours, err)
				}
				if again := must(s.Marshal()); !bytes.Equal(again, data) {
					t.Errorf("%s, %v: not written back to the same bytes", kind, digest.ours)
				}
			}
		}
	}
}
