package x509ext

import (
	"crypto/x509"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An opensslRunner runs the openssl command in a folder of its own. What it
// sees of a certificate with two signatures is what old software sees.
type opensslRunner struct {
	t       *testing.T
	command string
	folder  string
}

func newOpenSSL(t *testing.T) opensslRunner {
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skipf("the view of other software is not tested, openssl is not installed: %v", err)
	}
	return opensslRunner{t, path, t.TempDir()}
}

// file writes DER objects into one PEM file.
func (o opensslRunner) file(name, kind string, objects ...[]byte) string {
	o.t.Helper()
	var text []byte
	for _, der := range objects {
		text = append(text, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})...)
	}
	path := filepath.Join(o.folder, name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		o.t.Fatal(err)
	}
	return path
}

// run returns what the command prints, and whether it succeeded.
func (o opensslRunner) run(arguments ...string) (string, bool) {
	output, err := exec.Command(o.command, arguments...).CombinedOutput()
	return string(output), err == nil
}

// verify judges a chain at the time of the tests.
func (o opensslRunner) verify(root, intermediate, leaf *Certificate) (string, bool) {
	return o.run("verify", "-x509_strict", "-attime", strconv.FormatInt(now.Unix(), 10),
		"-CAfile", o.file("root.pem", "CERTIFICATE", root.Raw),
		"-untrusted", o.file("intermediate.pem", "CERTIFICATE", intermediate.Raw),
		o.file("leaf.pem", "CERTIFICATE", leaf.Raw))
}

func TestOpenSSLSeesOneSignature(t *testing.T) {
	o := newOpenSSL(t)
	for _, pair := range [][2]string{{"ECDSA-P256", "FN-DSA-512"}, {"ECDSA-P256", "Falcon-512"}, {"RSA-2048", "FN-DSA-1024"}, {"Ed25519", "ML-DSA-44"}} {
		w := &twinWorld{t: t, kind: pair[0], other: pair[1]}
		root, intermediate, leaf := w.chain()
		if output, ok := o.verify(root.Certificate, intermediate.Certificate, leaf.Certificate); !ok {
			t.Errorf("%v: %s", pair, output)
		}
		stripped := resigned(t, leaf.Certificate, intermediate.key, without(oidAlternativeKey, oidAlternativeAlgorithm, oidAlternativeSignature))
		if output, ok := o.verify(root.Certificate, intermediate.Certificate, stripped); !ok {
			t.Errorf("%v stripped: %s", pair, output)
		}
		damaged := inExtensions(t, leaf.Raw, changed(oidAlternativeSignature, func(e *rawExtension) {
			e.value = slices.Clone(e.value)
			e.value[len(e.value)/2] ^= 1
		}))
		if output, ok := o.verify(root.Certificate, intermediate.Certificate, must(ParseCertificate(damaged))); ok || !strings.Contains(output, "signature failure") {
			t.Errorf("%v damaged: accepted %v, %s", pair, ok, output)
		}
	}
}

// TestOpenSSLReadsRequestsAndLists: the ordinary signatures of what carries a
// second one, and of a request for a related certificate.
func TestOpenSSLReadsRequestsAndLists(t *testing.T) {
	o := newOpenSSL(t)
	w := &twinWorld{t: t, kind: "ECDSA-P256", other: "FN-DSA-512"}
	root := w.issue(caTemplate("root"), nil)
	leaf := w.issue(leafTemplate("leaf.example"), root)
	list := must(CreateAlternativeRevocationList(nil, listTemplate(), root.Certificate, root.key, root.second))
	output, ok := o.run("crl", "-noout", "-CAfile", o.file("root.pem", "CERTIFICATE", root.Raw), "-in", o.file("list.pem", "X509 CRL", list))
	if !ok || !strings.Contains(output, "verify OK") {
		t.Errorf("list: %s", output)
	}
	for name, der := range map[string][]byte{
		"alternative": must(CreateAlternativeCertificateRequest(nil, requestTemplate(), leaf.key, leaf.second)),
		"related": must(CreateRelatedCertificateRequest(nil, requestTemplate(), leaf.key,
			RelatedKey{Certificate: leaf.Certificate, PrivateKey: leaf.key, Time: now, Locations: relatedURIs})),
	} {
		output, ok := o.run("req", "-noout", "-verify", "-text", "-in", o.file(name+".pem", "CERTIFICATE REQUEST", der))
		if !ok || !strings.Contains(output, "verify OK") {
			t.Errorf("%s request: %s", name, output)
		}
	}
}

// TestOpenSSLSeesTheBase: a base certificate is an ordinary one, and the delta
// that it carries is one that openssl verifies by itself.
func TestOpenSSLSeesTheBase(t *testing.T) {
	o := newOpenSSL(t)
	c := newChameleon(t, "Ed25519", func(template *x509.Certificate) { template.DNSNames = []string{"delta.example"} })
	for _, pair := range [][2]*Certificate{{c.base, c.baseIssuer}, {must(c.base.DeltaCertificate()), c.deltaIssuer}} {
		if output, ok := o.verify(pair[1], pair[1], pair[0]); !ok {
			t.Errorf("%v: %s", pair[0].SignatureOID, output)
		}
	}
}
