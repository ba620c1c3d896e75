package cfsslca

import (
	"crypto"
	"encoding/pem"
	"fmt"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// PEM labels.
const (
	pemCertificate  = "CERTIFICATE"
	pemRequest      = "CERTIFICATE REQUEST"
	pemECParameters = "EC PARAMETERS"
)

func encodePEM(label string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der})
}

// ParseCertificatePEM reads the first certificate of a PEM text.
func ParseCertificatePEM(text []byte) (*x509ext.Certificate, error) {
	block, _ := pem.Decode(text)
	if block == nil || block.Type != pemCertificate {
		return nil, fmt.Errorf("cfsslca: found no PEM block %q", pemCertificate)
	}
	return x509ext.ParseCertificate(block.Bytes)
}

// ParsePrivateKeyPEM reads the private key of a PEM text: what
// provider.ParsePrivateKeyPEM reads, which includes every key that CFSSL
// writes, also behind the "EC PARAMETERS" that OpenSSL puts in front.
func ParsePrivateKeyPEM(text []byte) (crypto.Signer, error) {
	if block, rest := pem.Decode(text); block != nil && block.Type == pemECParameters {
		text = rest
	}
	key, err := provider.ParsePrivateKeyPEM(text)
	if err != nil {
		return nil, err
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("cfsslca: found a private key of type %T, expected one that signs", key)
	}
	return signer, nil
}
