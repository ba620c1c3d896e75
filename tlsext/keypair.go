package tlsext

import (
	"encoding/pem"
	"errors"
	"fmt"
	"os"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// X509KeyPair reads a chain of "CERTIFICATE" blocks, leaf first, and a private key in
// any form package provider reads. That the two belong together is checked with the
// Config they are put in.
func X509KeyPair(certPEM, keyPEM []byte) (Certificate, error) {
	var c Certificate
	for {
		var block *pem.Block
		if block, certPEM = pem.Decode(certPEM); block == nil {
			break
		}
		if block.Type == "CERTIFICATE" {
			c.Certificate = append(c.Certificate, block.Bytes)
		}
	}
	if len(c.Certificate) == 0 {
		return Certificate{}, errors.New("tlsext: key pair: no CERTIFICATE block")
	}
	var err error
	if c.Leaf, err = x509ext.ParseCertificate(c.Certificate[0]); err != nil {
		return Certificate{}, fmt.Errorf("tlsext: key pair: %w", err)
	}
	if c.PrivateKey, err = provider.ParsePrivateKeyPEM(keyPEM); err != nil {
		return Certificate{}, fmt.Errorf("tlsext: key pair: %w", err)
	}
	return c, nil
}

// LoadX509KeyPair is X509KeyPair on files.
func LoadX509KeyPair(certFile, keyFile string) (Certificate, error) {
	certPEM, err := os.ReadFile(certFile)
	if err != nil {
		return Certificate{}, fmt.Errorf("tlsext: key pair: %w", err)
	}
	keyPEM, err := os.ReadFile(keyFile)
	if err != nil {
		return Certificate{}, fmt.Errorf("tlsext: key pair: %w", err)
	}
	defer clear(keyPEM)
	return X509KeyPair(certPEM, keyPEM)
}
