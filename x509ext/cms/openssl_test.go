package cms

import (
	"bytes"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// An openssl is the program, and a folder with the files of one signer.
type openssl struct {
	t       *testing.T
	program string
	dir     string
}

// newOpenSSL writes content, certificates and key of id where OpenSSL finds
// them.
func newOpenSSL(t *testing.T, id identity, content []byte) openssl {
	t.Helper()
	program, err := exec.LookPath("openssl")
	if err != nil {
		t.Skipf("the openssl program is not installed: %v", err)
	}
	o := openssl{t, program, t.TempDir()}
	o.write("content", content)
	o.write("signer.pem", certPEM(id.Certificate))
	o.write("root.pem", certPEM(id.root))
	o.write("key.pem", must(provider.MarshalPrivateKeyPEM(id.Key)))
	return o
}

func certPEM(c *x509ext.Certificate) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
}

func (o openssl) path(name string) string { return filepath.Join(o.dir, name) }

func (o openssl) write(name string, data []byte) {
	o.t.Helper()
	if err := os.WriteFile(o.path(name), data, 0o600); err != nil {
		o.t.Fatal(err)
	}
}

func (o openssl) run(args ...string) ([]byte, error) {
	cmd := exec.Command(o.program, args...)
	cmd.Dir = o.dir
	return cmd.CombinedOutput()
}

// sign has OpenSSL make a message.
func (o openssl) sign(extra ...string) []byte {
	o.t.Helper()
	args := append([]string{"cms", "-sign", "-binary", "-in", "content", "-signer", "signer.pem", "-inkey", "key.pem", "-outform", "DER", "-out", "out"}, extra...)
	if out, err := o.run(args...); err != nil {
		o.t.Fatalf("openssl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return must(os.ReadFile(o.path("out")))
}

// verify has OpenSSL verify a message, with the content beside it if detached.
func (o openssl) verify(message []byte, detached bool) ([]byte, error) {
	o.write("message", message)
	args := []string{"cms", "-verify", "-binary", "-in", "message", "-inform", "DER", "-CAfile", "root.pem", "-purpose", "any",
		"-attime", strconv.FormatInt(now.Unix(), 10), "-out", "verified"}
	if detached {
		args = append(args, "-content", "content")
	}
	return o.run(args...)
}

// TestOpenSSLVerifiesOurs: attached and detached, with and without attributes,
// named both ways.
func TestOpenSSLVerifiesOurs(t *testing.T) {
	content := []byte("verified by OpenSSL\r\n")
	for _, kind := range []string{"ECDSA-P256", "RSA-2048"} {
		id := testIdentity(kind)
		o := newOpenSSL(t, id, content)
		for mode := range 8 {
			signer := id.Signer
			signer.ByKeyIdentifier = mode&4 != 0
			opts := Options{Detached: mode&1 != 0, NoSignedAttributes: mode&2 != 0, Digest: []Digest{DigestSHA256, DigestSHA384, DigestSHA512}[mode%3]}
			data := must(Sign(content, []Signer{signer}, opts))
			if out, err := o.verify(data, opts.Detached); err != nil {
				t.Errorf("%s, mode %d: %v\n%s", kind, mode, err, out)
			} else if got := must(os.ReadFile(o.path("verified"))); !bytes.Equal(got, content) {
				t.Errorf("%s, mode %d: OpenSSL reads %q", kind, mode, got)
			}
			if mode != 0 {
				continue
			}
			signature := must(Parse(data)).Signers[0].Signature
			altered := slices.Clone(data)
			altered[bytes.Index(data, signature)+len(signature)-1] ^= 1
			if _, err := o.verify(altered, opts.Detached); err == nil {
				t.Errorf("%s, mode %d: OpenSSL verifies an altered signature", kind, mode)
			}
		}
	}
}

// TestWeVerifyOpenSSL: the same messages the other way round, with streaming,
// which OpenSSL writes in BER.
func TestWeVerifyOpenSSL(t *testing.T) {
	content := bytes.Repeat([]byte("signed by OpenSSL\n"), 1000) // several pieces when streamed
	for _, kind := range []string{"ECDSA-P256", "RSA-2048"} {
		id := testIdentity(kind)
		o := newOpenSSL(t, id, content)
		for _, test := range []struct {
			name    string
			args    []string
			digests []string
		}{
			{"detached", nil, []string{"sha256"}},
			{"attached", []string{"-nodetach"}, []string{"sha256", "sha384", "sha512"}},
			{"streamed", []string{"-nodetach", "-stream"}, []string{"sha512"}},
			{"bare", []string{"-nodetach", "-noattr"}, []string{"sha384"}},
			{"by key identifier", []string{"-nodetach", "-keyid"}, []string{"sha512"}},
			{"with the root", []string{"-nodetach", "-certfile", "root.pem"}, []string{"sha256"}},
			{"PSS", []string{"-nodetach", "-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:digest"}, []string{"sha256", "sha512"}},
		} {
			if test.name == "PSS" && kind != "RSA-2048" {
				continue
			}
			for _, md := range test.digests {
				data := o.sign(append(test.args, "-md", md)...)
				s, err := Parse(data)
				if err != nil {
					t.Errorf("%s, %s, %s: %v", kind, test.name, md, err)
					continue
				}
				opts := VerifyOptions{Roots: id.roots(), CurrentTime: now}
				if test.name == "detached" {
					opts.Content = content
				} else if !bytes.Equal(s.Content, content) {
					t.Errorf("%s, %s, %s: read %d bytes of content", kind, test.name, md, len(s.Content))
				}
				if _, err := s.Verify(opts); err != nil {
					t.Errorf("%s, %s, %s: %v", kind, test.name, md, err)
				}
				again := must(s.Marshal())
				if isBER := data[1] == 0x80; isBER != (test.name == "streamed") || !isBER && !bytes.Equal(again, data) {
					t.Errorf("%s, %s, %s: indefinite length %v, written back to the same bytes %v", kind, test.name, md, isBER, bytes.Equal(again, data))
				}
				if out, err := o.verify(again, test.name == "detached"); err != nil {
					t.Errorf("%s, %s, %s: OpenSSL does not verify it written back: %v\n%s", kind, test.name, md, err, out)
				}
			}
		}
	}
}

// TestSeveralSignersWithOpenSSL: two signers of different kinds.
func TestSeveralSignersWithOpenSSL(t *testing.T) {
	content := []byte("signed twice")
	first, second := testIdentity("ECDSA-P256"), testIdentity("RSA-2048")
	o := newOpenSSL(t, first, content)
	o.write("root.pem", append(certPEM(first.root), certPEM(second.root)...))
	data := must(Sign(content, []Signer{first.Signer, second.Signer}, Options{}))
	if out, err := o.verify(data, false); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	o.write("second.pem", certPEM(second.Certificate))
	o.write("second.key", must(provider.MarshalPrivateKeyPEM(second.Key)))
	data = o.sign("-nodetach", "-signer", "second.pem", "-inkey", "second.key")
	results, err := must(Parse(data)).Verify(VerifyOptions{Roots: poolOf(first.root, second.root), CurrentTime: now})
	if err != nil || len(results) != 2 {
		t.Errorf("%d results: %v", len(results), err)
	}
}
