package stockx509

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

func dialTo(addr string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
}

// presenting is a client that trusts the chain and presents a certificate, or none.
func (c *chain) presenting(leaf *tls.Certificate) *tls.Config {
	base := &tls.Config{ServerName: host, ClientSessionCache: tls.NewLRUClientSessionCache(1)}
	if leaf != nil {
		base.Certificates = []tls.Certificate{*leaf}
	}
	return must(ClientConfig(base, c.options()))
}

func TestServer(t *testing.T) {
	good := pqChain()
	other := newChain("FN-DSA-512", "FN-DSA-512", "", nil)
	serverOnly := newChain("FN-DSA-512", "FN-DSA-512", "", func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} })
	requireBoth := both().options()
	requireBoth.RequireAlternative = true
	late := func() time.Time { return time.Now().Add(30 * time.Hour) }
	var authority x509.UnknownAuthorityError
	for name, c := range map[string]struct {
		policy  tls.ClientAuthType
		options Options
		now     func() time.Time
		present *tls.Certificate
		want    string
		as      any
	}{
		"required":                {policy: tls.RequireAndVerifyClientCert, options: good.options(), present: &good.leaf},
		"required, catalyst":      {policy: tls.RequireAndVerifyClientCert, options: requireBoth, present: &both().leaf},
		"if given":                {policy: tls.VerifyClientCertIfGiven, options: good.options(), present: &good.leaf},
		"not given":               {policy: tls.VerifyClientCertIfGiven, options: good.options()},
		"required, not given":     {policy: tls.RequireAndVerifyClientCert, options: good.options(), want: "didn't provide a certificate"},
		"required, other root":    {policy: tls.RequireAndVerifyClientCert, options: other.options(), present: &good.leaf, as: &authority},
		"if given, other root":    {policy: tls.VerifyClientCertIfGiven, options: other.options(), present: &good.leaf, as: &authority},
		"required, no catalyst":   {policy: tls.RequireAndVerifyClientCert, options: withAlternative(good), present: &good.leaf, as: &authority},
		"server certificate":      {policy: tls.RequireAndVerifyClientCert, options: serverOnly.options(), present: &serverOnly.leaf, want: "incompatible key usage"},
		"required, expired":       {policy: tls.RequireAndVerifyClientCert, options: good.options(), present: &good.leaf, now: late, want: "expired"},
		"required, damaged chain": {policy: tls.RequireAndVerifyClientCert, options: good.options(), present: &good.damaged(1).leaf, as: &authority},
	} {
		t.Run(name, func(t *testing.T) {
			base := good.server()
			base.ClientAuth, base.Time = c.policy, c.now
			calls := 0
			base.VerifyConnection = func(tls.ConnectionState) error { calls++; return nil }
			config := must(ServerConfig(base, c.options))
			client := good.presenting(c.present)
			isGood := c.want == "" && c.as == nil
			for i := range 2 {
				cs, ss, ce, se := connect(t, client, config)
				if !isGood {
					if se == nil || !strings.Contains(se.Error(), c.want) || c.as != nil && !errors.As(se, c.as) {
						t.Errorf("error %v", se)
					}
					return
				}
				if ce != nil || se != nil {
					t.Fatal(ce, se)
				}
				if cs.DidResume != (i == 1) || calls != i+1 {
					t.Errorf("handshake %d: resumed %v, base VerifyConnection called %d times", i, cs.DidResume, calls)
				}
				if want := len(ss.PeerCertificates) > 0; want != (c.present != nil) {
					t.Errorf("handshake %d: %d client certificates", i, len(ss.PeerCertificates))
				}
			}
		})
	}
}

func withAlternative(c *chain) Options {
	o := c.options()
	o.RequireAlternative = true
	return o
}

// Tickets outlive a change of the anchors, but not its consequences.
func TestServerResumption(t *testing.T) {
	good, other := pqChain(), both()
	serve := func(anchors *chain) *tls.Config {
		base := good.server()
		base.ClientAuth = tls.RequireAndVerifyClientCert
		config := must(ServerConfig(base, anchors.options()))
		config.SetSessionTicketKeys([][32]byte{{1}})
		return config
	}
	client := good.presenting(&good.leaf)
	if _, _, ce, se := connect(t, client, serve(good)); ce != nil || se != nil {
		t.Fatal(ce, se)
	}
	resumed := false
	second := serve(other)
	verify := second.VerifyConnection
	second.VerifyConnection = func(s tls.ConnectionState) error { resumed = s.DidResume; return verify(s) }
	_, _, _, err := connect(t, client, second)
	var authority x509.UnknownAuthorityError
	if !resumed || !errors.As(err, &authority) {
		t.Errorf("resumed %v, error %v", resumed, err)
	}
}
