package main

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// demoChain is a root, an intermediate and a server certificate of one scheme.
type demoChain struct {
	root, intermediate, server demoCert
}

type demoCert struct {
	key crypto.Signer
	der []byte
}

func buildChain(c contestant) (*demoChain, error) {
	ca := func(name string) subjectFlags {
		return subjectFlags{cn: c.name + " " + name, org: []string{"Saker demo"}}
	}
	var chain demoChain
	var issuer *demoCert
	for _, link := range []struct {
		cert    *demoCert
		subject subjectFlags
		flags   certFlags
	}{
		{&chain.root, ca("root"), certFlags{ca: true, pathLength: -1, days: 3650}},
		{&chain.intermediate, ca("intermediate"), certFlags{ca: true, pathLength: 0, days: 1825}},
		{&chain.server, subjectFlags{cn: demoHost, dns: []string{demoHost}}, certFlags{pathLength: -1, days: 90, usage: []string{"server"}}},
	} {
		template, err := link.flags.template(&link.subject, time.Now())
		if err != nil {
			return nil, err
		}
		if err := link.cert.issue(c, template, issuer); err != nil {
			return nil, err
		}
		issuer = link.cert
	}
	return &chain, nil
}

// issue makes a key and has it certified; a nil issuer makes a root.
func (d *demoCert) issue(c contestant, template *x509.Certificate, issuer *demoCert) (err error) {
	if d.key, err = c.generate(); err != nil {
		return err
	}
	parent, signer := template, d.key
	if issuer != nil {
		cert, err := x509ext.ParseCertificate(issuer.der)
		if err != nil {
			return err
		}
		parent, signer = cert.Certificate, issuer.key
	}
	d.der, err = x509ext.CreateCertificate(nil, template, parent, d.key.Public(), signer)
	return err
}

// verify parses all three certificates and verifies the server's, as a client
// does that trusts the root.
func (d *demoChain) verify() ([]*x509ext.Certificate, error) {
	var certs [3]*x509ext.Certificate
	for i, der := range [][]byte{d.server.der, d.intermediate.der, d.root.der} {
		var err error
		if certs[i], err = x509ext.ParseCertificate(der); err != nil {
			return nil, err
		}
	}
	options := x509ext.VerifyOptions{DNSName: demoHost, Roots: x509ext.NewCertPool(), Intermediates: x509ext.NewCertPool()}
	options.Roots.AddCert(certs[2])
	options.Intermediates.AddCert(certs[1])
	chains, err := certs[0].Verify(options)
	if err != nil {
		return nil, err
	}
	return chains[0], nil
}

// roots is the pool of a client that trusts the root.
func (d *demoChain) roots() (*x509ext.CertPool, error) {
	root, err := x509ext.ParseCertificate(d.root.der)
	if err != nil {
		return nil, err
	}
	pool := x509ext.NewCertPool()
	pool.AddCert(root)
	return pool, nil
}

// damaged returns the chain with one bit of the server certificate's signature
// changed. The last byte of a signature may be padding, the middle is not.
func (d *demoChain) damaged() *demoChain {
	bad := *d
	bad.server.der = bytes.Clone(d.server.der)
	bad.server.der[len(bad.server.der)-300] ^= 1
	return &bad
}

func (d *demoChain) mustFail() error {
	if _, err := d.verify(); err == nil {
		return errors.New("a damaged certificate was accepted")
	}
	return nil
}

// files lays the chain out for the folder: a key and a certificate each, and
// what a server sends in one file.
func (d *demoChain) files(dir string) ([]outFile, error) {
	var files []outFile
	for _, f := range []struct {
		name string
		cert demoCert
	}{{"root", d.root}, {"intermediate", d.intermediate}, {"server", d.server}} {
		key, err := provider.MarshalPKCS8PrivateKey(f.cert.key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		files = append(files,
			encoded(filepath.Join(dir, f.name+".key"), "PRIVATE KEY", key, "pem", modeSecret),
			encoded(filepath.Join(dir, f.name+".pem"), "CERTIFICATE", f.cert.der, "pem", modePublic))
	}
	var chain []byte
	for _, der := range [][]byte{d.server.der, d.intermediate.der} {
		chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
	}
	return append(files, outFile{path: filepath.Join(dir, "chain.pem"), data: chain, mode: modePublic}), nil
}
