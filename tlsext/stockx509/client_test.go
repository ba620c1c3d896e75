package stockx509

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// Chains that are accepted; TestClientRefuses has their twins.
func TestClientAccepts(t *testing.T) {
	requireBoth := both().options()
	requireBoth.RequireAlternative = true
	postQuantum := pqChain().options()
	postQuantum.Signatures = []asn1.ObjectIdentifier{oidOf("FN-DSA-512")}
	bothPostQuantum := requireBoth
	bothPostQuantum.Signatures = postQuantum.Signatures
	hybrid := newChain("FN-DSA-512-ECDSA-P256-SHA256", "P256-Falcon-512", "", nil)
	mixed := newChain("FN-DSA-512", "ECDSA", "", nil)
	for name, c := range map[string]struct {
		chain   *chain
		options Options
	}{
		"FN-DSA":                    {pqChain(), pqChain().options()},
		"FN-DSA and nothing else":   {pqChain(), postQuantum},
		"hybrid":                    {hybrid, hybrid.options()},
		"classical link":            {mixed, mixed.options()},
		"catalyst":                  {both(), requireBoth},
		"catalyst, alternative one": {both(), bothPostQuantum},
		"catalyst as plain":         {both(), both().options()},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			c.options.VerifyChains = func(state tls.ConnectionState, chains [][]*x509ext.Certificate) error {
				calls++
				if len(chains) != 1 || len(chains[0]) != 3 || !chains[0][2].Equal(c.chain.root.cert) {
					t.Errorf("chains %v", chains)
				}
				return nil
			}
			base := 0
			config := must(ClientConfig(&tls.Config{
				ServerName: host, ClientSessionCache: tls.NewLRUClientSessionCache(1),
				VerifyConnection: func(tls.ConnectionState) error { base++; return nil },
			}, c.options))
			for i, resumed := range []bool{false, true} {
				cs, _, ce, se := connect(t, config, c.chain.server())
				if i == 0 && cs.DidResume {
					t.Fatal("the first handshake was resumed")
				}
				if ce != nil || se != nil || cs.Version != tls.VersionTLS13 {
					t.Fatalf("resumed %v: %v, %v, version %x", resumed, ce, se, cs.Version)
				}
			}
			if calls != 2 || base != 2 {
				t.Errorf("VerifyChains was called %d times, VerifyConnection of the base %d times", calls, base)
			}
		})
	}
}

