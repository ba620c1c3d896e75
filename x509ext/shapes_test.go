package x509ext

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"net"
	"net/url"
	"strings"
	"testing"
)

// Tweaks of templates, by what they do.
func expired(c *x509.Certificate)   { c.NotAfter = now.AddDate(0, 0, -1) }
func future(c *x509.Certificate)    { c.NotBefore = now.AddDate(0, 0, 1) }
func notCA(c *x509.Certificate)     { c.IsCA = false }
func noBasic(c *x509.Certificate)   { c.BasicConstraintsValid, c.IsCA = false, false }
func noSign(c *x509.Certificate)    { c.KeyUsage = x509.KeyUsageCRLSign }
func noUsage(c *x509.Certificate)   { c.KeyUsage = 0 }
func pathZero(c *x509.Certificate)  { c.MaxPathLenZero = true }
func pathOne(c *x509.Certificate)   { c.MaxPathLen = 1 }
func clientEKU(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }
func serverEKU(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} }
func anyEKU(c *x509.Certificate)    { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageAny} }
func noEKU(c *x509.Certificate)     { c.ExtKeyUsage = nil }
func wrongAKI(c *x509.Certificate)  { c.SubjectKeyId = []byte{1, 2, 3} }
func noNames(c *x509.Certificate)   { c.DNSNames = nil }
func wildcard(c *x509.Certificate)  { c.DNSNames = []string{"*.example"} }
func withIP(c *x509.Certificate)    { c.IPAddresses = []net.IP{net.IPv4(10, 1, 2, 3)} }
func withEmail(c *x509.Certificate) { c.EmailAddresses = []string{"someone@mail.example"} }
func withURI(c *x509.Certificate) {
	c.URIs = []*url.URL{must(url.Parse("https://service.example/path"))}
}

func permitDNS(names ...string) tweak {
	return func(c *x509.Certificate) { c.PermittedDNSDomainsCritical, c.PermittedDNSDomains = true, names }
}
func excludeDNS(names ...string) tweak {
	return func(c *x509.Certificate) { c.ExcludedDNSDomains = names }
}
func permitIP(cidr string) tweak {
	return func(c *x509.Certificate) {
		_, network, err := net.ParseCIDR(cidr)
		c.PermittedIPRanges = []*net.IPNet{must(network, err)}
	}
}
func permitEmail(name string) tweak {
	return func(c *x509.Certificate) { c.PermittedEmailAddresses = []string{name} }
}
func permitURI(name string) tweak {
	return func(c *x509.Certificate) { c.PermittedURIDomains = []string{name} }
}
func named(name string) tweak {
	return func(c *x509.Certificate) { c.Subject.CommonName = name }
}
func extension(critical bool, value ...byte) tweak {
	return func(c *x509.Certificate) {
		e := pkix.Extension{Id: asn1.ObjectIdentifier{2, 999, 1}, Critical: critical, Value: value}
		c.ExtraExtensions = append(c.ExtraExtensions, e)
	}
}
func policy(arcs ...uint64) tweak {
	return func(c *x509.Certificate) { c.Policies = append(c.Policies, must(x509.OIDFromInts(arcs))) }
}

// requirePolicy adds policyConstraints { requireExplicitPolicy 0 }.
func requirePolicy(c *x509.Certificate) {
	e := pkix.Extension{Id: asn1.ObjectIdentifier{2, 5, 29, 36}, Critical: true, Value: []byte{0x30, 3, 0x80, 1, 0}}
	c.ExtraExtensions = append(c.ExtraExtensions, e)
}

