package stockx509

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"strings"
	"testing"

	"github.com/saker-pq/saker/x509ext"
)

// Settings that would be ignored or would get around the verification are errors.
func TestConfigRefuses(t *testing.T) {
	good := pqChain().options()
	refuse := func([][]byte, [][]*x509.Certificate) error { return nil }
	verify := tls.RequireAndVerifyClientCert
	for name, c := range map[string]struct {
		make    func(*tls.Config, Options) (*tls.Config, error)
		base    *tls.Config
		options Options
		want    string
	}{
		"no roots":           {ClientConfig, nil, Options{}, "Roots"},
		"empty roots":        {ClientConfig, nil, Options{Roots: x509ext.NewCertPool()}, "Roots"},
		"no signatures":      {ClientConfig, nil, Options{Roots: good.Roots, Signatures: []asn1.ObjectIdentifier{}}, "Signatures"},
		"RootCAs":            {ClientConfig, &tls.Config{RootCAs: x509.NewCertPool()}, good, "RootCAs"},
		"skip":               {ClientConfig, &tls.Config{InsecureSkipVerify: true}, good, "InsecureSkipVerify"},
		"peer certificate":   {ClientConfig, &tls.Config{VerifyPeerCertificate: refuse}, good, "VerifyPeerCertificate"},
		"minimum":            {ClientConfig, &tls.Config{MinVersion: tls.VersionTLS12}, good, "MinVersion"},
		"maximum":            {ClientConfig, &tls.Config{MaxVersion: tls.VersionTLS12}, good, "MaxVersion"},
		"server, nil":        {ServerConfig, nil, good, "ClientAuth"},
		"server, requested":  {ServerConfig, &tls.Config{ClientAuth: tls.RequestClientCert}, good, "ClientAuth"},
		"server, any":        {ServerConfig, &tls.Config{ClientAuth: tls.RequireAnyClientCert}, good, "ClientAuth"},
		"server, no roots":   {ServerConfig, &tls.Config{ClientAuth: verify}, Options{}, "Roots"},
		"server, ClientCAs":  {ServerConfig, &tls.Config{ClientAuth: verify, ClientCAs: x509.NewCertPool()}, good, "ClientCAs"},
		"server, per client": {ServerConfig, &tls.Config{ClientAuth: verify, GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, nil }}, good, "GetConfigForClient"},
	} {
		if config, err := c.make(c.base, c.options); err == nil || config != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q", name, err, c.want)
		}
	}
}

// Anchors added to the caller's pool afterwards are not trusted.
func TestPoolIsCopied(t *testing.T) {
	options := both().options()
	config := must(ClientConfig(&tls.Config{ServerName: host}, options))
	options.Roots.AddCert(pqChain().root.cert)
	if _, _, err, _ := connect(t, config, pqChain().server()); err == nil {
		t.Error("accepted")
	}
}
