package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/asn1"
	"fmt"
	"slices"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

// schemeByName resolves --alg. There is no default: a parameter set that
// nobody chose is one that nobody will think of replacing.
func schemeByName(name string) (sign.Scheme, error) {
	if name == "" {
		return nil, usagef("for example --alg fn-dsa-512", "--alg is missing, expected a scheme of \"saker schemes\"")
	}
	s := provider.ByName(name)
	if s == nil {
		return nil, usagef(schemeHint(name, schemeNames()), "--alg: found %q, expected a scheme of \"saker schemes\"", name)
	}
	return s, nil
}

func schemeNames() []string {
	var names []string
	for _, s := range provider.All() {
		names = append(names, s.Name())
	}
	return names
}

// algorithmName names the algorithm of any public key that provider can parse.
func algorithmName(pub crypto.PublicKey) string {
	switch pub := pub.(type) {
	case sign.PublicKey:
		return pub.Scheme().Name()
	case *ecdsa.PublicKey:
		return "ECDSA " + pub.Curve.Params().Name
	case ed25519.PublicKey:
		return "Ed25519"
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA-%d", pub.N.BitLen())
	}
	return fmt.Sprintf("%T", pub)
}

// kind is what an object turns out to be.
type kind string

const (
	kindPrivateKey  kind = "private key"
	kindPublicKey   kind = "public key"
	kindCertificate kind = "certificate"
	kindRequest     kind = "certificate request"
	kindCRL         kind = "certificate revocation list"
	kindSignature   kind = "signature"
	kindEncrypted   kind = "encrypted private key"
	kindUnknown     kind = "unknown data"
)

func (k kind) article() string {
	if k == kindEncrypted {
		return "an " + string(k)
	}
	if k == kindUnknown {
		return string(k)
	}
	return "a " + string(k)
}

// loadPrivateKey reads the one private key of a file. Certificates and public
// keys beside it in a PEM file are passed over.
func loadPrivateKey(cmd *cobra.Command, file string) (crypto.Signer, error) {
	objects, err := readObjects(cmd, file, "a private key")
	if err != nil {
		return nil, err
	}
	var keys []object
	for _, o := range objects {
		if o.kind() == kindPrivateKey {
			keys = append(keys, o)
		}
	}
	isEncrypted := func(o object) bool { return o.kind() == kindEncrypted }
	switch {
	case len(keys) > 1:
		return nil, unexpected(file, fmt.Sprintf("%d private keys", len(keys)), "one", "put each in a file of its own")
	case len(keys) == 0 && slices.ContainsFunc(objects, isEncrypted):
		return nil, unexpected(file, "an encrypted private key", "a plain one", "decrypt it first, for example with \"openssl pkey\"")
	case len(keys) == 0:
		return nil, unexpected(file, objects[0].kind().article(), "a private key", "\"saker keygen\" makes one")
	}
	key, _, err := keys[0].privateKey()
	return key, err
}

// privateKey parses a private key and tells how it was laid out.
func (o object) privateKey() (crypto.Signer, provider.Layout, error) {
	parse, data := provider.ParsePKCS8PrivateKeyLayout, o.der
	if o.pemType != "" {
		// The label says what the content has to be.
		parse, data = provider.ParsePrivateKeyPEMLayout, o.pem()
		defer clear(data)
	}
	key, layout, err := parse(data)
	if err != nil {
		return nil, layout, failed(o.file, err, "the file is damaged, or written in a form that saker does not know")
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, layout, unexpected(o.file, fmt.Sprintf("a key that cannot sign (%T)", key), "a signature key", "")
	}
	return signer, layout, nil
}

// loadPublicKey reads a public key from a public key file, a certificate, a
// request or a private key: the first object of the file counts.
func loadPublicKey(cmd *cobra.Command, file string) (crypto.PublicKey, error) {
	const expected = "a public key, a certificate or a private key"
	objects, err := readObjects(cmd, file, expected)
	if err != nil {
		return nil, err
	}
	o := objects[0]
	switch k := o.kind(); k {
	case kindPrivateKey:
		key, _, err := o.privateKey()
		if err != nil {
			return nil, err
		}
		return key.Public(), nil
	case kindPublicKey, kindCertificate, kindRequest:
		pub, err := o.publicKey()
		if err != nil {
			return nil, failed(file, err, "\"saker schemes\" lists the algorithms that are understood")
		}
		return pub, nil
	default:
		return nil, unexpected(file, k.article(), expected, "")
	}
}

// publicKey parses the public key of a public key file, certificate or request.
func (o object) publicKey() (crypto.PublicKey, error) {
	var pub crypto.PublicKey
	var oid asn1.ObjectIdentifier
	switch o.kind() {
	case kindCertificate:
		cert, err := x509ext.ParseCertificate(o.der)
		if err != nil {
			return nil, err
		}
		pub, oid = cert.PublicKey, cert.PublicKeyOID
	case kindRequest:
		request, err := x509ext.ParseCertificateRequest(o.der)
		if err != nil {
			return nil, err
		}
		pub, oid = request.PublicKey, request.PublicKeyOID
	default:
		if o.pemType != "" {
			return provider.ParsePublicKeyPEM(o.pem())
		}
		return provider.ParsePKIXPublicKey(o.der)
	}
	if pub == nil {
		return nil, fmt.Errorf("the public key algorithm %v is unknown", oid)
	}
	return pub, nil
}