// shapes are built once per kind of key; want is the start of the outcome.
var shapes = []struct {
	name  string
	want  string
	build func(w *world)
}{
	{"root", "ok", func(w *world) { w.end(w.root("r")) }},
	{"one intermediate", "ok", func(w *world) { w.end(w.ca("i", w.root("r"))) }},
	{"two intermediates", "ok", func(w *world) { w.end(w.ca("j", w.ca("i", w.root("r")))) }},
	{"four intermediates", "ok", func(w *world) { w.end(w.ca("l", w.ca("k", w.ca("j", w.ca("i", w.root("r")))))) }},

	{"expired leaf", "CertificateInvalidError 1", func(w *world) { w.end(w.root("r"), expired) }},
	{"future leaf", "CertificateInvalidError 1", func(w *world) { w.end(w.root("r"), future) }},
	{"expired intermediate", "CertificateInvalidError 1", func(w *world) { w.end(w.ca("i", w.root("r"), expired)) }},
	{"future intermediate", "CertificateInvalidError 1", func(w *world) { w.end(w.ca("i", w.root("r"), future)) }},
	{"expired root", "CertificateInvalidError 1", func(w *world) { w.end(w.root("r", expired)) }},
	{"expired root above intermediate", "CertificateInvalidError 1", func(w *world) { w.end(w.ca("i", w.root("r", expired))) }},
	{"first second", "ok", func(w *world) { w.options.CurrentTime = w.end(w.root("r")).NotBefore }},
	{"last second", "ok", func(w *world) { w.options.CurrentTime = w.end(w.root("r")).NotAfter }},

	{"unknown root", "UnknownAuthorityError", func(w *world) { w.root("other"); w.end(w.orphan("r")) }},
	{"unknown root of the same name", "UnknownAuthorityError", func(w *world) { w.root("other", named("r")); w.end(w.orphan("r")) }},
	{"missing intermediate", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"))); w.intermediates = nil }},
	{"no roots", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"))); w.roots = nil }},
	{"root only as intermediate", "UnknownAuthorityError", func(w *world) { w.end(w.root("r")); w.roots, w.intermediates = nil, w.roots }},
	{"untrusted self-signed leaf", "UnknownAuthorityError", func(w *world) { w.root("r"); w.end(nil) }},

	{"bad signature on leaf", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"))); w.leaf = w.damaged(w.leaf) }},
	{"bad signature on intermediate", "UnknownAuthorityError", func(w *world) {
		w.end(w.ca("i", w.root("r")))
		w.intermediates[0] = w.damaged(w.intermediates[0])
	}},
	{"bad signature on root", "ok", func(w *world) { w.end(w.root("r")); w.roots[0] = w.damaged(w.roots[0]) }},
	{"bad and good intermediate", "ok", func(w *world) {
		w.end(w.ca("i", w.root("r")))
		w.intermediates = []*Certificate{w.damaged(w.intermediates[0]), w.intermediates[0]}
	}},

	{"intermediate not a CA", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"), notCA)) }},
	{"intermediate without basic constraints", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"), noBasic)) }},
	{"intermediate without keyCertSign", "UnknownAuthorityError", func(w *world) { w.end(w.ca("i", w.root("r"), noSign)) }},
	{"intermediate without key usage", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), noUsage)) }},
	{"root not a CA", "UnknownAuthorityError", func(w *world) { w.end(w.root("r", notCA)) }},
	{"root without keyCertSign", "UnknownAuthorityError", func(w *world) { w.end(w.root("r", noSign)) }},
	{"leaf as issuer", "UnknownAuthorityError", func(w *world) {
		middle := w.cert(leafTemplate("middle"), "middle", w.root("r"), nil)
		w.intermediates = append(w.intermediates, middle.Certificate)
		w.end(middle)
	}},

	{"path length 0 kept", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), pathZero)) }},
	{"path length 0 broken", "CertificateInvalidError 3", func(w *world) { w.end(w.ca("j", w.ca("i", w.root("r"), pathZero))) }},
	{"path length 1 kept", "ok", func(w *world) { w.end(w.ca("j", w.ca("i", w.root("r"), pathOne))) }},
	{"path length 1 broken", "CertificateInvalidError 3", func(w *world) { w.end(w.ca("k", w.ca("j", w.ca("i", w.root("r"), pathOne)))) }},
	{"root path length 0 kept", "ok", func(w *world) { w.end(w.root("r", pathZero)) }},
	{"root path length 0 broken", "CertificateInvalidError 3", func(w *world) { w.end(w.ca("i", w.root("r", pathZero))) }},

	{"permitted DNS", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), permitDNS("example"))) }},
	{"not permitted DNS", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r"), permitDNS("test"))) }},
	{"excluded DNS", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r"), excludeDNS("leaf.example"))) }},
	{"other DNS excluded", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), excludeDNS("other.example"))) }},
	{"constraint in root", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r", permitDNS("test")))) }},
	{"constraints intersect", "CertificateInvalidError 2", func(w *world) {
		w.end(w.ca("j", w.ca("i", w.root("r"), permitDNS("example")), excludeDNS("example")))
	}},
	{"permitted IP", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), permitIP("10.0.0.0/8")), withIP) }},
	{"not permitted IP", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r"), permitIP("192.168.0.0/16")), withIP) }},
	{"permitted email", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), permitEmail("mail.example")), withEmail) }},
	{"not permitted email", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r"), permitEmail("other.example")), withEmail) }},
	{"permitted URI", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), permitURI("service.example")), withURI) }},
	{"not permitted URI", "CertificateInvalidError 2", func(w *world) { w.end(w.ca("i", w.root("r"), permitURI("other.example")), withURI) }},

	{"client leaf for server", "CertificateInvalidError 4", func(w *world) { w.end(w.root("r"), clientEKU) }},
	{"client leaf for client", "ok", func(w *world) { w.end(w.root("r"), clientEKU); w.usages(x509.ExtKeyUsageClientAuth) }},
	{"client leaf for anything", "ok", func(w *world) { w.end(w.root("r"), clientEKU); w.usages(x509.ExtKeyUsageAny) }},
	{"client leaf for either", "ok", func(w *world) {
		w.end(w.root("r"), clientEKU)
		w.usages(x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth)
	}},
	{"leaf without EKU", "ok", func(w *world) { w.end(w.root("r"), noEKU) }},
	{"leaf with any EKU", "ok", func(w *world) { w.end(w.root("r"), anyEKU) }},
	{"client intermediate", "CertificateInvalidError 4", func(w *world) { w.end(w.ca("i", w.root("r"), clientEKU)) }},
	{"server intermediate", "ok", func(w *world) { w.end(w.ca("i", w.root("r"), serverEKU)) }},
	{"client root", "CertificateInvalidError 4", func(w *world) { w.end(w.root("r", clientEKU)) }},

	{"critical extension in leaf", "UnhandledCriticalExtension", func(w *world) { w.end(w.root("r"), extension(true, 5, 0)) }},
	{"critical extension in intermediate", "UnhandledCriticalExtension", func(w *world) { w.end(w.ca("i", w.root("r"), extension(true, 5, 0))) }},
	{"critical extension in root", "UnhandledCriticalExtension", func(w *world) { w.end(w.root("r", extension(true, 5, 0))) }},
	{"unknown extension", "ok", func(w *world) { w.end(w.root("r"), extension(false, 5, 0)) }},

	{"host name", "ok", func(w *world) { w.end(w.root("r")); w.options.DNSName = "LEAF.example" }},
	{"wrong host name", "HostnameError", func(w *world) { w.end(w.root("r")); w.options.DNSName = "other.example" }},
	{"wildcard", "ok", func(w *world) { w.end(w.root("r"), wildcard); w.options.DNSName = "any.example" }},
	{"wildcard too deep", "HostnameError", func(w *world) { w.end(w.root("r"), wildcard); w.options.DNSName = "a.b.example" }},
	{"IP address", "ok", func(w *world) { w.end(w.root("r"), withIP); w.options.DNSName = "10.1.2.3" }},
	{"wrong IP address", "HostnameError", func(w *world) { w.end(w.root("r"), withIP); w.options.DNSName = "[10.1.2.4]" }},
	{"common name only", "HostnameError", func(w *world) { w.end(w.root("r"), noNames); w.options.DNSName = "leaf.example" }},

	{"cross-signed by two roots", "ok leaf.example#5<i#2<r#1, leaf.example#5<i#4<s#3", func(w *world) {
		i := w.ca("i", w.root("r"))
		w.ca("i", w.root("s"))
		w.end(i)
	}},
	{"cross-signed, one expired", "ok", func(w *world) { i := w.ca("i", w.root("r")); w.ca("i", w.root("s"), expired); w.end(i) }},
	{"cross-signed root", "ok", func(w *world) { r := w.root("r"); w.ca("r", w.root("s")); w.end(w.ca("i", r)) }},
	{"cross-signed untrusted root", "ok", func(w *world) { r := w.orphan("r"); w.ca("r", w.root("s")); w.end(w.ca("i", r)) }},
	{"root issued again with its key", "ok", func(w *world) { r := w.root("r"); w.root("r"); w.end(r) }},
	{"root with a new key", "ok", func(w *world) { w.root("new", named("r")); w.end(w.root("r")) }},
	{"intermediate with a new key", "ok", func(w *world) { r := w.root("r"); w.ca("new", r, named("i")); w.end(w.ca("i", r)) }},
	{"loop", "UnknownAuthorityError", func(w *world) {
		a := w.ca("a", w.ca("b", w.orphan("a")))
		w.end(a)
	}},
	{"loop beside a way out", "ok", func(w *world) {
		a := w.ca("a", w.ca("b", w.orphan("a")))
		w.ca("b", w.root("r"))
		w.end(a)
	}},
	{"self-issued intermediate", "ok", func(w *world) { w.end(w.ca("i2", w.ca("i", w.root("r")), named("i"))) }},
	{"intermediate as anchor", "ok", func(w *world) {
		w.end(w.ca("i", w.orphan("r")))
		w.roots, w.intermediates = w.intermediates, nil
	}},
	{"root as leaf", "ok", func(w *world) { w.leaf = w.root("r").Certificate }},
	{"root as leaf for a host", "HostnameError", func(w *world) { w.leaf = w.root("r").Certificate; w.options.DNSName = "leaf.example" }},
	{"trusted self-signed leaf", "ok", func(w *world) { w.end(nil); w.roots = []*Certificate{w.leaf} }},
	{"key identifiers differ", "ok", func(w *world) { w.end(w.ca("i", w.root("r"))); w.reidentify() }},
	{"wrong subject", "UnknownAuthorityError", func(w *world) { w.end(w.orphan("r")); w.root("r", named("s")) }},

	{"policy", "ok", func(w *world) {
		w.end(w.ca("i", w.root("r"), policy(2, 999, 7), requirePolicy), policy(2, 999, 7))
		w.options.CertificatePolicies = []x509.OID{must(x509.OIDFromInts([]uint64{2, 999, 7}))}
	}},
	{"other policy", "CertificateInvalidError 10", func(w *world) {
		w.end(w.ca("i", w.root("r"), policy(2, 999, 7), requirePolicy), policy(2, 999, 7))
		w.options.CertificatePolicies = []x509.OID{must(x509.OIDFromInts([]uint64{2, 999, 8}))}
	}},
	{"policy required and missing", "CertificateInvalidError 10", func(w *world) {
		w.end(w.ca("i", w.root("r"), policy(2, 999, 7), requirePolicy))
	}},
}

