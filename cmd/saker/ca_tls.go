package main

import (
	"crypto"
	"crypto/tls"
	"fmt"
	"net"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/spf13/cobra"
)

// tlsListener wraps a listener with HTTPS: crypto/tls for a key that it knows,
// so that every client of CFSSL connects, and tlsext for the others.
func (o *caServeOptions) tlsListener(cmd *cobra.Command, inner net.Listener) (net.Listener, error) {
	chain, err := loadCertificates(cmd, o.tlsCert)
	if err != nil {
		return nil, err
	}
	key, err := loadPrivateKey(cmd, o.tlsKey)
	if err != nil {
		return nil, err
	}
	if !equalKeys(key.Public(), chain[0].PublicKey) {
		return nil, unexpected(o.tlsKey, "a key that is not the one of "+o.tlsCert, "the private key of that certificate", "")
	}
	var der [][]byte
	for _, cert := range chain {
		der = append(der, cert.Raw)
	}
	pub, ours := key.Public().(sign.PublicKey)
	if !ours {
		return tls.NewListener(inner, &tls.Config{
			Certificates: []tls.Certificate{{Certificate: der, PrivateKey: key}},
			MinVersion:   tls.VersionTLS12,
		}), nil
	}
	info, _ := provider.Describe(pub.Scheme())
	if info.TLSIdentifier == 0 {
		return nil, failed(o.tlsKey, fmt.Errorf("%s has no TLS code point", pub.Scheme().Name()), "")
	}
	listener, err := tlsext.NewListener(inner, &tlsext.Config{
		Certificates:     []tlsext.Certificate{{Certificate: der, PrivateKey: crypto.PrivateKey(key)}},
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
	})
	if err != nil {
		return nil, failed(o.tlsCert, err, "")
	}
	return listener, nil
}