func TestClientRefuses(t *testing.T) {
	requireBoth := func(o Options) Options { o.RequireAlternative = true; return o }
	only := func(o Options, scheme string) Options {
		o.Signatures = []asn1.ObjectIdentifier{oidOf(scheme)}
		return o
	}
	good := pqChain()
	mixed := newChain("FN-DSA-512", "ECDSA", "", nil)
	clientOnly := newChain("FN-DSA-512", "FN-DSA-512", "", func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
	otherAlternative := both().options()
	otherAlternative.RequireAlternative = true
	otherAlternative.Roots = x509ext.NewCertPool()
	otherAlternative.Roots.AddCert(newCA("root", nil, both().root.key, newKey("FN-DSA-512")).cert)
	var hostname x509.HostnameError
	var authority x509.UnknownAuthorityError
	for name, c := range map[string]struct {
		chain   *chain
		options Options
		base    *tls.Config
		want    string
		as      any
	}{
		"other root":                  {chain: good, options: newChain("FN-DSA-512", "FN-DSA-512", "", nil).options(), as: &authority},
		"other host":                  {chain: good, options: good.options(), base: &tls.Config{ServerName: "www.example.com"}, as: &hostname},
		"address not in certificate":  {chain: newChain("FN-DSA-512", "FN-DSA-512", "", func(c *x509.Certificate) { c.IPAddresses = nil }), base: &tls.Config{ServerName: "127.0.0.1"}, as: &hostname},
		"address without ServerName":  {chain: good, options: good.options(), base: &tls.Config{}, want: "no host name to check"},
		"expired":                     {chain: good, options: good.options(), base: &tls.Config{ServerName: host, Time: func() time.Time { return time.Now().Add(30 * time.Hour) }}, want: "expired"},
		"client certificate":          {chain: clientOnly, options: clientOnly.options(), want: "incompatible key usage"},
		"damaged leaf":                {chain: good.damaged(0), options: good.options(), as: &authority},
		"damaged intermediate":        {chain: good.damaged(1), options: good.options(), as: &authority},
		"no intermediate":             {chain: &chain{root: good.root, leaf: tls.Certificate{Certificate: good.leaf.Certificate[:1], PrivateKey: good.leaf.PrivateKey}}, options: good.options(), as: &authority},
		"classical link":              {chain: mixed, options: only(mixed.options(), "FN-DSA-512"), want: errSignature.Error()},
		"other algorithm":             {chain: good, options: only(good.options(), "Falcon-512"), want: errSignature.Error()},
		"no alternative signatures":   {chain: good, options: requireBoth(good.options()), as: &authority},
		"damaged ordinary, catalyst":  {chain: both().damaged(0), options: requireBoth(both().options()), as: &authority},
		"alternative of another root": {chain: both(), options: otherAlternative, as: &authority},
		"alternative not checked":     {chain: both(), options: only(both().options(), "FN-DSA-512"), want: errSignature.Error()},
		"VerifyChains":                {chain: good, options: refusing(good.options()), want: "refused by the application"},
		"VerifyConnection": {chain: good, options: good.options(), base: &tls.Config{
			ServerName:       host,
			VerifyConnection: func(tls.ConnectionState) error { return errors.New("refused by the base") },
		}, want: "refused by the base"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.options.Roots == nil {
				c.options = c.chain.options()
			}
			if c.base == nil {
				c.base = &tls.Config{ServerName: host}
			}
			config := must(ClientConfig(c.base, c.options))
			_, _, err, _ := connect(t, config, c.chain.server())
			if err == nil || c.want != "" && !strings.Contains(err.Error(), c.want) || c.as != nil && !errors.As(err, c.as) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func refusing(o Options) Options {
	o.VerifyChains = func(tls.ConnectionState, [][]*x509ext.Certificate) error {
		return errors.New("refused by the application")
	}
	return o
}

// A session that was accepted once is judged again when it is resumed: with the roots,
// the time and the name of the new handshake.
func TestClientResumption(t *testing.T) {
	// The leaf outlives its issuers: crypto/tls itself looks at the leaf only.
	good := newChain("FN-DSA-512", "FN-DSA-512", "", func(c *x509.Certificate) { c.NotAfter = time.Now().Add(100 * time.Hour) })
	server := good.server()
	for name, c := range map[string]struct {
		second  func(*tls.Config)
		options Options
		want    string
	}{
		"same":       {options: good.options()},
		"other root": {options: both().options(), want: "no verifiable issuer"},
		"later":      {options: good.options(), second: func(c *tls.Config) { c.Time = func() time.Time { return time.Now().Add(50 * time.Hour) } }, want: "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			cache := tls.NewLRUClientSessionCache(1)
			base := &tls.Config{ServerName: host, ClientSessionCache: cache}
			if _, _, ce, se := connect(t, must(ClientConfig(base, good.options())), server); ce != nil || se != nil {
				t.Fatal(ce, se)
			}
			resumed := false
			if c.second != nil {
				c.second(base)
			}
			config := must(ClientConfig(base, c.options))
			verify := config.VerifyConnection
			config.VerifyConnection = func(s tls.ConnectionState) error { resumed = s.DidResume; return verify(s) }
			_, _, err, _ := connect(t, config, server)
			if !resumed {
				t.Fatal("the session was not resumed")
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, expected %q", err, c.want)
			}
		})
	}
}

// A copy with another name is not checked for the old one.
func TestChangedName(t *testing.T) {
	good := pqChain()
	for _, names := range [][2]string{{host, "other.example"}, {host, "127.0.0.1"}, {"127.0.0.1", host}} {
		config := must(ClientConfig(&tls.Config{ServerName: names[0]}, good.options())).Clone()
		config.ServerName = names[1]
		if _, _, err, _ := connect(t, config, good.server()); err == nil || !strings.Contains(err.Error(), "when ClientConfig was called") {
			t.Errorf("%v: error %v", names, err)
		}
	}
	for _, name := range []string{"WWW.example.org.", "127.0.0.1", "[127.0.0.1]"} {
		config := must(ClientConfig(&tls.Config{ServerName: name}, good.options()))
		if _, _, err, _ := connect(t, config, good.server()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// net/http fills in the name itself.
func TestHTTP(t *testing.T) {
	good := pqChain()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the refused connections
	server.TLS, server.EnableHTTP2 = good.server(), true
	server.StartTLS()
	defer server.Close()
	addr := server.Listener.Addr().String()
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig: must(ClientConfig(nil, good.options())), ForceAttemptHTTP2: true,
		DialContext: dialTo(addr),
	}}
	defer client.CloseIdleConnections()
	response, err := client.Get("https://" + host + "/")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	response.Body.Close()
	if string(body) != "HTTP/2.0" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	if _, err := client.Get("https://other.example/"); err == nil {
		t.Error("a page for another host")
	}
	_, port, _ := net.SplitHostPort(addr)
	if _, err := client.Get("https://127.0.0.1:" + port + "/"); err == nil || !strings.Contains(err.Error(), "no host name to check") {
		t.Errorf("an address without a name to check: %v", err)
	}
}