// orphan makes a root that nobody trusts.
func (w *world) orphan(name string) *node {
	return w.cert(caTemplate(name), name, nil, nil)
}

func (w *world) usages(list ...x509.ExtKeyUsage) { w.options.KeyUsages = list }

// reidentify replaces the intermediate by one with the same name and key and
// another subject key identifier, so that the leaf's authority key identifier
// no longer matches.
func (w *world) reidentify() {
	parent := &node{w.roots[0], w.key("r")}
	w.intermediates = nil
	w.ca("i", parent, wrongAKI)
}

// TestChainShapes builds every shape with ECDSA, where the standard library is
// the judge of both its own verdict and ours, and with other kinds of keys,
// where ours must be the same.
func TestChainShapes(t *testing.T) {
	if len(shapes) < 60 {
		t.Fatalf("%d shapes, expected at least 60", len(shapes))
	}
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			classical := newWorld(t, "ECDSA-P256")
			shape.build(classical)
			want := classical.standard()
			if !strings.HasPrefix(want, shape.want) {
				t.Fatalf("standard library on ECDSA: %s, expected %s...", want, shape.want)
			}
			if got := classical.ours(); got != want {
				t.Errorf("ours on ECDSA:\n got %s\nwant %s", got, want)
			}
			for _, kinds := range shapeKinds {
				w := newWorld(t, kinds...)
				shape.build(w)
				if got := w.ours(); got != want {
					t.Errorf("ours on %v:\n got %s\nwant %s", kinds, got, want)
				}
			}
		})
	}
}

// shapeKinds are the rotations of keys in which every shape is built.
var shapeKinds = [][]string{
	{"FN-DSA-512"},
	{"FN-DSA-512", "ECDSA-P256"},
	{"Ed25519", "Falcon-512", "ML-DSA-44", "ECDSA-P256", "FN-DSA-512"},
}
