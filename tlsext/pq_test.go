package tlsext

import (
	"crypto"
	"crypto/rand"
	"sync"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// pqIdentity is a chain with an intermediate, all of one scheme of the provider.
type pqIdentity struct {
	Certificate
	scheme SignatureScheme
	pool   *x509ext.CertPool
}

var pqIdentities sync.Map

func pqTestIdentity(t testing.TB, name string) *pqIdentity {
	t.Helper()
	if v, ok := pqIdentities.Load(name); ok {
		return v.(*pqIdentity)
	}
	s := provider.ByName(name)
	if s == nil {
		t.Fatalf("the provider has no scheme %q", name)
	}
	v, _ := pqIdentities.LoadOrStore(name, newPQIdentity(t, s, 2))
	return v.(*pqIdentity)
}

// newPQIdentity makes a chain of length certificates under a root; with length 0 the
// leaf is the root.
func newPQIdentity(t testing.TB, s sign.Scheme, length int) *pqIdentity {
	t.Helper()
	info, ok := provider.Describe(s)
	if !ok || info.TLSIdentifier == 0 {
		t.Fatalf("%s has no code point", s.Name())
	}
	id := &pqIdentity{scheme: SignatureScheme(info.TLSIdentifier), pool: x509ext.NewCertPool()}
	var parent *x509ext.Certificate
	var parentKey crypto.Signer
	for depth := range length + 1 {
		_, key, err := s.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		template := caTemplate(s.Name() + " CA " + string(rune('A'+depth)))
		if depth == length {
			template = leafTemplate("example.test")
		}
		issuer, issuerKey := template, crypto.Signer(key)
		if parent != nil {
			issuer, issuerKey = parent.Certificate, parentKey
		}
		der, err := x509ext.CreateCertificate(rand.Reader, template, issuer, key.Public(), issuerKey)
		if err != nil {
			t.Fatal(err)
		}
		cert := must(x509ext.ParseCertificate(der))
		if parent == nil {
			id.pool.AddCert(cert)
		}
		if parent != nil || length == 0 {
			id.Certificate.Certificate = append([][]byte{der}, id.Certificate.Certificate...)
		}
		parent, parentKey = cert, key
	}
	id.PrivateKey = parentKey
	return id
}

func (id *pqIdentity) configs() (client, server *Config) {
	schemes := []SignatureScheme{id.scheme}
	client = &Config{RootCAs: id.pool, ServerName: "example.test", SignatureSchemes: schemes, Certificates: []Certificate{id.Certificate}}
	server = &Config{SignatureSchemes: schemes, Certificates: []Certificate{id.Certificate}, ClientAuth: RequireAndVerifyClientCert, ClientCAs: id.pool}
	return client, server
}

// pqSchemes are the schemes tested in all combinations; the rest of the provider's
// schemes get one handshake each.
var pqSchemes = []string{"FN-DSA-512", "Falcon-512", "Falcon-padded-512", "P256-Falcon-512", "FN-DSA-512-ECDSA-P256-SHA256", "ML-DSA-44"}

// TestPQGroups is every pair of certificate scheme and group, with mutual
// authentication and a resumed connection after it.
func TestPQGroups(t *testing.T) {
	for _, name := range pqSchemes {
		id := pqTestIdentity(t, name)
		for _, g := range groups {
			t.Run(name+" "+g.String(), func(t *testing.T) {
				cc, sc := id.configs()
				cc.ClientSessionCache = NewLRUClientSessionCache(1)
				sc.CurvePreferences = []CurveID{g}
				for round := range 2 {
					c, s := tcpPair(t)
					client, server := Client(c, cc), Server(s, sc)
					mustShake(t, client, server)
					echo(t, client, server, pattern(20000))
					for _, c := range []*Conn{client, server} {
						state := c.ConnectionState()
						if state.DidResume != (round == 1) || state.CurveID != g || len(state.VerifiedChains) != 1 || len(state.PeerCertificates) != 2 {
							t.Errorf("round %d: %+v", round, state)
						}
						if round == 0 && (state.PeerSignatureScheme != id.scheme || state.LocalSignatureScheme != id.scheme) {
							t.Errorf("schemes %v and %v, want %v", state.PeerSignatureScheme, state.LocalSignatureScheme, id.scheme)
						}
					}
				}
			})
		}
	}
}

// TestPQAll runs every scheme of the provider that has a code point.
func TestPQAll(t *testing.T) {
	tried := 0
	for _, s := range provider.All() {
		info, ok := provider.Describe(s)
		if !ok || info.TLSIdentifier == 0 || info.OID == nil {
			continue
		}
		tried++
		t.Run(s.Name(), func(t *testing.T) {
			id := newPQIdentity(t, s, 0) // a self-signed leaf
			cc, sc := id.configs()
			c, sconn := tcpPair(t)
			client, server := Client(c, cc), Server(sconn, sc)
			mustShake(t, client, server)
			echo(t, client, server, pattern(10))
		})
	}
	if tried < len(pqSchemes) {
		t.Errorf("only %d schemes of the provider have a code point", tried)
	}
}

// TestPQLongChain passes 40 KB of certificates in both directions: four of Falcon-1024
// and then many of FN-DSA-1024.
func TestPQLongChain(t *testing.T) {
	for _, c := range []struct {
		name    string
		length  int
		atLeast int
	}{{"Falcon-1024", 4, 12 << 10}, {"FN-DSA-1024", 13, 40 << 10}} {
		id := newPQIdentity(t, provider.ByName(c.name), c.length)
		total := 0
		for _, der := range id.Certificate.Certificate {
			total += len(der)
		}
		if total < c.atLeast {
			t.Errorf("%s: the chain has only %d bytes", c.name, total)
		}
		cc, sc := id.configs()
		a, b := tcpPair(t)
		client, server := Client(a, cc), Server(b, sc)
		mustShake(t, client, server)
		if n := len(server.ConnectionState().PeerCertificates); n != c.length {
			t.Errorf("%s: %d certificates arrived, want %d", c.name, n, c.length)
		}
		echo(t, client, server, pattern(10))
	}
}

// TestExperimentalOff: a scheme nobody named is neither offered nor used.
func TestExperimentalOff(t *testing.T) {
	id := pqTestIdentity(t, "FN-DSA-512")
	if err := (&Config{Certificates: []Certificate{id.Certificate}}).ValidateServer(); err == nil {
		t.Error("a server uses FN-DSA without SignatureSchemes")
	}
	_, server := id.configs()
	server.ClientAuth = NoClientCert
	c, s := tcpPair(t)
	client := Client(c, &Config{RootCAs: id.pool, ServerName: "example.test"})
	ce, se := shake(client, Server(s, server))
	expectAlert(t, "client", ce, "handshake_failure")
	expectAlert(t, "server", se, "handshake_failure")
}
