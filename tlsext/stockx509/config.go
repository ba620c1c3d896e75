package stockx509

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// ClientConfig returns a copy of base that verifies servers with options. It is an error
// if base has settings that this would override or get around: RootCAs,
// InsecureSkipVerify, VerifyPeerCertificate, or versions below TLS 1.3. VerifyConnection of
// base is called last.
//
// The host name checked is that of base.ServerName, or, if it is empty, the name that
// tls.Dial or net/http put in for the connection. Connections to an IP address need
// base.ServerName, because crypto/tls does not pass addresses on: they fail without.
func ClientConfig(base *tls.Config, options Options) (*tls.Config, error) {
	c, err := prepare(base, &options)
	if err != nil {
		return nil, err
	}
	if c.RootCAs != nil {
		return nil, errors.New("stockx509: RootCAs of the base configuration would be ignored; set Options.Roots")
	}
	name, next, now := c.ServerName, c.VerifyConnection, c.Time
	c.InsecureSkipVerify = true // replaced by the hook below, in every handshake
	c.VerifyConnection = func(state tls.ConnectionState) error {
		host, err := hostName(name, state.ServerName)
		if err != nil {
			return err
		}
		if err := options.verify(state, host, x509.ExtKeyUsageServerAuth, now); err != nil {
			return err
		}
		if next != nil {
			return next(state)
		}
		return nil
	}
	return c, nil
}

// hostName decides which name the server must have. sent is what crypto/tls put into
// server_name for this connection. A copy of the configuration whose ServerName was
// changed would be checked for the old name, so the two must agree.
func hostName(configured, sent string) (string, error) {
	switch {
	case configured == "" && sent == "":
		return "", errors.New("stockx509: there is no host name to check; for an address, set ServerName before ClientConfig")
	case configured == "":
		return sent, nil
	case !strings.EqualFold(sniFor(configured), sent):
		return "", fmt.Errorf("stockx509: ServerName was %q when ClientConfig was called, but this connection is for %q", configured, sent)
	}
	return configured, nil
}

// sniFor is what crypto/tls sends for a ServerName: nothing for addresses, and no final
// dots (RFC 6066, section 3).
func sniFor(name string) string {
	host := strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if _, err := netip.ParseAddr(host); err == nil {
		return ""
	}
	return strings.TrimRight(name, ".")
}

// ServerConfig returns a copy of base that verifies client certificates with options.
// base.ClientAuth must be RequireAndVerifyClientCert or VerifyClientCertIfGiven. It is an
// error if base has settings that this would override or get around: ClientCAs,
// GetConfigForClient, VerifyPeerCertificate, or versions below TLS 1.3. VerifyConnection of
// base is called last.
func ServerConfig(base *tls.Config, options Options) (*tls.Config, error) {
	c, err := prepare(base, &options)
	if err != nil {
		return nil, err
	}
	if c.ClientCAs != nil {
		return nil, errors.New("stockx509: ClientCAs of the base configuration would be ignored; set Options.Roots")
	}
	if c.GetConfigForClient != nil {
		return nil, errors.New("stockx509: GetConfigForClient can get around the verification; use ServerConfig on its results")
	}
	isRequired := false
	switch c.ClientAuth {
	case tls.RequireAndVerifyClientCert:
		c.ClientAuth, isRequired = tls.RequireAnyClientCert, true
	case tls.VerifyClientCertIfGiven:
		c.ClientAuth = tls.RequestClientCert
	default:
		return nil, fmt.Errorf("stockx509: ClientAuth: found %v, expected RequireAndVerifyClientCert or VerifyClientCertIfGiven", c.ClientAuth)
	}
	c.ClientCAs = options.subjects() // names for the CertificateRequest
	next, now := c.VerifyConnection, c.Time
	c.VerifyConnection = func(state tls.ConnectionState) error {
		if isRequired || len(state.PeerCertificates) > 0 {
			if err := options.verify(state, "", x509.ExtKeyUsageClientAuth, now); err != nil {
				return err
			}
		}
		if next != nil {
			return next(state)
		}
		return nil
	}
	return c, nil
}

// prepare copies and checks what both sides share.
func prepare(base *tls.Config, options *Options) (*tls.Config, error) {
	if base == nil {
		base = new(tls.Config)
	}
	c := base.Clone()
	if options.Roots == nil || len(options.Roots.Certificates()) == 0 {
		return nil, errNoRoots
	}
	if c.InsecureSkipVerify {
		return nil, errors.New("stockx509: InsecureSkipVerify is set in the base configuration, which says that nothing is to be verified")
	}
	if c.VerifyPeerCertificate != nil {
		return nil, errors.New("stockx509: VerifyPeerCertificate would see no verified chains; use Options.VerifyChains")
	}
	if options.Signatures != nil && len(options.Signatures) == 0 {
		return nil, errors.New("stockx509: Signatures: the list is empty; nil means any")
	}
	if c.MinVersion == 0 {
		c.MinVersion = tls.VersionTLS13
	}
	if c.MinVersion < tls.VersionTLS13 {
		return nil, fmt.Errorf("stockx509: MinVersion: found %s, expected TLS 1.3 or 0", tls.VersionName(c.MinVersion))
	}
	if c.MaxVersion != 0 && c.MaxVersion < tls.VersionTLS13 {
		return nil, fmt.Errorf("stockx509: MaxVersion: found %s, expected TLS 1.3 or 0", tls.VersionName(c.MaxVersion))
	}
	// The caller's pools may be added to later; these may not.
	options.Roots = options.Roots.Clone()
	if options.Intermediates != nil {
		options.Intermediates = options.Intermediates.Clone()
	}
	return c, nil
}
